import WaymarkC
import WaymarkTables

/// Handling of Ctrl-C, `kill` and closed pipes.
enum Signals {
    /// Makes every request to end remove unfinished files and end the process with 128 plus the signal's number;
    /// writing to a closed pipe becomes an error. A signal that the parent process set to be ignored, such as by
    /// `nohup` or for background jobs, stays ignored; a foreign handler, such as a profiler's, stays in place.
    ///
    /// Other signals keep their effect: a trap ends the process by its own signal, after Swift's report on standard
    /// error, which suspends all threads by SIGUSR1.
    ///
    /// Call before starting any thread: threads inherit the mask that leaves signals to the watching thread.
    static func watch() {
        signal(SIGPIPE, SIG_IGN)
        // Exceeding the file size limit becomes an error too.
        signal(SIGXFSZ, SIG_IGN)
        var watched = sigset_t()
        unsafe sigemptyset(&watched)
        for number in ending where isFree(number) { unsafe sigaddset(&watched, number) }
        // An abort is forwarded to the watching thread; other threads handle their own.
        unsafe sigaddset(&watched, SIGABRT)
        unsafe pthread_sigmask(SIG_BLOCK, &watched, nil)
        let signals = UnsafeMutablePointer<sigset_t>.allocate(capacity: 1)
        unsafe signals.initialize(to: watched)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        // The thread and its argument live as long as the process.
        let code = unsafe pthread_create(&thread, nil, waitForSignal, signals)
        precondition(code == 0, "a thread cannot be started: \(code)")
        unsafe watcher = thread
        var abort = sigset_t()
        unsafe sigemptyset(&abort)
        unsafe sigaddset(&abort, SIGABRT)
        unsafe pthread_sigmask(SIG_UNBLOCK, &abort, nil)
        // A thread that receives the signals anyway forwards them: libdispatch lets the main thread receive them while
        // a command waits.
        for number in ending where unsafe sigismember(&watched, number) == 1 { signal(number) { wakeWatcher($0) } }
        // The runtimes of Swift and C++ abort when memory is refused. An abort cannot be stopped, but its cause can be
        // reported.
        unsafe abortBefore.initialize(to: sigaction())
        unsafe sigaction(SIGABRT, nil, abortBefore)
        signal(SIGABRT) { number in
            guard errno == ENOMEM else {
                // A fault in the program: restore the previous behaviour, which takes effect on return.
                unsafe sigaction(SIGABRT, abortBefore, nil)
                raise(SIGABRT)
                return
            }
            unsafe isOutOfMemory = true
            wakeWatcher(number)
            // The watching thread ends the process, unless it is out of memory itself.
            sleep(5)
            _exit(ExitStatus.tryAgain.rawValue)
        }
    }

    /// The requests to end.
    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]

    /// Whether a signal has its default action.
    private static func isFree(_ number: Int32) -> Bool {
        let action = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
        unsafe action.initialize(to: sigaction())
        defer { unsafe action.deallocate() }
        guard unsafe sigaction(number, nil, action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = unsafe action.pointee.__sigaction_u.__sa_handler
        #else
            let handler = unsafe action.pointee.__sigaction_handler.sa_handler
        #endif
        let address = unsafe unsafeBitCast(handler, to: Int.self)
        let (usual, ignored) = unsafe (
            unsafeBitCast(SIG_DFL, to: Int.self), unsafeBitCast(SIG_IGN, to: Int.self)
        )
        // Swift's runtime prints a backtrace on SIGQUIT, and leaves the process alive.
        return address == usual || number == SIGQUIT && address != ignored
    }
}

/// Forwards a signal to the waiting thread.
private func wakeWatcher(_ number: Int32) {
    #if canImport(Darwin)
        guard let watcher = unsafe watcher else { return }
        unsafe pthread_kill(watcher, number)
    #else
        unsafe pthread_kill(watcher, number)
    #endif
}

/// The previous action of SIGABRT; written once, before any read.
///
/// Not a global of this type: Swift 6.3 gives it 148 bytes but the system writes 152, which would overwrite what
/// follows.
nonisolated(unsafe) private let abortBefore = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
/// Whether an abort is due to lack of memory; written before the watching thread is woken, and only read by it.
nonisolated(unsafe) private var isOutOfMemory = false

/// The thread that waits for signals; written once, before any read.
#if canImport(Darwin)
    nonisolated(unsafe) private var watcher: pthread_t?
#else
    nonisolated(unsafe) private var watcher = pthread_t()
#endif

/// Waits for one of the signals at `signals`, and ends the process.
#if canImport(Darwin)
    @unsafe
    private func waitForSignal(_ signals: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe endProcess(on: signals.assumingMemoryBound(to: sigset_t.self))
    }
#else
    @unsafe
    private func waitForSignal(_ signals: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let signals = unsafe signals else { return nil }
        return unsafe endProcess(on: signals.assumingMemoryBound(to: sigset_t.self))
    }
#endif

@unsafe
private func endProcess(on signals: UnsafePointer<sigset_t>) -> UnsafeMutableRawPointer? {
    var number: Int32 = 0
    guard unsafe sigwait(signals, &number) == 0 else { return nil }
    RawTerminal.leave()
    if unsafe isOutOfMemory {
        // Do not allocate here.
        let words: StaticString = "waymark: out of memory: try again with more memory or less data at once\n"
        words.withUTF8Buffer { _ = unsafe write(STDERR_FILENO, $0.baseAddress!, $0.count) }
    } else if Console.isTerminal {
        Console.write("\n")
    }
    OutputFile.discardAll()
    _exit(unsafe isOutOfMemory ? ExitStatus.tryAgain.rawValue : 128 + number)
}
