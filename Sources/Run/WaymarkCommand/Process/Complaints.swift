import WaymarkTables

/// Prints the first rejections to standard error and counts the rest.
struct Complaints {
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

    mutating func add(_ rejection: Rejection) {
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
    func end(untold: Int = 0) {
        let count = count + untold
        guard isShown, count > Self.limit else { return }
        Console.say("... and \(count - Self.limit) more rejected rows; --rejects FILE keeps them all")
    }
}
