import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The `waymark` command, for the executable.
public enum WaymarkProgram {
    /// Runs the command that the arguments of the process ask for, and ends the process with its exit code.
    ///
    /// Call it first: it decides what signals do before any other thread is there. What does not wait runs on the main thread,
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
