import WaymarkFiles
public import WaymarkGeodesy
import WaymarkThreads

/// An extract of OpenStreetMap: a file of nodes, ways and relations, as PBF or XML.
///
/// It is read as often as needed, each time only what is asked for, by several threads in bounded memory, and the results come
/// in the order of the file whatever the number of threads.
public struct MapExtract: Sendable {
    /// The path of the file, for messages.
    public let name: String
    /// The size of the file in bytes, packed as it is.
    public let size: Int
    /// The part of the Earth that the file says it has: ways may lead out of it. Nil if it says nothing.
    public let boundingBox: BoundingBox?
    /// The time of the newest edit that the file may have, in its words, such as `2025-01-19T21:21:36Z`; nil if it says
    /// nothing.
    public let replicationTime: String?

    private enum Format: Sendable {
        case pbf(waysHaveLocations: Bool, KnownBlobs)
        case xml
    }

    private let bytes: PositionedBytes
    private let format: Format

    /// Opens the file at `path`, finds its format by its contents, and reads its header.
    ///
    /// - Throws: ``ExtractError``, for anything but an extract whose header is whole and asks for nothing unknown.
    public init(contentsOf path: String) throws(ExtractError) {
        // PositionedBytes would read a pipe into memory.
        if path == "-" { throw .notRepeatable(file: "standard input") }
        if System.isStream(path) { throw .notRepeatable(file: path) }
        let bytes: PositionedBytes
        do throws(TableError) { bytes = try PositionedBytes(contentsOf: path) } catch { throw .file(error) }
        try self.init(bytes)
    }

    /// The same for bytes that can be read anywhere.
    package init(_ bytes: PositionedBytes) throws(ExtractError) {
        self.bytes = bytes
        (name, size) = (bytes.name, bytes.count)
        switch try ExtractFormat(of: bytes) {
        case .pbf:
            let header = try PBFHeader(of: bytes)
            (boundingBox, replicationTime) = (header.boundingBox, header.replicationTime)
            format = .pbf(waysHaveLocations: header.waysHaveLocations, KnownBlobs())
        case .xml:
            let objects = try XMLObjects(bytes)
            (boundingBox, replicationTime) = (objects.boundingBox, objects.replicationTime)
            format = .xml
        }
    }

    /// Reads what is asked for, block by block.
    ///
    /// - Parameters:
    ///   - contents: What is read; all else is skipped without decoding.
    ///   - jobs: The number of threads that unpack, decode and work, at least 1.
    ///   - work: Called with each block that may have something asked for, on any thread: a block is used again for other
    ///     objects.
    ///   - take: Called with each result of `work`, and the number of bytes of the file up to there, on the calling thread, in
    ///     the order of the file.
    /// - Throws: The first fault in the order of the file; all before it was taken.
    /// - Complexity: O(*n*) in the size of the file, in memory for `jobs` + 2 results and a block of each thread.
    public func read<Part: Sendable>(
        _ contents: MapContents, jobs: Int, _ work: @escaping @Sendable (borrowing MapBlock) -> Part,
        take: (Part, _ bytesRead: Int) -> Void
    ) throws(ExtractError) {
        switch format {
        case .pbf(let waysHaveLocations, let known):
            var blobs = PBFBlobs(bytes)
            try run(jobs: jobs, take) { () throws(ExtractError) in
                while let blob = try blobs.next() {
                    if blob.kind == PBFBlob.data, known.mayHave(contents, blob) { return blob }
                    if blob.kind == PBFBlob.header, blob.start > 0 { throw secondHeader(blob) }
                }
                return nil
            } makeWorker: { [bytes] in
                PBFWorker(bytes)
            } work: { (worker, blob) throws(ExtractError) in
                let present = try worker.read(blob, contents, waysHaveLocations: waysHaveLocations)
                known.add(blob, present)
                return present.isDisjoint(with: contents) ? nil : (work(worker.block), blob.range.upperBound)
            }
        case .xml:
            var objects = try XMLObjects(bytes)
            try run(jobs: jobs, take) { () throws(ExtractError) in
                try objects.next(contents)
            } makeWorker: {
                0
            } work: { (_, piece) throws(ExtractError) in
                piece.block.isEmpty ? nil : (work(piece.block), piece.end)
            }
        }
    }

    /// Runs work on pieces, so that a fault comes in its order, after those of the pieces before: then it is the same for any
    /// number of jobs.
    private func run<Piece: Sendable, Worker: ~Copyable, Part: Sendable>(
        jobs: Int, _ take: (Part, Int) -> Void, next: () throws(ExtractError) -> Piece?,
        makeWorker: @escaping @Sendable () -> Worker,
        work: @escaping @Sendable (inout Worker, Piece) throws(ExtractError) -> (Part, Int)?
    ) throws(ExtractError) {
        var isBroken = false
        try OrderedWork.run(jobs: jobs) { () throws(ExtractError) -> Result<Piece, ExtractError>? in
            if isBroken { return nil }
            do throws(ExtractError) {
                return try next().map { .success($0) }
            } catch {
                isBroken = true
                return .failure(error)
            }
        } makeWorker: {
            makeWorker()
        } work: { (worker, piece, emit) throws(ExtractError) in
            if let done = try work(&worker, try piece.get()) { try emit(done) }
        } deliver: { (done: (part: Part, end: Int)) throws(ExtractError) in
            take(done.part, done.end)
        }
    }

    private func secondHeader(_ blob: PBFBlob) -> ExtractError {
        .unsupported(
            file: name, what: "a second extract in the same file, from byte \(blob.start)",
            remedy: "make one of both: osmium merge A B -o NEW.osm.pbf")
    }
}

/// What each blob that was read may have, so that others are not unpacked again.
private final class KnownBlobs: Sendable {
    private let kinds = Guarded<[Int: MapContents]>([:])

    func add(_ blob: PBFBlob, _ present: MapContents) { kinds.withLock { $0[blob.start] = present } }

    func mayHave(_ contents: MapContents, _ blob: PBFBlob) -> Bool {
        kinds.withLock { !($0[blob.start]?.isDisjoint(with: contents) ?? false) }
    }
}
