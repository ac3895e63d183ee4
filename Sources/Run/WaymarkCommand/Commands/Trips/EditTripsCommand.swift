import ArgumentParser
import WaymarkTripDatabase
import WaymarkTrips

/// The trip that a command changes.
struct EditedTripArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The trip, by id or title.", valueName: "trip"))
    var trip: String
    // Not a group in this group, see ``RowOutputArguments``.
    @Option(help: StoreArguments.help, completion: .directory)
    var store: String
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    /// Makes the edit that `edit` gives, and says what was changed and done, such as `제주: 1 trip, 5 stops deleted`.
    ///
    /// - Throws: ``Failure`` if there is no such trip; an error of the store, or of `edit`.
    func commit(
        isDeleted: Bool = false, _ edit: (Trip, any TripStore) throws -> (TripEdit, done: String)
    ) throws {
        let store = OpenStore(try TripDatabase(folder: store, isExisting: true))
        let trip = try store.trip(trip, isDeleted: isDeleted)
        let (edit, done) = try edit(trip, store.trips)
        let changed = try store.trips.commit([edit]).changes.map(\.kind).counted
        guard !quiet else { return }
        Console.say("\(trip.displayTitle()): " + (changed.map { "\($0) \(done)" } ?? "nothing changed"))
    }
}

/// `waymark trips delete`: deletes a trip, which can be brought back.
struct DeleteTripCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a trip with its stops, diary and pictures; it can be brought back.",
        discussion: """
            What is deleted stays in the store and in backups until `waymark trips collect --purge` forgets it.

            EXAMPLES
              waymark trips delete 제주 --store trips
              waymark trips list --deleted --store trips
              waymark trips undelete 제주 --store trips
            """)

    @OptionGroup var edited: EditedTripArguments

    func run() throws {
        try edited.commit { trip, _ in
            (.delete(trip.id), "deleted; `waymark trips undelete \(trip.id)` brings it back")
        }
    }
}

/// `waymark trips undelete`: brings a deleted trip back.
struct UndeleteTripCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undelete", abstract: "Bring a deleted trip back, with all that was deleted with it.",
        discussion: """
            EXAMPLES
              waymark trips list --deleted --store trips
              waymark trips undelete 제주 --store trips
            """)

    @OptionGroup var edited: EditedTripArguments

    func run() throws {
        try edited.commit(isDeleted: true) { trip, _ in (.undelete(trip.id), "brought back") }
    }
}

/// `waymark trips rename`: gives a trip another title.
struct RenameTripCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a trip another title.",
        discussion: """
            EXAMPLES
              waymark trips rename 제주 "제주 2027" --store trips
            """)

    @OptionGroup var edited: EditedTripArguments
    @Argument(help: ArgumentHelp("Its new title.", valueName: "title"))
    var title: String

    func run() throws {
        try edited.commit { trip, _ in
            var renamed = trip
            renamed.title = title
            return (.put(.trip(renamed)), "renamed: \(renamed.displayTitle())")
        }
    }
}

/// `waymark trips keep-plan`: keeps the plan of a trip's days with it.
struct KeepPlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep-plan", abstract: "Keep a plan of `waymark plan` with its trip, in place of an earlier one.",
        discussion: """
            The plan goes into backups, and is deleted and merged with the trip. `waymark trips export --format plan` \
            writes it.

            EXAMPLES
              waymark plan --attractions places.csv --start 경주역 --format json --output plan.json
              waymark trips keep-plan 경주 plan.json --store trips
              waymark trips export 경주 --format plan --store trips | \\
                waymark plan --attractions places.csv --replan - --now 13:20
            """)

    @OptionGroup var edited: EditedTripArguments
    @Argument(
        help: ArgumentHelp(
            "A plan, as `waymark plan --format json` writes it; - is standard input.", valueName: "plan"),
        completion: .file(extensions: ["json"]))
    var plan: String

    func run() throws {
        let bytes = try PlanCommand.plan(in: plan).bytes
        try edited.commit { trip, store in
            let id = try store.plans(of: trip.id).last?.id ?? RecordIDGenerator().next()
            do throws(FieldError) {
                return (.put(.plan(try KeptPlan(id: id, trip: trip.id, json: bytes))), "kept")
            } catch {
                throw Failure(.badData, "\(plan): \(error)")
            }
        }
    }
}

extension Sequence<RecordKind> {
    /// The numbers of records of these kinds, such as `1 trip, 5 stops`; nil if there are none.
    var counted: String? {
        let words = RecordKind.allCases.compactMap { kind -> String? in
            let count = count { $0 == kind }
            return count == 0 ? nil : count == 1 ? "1 \(kind)" : "\(count) \(kind.plural)"
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
