import ArgumentParser
import WaymarkC
import WaymarkTables

/// `waymark serve`: becomes the program `waymark-serve`, which only those install who want it.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer the same questions over HTTP.",
        discussion: """
            This is the program waymark-serve beside this one; `waymark serve --help` lists its options.

            EXAMPLES
              waymark serve --attractions places.csv
              waymark serve --attractions places.waymark --listen 0.0.0.0:8080
            """)

    @Argument(parsing: .captureForPassthrough, help: "The options of waymark-serve.")
    var options: [String] = []

    func run() throws {
        let folder = Self.program.map { System.folder(of: $0) } ?? "."
        let places = ["\(folder)/waymark-serve", "\(folder)/../libexec/waymark/waymark-serve"]
        guard let path = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw Failure(
                .unavailable,
                "serve: the program waymark-serve is missing beside this one, in \(folder): install it with `make install`, or run it with "
                    + "`make serve`")
        }
        // Signals that wait for this program's threads would be blocked in the other.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
        var arguments = unsafe (["waymark serve"] + options).map { unsafe strdup($0) } + [nil]
        _ = unsafe execv(path, &arguments)
        throw Failure(.unavailable, "serve: \(path) cannot be run: \(SystemError.text(errno))")
    }

    /// The path of this program, its links followed; nil if it is unknown.
    private static var program: String? {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            let path = CommandLine.arguments[0]
        #endif
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
