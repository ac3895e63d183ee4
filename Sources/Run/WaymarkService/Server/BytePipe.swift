import Dispatch
import WaymarkFiles
import WaymarkThreads

/// Bytes from one side to another, of which a bounded number wait: one side is a thread that may block, the other a task.
final class BytePipe: Sendable {
    private struct State {
        var chunks: [ContiguousArray<UInt8>] = []
        var count = 0
        var isEnded = false
        /// Whether one side has gone away.
        var isBroken = false
        /// The task that waits for bytes or for room.
        var task: CheckedContinuation<Void, Never>?
        /// Whether the thread waits.
        var isThreadWaiting = false

        /// Whether there is nothing to take yet.
        var isDry: Bool { chunks.isEmpty && !isEnded && !isBroken }

        /// Whether there is no room for more.
        var isFull: Bool { count > BytePipe.room && !isBroken }

        mutating func give(_ chunk: ContiguousArray<UInt8>) {
            if chunk.isEmpty || isBroken { return }
            chunks.append(chunk)
            count += chunk.count
        }

        /// The next bytes; nil if there are none, and of a broken pipe.
        mutating func take() -> ContiguousArray<UInt8>? {
            if chunks.isEmpty || isBroken { return nil }
            let chunk = chunks.removeFirst()
            count -= chunk.count
            return chunk
        }
    }

    private let state = Guarded(State())
    private let thread = DispatchSemaphore(value: 0)
    /// The number of bytes that may wait.
    private static let room = 1 << 18

    /// Ends the pipe for both sides: a side that waits wakes, and gets an error.
    func breakOff() { change { $0.isBroken = true } }

    /// No bytes follow.
    func finish() { change { $0.isEnded = true } }

    /// Changes the state; a side that waits then looks again for what it waits for.
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, task, wakesThread) = state.withLock { state in
            let result = body(&state)
            defer { (state.task, state.isThreadWaiting) = (nil, false) }
            return (result, state.task, state.isThreadWaiting)
        }
        task?.resume()
        if wakesThread { thread.signal() }
        return result
    }

    // MARK: The thread's side

    /// Takes bytes; waits for the first. Empty after the last; nil if the pipe is broken.
    func takeBlocking() -> ContiguousArray<UInt8>? {
        waitBlocking { $0.isDry }
        return change { $0.take() ?? ($0.isBroken ? nil : []) }
    }

    /// Gives bytes, and waits while there is no room.
    ///
    /// - Returns: Whether the other side still takes them.
    func giveBlocking(_ chunk: ContiguousArray<UInt8>) -> Bool {
        change { $0.give(chunk) }
        waitBlocking { $0.isFull }
        return state.withLock { !$0.isBroken }
    }

    private func waitBlocking(while condition: (State) -> Bool) {
        while state.withLock({ state in
            state.isThreadWaiting = condition(state)
            return state.isThreadWaiting
        }) {
            thread.wait()
        }
    }

    // MARK: The task's side

    /// Takes bytes; waits for the first. Nil after the last, and of a broken pipe.
    func take() async -> ContiguousArray<UInt8>? {
        await wait { $0.isDry }
        return change { $0.take() }
    }

    /// Gives bytes, and waits while there is no room.
    ///
    /// - Returns: Whether the other side still takes them.
    func give(_ chunk: ContiguousArray<UInt8>) async -> Bool {
        change { $0.give(chunk) }
        await wait { $0.isFull }
        return state.withLock { !$0.isBroken }
    }

    private func wait(while condition: (State) -> Bool) async {
        while state.withLock({ condition($0) }) {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if condition(state) { state.task = continuation }
                    return state.task == nil
                }
                if goesOn { continuation.resume() }
            }
        }
    }
}

/// The reading end of a pipe, for a batch.
struct PipeSource: ByteSource, Sendable {
    let pipe: BytePipe
    private var rest: ContiguousArray<UInt8>.SubSequence = []

    init(_ pipe: BytePipe) { self.pipe = pipe }

    var name: String { "the request" }
    var size: Int? { nil }

    mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        if rest.isEmpty {
            guard let chunk = pipe.takeBlocking() else {
                throw .readFailed(
                    path: name, reason: "the client has gone away, or sent more or more slowly than is allowed")
            }
            rest = chunk[...]
        }
        let piece = rest.prefix(count)
        buffer.append(contentsOf: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
