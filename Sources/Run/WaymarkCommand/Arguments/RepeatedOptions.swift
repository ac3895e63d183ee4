import ArgumentParser
import WaymarkFoundation

/// Refuses a single-value option given twice: the parser would silently keep only the last value.
enum RepeatedOptions {
    /// The parts used of the parser's description of a command.
    private struct Description: Decodable {
        struct Command: Decodable { var arguments: [Argument]? }
        struct Argument: Decodable {
            var kind: String
            var isRepeating: Bool
            var names: [Name]?
            var preferredName: Name?
        }
        struct Name: Decodable {
            var kind: String
            var name: String

            /// As on the command line: `--output`, `-o`.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        var command: Command
    }

    /// - Parameters:
    ///   - arguments: The arguments of the process, without its name.
    ///   - command: The command that they were parsed for.
    /// - Throws: ``Failure`` with the option and both values.
    static func refuse(in arguments: some Collection<String>, of command: any ParsableCommand.Type) throws {
        guard mayRepeat(arguments) else { return }
        let description = try JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
        // Each spelling of an option with values, with its preferred name and whether it may repeat.
        var options: [String: (name: String, isRepeating: Bool)] = [:]
        for argument in description.command.arguments ?? [] where argument.kind == "option" {
            for name in argument.names ?? [] {
                options[name.text] = ((argument.preferredName ?? name).text, argument.isRepeating)
            }
        }
        var values: [String: String] = [:]
        var rest = ArraySlice(Array(arguments))
        while let argument = rest.popFirst(), argument != "--" {
            guard argument.hasPrefix("-") else { continue }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            // One-letter flags may precede an option's letter: -qo FILE.
            let names = parts[0].hasPrefix("--") ? [parts[0]] : parts[0].dropFirst().map { "-\($0)" }
            for option in names.compactMap({ options[$0] }) {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else { continue }
                if let before = values.updateValue(value, forKey: option.name), !option.isRepeating {
                    let cure =
                        option.name == "--attractions"
                        ? ": join the files first; `waymark attractions convert` writes each with the same columns" : ""
                    throw Failure(
                        .usage, "\(option.name) is given twice, as \(before) and \(value), but takes one value\(cure)")
                }
            }
        }
    }

    /// Whether two options begin with the same letter, as two spellings of one do. A quick test, since reading the
    /// description takes longer.
    private static func mayRepeat(_ arguments: some Collection<String>) -> Bool {
        var letters: Set<Character> = []
        return arguments.contains { argument in
            guard argument.hasPrefix("-") else { return false }
            // -qo may be both.
            let isShort = !argument.hasPrefix("--")
            let found =
                isShort ? Array(argument.dropFirst().prefix { $0 != "=" }) : Array(argument.dropFirst(2).prefix(1))
            return found.contains { !letters.insert($0).inserted }
        }
    }
}
