import Dispatch

/// A row of items in parts, one for each thread that works on them.
public struct Parts: Sendable {
    /// The number of items.
    public let count: Int
    /// The number of items in a part; the last may hold fewer.
    private let size: Int

    /// Fewer items are not worth a thread.
    private static let minimum = 1 << 14

    /// The parts of `count` items for up to `jobs` threads; each but the last begins and ends at a multiple of 256.
    public init(of count: Int, jobs: Int) {
        precondition(jobs > 0, "there is at least one job")
        let parts = max(1, min(jobs, count / Self.minimum))
        self.count = count
        size = max(256, ((count + parts - 1) / parts + 255) & ~255)
    }

    /// The number of parts, at least one.
    public var number: Int { max(1, (count + size - 1) / size) }

    /// Calls `body` with the number and the items of each part, side by side; returns when all is done.
    ///
    /// What `body` writes is its part's alone, and what it reads nobody writes meanwhile: the compiler cannot tell, where
    /// items lie behind pointers.
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
