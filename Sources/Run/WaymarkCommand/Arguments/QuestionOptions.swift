import ArgumentParser
import WaymarkQuestions

/// A section of the parameters of a question.
protocol HelpSection: SendableMetatype { static var number: Int { get } }

/// The sections of a help text.
enum Sections {
    enum First: HelpSection { static let number = 0 }
    enum Second: HelpSection { static let number = 1 }
    enum Third: HelpSection { static let number = 2 }
    enum Fourth: HelpSection { static let number = 3 }
    enum Fifth: HelpSection { static let number = 4 }
}

/// The options of a section of a question: one for each of its parameters.
///
/// The parser finds the options of a type in its mirror. This one is made of the parameters, so that nothing of them is written
/// again for the command.
struct QuestionOptions<Asked: Question, Section: HelpSection>: ParsableArguments, CustomReflectable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// What was given, checked.
    private var given: [(name: String, text: String)] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for parameter in Self.parameters {
            let key = Key(stringValue: parameter.name)
            let texts: [String]
            if case .flag = parameter.kind {
                texts = try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["true"] : []
            } else if parameter.mayRepeat {
                texts = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
            } else if parameter.isAskedFor {
                texts = [try container.decode(Option<String>.self, forKey: key).wrappedValue]
            } else {
                texts = [try container.decode(Option<String?>.self, forKey: key).wrappedValue].compactMap(\.self)
            }
            given += texts.map { (parameter.name, $0) }
        }
    }

    private static var parameters: [Parameter] { Asked.sections[Section.number].map(\.parameter) }

    var customMirror: Mirror {
        Mirror(self, children: Self.parameters.map { (label: "_" + $0.name, value: Self.option($0)) })
    }

    private static func option(_ parameter: Parameter) -> Any {
        let letter: [NameSpecification.Element] = parameter.letter.map { [.customShort($0)] } ?? []
        let names = NameSpecification([.customLong(parameter.name)] + letter)
        if case .flag = parameter.kind {
            return Flag(wrappedValue: false, name: names, help: ArgumentHelp(parameter.help))
        }
        let help = ArgumentHelp(parameter.words, valueName: parameter.valueName)
        var completion = CompletionKind.default
        if case .choice(let words) = parameter.kind { completion = .list(words) }
        if parameter.mayRepeat {
            return Option<[String]>(
                wrappedValue: [], name: names, help: help, completion: completion,
                transform: { try checked($0, parameter.name) })
        }
        let parsing: SingleValueParsingStrategy = parameter.mayBeginWithDash ? .unconditional : .next
        if parameter.isAskedFor {
            return Option<String>(
                name: names, parsing: parsing, help: help, completion: completion,
                transform: { try checked($0, parameter.name) })
        }
        return Option<String?>(
            name: names, parsing: parsing, help: help, completion: completion,
            transform: { try checked($0, parameter.name) })
    }

    /// - Throws: `ValidationError` that states the format of the parameter.
    private static func checked(_ text: String, _ name: String) throws -> String {
        var question = Asked()
        do throws(ParameterError) {
            try question.set(name, to: text)
        } catch {
            throw ValidationError(error.optionReason)
        }
        return text
    }

    /// Whether a parameter was given.
    func has(_ name: String) -> Bool { given.contains { $0.name == name } }

    /// Sets what was given.
    fileprivate func set(in question: inout Asked) throws {
        for (name, text) in given { try question.set(name, to: text) }
    }
}

extension Question {
    /// The question with what was given in its sections.
    init<each Section: HelpSection>(from sections: repeat QuestionOptions<Self, each Section>) throws {
        self.init()
        repeat try (each sections).set(in: &self)
    }
}

extension Parameter {
    /// The help with the values of a choice, and what counts without the parameter.
    fileprivate var words: String {
        var notes: [String] = []
        if case .choice(let words) = kind { notes.append("values: \(words.joined(separator: ", "))") }
        if let usual = usualWords ?? usual, !isAskedFor { notes.append("default: \(usual)") }
        return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
    }
}
