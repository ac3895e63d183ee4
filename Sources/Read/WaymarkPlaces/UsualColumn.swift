/// A column that is found by its usual names.
package enum UsualColumn: String {
    case latitude, longitude, north, east, id, name, category, arrival, stay, timeZone, opens, closes

    /// The usual names, in the form of `PlainText.key`, the more specific ones first: a line of `columns.txt`, which
    /// begins with the column.
    package var names: [String] { Self.all[rawValue] ?? [] }

    private static let all: [String: [String]] = {
        let lines = PackageResources.columns_txt.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }
        return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], Array($0.dropFirst())) })
    }()
}
