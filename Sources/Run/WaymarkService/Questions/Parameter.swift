import Hummingbird
import WaymarkGeodesy
import WaymarkQuestions
import WaymarkText

/// A named value of a request: in the query of a GET, and a member of the object of a POST.
extension Parameter {
    /// - Throws: ``Problem`` if a text is no value of this parameter.
    func check(_ text: String) throws(Problem) {
        switch kind {
        case .number(let range):
            guard let value = NumberParser.double(text), range.contains(value) else {
                throw .bad(
                    name,
                    "\(name) must be a number from \(NumberText.shortest(range.lowerBound)) to \(NumberText.shortest(range.upperBound))."
                )
            }
        case .integer(let range):
            let range = served(range)
            guard let value = Int(text), range.contains(value) else {
                throw .bad(name, "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
            }
        case .length: _ = try option { () throws(OptionText.Fault) in try OptionText.length(text, of: name) }
        case .time: _ = try option { () throws(OptionText.Fault) in try OptionText.duration(text) }
        case .speed: _ = try option { () throws(OptionText.Fault) in try OptionText.metersPerSecond(text) }
        case .point: _ = try option { () throws(OptionText.Fault) in try OptionText.point(text) }
        case .box: _ = try option { () throws(OptionText.Fault) in try OptionText.box(text) }
        case .points:
            for point in text.split(separator: ";", omittingEmptySubsequences: false) {
                _ = try option { () throws(OptionText.Fault) in try OptionText.point(String(point)) }
            }
        case .text(let most):
            if text.utf8.count > most * 4 || text.count > most {
                throw .bad(name, "\(name) must have at most \(most) characters.")
            }
            if text.utf8.contains(0) { throw .bad(name, "\(name) must not contain NUL.") }
        case .choice(let choices):
            if !choices.contains(text) { throw .bad(name, "\(name) must be \(choices.joined(separator: ", ")).") }
        case .flag:
            if text != "true", text != "false" { throw .bad(name, "\(name) must be true or false.") }
        }
    }

    /// The whole numbers that a request may have.
    private func served(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
        range.lowerBound...min(range.upperBound, served ?? 2_147_483_647)
    }

    /// The parameters of a question, whose help names them without dashes.
    static func all<Asked: Question>(of question: Asked.Type) -> [Parameter] {
        question.sections.joined().map { $0.parameter.asWord }
    }

    /// The same without what is said of the command: its dashes, and what counts there without it.
    private var asWord: Parameter {
        let help = self.help.firstRange(of: " (default:").map { String(self.help[..<$0.lowerBound]) } ?? self.help
        var word = Parameter(
            name, kind, help.replacing("--", with: ""), isRequired: isRequired, mayRepeat: mayRepeat, usual: usual,
            example: example)
        (word.usualWords, word.served) = (usualWords, served)
        return word
    }

    func option<Value>(_ read: () throws(OptionText.Fault) -> Value) throws(Problem) -> Value {
        do throws(OptionText.Fault) { return try read() } catch { throw .bad(name, "\(name): \(error)") }
    }

    /// The JSON Schema of its values.
    var schema: String {
        switch kind {
        case .number(let range):
            "{\"type\":\"number\",\"minimum\":\(NumberText.shortest(range.lowerBound)),\"maximum\":\(NumberText.shortest(range.upperBound))}"
        case .integer(let range):
            "{\"type\":\"integer\",\"minimum\":\(range.lowerBound),\"maximum\":\(served(range).upperBound)}"
        case .length: "{\"type\":\"string\",\"pattern\":\"^[0-9]{1,7}(\\\\.[0-9]{1,6})?(m|km|mi)$\"}"
        case .time: "{\"type\":\"string\",\"pattern\":\"^[0-9]{1,4}(\\\\.[0-9]{1,6})?(ms|s|min)$\"}"
        case .speed: "{\"type\":\"string\",\"pattern\":\"^[1-9][0-9]{0,3}(km/h)?$\"}"
        case .text(let most): "{\"type\":\"string\",\"maxLength\":\(most)}"
        case .choice(let choices):
            "{\"type\":\"string\",\"enum\":[\(choices.map(JSONText.of).joined(separator: ","))]}"
        case .flag: "{\"type\":\"boolean\"}"
        case .point: "{\"type\":\"string\",\"pattern\":\"^\(Self.degrees)$\"}"
        case .box:
            "{\"type\":\"string\",\"pattern\":\"^-?[0-8]?[0-9],-?[0-9]{1,2},-?[0-8]?[0-9],-?[0-9]{1,2}$\"}"
        case .points: "{\"type\":\"string\",\"pattern\":\"^\(Self.degrees)(;\(Self.degrees)){0,9}$\"}"
        }
    }

    private static let degrees = "-?[0-8]?[0-9](\\\\.[0-9]{1,9})?,-?1?[0-7]?[0-9](\\\\.[0-9]{1,9})?"
}

/// The named values of a request, each checked.
struct Asked: Sendable {
    /// A few, so that looking through them is faster than a hash.
    private let values: [(name: String, value: String)]

