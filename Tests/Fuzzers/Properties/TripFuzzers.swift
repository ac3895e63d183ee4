import TripTestSupport
import WaymarkTables
import WaymarkTrips

extension Fuzzer {
    /// `Record`, `Rank`, `RecordID`, `ContentHash`, `ChangeCursor`: what is read is written, and reads as the same; a title is one line.
    static let trips = Fuzzer("trips", maxLength: 1024) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for kind in RecordKind.allCases {
            guard let (record, unknown) = try? Record.reading(text, kind: kind, id: RecordID(high: 1, low: 2)) else {
                continue
            }
            let json = record.json(with: unknown)
            let again = try Record.reading(json, kind: kind, id: record.id)
            try require(again.record == record && again.unknown == unknown, "\(json) reads back")
            try require(again.record.json(with: again.unknown).utf8.elementsEqual(json.utf8), "\(json) has one form")
            try require(record.fault == nil, "\(json) can be stored")
        }
        for rank in [Rank(bytes: bytes), Rank(text)].compactMap({ $0 }) {
            try require(Rank(bytes: rank.bytes) == rank && Rank(rank.description) == rank, "\(rank) reads back")
            let (before, after) = (Rank.between(nil, rank), Rank.between(rank, nil))
            try require(before < rank && rank < after, "\(rank) has room around it")
            let (lower, upper) = (Rank.between(before, rank), Rank.between(rank, after))
            try require(before < lower && lower < rank && rank < upper && upper < after, "\(rank) has room beside it")
        }
        if let id = RecordID(text) { try require(RecordID("\(id)") == id, "\(id) reads back") }
        if let hash = ContentHash(text) { try require(ContentHash("\(hash)") == hash, "\(hash) reads back") }
        if let cursor = ChangeCursor(text) { try require(ChangeCursor("\(cursor)") == cursor, "\(cursor) reads back") }
        if let title = DisplayTitle.line(of: text) {
            try require(!title.contains(where: \.isNewline), "a title is one line")
            try require(
                DisplayTitle.line(of: title)?.utf8.elementsEqual(title.utf8) == true, "a title is its own title")
        }
    }

    /// `TripContent`: what is read of a backup is written, and reads as the same; merged with itself, it loses nothing.
    static let backups = Fuzzer("backups", maxLength: 2048) { bytes in
        guard let content = try? TripContent(json: bytes) else { return }
        let json = TripBackup.json(of: content)
        let again = try TripContent(json: json)
        try require(again.rows == content.rows, "a backup reads back")
        try require(TripBackup.json(of: again) == json, "a backup has one form")
        let merged = MemoryTripStore()
        try merged.restore(content, .merge)
        let once = try TripContent(json: TripBackup.json(of: merged))
        try require(once.rows.count == content.rows.count, "a merge loses nothing")
        try merged.restore(content, .merge)
        try require(TripBackup.json(of: merged) == TripBackup.json(of: once), "merging twice is merging once")
        let store = MemoryTripStore()
        try store.restore(content, .replace)
        try require(TripBackup.json(of: store) == json, "a restored backup is the same")
    }

    /// `ZipArchive`, `PositionedBytes`, `TripArchive`, `GzipSource`: names stay below the archive; a backup that is read can be
    /// restored; gzip unpacks to the same however its bytes come.
    static let archives = Fuzzer("archives", maxLength: 4096) { bytes in
        /// Up to a limit of contents, and the error behind them.
        func unpacked(_ head: Int, chunk: Int) -> (contents: ContiguousArray<UInt8>, error: TableError?) {
            var source = GzipSource(
                ContiguousArray(bytes.prefix(head)), MemorySource(bytes.dropFirst(head), chunk: chunk))
            var contents = ContiguousArray<UInt8>()
            while contents.count < 1 << 16 {
                do throws(TableError) {
                    if try source.read(upTo: chunk, into: &contents) == 0 { break }
                } catch {
                    return (contents, error)
                }
            }
            return (contents, nil)
        }
        let (whole, pieces) = (unpacked(0, chunk: 1 << 20), unpacked(3, chunk: 7))
        if whole.error == nil {
            try require(
                pieces.error == nil && pieces.contents.starts(with: whole.contents.prefix(pieces.contents.count)),
                "gzip unpacks to the same in pieces")
        } else if pieces.contents.count < 1 << 16 {
            try require(pieces.error != nil, "gzip has the same fault in pieces")
        }
        if let archive = try? ZipArchive(PositionedBytes(bytes)) {
            for entry in archive.entries {
                let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
                try require(!parts.contains { ["", ".", ".."].contains($0) }, "\(entry.name) is below the archive")
                guard let contents = try? archive.contents(of: entry, limit: 1 << 16) else { continue }
                try require(contents.count == entry.size, "\(entry.name) has its size")
            }
        }
        guard let archive = try? TripArchive(PositionedBytes(bytes)) else { return }
        try MemoryTripStore().restore(archive.content, .replace)
    }
}
