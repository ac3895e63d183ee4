import Dispatch

/// Items divided into parts, one for each thread.
public struct Parts: Sendable {
    /// The number of items.
    public let count: Int
    /// The number of items in a part; the last may hold fewer.
    private let size: Int

    /// The minimum number of items that is worth a thread.
    private static let minimum = 1 << 14

    /// The parts of `count` items for up to `jobs` threads; each but the last begins and ends at a multiple of 256.
    public init(of count: Int, jobs: Int) {
        precondition(jobs > 0, "the number of jobs is below 1: \(jobs)")
        let parts = max(1, min(jobs, count / Self.minimum))
        self.count = count
        size = max(256, ((count + parts - 1) / parts + 255) & ~255)
    }

    /// The number of parts, at least one.
    public var number: Int { max(1, (count + size - 1) / size) }

    /// Calls `body` concurrently with the number and the items of each part; returns when all calls have ended.
    ///
    /// `body` must write only to its own part, and nothing may write what it reads: the compiler cannot check this for
    /// items behind pointers.
    public func forEach(_ body: (Int, Range<Int>) -> Void) {
        if number == 1 { return body(0, 0..<count) }
        withoutActuallyEscaping(body) { body in
            nonisolated(unsafe) let body = body
            DispatchQueue.concurrentPerform(iterations: number) { part in
                unsafe body(part, part * size..<min(count, (part + 1) * size))
            }
        }
    }
}
