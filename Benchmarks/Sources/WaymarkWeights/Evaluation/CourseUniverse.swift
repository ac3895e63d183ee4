import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkText

/// Places of files that know nothing of the courses, among which the stops of courses are looked for.
///
/// That a place is in a file of courses says that a course names it. Among all attractions, parks and museums of a country it
/// says nothing.
package struct CourseUniverse: Sendable {
    /// The places of all files.
    package let places: RecommendedPlaces

    /// Reads files of attractions.
    ///
    /// A place with the name of an earlier one within 1 km is left out. Not by `SamePlace`: parks of a town are often called by
    /// their kind and a number, and are not the same.
    ///
    /// - Parameters:
    ///   - paths: Files in any format of a catalog, or index files.
    ///   - lexicon: Reads the places' themes.
    ///   - jobs: The number of threads; the result does not depend on it.
    /// - Throws: The error of reading an `AttractionCatalog` or opening an `AttractionFile`.
    /// - Complexity: O(*n* log *n*).
    package init(
        contentsOf paths: [String], lexicon: ThemeLexicon = .standard, jobs: Int = 1
    ) throws(AttractionError) {
        var places: [RecommendedPlace] = []
        var byName: [String: [Int]] = [:]
        for (file, path) in paths.enumerated() {
            for var place in try RecommendedAttractions(contentsOf: [path], lexicon: lexicon, jobs: jobs).places.places
            {
                let name = CourseName(place.name).name
                let key = NameFolding.key(name)
                let isKnown = (byName[key] ?? []).contains { other in
                    Sphere.earth.distance(from: places[other].coordinate, to: place.coordinate) < .kilometers(1)
                }
                guard !key.isEmpty, !isKnown else { continue }
                (place.id, place.name) = ("\(file + 1):\(place.id)", name)
                byName[key, default: []].append(places.count)
                places.append(place)
            }
        }
        self.places = RecommendedPlaces(places, jobs: jobs)
    }

    /// The courses of a table over these places: each stop is one of them, or one that is never to be found, as a person
    /// would give it, by name and location.
    package func ranked(_ data: VisitData, by lexicon: ThemeLexicon) -> VisitData {
        var others: [RecommendedPlace] = []
        let positions = data.places.places.map { stop in
            let place = RecommendedPlace(id: "course \(stop.id)", name: stop.name, coordinate: stop.coordinate)
            // Of those that are the same by `SamePlace`, the nearest.
            if let known = places.same(as: place).first?.place { return known }
            others.append(places.completed(place, by: lexicon))
            return places.places.count + others.count - 1
        }
        return VisitData(
            places: places, others: others,
            courses: data.courses.map {
                .init(id: $0.id, places: $0.places.map { positions[$0] }, visitor: $0.visitor)
            })
    }
}
