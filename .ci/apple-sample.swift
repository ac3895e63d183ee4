// A small app on iOS, which .ci/apple type-checks there: one import, and neither PROJ nor GEOS.
import FoundationEssentials
import Waymark

struct Guide {
    let catalog: AttractionCatalog
    let provinces: RegionSet

    init(attractions: Data, provinces: Data) throws {
        catalog = try AttractionCatalog(data: attractions)
        self.provinces = try RegionSet(geoJSON: provinces)
    }

    func nearby(_ place: Coordinate) -> [String] {
        catalog.attractions(within: .kilometers(10), of: place).map { "\($0.attraction.name) \($0.distance)" }
    }

    func province(of place: Coordinate) -> String? {
        provinces.region(containing: place).map { provinces.regions[$0].name }
    }

    func trip(_ track: Data) async throws -> (colors: GradientStops, seen: [String], length: Meters) {
        let points = try GPXDocument(data: track).lines.flatMap { $0.map(\.coordinate) }
        let best = await StopOrder.best(visiting: points, ends: .start(0))
        let stops = try StopList(best.order.map { Stop(id: "\($0)", coordinate: points[$0]) })
        let route = try await Route(joining: stops, by: GreatCircleLegs())
        let corridor = Corridor(along: route, width: .kilometers(5))
        let seen = corridor.points(of: catalog.index).map { catalog.attractions[$0.index].name }
        return (route.gradient(by: .leg).stops(atMost: 16), seen, route.totals.distance)
    }

    func answers(to stops: URL) async throws -> Int {
        let batch = LookupBatch(catalog, LookupBatchOptions(.nearest(count: 3, within: nil)))
        var count = 0
        for try await row in try batch.answers(for: FileSource(url: stops)) { count += row.answer?.matches.count ?? 0 }
        return count
    }

    func diary(_ text: Data, into land: VisitedLand) throws -> Double {
        let output = try OutputFile(path: "/dev/null")
        let answer = try VisitTable().read(rows: MemorySource(data: text), into: land, output: output) { _, _ in }
        return answer.land.share(ofLevel: 0).regions
    }
}
