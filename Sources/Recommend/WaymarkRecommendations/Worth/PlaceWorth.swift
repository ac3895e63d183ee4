public import WaymarkAttractions
internal import WaymarkText

/// How much a place is worth a way, by public counts and its own row: a magnitude, 1 where nothing is known.
///
/// *worth* = (1 + *namings*)^¼ · e^(½ *size*): how many tourist courses and lists of sights name the place, as ``KnownPlaces``
/// counts them, and its ``PlaceSize``. A place without evidence has 1, whatever it is. Of a place of a map it is what the map
/// says, which counts its size, or that, if lists name it and it is more.
enum PlaceWorth {
    /// The logarithm of a worth of 7.4, the largest that counts in a score; the least is 1 / 7.4.
    static let range = 2.0

    /// The natural logarithm of the worth.
    static func logarithm(namings: Int, _ size: PlaceSize, _ standing: MapStanding = .unknown) -> Double {
        let own = Elementary.logarithm(1 + Double(namings)) / 4 + size.value / 2
        if standing.kind == nil { return own }
        return namings > 0 ? max(own, standing.logarithm) : standing.logarithm
    }

    /// The value of ``ScorePart/worth``, 0 to 1: 0.5 for a worth of 1.
    static func part(_ logarithm: Double) -> Double { min(1, max(0, 0.5 + logarithm / (2 * range))) }

    /// The same for what the caller holds of a place: the best of all is as one worth 2.7 times an unknown one.
    static func part(rank: Double) -> Double { 0.25 + rank / 2 }
}

/// How large a place is beside others by its row: the mean of what is given of its capacity, parking spaces and area.
///
/// Each is measured by its logarithm, beside what is usual in the national standard data: 500 people, 60 spaces, 1.5 hectares.
/// No parking spaces and no capacity say that it is small; an area of 0 says nothing.
public struct PlaceSize: Hashable, Sendable {
    /// 64 times the value.
    var steps: Int8 = 0

    /// From -1.98, a spot, to 1.98, a resort; 0 if nothing is known.
    public var value: Double { Double(steps) / 64 }

    /// The size of a place of which nothing is known.
    public static let unknown = PlaceSize()

    /// The size by what is given; nil for what is not.
    public init(capacity: Double? = nil, parkingSpaces: Double? = nil, areaSquareMeters: Double? = nil) {
        var values: [Double] = []
        func add(_ given: Double?, usual: Double, spread: Double, none: Double?) {
            guard let given, given >= 0, given < .infinity else { return }
            if given == 0 {
                if let none { values.append(none) }
            } else {
                values.append(min(2, max(-2, Elementary.logarithm(max(1e-3, given) / usual) / spread)))
            }
        }
        add(capacity, usual: 500, spread: 2, none: -1)
        add(parkingSpaces, usual: 60, spread: 1.5, none: -1)
        add(areaSquareMeters, usual: 15_000, spread: 3, none: nil)
        guard !values.isEmpty else { return }
        steps = Int8(min(127, max(-127, (values.reduce(0, +) / Double(values.count) * 64).rounded())))
    }

    /// The size of an attraction.
    public init(_ attraction: Attraction) {
        self.init(
            capacity: attraction.capacity.map(Double.init), parkingSpaces: attraction.parkingSpaces.map(Double.init),
            areaSquareMeters: attraction.areaSquareMeters)
    }

    init(steps: Int8) { self.steps = steps }
}
