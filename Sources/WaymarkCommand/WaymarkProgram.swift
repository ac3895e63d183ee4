import ArgumentParser

/// The `waymark` command, for the executables that are made of it.
///
/// `waymark` and `waymark-osrm` differ only in the servers that they can ask for legs.
public enum WaymarkProgram {
    /// Runs the command that the arguments of the process ask for, and ends the process with its exit code.
    ///
    /// Call it first: it decides what signals do before any other thread is there. What does not wait runs on the main thread,
    /// with its large stack.
    ///
    /// - Parameter legServers: The servers that this executable can ask for legs; see ``LegServer``.
    @MainActor
    public static func main(legServers: [LegServer] = []) async -> Never {
        Signals.watch()
        await LegServer.$available.withValue(legServers) {
            do {
                var command = try WaymarkCommand.parseAsRoot()
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
        }
        exit(ExitStatus.done.rawValue)
    }
}
