import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// Counts how many courses and lists name a place, and finds where it is: the table `known-places.tsv` that ships.
package struct KnownPlacesTable {
    /// A place of a file, which says where what is named so may be.
    private struct Site {
        var name: String
        var key: PlaceName
        var coordinate: Coordinate
        /// The address; empty if unknown.
        var address = ""
        /// The courses that name it.
        var courses: Set<Int> = []
    }

    private struct Known {
        var sites: [Int]
        var courses: Set<Int>
        var lists: Int
    }

    private var sites: [Site] = []
    private var hashes: [String] = []
    private var courseCount = 0

    package init() {}

    /// Adds the places of a table, which come before those of later ones.
    package mutating func add(_ attractions: [Attraction]) {
        sites += attractions.map {
            Site(
                name: $0.name, key: PlaceName($0.name), coordinate: $0.coordinate,
                address: $0.lotAddress ?? $0.roadAddress ?? "")
        }
    }

    /// Adds the places of courses; `hash` is that of their file.
    package mutating func add(_ data: VisitData, hash: String) {
        hashes.append(hash)
        var courses = [Set<Int>](repeating: [], count: data.places.places.count)
        for (number, course) in data.courses.enumerated() {
            for place in course.places { courses[place].insert(courseCount + number) }
        }
        courseCount += data.courses.count
        for (place, courses) in zip(data.places.places, courses) {
            // Some stops are several places: 풍남문/한옥마을.
            for part in place.name.split(separator: "/") {
                let name = PlainText.trimmed(String(part))
                if name.isEmpty { continue }
                sites.append(
                    Site(name: name, key: PlaceName(name), coordinate: place.coordinate, courses: courses))
            }
        }
    }

    /// Places of equal names are one up to this distance: courses are not exact.
    private static let reach = Meters.kilometers(5)

    /// The groups of sites that a name may mean, each of one place.
    private func groups(named name: String) -> [[Int]] {
        let key = PlaceName(name)
        var groups: [[Int]] = []
        for site in sites.indices where key.reason(sites[site].key, at: 0) == .name {
            let group = groups.firstIndex {
                Sphere.earth.distance(from: sites[$0[0]].coordinate, to: sites[site].coordinate) < Self.reach
            }
            if let group { groups[group].append(site) } else { groups.append([site]) }
        }
        return groups
    }

    /// Whether an address is in a province by its short name, such as 충북.
    private static func isIn(_ province: String, _ address: String) -> Bool {
        if address.hasPrefix(province) { return true }
        let (first, last) = (province.prefix(1), province.suffix(1))
        return ["청", "라", "상"].contains { address.hasPrefix("\(first)\($0)\(last)") }
    }

    /// Counts the courses and lists of each place.
    ///
    /// - Parameter named: Lines of name, province and number of lists, separated by tabs; `//` begins a comment.
    /// - Returns: The table, by latitude and longitude, and the names of which nothing says where they are.
    package func made(of named: String) -> (text: String, lost: [String]) {
        var known: [Known] = []
        var numbers: [Int: Int] = [:]
        func add(_ group: [Int], lists: Int) {
            let courses = group.reduce(into: Set<Int>()) { $0.formUnion(sites[$1].courses) }
            if let number = group.lazy.compactMap({ numbers[$0] }).min() {
                known[number].lists += lists
                known[number].courses.formUnion(courses)
                for site in group where numbers[site] == nil { numbers[site] = number }
            } else {
                for site in group { numbers[site] = known.count }
                known.append(Known(sites: group, courses: courses, lists: lists))
            }
        }
        var lost: [String] = []
        for line in named.split(separator: "\n") where !line.hasPrefix("//") {
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 3, let lists = Int(cells[2]) else { continue }
            let groups = groups(named: cells[0])
            let inProvince = groups.filter { $0.contains { Self.isIn(cells[1], sites[$0].address) } }
            // One without an address may be anywhere.
            let isElsewhere = groups.first?.contains { !sites[$0].address.isEmpty } == true
            if let group = inProvince.count == 1
                ? inProvince[0] : groups.count == 1 && !isElsewhere ? groups[0] : nil
            {
                add(group, lists: lists)
            } else {
                lost.append(cells[0])
            }
        }
        for site in sites.indices where !sites[site].courses.isEmpty {
            let group = groups(named: sites[site].name).first { $0.contains(site) }
            add(group ?? [site], lists: 0)
        }
        let lines = known.map { place in
            let site = sites[place.sites[0]]
            return (
                site.coordinate,
                [
                    site.name, NumberText.fixed(site.coordinate.latitude, decimals: 3),
                    NumberText.fixed(site.coordinate.longitude, decimals: 3), String(place.courses.count),
                    String(place.lists),
                ].joined(separator: "\t")
            )
        }.sorted { ($0.0.latitude, $0.0.longitude, $0.1) < ($1.0.latitude, $1.0.longitude, $1.1) }
        let head = [
            "// Public counts of Korea's sights: name, latitude, longitude, tourist courses and lists that name it.",
            "// Made by `make known-places`; Benchmarks/KnownPlaces/named.tsv says which lists were counted.",
        ]
        let text = head + hashes.map { "// counted \($0)" } + lines.map(\.1)
        return (text.joined(separator: "\n") + "\n", lost)
    }
}
