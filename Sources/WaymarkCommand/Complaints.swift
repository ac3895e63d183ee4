/// The first few rejections, on standard error; the rest are counted.
struct Complaints {
    let file: String
    let isShown: Bool
    private var count = 0

    private static let limit = 10

    init(file: String, isShown: Bool) {
        (self.file, self.isShown) = (file == "-" ? "standard input" : file, isShown)
    }

    mutating func add(_ rejection: Rejection) {
        count += 1
        guard isShown, count <= Self.limit else { return }
        let column = rejection.columnLabel.isEmpty ? "" : ", column \(rejection.columnLabel)"
        Console.say("\(file), line \(rejection.line)\(column): \(rejection.reason)")
    }

    /// Says how many rejections were not shown; `untold` ones were not even added.
    func end(untold: Int = 0) {
        let count = count + untold
        guard isShown, count > Self.limit else { return }
        Console.say("... and \(count - Self.limit) more rejected rows; --rejects FILE keeps them all")
    }
}
