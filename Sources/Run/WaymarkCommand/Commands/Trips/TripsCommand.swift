import ArgumentParser

/// `waymark trips`: stored trips.
struct TripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "Keep trips with their stops, diaries and pictures in a folder: list, show, back up, restore, check.",
        discussion: """
            A store is a folder with a database and the files of attachments. A trip is given by its id, or by its title \
            if no other trip has it. `route`, `order` and `recommend` take a stored trip with --trip in place of a table \
            of stops.

            EXAMPLES
              waymark trips list --store trips
              waymark trips show 제주 --store trips
              waymark trips import jeju.gpx --store trips
              waymark trips backup --store trips --output trips.zip
              waymark trips restore trips.zip --store trips
              waymark route --trip 제주 --store trips --format svg --output map.svg
            """,
        subcommands: [
            ListTripsCommand.self, ShowTripCommand.self, ImportTripsCommand.self, ExportTripCommand.self,
            BackupTripsCommand.self, RestoreTripsCommand.self, CheckTripsCommand.self, CollectTripsCommand.self,
        ])
}
