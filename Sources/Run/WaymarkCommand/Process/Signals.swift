import WaymarkTables

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What Ctrl-C, `kill` and a closed pipe do.
enum Signals {
    /// From now on every signal that asks a process to end removes unfinished files and ends it with 128 plus the signal's
    /// number; writing to a closed pipe is an error instead of the end. A signal that whoever started the process had it
    /// ignore, as `nohup` does and a shell for jobs in the background, stays ignored; so does a handler of somebody else,
    /// such as a profiler's.
    ///
    /// Call before any thread is started: threads inherit which signals they leave to the watching one.
    static func watch() {
        signal(SIGPIPE, SIG_IGN)
        // A file that grows past the limit is an error too.
        signal(SIGXFSZ, SIG_IGN)
        var watched = sigset_t()
        unsafe sigemptyset(&watched)
        for number in ending where isFree(number) { unsafe sigaddset(&watched, number) }
        unsafe sigaddset(&watched, SIGABRT)
        unsafe pthread_sigmask(SIG_BLOCK, &watched, nil)
        let signals = UnsafeMutablePointer<sigset_t>.allocate(capacity: 1)
        unsafe signals.initialize(to: watched)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        // For the life of the process, and so is what it is given.
        let code = unsafe pthread_create(&thread, nil, waitForSignal, signals)
        precondition(code == 0, "a thread can be started")
        unsafe watcher = thread
        // A thread that takes the signals nevertheless hands them on: libdispatch makes the main thread one, which has
        // nothing more to do once a command waits for anything.
        for number in ending where unsafe sigismember(&watched, number) == 1 { signal(number) { wakeWatcher($0) } }
        // Swift's runtime and that of C++ abort where memory is refused; nobody can stop an abort, but say what it was.
        unsafe abortBefore.initialize(to: sigaction())
        unsafe sigaction(SIGABRT, nil, abortBefore)
        signal(SIGABRT) { number in
            guard errno == ENOMEM else {
                // A fault in the program: what was to happen happens, when this returns.
                unsafe sigaction(SIGABRT, abortBefore, nil)
                raise(SIGABRT)
                return
            }
            unsafe isOutOfMemory = true
            wakeWatcher(number)
            // The watching thread ends the process, if it is not in want of memory itself.
            sleep(5)
            _exit(ExitStatus.tryAgain.rawValue)
        }
    }

    /// The signals that end a process by default, but for those that say of a fault in it, and SIGKILL.
    private static let ending: [Int32] = {
        var numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU]
        #if os(Linux)
            numbers += [SIGIO, SIGPWR, SIGSTKFLT] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
        #endif
        return numbers
    }()

    /// Whether nobody has decided what a signal does.
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

/// Hands a signal to the thread that waits for it.
private func wakeWatcher(_ number: Int32) {
    #if canImport(Darwin)
        guard let watcher = unsafe watcher else { return }
        unsafe pthread_kill(watcher, number)
    #else
        unsafe pthread_kill(watcher, number)
    #endif
}

/// What an abort did before; written once, before anyone reads it.
///
/// Not a global of this type: Swift 6.3 gives one 148 bytes, where the system writes 152, and what lies behind it is lost.
nonisolated(unsafe) private let abortBefore = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
/// Whether an abort is for want of memory; written before the watching thread is woken, and only read by it.
nonisolated(unsafe) private var isOutOfMemory = false

/// The thread that waits for signals; written once, before anyone reads it.
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
        // Nothing that takes memory.
        let words: StaticString = "waymark: out of memory: try again where there is more, or with less at once\n"
        words.withUTF8Buffer { _ = unsafe write(STDERR_FILENO, $0.baseAddress!, $0.count) }
    } else if Console.isTerminal {
        Console.write("\n")
    }
    OutputFile.discardAll()
    _exit(unsafe isOutOfMemory ? ExitStatus.tryAgain.rawValue : 128 + number)
}
