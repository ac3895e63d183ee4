import ArgumentParser
import WaymarkThreads

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many threads a command works with.
struct JobsArguments: ParsableArguments {
    /// The cores of the machine.
    static let cores = ProcessInfo.processInfo.activeProcessorCount

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How many threads work, \(OrderedWork.maxJobs) at most; the cores of the machine by default. The output is the "
                + "same for any number.",
            valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is a whole number from 1.") }
    }

    /// The number asked for, or that of the cores.
    var count: Int { jobs ?? Self.cores }
}
