/// Why a row was rejected, and its position in the input; thrown by readers of rows.
public struct Rejection: Error, Equatable, Codable {
    /// The 1-based line of the input that the reason is about.
    public var line: Int
    /// The 1-based number of the invalid field, if there is one.
    public var column: Int?
    /// The name of that field in the header, if any.
    public var columnName: String?
    /// The fault in a few words, without a full stop.
    public var reason: String

    /// Makes a rejection.
    ///
    /// - Parameters:
    ///   - line: The 1-based line of the input.
    ///   - column: The 1-based number of the invalid field, if there is one.
    ///   - columnName: The name of that field in the header.
    ///   - reason: The fault.
    public init(line: Int, column: Int? = nil, columnName: String? = nil, reason: String) {
        self.line = line
        self.column = column
        self.columnName = columnName
        self.reason = reason
    }

    /// The column for messages, such as `4 (latitude)`; "" without a single invalid field.
    public var columnLabel: String {
        guard let column else { return "" }
        guard let columnName, !columnName.isEmpty else { return String(column) }
        return "\(column) (\(columnName))"
    }
}
