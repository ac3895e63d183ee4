public import WaymarkGeodesy
internal import WaymarkThreads

/// Regions of one kind, such as the provinces of a country, for finding those that contain a place.
///
/// ```swift
/// let provinces = try RegionSet(geoJSON: bytes, file: "provinces.geojson")
/// if let i = provinces.region(containing: place) { print(provinces.regions[i].name) }
/// ```
///
/// Built once, then read: a value that any number of tasks can share. Regions may overlap. Answers are
/// positions in ``regions``.
///
/// Edges of borders are straight in longitude and latitude, as RFC 7946 (section 3.1.1) specifies: an edge between two
/// places on one parallel follows it. A border belongs to the regions on both sides; the first in order is the answer.
/// Places on a border are recognised by exact arithmetic, so neighbours with equal vertices have neither gaps nor
/// overlaps. Longitudes 180 and -180 are the same meridian; a pole lies in the regions that reach it.
public struct RegionSet: Sendable {
    /// The regions, in the order of the file.
    public var regions: [Region] { content.regions }
    /// What was found in the file, and what was done about its faults.
    public var report: RegionReport { content.report }
    package var shapes: RegionShapes { content.shapes }
    var edges: EdgeTree { content.edges.get() }
    private let content: Content

    /// The contents of a set behind one reference, since a set is passed on for each lookup.
    private final class Content: Sendable {
        let regions: [Region]
        let report: RegionReport
        let shapes: RegionShapes
        let grid: BoxGrid
        /// Only ``nearestRegion(to:within:)`` needs it.
        let edges: MadeOnce<EdgeTree, Never>

        init(_ regions: [Region], _ report: RegionReport, _ shapes: RegionShapes) {
            (self.regions, self.report, self.shapes) = (regions, report, shapes)
            grid = BoxGrid(shapes.shapes)
            edges = MadeOnce { EdgeTree(shapes) }
        }
    }

    /// Reads regions from GeoJSON: a FeatureCollection, a Feature, or a geometry alone.
    ///
    /// Polygons and MultiPolygons are regions. Open rings are closed, and rings without area are omitted. A feature is
    /// refused if its rings cross themselves or one another, unless `borders` repairs them; if nothing remains; and if
    /// it has another geometry or invalid positions. ``report`` lists the refused features.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - file: Its name in errors and reports.
    ///   - options: The properties to read.
    ///   - borders: Repairs borders, such as `MendedBorders` of `WaymarkAreas`; by default only valid ones are
    ///     accepted.
    /// - Throws: ``RegionError`` if the text is not JSON or not GeoJSON with features, or if no region has a requested
    ///   property.
    /// - Complexity: O(*n* log *n*) for *n* vertices.
    public init(
        geoJSON bytes: ContiguousArray<UInt8>, file: String, options: RegionOptions = .init(),
        mending borders: some BorderMending = SoundBorders()
    ) throws(RegionError) {
        let (features, report) = try GeoJSONRegionReader.read(bytes, file: file, options: options, mending: borders)
        var shapes = RegionShapes()
        var regions: [Region] = []
        for feature in features {
            shapes.append(feature.polygons)
            let shape = shapes.shapes[shapes.shapes.count - 1]
            let box = try? BoundingBox(south: shape.south, west: shape.west, north: shape.north, east: shape.east)
            regions.append(
                Region(
                    name: feature.name, englishName: feature.englishName, code: feature.code, box: box ?? .world,
                    squareMeters: feature.polygons.reduce(0) { $0 + $1.squareMeters }))
        }
        content = Content(regions, report, shapes)
    }

    /// Returns the position of the first region that contains a place; nil if none does.
    ///
    /// - Complexity: O(*r* + *e*) for *r* regions whose boxes are near the place and *e* of their edges near its latitude.
    public func region(containing place: Coordinate) -> Int? {
        var found: Int?
        forEachRegion(containing: place) { region in
            found = min(region, found ?? region)
            return false
        }
        return found
    }

    /// Returns the positions of all regions that contain a place, ascending; on a border these are both neighbours.
    ///
    /// - Complexity: As ``region(containing:)``.
    public func regions(containing place: Coordinate) -> [Int] {
        var found: [Int] = []
        forEachRegion(containing: place) { region in
            if !found.contains(region) { found.append(region) }
            return true
        }
        return found.sorted()
    }

    /// Calls `body` with regions that contain a place, ascending, until it returns false; on the meridian of 180° there
    /// are two such passes.
    @inline(__always)
    private func forEachRegion(containing place: Coordinate, _ body: (Int) -> Bool) {
        if abs(place.latitude) == 90 {
            // A border that reaches a pole has a vertex there.
            for (region, shape) in content.shapes.shapes.enumerated()
            where (place.latitude > 0 ? shape.north == 90 : shape.south == -90) && !body(region) {
                return
            }
            return
        }
        let point = PlanePoint(x: place.longitude, y: place.latitude).settled
        forEachRegion(containing: point, body)
        if point.x == 180 { forEachRegion(containing: PlanePoint(x: -180, y: point.y), body) }
    }

    @inline(__always)
    private func forEachRegion(containing point: PlanePoint, _ body: (Int) -> Bool) {
        for slot in content.grid.slots(at: point) {
            let region = content.grid.box(at: slot)
            if content.shapes.contains(point, region: region), !body(region) { return }
        }
    }
}

extension PlanePoint {
    /// The point for exact arithmetic: magnitudes below 1e-30 become zero.
    @inline(__always)
    var settled: PlanePoint { PlanePoint(x: abs(x) < 1e-30 ? 0 : x, y: abs(y) < 1e-30 ? 0 : y) }
}

/// A named part of the Earth's surface, such as a province.
public struct Region: Hashable, Sendable {
    /// Its name; may be empty.
    public let name: String
    /// Its name in English, by the first of ``RegionOptions/commonEnglishNames`` that the file has; empty if there is none.
    public let englishName: String
    /// Its code, such as `39` or `11110`; may be empty.
    public let code: String
    /// Its bounding box. A region that is cut at the antimeridian spans all longitudes from -180 to 180.
    public let box: BoundingBox
    /// Its area on `Sphere.earth`, to a millionth or better; edges are straight in longitude and latitude.
    public let squareMeters: Double
}
