import WaymarkC
import WaymarkFoundation
import WaymarkTables
import WaymarkText

/// What a backup lacks, and where it is.
public struct BackupGaps: Hashable, Sendable {
    /// The path of the backup: the one that was given, or one beside it if anything is lacking.
    public internal(set) var path: String
    /// The records that cannot be read, or that go with or name others that are missing: a line each.
    public internal(set) var records: [String] = []
    /// The files of attachments that are missing, ascending.
    public internal(set) var missing: [ContentHash] = []
    /// The files of attachments whose bytes are not those that were added, ascending.
    public internal(set) var damaged: [ContentHash] = []

    /// Whether nothing is lacking.
    public var isEmpty: Bool { records.isEmpty && missing.isEmpty && damaged.isEmpty }

    /// Writes a backup that `fill` fills, reads it again, and gives it its name; where it lacks anything, one beside it.
    ///
    /// - Throws: ``TripStoreError``, or `TableError` if the backup cannot be written; an older one is then as it was.
    static func writing(
        _ store: any TripStore, to path: String, _ fill: (RecordSnapshot, OutputFile, inout BackupGaps) throws -> Void
    ) throws -> BackupGaps {
        func write(to path: String, _ snapshot: RecordSnapshot, lacking records: [String], mayLack: Bool) throws
            -> BackupGaps?
        {
            let output = try OutputFile(path: path)
            let own = output.partialPath.flatMap { FolderLock(partial: $0, isAlone: false) }
            defer { extendLifetime(own) }
            output.removeOtherPartials()
            var gaps = BackupGaps(path: path)
            gaps.records = records
            output.hash = XXH64()
            try fill(snapshot, output, &gaps)
            guard gaps.isEmpty || mayLack || !output.isNamed else { return nil }
            try output.finish()
            if let partial = output.partialPath { try verify(partial, output) }
            try output.commit()
            return gaps
        }
        do {
            if let gaps = try store.withSnapshot({ try write(to: path, $0, lacking: [], mayLack: false) }) {
                return gaps
            }
            // The name of an output cannot be changed: it is written once more.
            let other = Self.path(beside: path)
            return try store.withSnapshot { try write(to: other, $0, lacking: [], mayLack: true) }
                ?? BackupGaps(path: other)
        } catch let fault as TripStoreError {
            // Of a pipe a part is written already.
            guard path != "-", System.status(of: path).map({ System.kind($0) == mode_t(S_IFREG) }) ?? true else {
                throw fault
            }
            let rescued: RescuedRecords
            do { rescued = try RescuedRecords(store.salvage()) } catch { throw fault }
            let lacking = rescued.lacking.isEmpty ? ["\(fault)"] : rescued.lacking
            let other = Self.path(beside: path)
            let snapshot = RecordSnapshot(rescued.content.rows, purged: rescued.content.purged)
            return try write(to: other, snapshot, lacking: lacking, mayLack: true) ?? BackupGaps(path: other)
        }
    }

    /// Reads what was written from the disk: a backup is opened before it replaces an older one.
    private static func verify(_ path: String, _ output: OutputFile) throws {
        let bytes = try PositionedBytes(contentsOf: path)
        var hash = XXH64()
        try bytes.forEachPiece(of: 0..<bytes.count) { hash.update($0) }
        guard hash.value == output.hash?.value else {
            throw TableError.writeFailed(path: output.name, reason: "what was read again is not what was written")
        }
        guard try bytes.bytes(at: 0, count: min(2, bytes.count)).elementsEqual(ZipArchive.start.prefix(2)) else {
            return
        }
        do { _ = try TripArchive.entries(of: ZipArchive(bytes)) } catch {
            throw TableError.writeFailed(path: output.name, reason: "what was written cannot be restored: \(error)")
        }
    }

    /// A name beside that of a complete backup, such as `trips.incomplete.zip` beside `trips.zip`: an earlier incomplete one may have
    /// more. There are at most three, of which the last is replaced.
    static func path(beside path: String) -> String {
        let name = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let end = path[name...].dropFirst().lastIndex(of: ".") ?? path.endIndex
        func other(_ number: String) -> String { "\(path[..<end]).incomplete\(number)\(path[end...])" }
        return ["", "-2"].map(other).first { !FileManager.default.fileExists(atPath: $0) } ?? other("-3")
    }
}

extension OutputFile {
    /// Removes what killed programs left of outputs to the same path.
    func removeOtherPartials() {
        guard let own = partialPath else { return }
        // The name of one ends with random digits.
        let (start, end) = (own.dropLast(16 + Self.partialEnd.count), Self.partialEnd)
        let folder = System.folder(of: own)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : String(folder))) ?? []
        for name in names {
            let path = "\(folder)\(name)"
            guard path.hasPrefix(start), path.hasSuffix(end), path.count == own.count, path != own else { continue }
            // One that is being written is held.
            if FolderLock(partial: path, isAlone: true) != nil { System.remove(path) }
        }
    }

    private static let partialEnd = ".partial"
}

