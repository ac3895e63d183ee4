package import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkText

/// In how many tourist courses and in how many lists of sights a place is named.
package struct KnownCounts: Hashable, Sendable {
    package var courses = 0
    package var lists = 0

    /// The number of both.
    package var namings: Int { courses + lists }

    package init(courses: Int = 0, lists: Int = 0) { (self.courses, self.lists) = (courses, lists) }
}

/// The places that public courses and lists name, with the number of these: `known-places.tsv`, which says where they are from.
package struct KnownPlaces: Sendable {
    package struct Place: Sendable {
        package var name: Substring
        package var coordinate: Coordinate
        package var counts: KnownCounts
    }

    package let places: [Place]
    /// The hashes (XXH64, unpacked) of the files whose courses were counted.
    package let countedFiles: Set<String>

    /// The counts that ship.
    package static let shipped = KnownPlaces(String(decoding: PackageResources.known_places_tsv, as: UTF8.self))

    /// Reads lines of name, latitude, longitude, courses and lists, separated by tabs. `//` begins a comment, `// counted`
    /// the hash of a file of courses.
    ///
    /// - Precondition: The text has this form: it ships.
    init(_ text: String) {
        var (places, files): ([Place], Set<String>) = ([], [])
        for line in text.split(separator: "\n") {
            if line.hasPrefix("//") {
                if line.hasPrefix("// counted "), let hash = line.split(separator: " ").last {
                    files.insert(String(hash))
                }
                continue
            }
            let cells = line.split(separator: "\t")
            guard cells.count == 5, let latitude = Double(cells[1]), let longitude = Double(cells[2]),
                let coordinate = try? Coordinate(latitude: latitude, longitude: longitude),
                let courses = Int(cells[3]), let lists = Int(cells[4])
            else { preconditionFailure("the shipped counts are malformed: \(line)") }
            places.append(
                Place(name: cells[0], coordinate: coordinate, counts: KnownCounts(courses: courses, lists: lists)))
        }
        (self.places, countedFiles) = (places, files)
    }
}

/// Those of some places that are known, by their positions.
struct KnownRows: Sendable {
    let counts: [Int: KnownCounts]
    /// Their positions, ascending, and an index over them.
    let rows: [Int]
    let index: PointIndex

    init(_ counts: [Int: KnownCounts], _ coordinate: (Int) -> Coordinate) {
        self.counts = counts
        rows = counts.keys.sorted()
        index = PointIndex(rows.map(coordinate))
    }

    /// The rows among `places` that are a known place by ``SamePlace``; of several known places the counts of the largest.
    ///
    /// - Complexity: O(*k* log *n*) for *k* known places, and the names within 1 km of them.
    init(of known: KnownPlaces, among places: RecommendedPlaces) {
        var counts: [Int: KnownCounts] = [:]
        for place in known.places {
            let near = places.index.points(within: SamePlace.maxRadius, of: place.coordinate)
            if near.isEmpty { continue }
            let name = PlaceName(String(place.name))
            for match in near where name.reason(places.name(of: match.index), at: match.distance.value) != nil {
                let old = counts[match.index] ?? KnownCounts()
                counts[match.index] = KnownCounts(
                    courses: max(old.courses, place.counts.courses), lists: max(old.lists, place.counts.lists))
            }
        }
        places.addMapped(to: &counts)
        self.init(counts) { places.places.coordinate($0) }
    }

    /// The positions of those within a radius.
    func rows(within radius: Meters, of center: Coordinate) -> [Int] {
        index.unsortedPoints(within: radius, of: center).map { rows[$0.index] }
    }
}
