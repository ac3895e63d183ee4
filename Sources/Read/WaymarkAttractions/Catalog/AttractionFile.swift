import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText

/// A `.waymark` file of attractions, mapped into memory: index and records, used in place.
///
/// ```swift
/// let korea = try AttractionFile(contentsOf: "korea.waymark")
/// for near in korea.attractions(within: .kilometers(10), of: hotel) {
///     print(near.attraction.name, near.distance)
/// }
/// ```
///
/// Opening costs the same for any number of attractions; an ``Attraction`` is created on request. Write it with
/// ``AttractionCatalog/writeFile(into:)`` or `waymark index build`. As with ``/WaymarkIndex/IndexFile``, without
/// ``verify()`` a damaged file may give wrong answers, but never traps or reads out of bounds.
public struct AttractionFile: Sendable {
    /// The attractions' places; positions are those of the attractions.
    public let index: PointIndex
    /// The file, its sections and its version.
    public let file: IndexFile
    private let places: IndexFileBytes
    /// The texts by the field's raw value; nil if no attraction has the field.
    private let texts: [StoredTexts?]

    /// The section that distinguishes a file of attractions from one of points.
    public static let placesSection = "attraction.coordinate"

    /// Maps the file at `path`.
    ///
    /// - Throws: `IndexFileError` with the file and the fault; `.noAttractions` for an index of points.
    /// - Complexity: O(1).
    public init(contentsOf path: String) throws(IndexFileError) {
        try self.init(IndexFile(contentsOf: path))
    }

    /// Opens the attractions of an index file.
    ///
    /// - Throws: `IndexFileError` with the file and the fault; `.noAttractions` for an index of points.
    /// - Complexity: O(1).
    public init(_ file: IndexFile) throws(IndexFileError) {
        guard let places = file.bytes(of: Self.placesSection) else { throw .noAttractions(file: file.name) }
        guard places.count == file.count * MemoryLayout<Coordinate>.stride else {
            throw .damaged(file: file.name, fault: "section \(Self.placesSection) has no place for each attraction")
        }
        var texts: [StoredTexts?] = []
        for field in AttractionField.allCases { texts.append(try StoredTexts(field, of: file, count: file.count)) }
        (self.file, index, self.places, self.texts) = (file, file.points, places, texts)
    }

    /// The number of attractions.
    public var count: Int { file.count }

    /// The attraction at a position.
    ///
    /// - Precondition: `position` is in `0..<count`.
    public subscript(position: Int) -> Attraction {
        precondition(position >= 0 && position < count, "there is no such attraction: \(position) of \(count)")
        var room = file.size
        return attraction(position, &room)
    }

    /// The attraction at a position; texts beyond `room` bytes, which decreases by their size, are omitted.
    private func attraction(_ position: Int, _ room: inout Int) -> Attraction {
        var attraction = Attraction(id: "", name: "", coordinate: coordinate(of: position))
        for field in AttractionField.allCases {
            texts(of: field)?.withText(position) { text in
                room -= text.count
                if !text.isEmpty, room >= 0 { attraction.set(field, stored: text) }
            }
        }
        return attraction
    }

    package func coordinate(of position: Int) -> Coordinate {
        let stored = places.load(position * MemoryLayout<Coordinate>.stride, as: Coordinate.self)
        // Unverified numbers may be invalid.
        return (try? Coordinate(latitude: stored.latitude, longitude: stored.longitude))
            ?? Coordinate(uncheckedLatitude: 0, longitude: 0)
    }

    /// Calls `body` with a text of the attraction at a position; empty if it has none.
    package func withText<R>(_ field: AttractionField, of position: Int, _ body: (Span<UInt8>) -> R) -> R {
        if let texts = texts(of: field) { return texts.withText(position, body) }
        let none = ContiguousArray<UInt8>()
        return body(none.span)
    }

    /// The texts of a field; nil if no attraction has it.
    func texts(of field: AttractionField) -> StoredTexts? { texts[field.rawValue] }

    /// Returns the attractions within `radius` of `center`, nearest first.
    ///
    /// - SeeAlso: ``AttractionCatalog/attractions(within:of:)``, with the same answers.
    /// - Precondition: `radius` is not negative and not NaN.
    public func attractions(within radius: Meters, of center: Coordinate) -> [NearbyAttraction] {
        nearby(index.points(within: radius, of: center))
    }

    /// Returns the `count` attractions nearest to `center`, nearest first, or all within `radius` if they are fewer.
    ///
    /// - SeeAlso: ``AttractionCatalog/nearest(to:count:within:)``, with the same answers.
    /// - Precondition: `count` is not negative; `radius` is not negative and not NaN.
    public func nearest(to center: Coordinate, count: Int, within radius: Meters? = nil) -> [NearbyAttraction] {
        nearby(index.nearest(to: center, count: count, within: radius))
    }

    private func nearby(_ matches: [Match]) -> [NearbyAttraction] {
        // No text belongs to two attractions, unless the file was forged to exhaust memory.
        var room = file.size
        return matches.map { NearbyAttraction(attraction: attraction($0.index, &room), distance: $0.distance) }
    }

    /// Checks every byte, and that index and records match.
    ///
    /// - Throws: `IndexFileError.damaged` with the first fault.
    /// - Complexity: O(*n*); reads the whole file.
    public func verify() throws(IndexFileError) {
        try file.verify()
        for field in AttractionField.allCases {
            guard let fault = texts(of: field)?.fault(count: count) else { continue }
            throw .damaged(file: file.name, fault: "field \(field.englishName): \(fault)")
        }
        var isFitting = true
        index.forEachPlace { position, place in
            let stored = places.load(position * MemoryLayout<Coordinate>.stride, as: Coordinate.self)
            isFitting = isFitting && stored == place
        }
        guard isFitting else {
            throw .damaged(file: file.name, fault: "the index is not over the places of the attractions")
        }
    }
}

extension AttractionCatalog {
    /// Writes the attractions and their index as a `.waymark` file, piece by piece.
    ///
    /// ``AttractionFile`` reads the same attractions, except that blank texts of optional fields become nil, and
    /// numbers that are not finite are omitted. The same attractions give the same bytes.
    ///
    /// - Parameter write: Takes each piece; its error ends the writing.
    /// - Throws: The error of `write`.
    /// - Complexity: O(*n*); a second copy of the records is held in memory while they are written.
    public func writeFile<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        try writeFile(sections: [], into: write)
    }

    /// The same, with additional sections after those of the attractions.
    package func writeFile<E: Error>(
        sections: [IndexFileExtra], into write: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        try AttractionTable(self, fields: Self.fields).writeFile(index, sections: sections, into: write)
    }

    /// All attractions of a file, which is verified first.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - jobs: The number of threads.
    /// - Throws: `IndexFileError.damaged` with the first fault.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n*).
    public init(_ file: AttractionFile, jobs: Int = 1) throws(IndexFileError) {
        try file.verify()
        self.init(AttractionTable(file, fields: Self.fields), jobs: jobs)
    }
}
