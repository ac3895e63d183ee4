import WaymarkFoundation

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

    init(path: String) { self.path = path }

    /// A free name beside that of a complete backup, such as `trips.incomplete.zip` beside `trips.zip`: an earlier
    /// incomplete one may have more.
    static func path(beside path: String) -> String {
        let name = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let end = path[name...].dropFirst().lastIndex(of: ".") ?? path.endIndex
        var number = 1
        while true {
            let other = path[..<end] + ".incomplete" + (number == 1 ? "" : "-\(number)") + path[end...]
            if !FileManager.default.fileExists(atPath: String(other)) { return String(other) }
            number += 1
        }
    }
}

/// What can be saved of records some of which cannot be read: what goes with those is left out, what only names them no
/// longer does.
struct RescuedRecords {
    private(set) var rows: [StoredRecord] = []
    /// What is left out, a line each.
    private(set) var lacking: [String] = []
    private var kinds: [RecordID: RecordKind] = [:]

    /// Reads what can be read.
    ///
    /// - Throws: `fault` if nothing else is wrong, or the error of a store that cannot be read at all.
    init(_ snapshot: RecordSnapshot, after fault: TripStoreError) throws {
        // Owners first: their kinds come first.
        for kind in RecordKind.allCases {
            try snapshot.forEachRow(of: kind) { row in
                switch row {
                case .success(let row): add(row)
                case .failure(let error): lacking.append("\(error)")
                }
            }
        }
        if snapshot.strayCount > 0 { lacking.append("\(snapshot.strayCount) rows that are not records") }
        if lacking.isEmpty {
            var links = RecordLinks()
            do {
                for row in rows { try links.add(row) }
                try links.check()
                throw fault
            } catch let error as RestoreError {
                lacking.append("\(error)")
            }
        }
        TripMerge.joinDeletions(of: &rows, [:])
    }

    private mutating func add(_ row: StoredRecord) {
        var row = row
        for reference in row.record.owners + row.record.keptReferences where !isThere(reference) {
            switch row.record {
            case .entry(var entry):
                if reference.key == "category" { entry.category = nil } else { entry.subject = nil }
                row.record = .entry(entry)
            case .trip(var trip):
                trip.companions.removeAll { $0 == reference.target }
                row.record = .trip(trip)
            default:
                lacking.append("\(row.record.kind) \(row.id): its \(reference.key) \(reference.target) is missing")
                return
            }
            lacking.append("\(row.record.kind) \(row.id), without its \(reference.key) \(reference.target)")
        }
        kinds[row.id] = row.record.kind
        rows.append(row)
    }

    private func isThere(_ reference: RecordReference) -> Bool {
        kinds[reference.target].map(reference.kinds.contains) ?? false
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
