/// Ends a command that answered no row of a table: that is no success, whatever was asked for.
enum NothingAnswered {
    /// - Parameters:
    ///   - rowsIn: How many rows were read; a table without rows is answered.
    ///   - answered: How many were answered.
    ///   - complaints: What was said of those that were not.
    ///   - system: The option that names the system of the table.
    /// - Throws: ``Failure`` with the likeliest cause, where there are rows and none is answered.
    static func refuse(
        rowsIn: Int, answered: Int, _ complaints: Complaints, system: String = "--crs"
    ) throws {
        guard rowsIn > 0, answered == 0 else { return }
        let rows = rowsIn == 1 ? "the only row was rejected" : "all \(rowsIn) rows were rejected"
        let cause = complaints.likeliest.map { rejection in
            let column = rejection.columnLabel.isEmpty ? "" : ", column \(rejection.columnLabel)"
            return
                "; the likeliest cause, on line \(rejection.line)\(column): \(words(rejection.reason, system: system))"
        }
        throw Failure(.badData, "\(complaints.file): nothing was answered: \(rows)\(cause ?? "")")
    }

    /// A reason with the options of the command that cure it.
    static func words(_ reason: String, system: String, prefix: String = "") -> String {
        guard reason.hasSuffix("are latitude and longitude exchanged?") else {
            return reason.replacing("they need the name of their system", with: "\(system) names their system")
        }
        return reason + " Then say so by --\(prefix)latitude-column and --\(prefix)longitude-column."
    }
}
