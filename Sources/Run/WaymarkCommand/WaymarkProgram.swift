import ArgumentParser
import WaymarkC

/// The entry point of the `waymark` executable.
public enum WaymarkProgram {
    /// Runs the command given by the process arguments, and ends the process with its exit code.
    ///
    /// Call it first: it sets up signals before any other thread exists. Synchronous commands run on the main thread,
    /// with its large stack.
    @MainActor
    public static func main() async -> Never {
        StandardStreams.occupy()
        Signals.watch()
        do {
            var command = try WaymarkCommand.parseAsRoot()
            try RepeatedOptions.refuse(in: CommandLine.arguments.dropFirst(), of: type(of: command))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            failure.exit()
        } catch {
            WaymarkCommand.exit(withError: error)
        }
        exit(ExitStatus.done.rawValue)
    }
}
