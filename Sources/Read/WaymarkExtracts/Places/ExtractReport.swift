public import WaymarkAttractions
import WaymarkText

/// What was found in an extract, and what was not taken and why.
public struct ExtractReport: Sendable {
    /// Why a place is left out.
    public enum Loss: String, CaseIterable, Sendable {
        /// A way or a relation of which the extract has no node.
        case noNodes = "places without any node in the extract"
        /// A place off the planet.
        case offPlanet = "places off the planet"
    }

    /// What is wrong with a place that is kept.
    public enum Fault: Hashable, Sendable {
        /// Its border does not close, or lacks members.
        case broken([AreaFault])
        /// Some of its nodes are not in the extract, so its extent is not known.
        case clipped
        /// It has relations among its members, which are not followed.
        case nested
    }

    /// The numbers of objects that were read; nodes are those with tags.
    public private(set) var objects = (nodes: 0, ways: 0, relations: 0)
    /// The number of places of each kind.
    public private(set) var kinds: [PlaceKind: Int] = [:]
    /// The number of sights of each theme; those of none by an empty text.
    public private(set) var themes: [String: Int] = [:]
    /// Of each kind the places with opening hours.
    public private(set) var withHours: [PlaceKind: Int] = [:]
    /// Of each kind the places with names in other languages.
    public private(set) var withNames: [PlaceKind: Int] = [:]
    /// Of each kind the places with an item of Wikidata or an article of Wikipedia.
    public private(set) var withArticle: [PlaceKind: Int] = [:]
    /// The objects of one place that were mapped twice: the ids of those that stay and of those that went.
    public internal(set) var joinedTwice: [(kept: String, gone: String)] = []
    /// Objects with tags of places that are none, by what they lack.
    public private(set) var dropped: [String: Int] = [:]
    /// The places that are left out, with their ids and names.
    public private(set) var lost: [(place: String, loss: Loss)] = []
    /// The places with a fault.
    public private(set) var faults: [(place: String, fault: Fault)] = []

    init() {}

    mutating func count(_ found: FoundObjects) {
        objects = found.counts
        dropped = found.dropped
    }

    mutating func count(_ attractions: [Attraction]) {
        for place in attractions {
            guard let kind = place.placeKind else { continue }
            kinds[kind, default: 0] += 1
            if kind == .sight { themes[place.placeTheme ?? "", default: 0] += 1 }
            if place.openingHours != nil { withHours[kind, default: 0] += 1 }
            if !place.otherNames.isEmpty { withNames[kind, default: 0] += 1 }
            if place.wikidata != nil || place.wikipedia != nil { withArticle[kind, default: 0] += 1 }
        }
    }

    mutating func drop(_ place: Attraction, _ loss: Loss) { lost.append((Self.label(place), loss)) }

    mutating func note(_ place: Attraction, _ fault: Fault) { faults.append((Self.label(place), fault)) }

    private static func label(_ place: Attraction) -> String { "\(place.name) (\(place.id))" }
}
