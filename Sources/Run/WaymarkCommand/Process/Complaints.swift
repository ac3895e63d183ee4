import WaymarkTables

/// Prints the first rejections to standard error and counts the rest.
package struct Complaints {
    let file: String
    let isShown: Bool
    private var count = 0
    /// The number of rejections of each kind, among the first ones, and the first of each kind.
    private var kinds: [String: (count: Int, first: Rejection)] = [:]

    private static let limit = 10
    /// The number of rejections that suffice to find the likeliest cause.
    private static let sample = 1000

    init(file: String, isShown: Bool) {
        (self.file, self.isShown) = (file == "-" ? "standard input" : file, isShown)
    }

    package mutating func add(_ rejection: Rejection) {
        count += 1
        if count <= Self.sample { kinds[Self.kind(rejection), default: (0, rejection)].count += 1 }
        guard isShown, count <= Self.limit else { return }
        let column = rejection.columnLabel.isEmpty ? "" : ", column \(rejection.columnLabel)"
        Console.say("\(file), line \(rejection.line)\(column): \(rejection.reason)")
    }

    /// The first rejection of the most frequent kind; nil if nothing was rejected.
    var likeliest: Rejection? {
        kinds.values.max { ($0.count, $1.first.line) < ($1.count, $0.first.line) }?.first
    }

    /// The kind of a rejection: its column and words, without numbers and quoted text, so that different cells with the
    /// same fault match.
    private static func kind(_ rejection: Rejection) -> String {
        var (words, isQuoted) = ("\(rejection.column ?? 0) ", false)
        for character in rejection.reason.unicodeScalars {
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, character.properties.isAlphabetic || character == " " {
                words.unicodeScalars.append(character)
            }
        }
        return words
    }

    /// Prints the number of rejections that were not shown; `untold` is the number of those that were never added.
    package func end(untold: Int = 0) {
        let count = count + untold
        guard isShown, count > Self.limit else { return }
        Console.say("... and \(count - Self.limit) more rejected rows; --rejects FILE keeps them all")
    }
}

/// Fails a command that answered no row of a table.
package enum NothingAnswered {
    /// - Parameters:
    ///   - rowsIn: The number of rows read; a table without rows is a success.
    ///   - answered: The number of rows answered.
    ///   - complaints: The rejections.
    ///   - system: The option for the system of the table.
    /// - Throws: ``Failure`` with the likeliest cause if there are rows and none was answered.
    package static func refuse(
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
