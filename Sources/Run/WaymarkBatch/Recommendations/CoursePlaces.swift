package import WaymarkRecommendations
import WaymarkText

/// The places that the visits in another file refer to.
package struct CoursePlaces: Sendable {
    /// The places, with themes if their table has a column of them.
    package var places: [RecommendedPlace] = []
    private var byID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]

    /// No places yet.
    package init() {}

    /// The places of a recommender, at the same positions.
    init(_ places: RecommendedPlaces) { for place in places.places { add(place, written: place.name) } }

    /// Adds a place, with its name as written in its table.
    package mutating func add(_ place: RecommendedPlace, written: String) {
        if byID[place.id] == nil { byID[place.id] = places.count }
        if !written.isEmpty { byName[NameFolding.key(written), default: []].append(places.count) }
        places.append(place)
    }

    /// The position of a visit's place: found by its id, or, without an id, by its name if only one place has that
    /// name.
    ///
    /// - Throws: The reason why the place is missing or ambiguous.
    package func position(of row: CourseRow) throws(CourseFault) -> Int {
        if let id = row.place {
            guard let position = byID[id] else {
                throw CourseFault(reason: "no place has the id \"\(PlainText.shortened(id))\"")
            }
            return position
        }
        let named = byName[NameFolding.key(row.name)] ?? []
        guard let first = named.first else {
            throw CourseFault(reason: "no place is called \"\(PlainText.shortened(row.name))\"")
        }
        if named.count > 1 {
            throw CourseFault(reason: "\(named.count) places are called \"\(PlainText.shortened(row.name))\"")
        }
        return first
    }
}

/// The reason why a visit has no place.
package struct CourseFault: Error {
    package var reason: String
}

/// A name in the form that courses use: `(영동)영국사` is 영국사 in 영동.
package struct CourseName {
    /// The name as written.
    package let written: String
    /// The name without a leading municipality.
    package let name: String

    package init(_ written: String) {
        self.written = written
        guard written.hasPrefix("("), let close = written.firstIndex(of: ")") else {
            name = written
            return
        }
        let prefix = written[written.index(after: written.startIndex)..<close]
        let isPlace = 2...8 ~= prefix.count && prefix.allSatisfy(\.isLetter)
        name = isPlace ? PlainText.trimmed(String(written[written.index(after: close)...])) : written
    }
}
