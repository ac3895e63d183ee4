import ArgumentParser
import WaymarkFoundation
import WaymarkThreads

/// The number of threads of a command.
struct JobsArguments: ParsableArguments {
    /// The number of cores of the machine.
    static let cores = ProcessInfo.processInfo.activeProcessorCount

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Number of threads, up to \(OrderedWork.maxJobs); by default the number of cores. The output does "
                + "not depend on it.",
            valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be a whole number of at least 1.") }
    }

    /// The requested number, or the number of cores.
    var count: Int { jobs ?? Self.cores }
}
