/// A state of a store. It stays valid when the program ends: keep its `description`.
public struct ChangeCursor: Hashable, Sendable {
    /// Identifies the history of the store; another one begins when a backup replaces its content.
    public let history: RecordID
    /// The number of commits so far.
    public let number: Int64

    package init(history: RecordID, number: Int64) { (self.history, self.number) = (history, number) }

    /// Reads a `description`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let history = RecordID(parts[0]), let number = Int64(parts[1]), number >= 0 else {
            return nil
        }
        self.init(history: history, number: number)
    }
}

extension ChangeCursor: CustomStringConvertible {
    /// The history and the number: `0190b6a4-7c1e-7d52-9b7a-5f3c1c9d2e10/17`.
    public var description: String { "\(history)/\(number)" }
}
