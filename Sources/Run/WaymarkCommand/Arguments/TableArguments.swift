import ArgumentParser
import WaymarkBatch
import WaymarkTables

extension TextEncoding: ExpressibleByArgument {
    /// The encoding of a label such as `utf-8`, `cp949` or `euc-kr`.
    public init?(argument: String) { self.init(label: argument) }

    /// The labels shown in help.
    public static var allValueStrings: [String] { ["utf-8", "cp949"] }
}

extension RowFormat: ExpressibleByArgument {}

/// One ASCII character, or the word `tab`.
struct Delimiter: ExpressibleByArgument {
    let byte: UInt8

    init?(argument: String) {
        let named = ["tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|"]
        let text = Array((named[argument.lowercased()] ?? argument).utf8)
        guard text.count == 1, CSVOptions.isUsable(delimiter: text[0]) else { return nil }
        byte = text[0]
    }
}
