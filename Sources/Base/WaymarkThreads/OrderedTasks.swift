/// Work on pieces of an input by concurrent tasks, with results delivered in the order of the pieces.
///
/// Like ``OrderedWork``, for work that waits, such as for answers of servers.
public enum OrderedTasks {
    /// Runs `work` on every piece from `next`, until it returns nil.
    ///
    /// At most `width` pieces are begun and not yet delivered, so memory does not grow with their number.
    ///
    /// - Parameters:
    ///   - width: The maximum number of pieces at the same time, at least 1.
    ///   - next: Returns the next piece; called only by the calling task.
    ///   - work: Turns a piece into its result.
    ///   - deliver: Takes each result; called only by the calling task.
    /// - Throws: The first error thrown by any of the three; all other tasks are cancelled and have ended then.
    public static func run<Input: Sendable, Output: Sendable>(
        width: Int, next: () throws -> Input?, work: @escaping @Sendable (Input) async throws -> Output,
        deliver: (Output) throws -> Void
    ) async throws {
        precondition(width >= 1, "the width is below 1: \(width)")
        try await withThrowingTaskGroup(of: (number: Int, output: Output).self) { group in
            var (begun, delivered) = (0, 0)
            var waiting: [Int: Output] = [:]
            var hasMore = true
            while hasMore || delivered < begun {
                while hasMore, begun - delivered < width {
                    guard let input = try next() else {
                        hasMore = false
                        break
                    }
                    let number = begun
                    begun += 1
                    group.addTask { (number, try await work(input)) }
                }
                guard let done = try await group.next() else { break }
                waiting[done.number] = done.output
                while let output = waiting.removeValue(forKey: delivered) {
                    delivered += 1
                    try deliver(output)
                }
            }
        }
    }
}
