/// Why a row could not be used, and where in the input it is; what reads rows throws it.
public struct Rejection: Error, Equatable {
    /// The 1-based line of the input that the reason is about.
    public var line: Int
    /// The 1-based number of the field, where one field is at fault.
    public var column: Int?
    /// The header's name of that field, where it has one.
    public var columnName: String?
    /// What is wrong, in a few words without a full stop.
    public var reason: String

    /// Makes a rejection.
    ///
    /// - Parameters:
    ///   - line: The 1-based line of the input.
    ///   - column: The 1-based number of the field at fault, if it is one.
    ///   - columnName: The header's name of that field.
    ///   - reason: What is wrong.
    public init(line: Int, column: Int? = nil, columnName: String? = nil, reason: String) {
        self.line = line
        self.column = column
        self.columnName = columnName
        self.reason = reason
    }

    /// The column as people count it, such as `4 (latitude)`; "" where no single field is at fault.
    public var columnLabel: String {
        guard let column else { return "" }
        guard let columnName, !columnName.isEmpty else { return String(column) }
        return "\(column) (\(columnName))"
    }
}
