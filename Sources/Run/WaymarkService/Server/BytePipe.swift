import Dispatch
import WaymarkC
import WaymarkFiles
import WaymarkTables
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

        /// Wakes the task, after the lock is released.
        mutating func wakeTask() -> CheckedContinuation<Void, Never>? {
            defer { task = nil }
            return task
        }
    }

    private let state = Guarded(State())
    private let thread = DispatchSemaphore(value: 0)
    /// The number of bytes that may wait.
    private let room: Int

    init(room: Int = 1 << 18) { self.room = room }

    /// Ends the pipe for both sides: a side that waits wakes, and gets an error.
    func breakOff() { end { $0.isBroken = true } }

    /// No bytes follow.
    func finish() { end { $0.isEnded = true } }

    private func end(_ change: (inout State) -> Void) {
        let (task, wakesThread) = state.withLock { state in
            change(&state)
            let wakes = state.isThreadWaiting
            state.isThreadWaiting = false
            return (state.wakeTask(), wakes)
        }
        task?.resume()
        if wakesThread { thread.signal() }
    }

    // MARK: The thread's side

    /// Takes bytes; waits for the first. Empty after the last; nil if the pipe is broken.
    func takeBlocking() -> ContiguousArray<UInt8>? {
        while true {
            let (chunk, waits, task): (ContiguousArray<UInt8>?, Bool, CheckedContinuation<Void, Never>?) =
                state.withLock { state in
                    if state.isBroken { return (nil, false, nil) }
                    if !state.chunks.isEmpty {
                        let chunk = state.chunks.removeFirst()
                        state.count -= chunk.count
                        return (chunk, false, state.count < room ? state.wakeTask() : nil)
                    }
                    if state.isEnded { return ([], false, nil) }
                    state.isThreadWaiting = true
                    return (nil, true, nil)
                }
            task?.resume()
            if !waits { return chunk }
            thread.wait()
        }
    }

    /// Gives bytes, and waits while there is no room.
    ///
    /// - Returns: Whether the other side still takes them.
    func giveBlocking(_ chunk: ContiguousArray<UInt8>) -> Bool {
        if chunk.isEmpty { return true }
        var rest: ContiguousArray<UInt8>? = chunk
        while true {
            let (isDone, isBroken, task): (Bool, Bool, CheckedContinuation<Void, Never>?) = state.withLock { state in
                if state.isBroken { return (true, true, nil) }
                if let chunk = rest {
                    state.chunks.append(chunk)
                    state.count += chunk.count
                    rest = nil
                }
                if state.count <= room { return (true, false, state.wakeTask()) }
                state.isThreadWaiting = true
                return (false, false, state.wakeTask())
            }
            task?.resume()
            if isDone { return !isBroken }
            thread.wait()
        }
    }

    // MARK: The task's side

    /// Takes bytes; waits for the first. Nil after the last, and of a broken pipe.
    func take() async -> ContiguousArray<UInt8>? {
        while true {
            let (chunk, isOver, wakesThread): (ContiguousArray<UInt8>?, Bool, Bool) = state.withLock { state in
                if !state.chunks.isEmpty, !state.isBroken {
                    let chunk = state.chunks.removeFirst()
                    state.count -= chunk.count
                    let wakes = state.isThreadWaiting && state.count <= room
                    if wakes { state.isThreadWaiting = false }
                    return (chunk, false, wakes)
                }
                return (nil, state.isEnded || state.isBroken, false)
            }
            if wakesThread { thread.signal() }
            if let chunk { return chunk }
            if isOver { return nil }
            await wait { $0.chunks.isEmpty && !$0.isEnded && !$0.isBroken }
        }
    }

    /// Gives bytes, and waits while there is no room.
    ///
    /// - Returns: Whether the other side still takes them.
    func give(_ chunk: ContiguousArray<UInt8>) async -> Bool {
        let (isBroken, wakesThread) = state.withLock { state in
            if state.isBroken || chunk.isEmpty { return (state.isBroken, false) }
            state.chunks.append(chunk)
            state.count += chunk.count
            defer { state.isThreadWaiting = false }
            return (false, state.isThreadWaiting)
        }
        if wakesThread { thread.signal() }
        if isBroken { return false }
        await wait { $0.count > self.room && !$0.isBroken }
        return true
    }

    private func wait(while condition: (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if !condition(state) { return true }
                state.task = continuation
                return false
            }
            if goesOn { continuation.resume() }
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
