import WaymarkTables
import WaymarkThreads
public import WaymarkTrips

extension TripDatabase {
    /// Puts the content of a backup in the place of a store, of which nothing is changed: it may be damaged. It is kept beside the new
    /// one, and comes back by ``undo(folder:)``. Open stores of all processes go on with the new content.
    ///
    /// - Parameters:
    ///   - folder: The folder of a store, or one without; its parent exists.
    ///   - content: The content.
    ///   - now: The clock.
    ///   - adding: Adds the files of its attachments; called before anything is replaced.
    /// - Returns: What became of the records, of those that could be read, and the path of what was replaced.
    /// - Throws: ``/WaymarkTrips/TripStoreError``, or what `adding` throws; the store is then as it was.
    @discardableResult
    public static func replace(
        folder: String, by content: TripContent, now: @escaping @Sendable () -> Moment = { .now },
        adding: (AttachmentFiles) throws -> Void
    ) throws -> RestoreReport {
        let place = StoreFiles(folder: folder)
        return try replace(place) { files in
            try adding(files)
            let old = place.isThere ? try? DatabasePool(reading: place, isTouched: false, readerCount: 1) : nil
            let read = try? old?.read { db in
                let rows = DatabaseRows(db: db)
                return try RestoreReport(replacing: rows.kinds(), by: content, isSame: rows.has)
            }
            var report = read ?? RestoreReport(replacing: [:], by: content) { _ in false }
            let history = RecordIDGenerator(now: now).next()
            try place.prepare(content, history: history)
            report.cursor = ChangeCursor(history: history, number: 0)
            return report
        }
    }

    /// Brings back what the last restore replaced; what it replaces is kept in its turn.
    ///
    /// - Throws: ``/WaymarkTrips/TripStoreError/cannotOpen(path:reason:)`` if nothing was replaced, or that is damaged.
    public static func undo(folder: String) throws(TripStoreError) {
        let place = StoreFiles(folder: folder)
        do {
            guard place.isThere else { throw TripStoreError.noStore(folder: folder) }
            _ = try replace(place) { _ in
                try place.prepareKept()
                return RestoreReport(items: [])
            }
        } catch { throw TripStoreError(error) }
    }

    /// Replaces a store that is damaged by all its sound records. What it had is kept, as after a restore; what is left of the other
    /// records is written beside it, as JSON.
    ///
    /// - Returns: What was left out or changed, a line each, and the path of the JSON, if there is one.
    /// - Throws: ``/WaymarkTrips/TripStoreError`` if nothing can be read; the store is then as it was.
    public static func mend(folder: String) throws(TripStoreError) -> (lines: [String], leftovers: String?) {
        let place = StoreFiles(folder: folder)
        var (lines, leftovers) = ([String](), String?.none)
        do {
            guard place.isThere else { throw TripStoreError.noStore(folder: folder) }
            _ = try replace(place) { _ in
                try StoreHeader.refuseNewer(place.database)
                let salvaged = try TemporaryStore.salvage(place)
                let rescued = try RescuedRecords(salvaged)
                lines = rescued.lacking
                if !salvaged.broken.isEmpty {
                    leftovers = "\(folder)/trips.broken-\(RecordIDGenerator().next()).json"
                    let output = try OutputFile(ownPath: leftovers ?? "")
                    try output.write(salvaged.leftovers.span)
                    try output.commit()
                }
                try place.prepare(rescued.content, history: RecordIDGenerator().next())
                return RestoreReport(items: [])
            }
        } catch let error as RestoreError { throw .notMerged(error) } catch { throw TripStoreError(error) }
        return (lines, leftovers)
    }

    private static func replace(_ place: StoreFiles, _ prepare: (AttachmentFiles) throws -> RestoreReport) throws
        -> RestoreReport
    {
        do {
            try AttachmentFiles.makeFolder(place.folder, withParents: false, mode: 0o700)
            let files = try AttachmentFiles(folder: place.folder + "/" + filesName)
            let lock = try FolderLock(files.folder, isAlone: true)
            defer { extendLifetime(lock) }
            if place.isForeign {
                throw TripStoreError.cannotOpen(path: place.database, reason: "the database of another program")
            }
            try place.replace()
            var report = try prepare(files)
            report.kept = try place.replace()
            return report
        } catch let error as DatabaseError { throw TripStoreError(error) }
    }

    /// Forgets what was replaced before a moment.
    ///
    /// - Returns: The number of contents.
    /// - Throws: ``/WaymarkTrips/TripStoreError/busy`` and the like.
    public func forgetReplaced(before time: Moment) throws(TripStoreError) -> Int {
        let lock = try FolderLock(files.folder, isAlone: true)
        defer { extendLifetime(lock) }
        return place.forget(before: time.milliseconds)
    }
}
