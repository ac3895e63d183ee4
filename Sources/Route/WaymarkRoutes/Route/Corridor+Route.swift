public import WaymarkGeodesy
public import WaymarkRegions

extension Corridor {
    /// The places within `width` of the found legs of a route; missing legs, and gaps between legs, are not bridged.
    ///
    /// ``Corridor/Match/line`` is the position of the leg, ``Corridor/Match/along`` the distance along the found legs,
    /// as in `RouteLine`. A route without found legs gives an empty corridor.
    ///
    /// - Precondition: `width` is not negative and not NaN.
    /// - Complexity: O(*v*) for *v* vertices.
    public init(along route: Route, width: Meters) {
        self.init(alongEach: route.legs.map { $0.leg?.coordinates ?? [] }, width: width)
    }
}
