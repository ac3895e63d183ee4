/// What Ctrl-C, `kill` and a closed pipe do.
enum Signals {
    /// From now on SIGINT, SIGTERM and SIGHUP remove unfinished files and end the process with 128 plus their number;
    /// writing to a closed pipe is an error instead of the end. A signal that whoever started the process had it
    /// ignore, as `nohup` does and a shell for jobs in the background, stays ignored.
    ///
    /// Call before any thread is started: threads inherit which signals they leave to the watching one.
    static func watch() {
        signal(SIGPIPE, SIG_IGN)
        // A file that grows past the limit is an error too.
        signal(SIGXFSZ, SIG_IGN)
        var watched = sigset_t()
        unsafe sigemptyset(&watched)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { unsafe sigaddset(&watched, number) }
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
        for number in [SIGINT, SIGTERM, SIGHUP] where unsafe sigismember(&watched, number) == 1 {
            signal(number) { number in
                #if canImport(Darwin)
                    guard let watcher = unsafe watcher else { return }
                    unsafe pthread_kill(watcher, number)
                #else
                    unsafe pthread_kill(watcher, number)
                #endif
            }
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

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
    OutputFile.discardAll()
    if Console.isTerminal { Console.write("\n") }
    _exit(128 + number)
}
