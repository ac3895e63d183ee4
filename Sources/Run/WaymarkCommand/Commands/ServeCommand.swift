import ArgumentParser

/// `waymark serve`, where it is not built in: the service is compiled only for who asks for it.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer the same questions over HTTP, where it is built in.",
        discussion: """
            `make install SERVICE=1` builds it in, and `make serve` tries it. `waymark serve --help` then lists its options.

            EXAMPLES
              waymark serve --attractions places.csv
              waymark serve --attractions places.waymark --listen 0.0.0.0:8080
            """)

    @Argument(parsing: .captureForPassthrough, help: "The options of the service.")
    var options: [String] = []

    func run() throws {
        if options.contains(where: { ["--help", "-h"].contains($0) }) { throw CleanExit.helpRequest(self) }
        throw Failure(
            .usage,
            "serve: this program was built without the service: install it with `make install SERVICE=1`, or try it with `make serve`"
        )
    }
}
