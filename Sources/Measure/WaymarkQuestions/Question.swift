package import WaymarkGeodesy
import WaymarkText

/// A question that an app, the command, the service and the page ask alike.
///
/// Each parameter is written once, beside the value that it sets: the options and the help of the command, the document of the
/// service and the settings of the page are made of ``sections``.
public protocol Question: Codable, Sendable {
    /// The question with the usual values.
    init()

    /// The parameters, in the order and the sections of a help text.
    static var sections: [[QuestionParameter<Self>]] { get }

    /// Whether values, each within its bounds, go together. Called by ``check()``.
    ///
    /// - Throws: ``ParameterError`` for the first that does not.
    func checkTogether() throws(ParameterError)
}

/// A parameter with the value of a question that it sets.
public struct QuestionParameter<Asked: Question>: Sendable {
    /// Its name, its values and its help.
    public var parameter: Parameter
    fileprivate let set: @Sendable (inout Asked, String) throws(OptionText.Fault) -> Void
    /// Whether its value is within its bounds, also if it was not set by a text.
    fileprivate var check: @Sendable (Asked) throws(OptionText.Fault) -> Void = { _ in }

    package init(
        _ parameter: Parameter, set: @escaping @Sendable (inout Asked, String) throws(OptionText.Fault) -> Void
    ) {
        (self.parameter, self.set) = (parameter, set)
    }
}

/// Why a text is no value of a parameter, or why a value does not go with others.
public struct ParameterError: Error, Hashable, CustomStringConvertible {
    /// The name of the parameter.
    public let name: String
    /// One sentence that states the format, with parameters as options of the command: `--limit`.
    package let optionReason: String
    /// One sentence that states the format.
    public var reason: String { optionReason.replacing("--", with: "") }

    /// A value that is none, for a reason in which parameters begin with two dashes.
    package init(_ name: String, _ reason: String) { (self.name, optionReason) = (name, reason) }

    /// The reason.
    public var description: String { reason }
}

extension Question {
    /// All values go together.
    public func checkTogether() throws(ParameterError) {}

    /// Checks all values, for what did not come through ``set(_:to:)``.
    ///
    /// - Throws: ``ParameterError`` for the first value that is out of its bounds, or does not go with the others.
    public func check() throws(ParameterError) {
        for found in Self.sections.lazy.joined() {
            do throws(OptionText.Fault) {
                try found.check(self)
            } catch {
                throw ParameterError(found.parameter.name, error.description)
            }
        }
        try checkTogether()
    }

    /// All parameters.
    public static var parameters: [Parameter] { sections.flatMap { $0.map(\.parameter) } }

    /// Sets a parameter to a value as people type it; one that may repeat gets one value more.
    ///
    /// - Throws: ``ParameterError`` if the text is no value of it, or there is no such parameter.
    public mutating func set(_ name: String, to text: String) throws(ParameterError) {
        guard let found = Self.sections.lazy.joined().first(where: { $0.parameter.name == name }) else {
            throw ParameterError(name, "\(name) is no parameter of this question.")
        }
        do throws(OptionText.Fault) {
            try found.set(&self, text)
        } catch {
            throw ParameterError(name, error.description)
        }
    }
}

extension QuestionParameter {
    package typealias Path<Value> = any WritableKeyPath<Asked, Value> & Sendable
    package typealias Reader<Value> = @Sendable (String) throws(OptionText.Fault) -> Value

    /// A value of a format of its own.
    package static func value<Value>(
        _ name: String, _ valueName: String, _ help: String, _ path: Path<Value>, kind: Parameter.Kind = .text(500),
        usual: String? = nil, read: @escaping Reader<Value>
    ) -> Self {
        var parameter = Parameter(name, kind, help)
        (parameter.valueName, parameter.usual) = (valueName, usual)
        return Self(parameter) { (question, text) throws(OptionText.Fault) in
            question[keyPath: path] = try read(text)
        }
    }

    /// Values that are given one by one.
    package static func list<Value>(
        _ name: String, _ valueName: String, _ help: String, _ path: Path<[Value]>, read: @escaping Reader<Value>
    ) -> Self {
        var parameter = Parameter(name, .text(500), help, mayRepeat: true)
        parameter.valueName = valueName
        return Self(parameter) { (question, text) throws(OptionText.Fault) in
            question[keyPath: path].append(try read(text))
        }
    }

    package static func text(_ name: String, _ valueName: String, _ help: String, _ path: Path<String?>) -> Self {
        value(name, valueName, help, path) { $0 }
    }

    /// A place: latitude,longitude or a name.
    package static func place(_ name: String, _ help: String, _ path: Path<String?>) -> Self {
        var place = text(name, "place", help, path)
        place.parameter.mayBeginWithDash = true
        return place
    }

