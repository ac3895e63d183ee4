import WaymarkGeodesy
public import WaymarkPlaces
public import WaymarkProjections

extension PlaceSystem {
    /// A projected system for tables of x and y, converted to places by libproj.
    ///
    /// ```swift
    /// let seoul = try PlaceSystem(projected: "EPSG:5174")
    /// let options = CatalogOptions(columns: PlaceColumnNames(system: seoul))
    /// let restaurants = try AttractionCatalog(contentsOf: "restaurants.csv", options: options)
    /// ```
    ///
    /// Points are in the system's own unit, x east and y north, regardless of the authority's axis order. Each thread
    /// takes its own projection, once.
    ///
    /// - Parameters:
    ///   - definition: An EPSG code, WKT or a PROJ string.
    ///   - refusesOutsideArea: Whether points outside the system's area of use are refused, which reveals swapped
    ///     columns and wrong systems.
    /// - Throws: ``/WaymarkProjections/ProjectionError`` for anything but a projected system.
    public init(projected definition: String, refusesOutsideArea: Bool = true) throws(ProjectionError) {
        let pool = try ProjectionPool(to: definition, refusesOutsideArea: refusesOutsideArea)
        self.init(pool, name: Measure.name(definition))
    }

    init(_ pool: ProjectionPool, name: String) {
        self.init(name: name) {
            let projection = LeasedProjection(pool)
            return { x, y in
                let point = ProjectedPoint(east: x, north: y)
                do throws(ProjectionError) {
                    return .at(try projection.with { (p) throws(ProjectionError) in try p.unproject(point) })
                } catch {
                    return .refused(reason: "\(error)", exchanged: projection.exchanged(point, after: error))
                }
            }
        }
    }
}

extension LeasedProjection {
    /// The place of a point with swapped east and north, if that lies inside the area and the point does not.
    fileprivate func exchanged(_ point: ProjectedPoint, after error: ProjectionError) -> Coordinate? {
        guard case .pointOutsideAreaOfUse(_, _, _, exchangedIsInside: true) = error else { return nil }
        return try? with { (p) throws(ProjectionError) in
            try p.unproject(ProjectedPoint(east: point.north, north: point.east))
        }
    }
}
