import WaymarkTables

/// The first few rejections, on standard error; the rest are counted.
struct Complaints {
    let file: String
    let isShown: Bool
    private var count = 0
    /// Of the first rejections, how many are of a kind, and the first of each kind.
    private var kinds: [String: (count: Int, first: Rejection)] = [:]

    private static let limit = 10
    /// So many rejections tell what is wrong with a table.
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

    /// The first rejection of the kind that is met most; nil where nothing was rejected.
    var likeliest: Rejection? {
        kinds.values.max { ($0.count, $1.first.line) < ($1.count, $0.first.line) }?.first
    }

    /// What rejections have in common that say the same of different cells: column and words, without numbers and quotes.
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

    /// Says how many rejections were not shown; `untold` ones were not even added.
    func end(untold: Int = 0) {
        let count = count + untold
        guard isShown, count > Self.limit else { return }
        Console.say("... and \(count - Self.limit) more rejected rows; --rejects FILE keeps them all")
    }
}