    /// - Throws: ``Problem`` if a value is unknown, repeated, missing or wrong.
    init(_ values: [(name: String, value: String)], of parameters: [Parameter]) throws(Problem) {
        var known = values
        for (number, (name, value)) in values.enumerated() {
            guard let position = parameters.indices.first(where: { parameters[$0].name == name }) else {
                throw .bad(
                    name, "\"\(PlainText.shortened(name))\" is no parameter here; known are: \(Self.list(parameters))")
            }
            if !parameters[position].mayRepeat, values[..<number].contains(where: { $0.name == name }) {
                throw .bad(name, "\(name) must be given once.")
            }
            try parameters[position].check(value)
        }
        for position in parameters.indices where !values.contains(where: { $0.name == parameters[position].name }) {
            let parameter = parameters[position]
            if let usual = parameter.usual { known.append((parameter.name, usual)) }
            if parameter.isRequired {
                throw .bad(parameter.name, "\(parameter.name) is missing: \(parameter.help)")
            }
        }
        self.values = known
    }

    private static func list(_ parameters: [Parameter]) -> String {
        parameters.isEmpty ? "none" : parameters.map(\.name).joined(separator: ", ")
    }

    /// The question with what was asked.
    ///
    /// - Throws: ``Problem`` if values do not go together.
    func question<Asked: Question>(from usual: Asked = Asked()) throws(Problem) -> Asked {
        var question = usual
        do throws(ParameterError) {
            for name in Asked.sections.joined().map(\.parameter.name) {
                for text in texts(name) { try question.set(name, to: text) }
            }
            try question.check()
        } catch {
            throw .bad(error.name, error.reason)
        }
        return question
    }

    func texts(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }
    func text(_ name: String) -> String? { values.first { $0.name == name }?.value }
    func flag(_ name: String) -> Bool { text(name) == "true" }
    func number(_ name: String) -> Double? { text(name).flatMap { NumberParser.double($0) } }
    func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
    // Values are checked when they are taken, so these have none only if they are missing.
    func length(_ name: String) -> Meters? { text(name).flatMap { try? OptionText.length($0) } }
    func duration(_ name: String) -> Duration? { text(name).flatMap { try? OptionText.duration($0) } }
    func metersPerSecond(_ name: String) -> Double? { text(name).flatMap { try? OptionText.metersPerSecond($0) } }
    func point(_ name: String) -> Coordinate? { text(name).flatMap { try? OptionText.point($0) } }
    func box(_ name: String) -> BoundingBox? { text(name).flatMap { try? OptionText.box($0) } }
    func points(_ name: String) -> [Coordinate] {
        text(name)?.split(separator: ";").compactMap { try? OptionText.point(String($0)) } ?? []
    }
}
