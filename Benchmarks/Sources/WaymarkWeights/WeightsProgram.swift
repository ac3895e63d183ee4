import ArgumentParser
import WaymarkCommand

/// The entry point of `waymark-weights`, which fits and tests the weights by which `waymark recommend` scores places, and
/// reads themes from names.
package enum WeightsProgram {
    /// Runs the command given by the process arguments, and ends the process with its exit code.
    @MainActor
    package static func main() async -> Never { await WaymarkProgram.main(WeightsCommand.self) }
}

/// `waymark-weights`.
private struct WeightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waymark-weights",
        abstract: "Fit, test and print the weights of the parts of a recommendation's score; read themes from names.",
        subcommands: [
            FitWeightsCommand.self, EvaluateWeightsCommand.self, PanelCommand.self, PrintWeightsCommand.self,
            KnownPlacesCommand.self, PlansCommand.self,
            ThemesCommand.self,
        ])
}
