import ArgumentParser
import WaymarkTripDatabase
import WaymarkTrips

/// The store of a command.
struct StoreArguments: ParsableArguments {
    @Option(help: StoreArguments.help, completion: .directory)
    var store: String

    static let help = ArgumentHelp("Folder of the store of trips.", valueName: "folder")

    /// Opens the store.
    ///
    /// - Parameter isExisting: Whether it must be there already; otherwise an empty one is made.
    /// - Returns: The store.
    /// - Throws: ``Failure``: `.unavailable` without SQLite.
    func open(isExisting: Bool = true) throws -> OpenStore { try OpenStore(folder: store, isExisting: isExisting) }
}

/// An open store with the files of its attachments.
struct OpenStore {
    let trips: any TripStore
    let files: AttachmentFiles

    init(folder: String, isExisting: Bool) throws {
        do throws(TripStoreError) {
            let database = try TripDatabase(folder: folder, isExisting: isExisting)
            (trips, files) = (database, database.files)
        } catch {
            throw Failure(error)
        }
    }

    /// The trip of an id or of a title.
    ///
    /// - Throws: ``Failure`` if there is none, or several have the title.
    func trip(_ name: String) throws -> Trip {
        let trips = try Failure.ofStore { try self.trips.trips() }
        if let id = RecordID(name) {
            if let trip = trips.first(where: { $0.id == id }) { return trip }
            throw Failure(.noInput, "the store has no trip \(id)")
        }
        let titled = trips.filter { $0.title == name }
        guard titled.count <= 1 else {
            let ids = titled.map { "\($0.id)" }.joined(separator: ", ")
            throw Failure(.usage, "\(titled.count) trips have the title \(name); give the id: \(ids)")
        }
        guard let trip = titled.first else {
            throw Failure(.noInput, "the store has no trip of the id or title \(name)")
        }
        return trip
    }
}
