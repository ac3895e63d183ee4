import ArgumentParser

/// The `waymark` command, for the executables that are made of it.
///
/// `waymark`, `waymark-osrm` and `waymark-maps` differ only in what they bring along: an HTTP client, or libproj.
public enum WaymarkProgram {
    /// Runs the command that the arguments of the process ask for, and ends the process with its exit code.
    ///
    /// Call it first: it decides what signals do before any other thread is there. What does not wait runs on the main thread,
    /// with its large stack.
    ///
    /// - Parameters:
    ///   - legServers: The servers that this executable can ask for legs; see ``LegServer``.
    ///   - maps: The batches that need libproj, where this executable links it.
    @MainActor
    public static func main(legServers: [LegServer] = [], maps: MapBatches? = nil) async -> Never {
        StandardStreams.occupy()
        Signals.watch()
        await LegServer.$available.withValue(legServers) {
            await MapBatches.$available.withValue(maps) { await run() }
        }
        exit(ExitStatus.done.rawValue)
    }

    @MainActor
    private static func run() async {
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
    }
}