    package static func flag(_ name: String, _ help: String, _ path: Path<Bool>) -> Self {
        value(name, "", help, path, kind: .flag) { (text) throws(OptionText.Fault) in
            guard text == "true" || text == "false" else { throw .init("--\(name) must be true or false.") }
            return text == "true"
        }
    }

    package static func length(_ name: String, _ help: String, of what: String? = nil, _ path: Path<Meters>) -> Self {
        let usual = NumberText.shortest(Asked()[keyPath: path].kilometers) + "km"
        return value(name, "length", help, path, kind: .length, usual: usual) { (text) throws(OptionText.Fault) in
            try OptionText.length(text, of: what ?? name)
        }.checked { (question) throws(OptionText.Fault) in try notNegative(question[keyPath: path], name) }
    }

    package static func length(_ name: String, _ help: String, of what: String? = nil, _ path: Path<Meters?>) -> Self {
        value(name, "length", help, path, kind: .length) { (text) throws(OptionText.Fault) in
            try OptionText.length(text, of: what ?? name)
        }.checked { (question) throws(OptionText.Fault) in
            if let length = question[keyPath: path] { try notNegative(length, name) }
        }
    }

    private static func notNegative(_ length: Meters, _ name: String) throws(OptionText.Fault) {
        if !(length.value >= 0) { throw .init("--\(name) must not be negative.") }
    }

    package static func integer(
        _ name: String, _ help: String, _ range: ClosedRange<Int>, valueName: String = "n", _ path: Path<Int>
    ) -> Self {
        value(
            name, valueName, help, path, kind: .integer(range), usual: "\(Asked()[keyPath: path])"
        ) { (text) throws(OptionText.Fault) in
            try within(range, Int(text), name)
        }.checked { (question) throws(OptionText.Fault) in _ = try within(range, question[keyPath: path], name) }
    }

    package static func integer(
        _ name: String, _ help: String, _ range: ClosedRange<Int>, valueName: String = "n", _ path: Path<Int?>
    ) -> Self {
        value(name, valueName, help, path, kind: .integer(range)) { (text) throws(OptionText.Fault) in
            try within(range, Int(text), name)
        }.checked { (question) throws(OptionText.Fault) in
            if let number = question[keyPath: path] { _ = try within(range, number, name) }
        }
    }

    private static func within(_ range: ClosedRange<Int>, _ value: Int?, _ name: String) throws(OptionText.Fault) -> Int
    {
        if let value, range.contains(value) { return value }
        let words =
            range.upperBound < .max
            ? "\(range.lowerBound) to \(range.upperBound)" : "a whole number of at least \(range.lowerBound)"
        throw .init("--\(name) must be \(words).")
    }

    package static func number(
        _ name: String, _ help: String, _ range: ClosedRange<Double>, valueName: String = "number",
        _ path: Path<Double?>
    ) -> Self {
        @Sendable func within(_ value: Double?) throws(OptionText.Fault) -> Double {
            if let value, range.contains(value) { return value }
            let (low, high) = (NumberText.shortest(range.lowerBound), NumberText.shortest(range.upperBound))
            throw .init("--\(name) must be a number from \(low) to \(high).")
        }
        return value(name, valueName, help, path, kind: .number(range)) { (text) throws(OptionText.Fault) in
            try within(NumberParser.double(text))
        }.checked { (question) throws(OptionText.Fault) in
            if let number = question[keyPath: path] { _ = try within(number) }
        }
    }

    package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ valueName: String, _ help: String, _ path: Path<Value>
    ) -> Self {
        value(
            name, valueName, help, path, kind: .choice(Value.allCases.map(\.rawValue)),
            usual: Asked()[keyPath: path].rawValue
        ) { (text) throws(OptionText.Fault) in try word(text, of: name) }
    }

    package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ valueName: String, _ help: String, _ path: Path<Value?>
    ) -> Self {
        value(name, valueName, help, path, kind: .choice(Value.allCases.map(\.rawValue))) {
            (text) throws(OptionText.Fault) in try word(text, of: name)
        }
    }

    private static func word<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ text: String, of name: String
    ) throws(OptionText.Fault) -> Value {
        guard let value = Value(rawValue: text) else {
            throw .init("--\(name) must be \(Value.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return value
    }

    /// The same with a check of the value.
    private func checked(_ check: @escaping @Sendable (Asked) throws(OptionText.Fault) -> Void) -> Self {
        var changed = self
        changed.check = check
        return changed
    }

    /// The same with more that is said of it.
    package func with(
        letter: Character? = nil, usual words: String? = nil, example: String? = nil, served: Int? = nil,
        isAskedFor: Bool = false, isRequired: Bool = false
    ) -> Self {
        var changed = self
        changed.parameter.letter = letter
        changed.parameter.usualWords = words
        changed.parameter.example = example
        changed.parameter.served = served
        changed.parameter.isAskedFor = isAskedFor
        changed.parameter.isRequired = isRequired
        return changed
    }
}
