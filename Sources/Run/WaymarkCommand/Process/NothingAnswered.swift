/// Fails a command that answered no row of a table.
enum NothingAnswered {
    /// - Parameters:
    ///   - rowsIn: The number of rows read; a table without rows is a success.
    ///   - answered: The number of rows answered.
    ///   - complaints: The rejections.
    ///   - system: The option for the system of the table.
    /// - Throws: ``Failure`` with the likeliest cause if there are rows and none was answered.
    static func refuse(
        rowsIn: Int, answered: Int, _ complaints: Complaints, system: String = "--crs"
    ) throws {
        guard rowsIn > 0, answered == 0 else { return }
        let rows = rejected(rowsIn, complaints, system: system)
        throw Failure(.badData, "\(complaints.file): nothing was answered: \(rows)")
    }

    /// A message that all rows were rejected, with the likeliest cause; `prefix` is the prefix of the options for
    /// columns.
    static func rejected(_ rows: Int, _ complaints: Complaints, system: String, prefix: String = "") -> String {
        let rows = rows == 1 ? "the only row was rejected" : "all \(rows) rows were rejected"
        guard let cause = complaints.likeliest else { return rows }
        let column = cause.columnLabel.isEmpty ? "" : ", column \(cause.columnLabel)"
        return "\(rows); the likeliest cause, on line \(cause.line)\(column): "
            + words(cause.reason, system: system, prefix: prefix)
    }

    /// A reason with the options of the command that cure it.
    private static func words(_ reason: String, system: String, prefix: String) -> String {
        guard reason.hasSuffix("are latitude and longitude exchanged?") else {
            return reason.replacing("give their system", with: "give their system with \(system)")
        }
        return reason + " Then swap them with --\(prefix)latitude-column and --\(prefix)longitude-column."
    }
}
