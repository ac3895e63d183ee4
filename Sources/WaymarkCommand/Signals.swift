import Foundation
import Waymark

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
        Thread.detachNewThread { [watched] in
            var (watched, number) = (watched, Int32(0))
            guard unsafe sigwait(&watched, &number) == 0 else { return }
            OutputFile.discardAll()
            if Console.isTerminal { Console.write("\n") }
            _exit(128 + number)
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
