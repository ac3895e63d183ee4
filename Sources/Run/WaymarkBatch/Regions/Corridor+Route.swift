public import WaymarkGeodesy
public import WaymarkRegions
public import WaymarkRoutes

extension Corridor {
    /// The places within `width` of the found legs of a route; missing legs are not bridged, and neither are gaps between the
    /// end of one leg and the beginning of the next.
    ///
    /// ``Corridor/Match/line`` is the position of the leg, ``Corridor/Match/along`` the distance along the found legs, as
    /// `RouteLine` has it. A route without a found leg holds nothing.
    ///
    /// - Precondition: `width` is not negative and not NaN.
    /// - Complexity: O(*v*) for *v* vertices.
    public init(along route: Route, width: Meters) {
        self.init(alongEach: route.legs.map { $0.leg?.coordinates ?? [] }, width: width)
    }
}