/// What can be saved of a store that is damaged: every sound record. What it goes with is made where that is missing, empty but for
/// its id; what it only names no longer is named.
package struct RescuedRecords {
    package let content: TripContent
    /// What is left out or was changed, a line each.
    package private(set) var lacking: [String]
    private var kinds: [RecordID: RecordKind] = [:]

    /// - Throws: ``RestoreError`` if the records do not fit together nevertheless.
    package init(_ salvaged: SalvagedRecords) throws(RestoreError) {
        lacking = salvaged.broken.map(\.fault)
        var rows: [StoredRecord] = []
        // Owners first: their kinds come first.
        for row in salvaged.rows.sorted(by: TripContent.isBefore) { Self.add(row, to: &rows, &kinds, &lacking) }
        rows.sort(by: TripContent.isBefore)
        for place in StoredRecord.placeRest(of: &rows) {
            lacking.append("\(rows[place].record.kind) \(rows[place].id), but for its place in its order")
        }
        TripMerge.joinDeletions(of: &rows, [:])
        content = try TripContent(rows, purged: salvaged.purged)
    }

    private static func add(
        _ row: StoredRecord, to rows: inout [StoredRecord], _ kinds: inout [RecordID: RecordKind],
        _ lacking: inout [String]
    ) {
        var row = row
        for reference in row.record.owners + row.record.keptReferences {
            if reference.isMet(by: kinds) { continue }
            let words = "its \(reference.key) \(reference.target)"
            switch row.record {
            case .entry(var entry):
                if reference.key == "category" { entry.category = nil } else { entry.subject = nil }
                row.record = .entry(entry)
            case .trip(var trip):
                trip.companions.removeAll { $0 == reference.target }
                row.record = .trip(trip)
            case .stop, .route, .plan, .attachment:
                guard kinds[reference.target] == nil else {
                    return lacking.append("\(row.record.kind) \(row.id): \(words) is of another kind")
                }
                let owner: Record =
                    if case .attachment = row.record {
                        .entry(DiaryEntry(id: reference.target, time: row.modified))
                    } else {
                        .trip(Trip(id: reference.target))
                    }
                kinds[reference.target] = owner.kind
                rows.append(StoredRecord(owner, rank: nil, modified: row.modified))
                lacking.append("\(owner.kind) \(reference.target), but for what goes with it")
                continue
            default: break
            }
            lacking.append("\(row.record.kind) \(row.id), without \(words)")
        }
        kinds[row.id] = row.record.kind
        rows.append(row)
    }
}

extension SalvagedRecords {
    /// What is left of rows that are not sound, as JSON: a list of objects with the fault, and the id, the kind and the bytes where
    /// they can be read.
    package var leftovers: ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = [UInt8(ascii: "[")]
        for (place, row) in broken.enumerated() {
            bytes.append(contentsOf: place == 0 ? "\n".utf8 : ",\n".utf8)
            var writer = FieldWriter()
            writer.text("fault", row.fault)
            writer.integer("kind", row.kind)
            writer.text("id", row.id.map { String($0.flatMap { Array(Hexadecimal.text(UInt64($0), digits: 2)) }) })
            writer.text("json", row.json.map { String(decoding: $0, as: UTF8.self) })
            writer.append(to: &bytes)
        }
        bytes.append(contentsOf: "\n]\n".utf8)
        return bytes
    }
}

/// Checks that records fit together, without holding them.
struct RecordLinks {
    private var deletions: [RecordID: (kind: RecordKind, root: RecordID?)] = [:]
    private var links: [(id: RecordID, owners: [RecordReference], kept: [RecordReference])] = []

    mutating func add(_ row: StoredRecord) throws(RestoreError) {
        let state = (row.record.kind, row.deletion?.root)
        guard deletions.updateValue(state, forKey: row.id) == nil else { throw .repeatedID(row.id) }
        let (owners, kept) = (row.record.owners, row.record.keptReferences)
        if !row.isLive || !owners.isEmpty || !kept.isEmpty { links.append((row.id, owners, kept)) }
    }

    func check() throws(RestoreError) {
        for (id, owners, kept) in links {
            for reference in owners + kept {
                guard let target = deletions[reference.target], reference.kinds.contains(target.kind) else {
                    throw .danglingReference(id, field: reference.key, target: reference.target)
                }
            }
            let isFitting =
                if let root = deletions[id]?.root { deletions[root]?.root == root } else {
                    owners.allSatisfy { deletions[$0.target]?.root == nil }
                }
            guard isFitting else { throw .inconsistentDeletion(id) }
        }
    }
}
