import WaymarkAttractions
import WaymarkGeodesy
public import WaymarkRecommendations
import WaymarkText

/// Places of files that know nothing of the courses, among which the stops of courses are looked for.
///
/// That a place is in a file of courses says that a course names it. Among all attractions, parks and museums of a country it
/// says nothing.
public struct CourseUniverse: Sendable {
    /// The places of all files.
    public let places: RecommendedPlaces

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
    public init(
        contentsOf paths: [String], lexicon: ThemeLexicon = .standard, jobs: Int = 1
    ) throws(AttractionError) {
        var places: [RecommendedPlace] = []
        var byName: [String: [Int]] = [:]
        for (file, path) in paths.enumerated() {
            for var place in try RecommendedAttractions(contentsOf: path, lexicon: lexicon, jobs: jobs).places.places {
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

    /// The place that a stop of a course is: of those that are the same by `SamePlace`, the nearest; nil if there is none.
    func position(ofName name: String, at coordinate: Coordinate) -> Int? {
        places.same(as: RecommendedPlace(id: "", name: name, coordinate: coordinate)).first?.place
    }
}
