import TestSupport
import Testing
import WaymarkAttractions

/// Real tables other than the standard data.
@Suite(.enabled(if: SharedData.isPresent, "the shared data is not beside the repository"))
struct SharedPlaceTests {
    @Test("wireless access points: 8 swapped, 1 longitude out of range, 2 latitudes in both columns")
    func wifi() throws {
        for file in ["poi-kr/wifi-2016.cp949.csv.gz", "poi-kr/wifi-2016.utf8-bom.csv.gz"] {
            let report = try SharedData.catalog(file).report
            #expect(report.rowsIn == 14_828)
            #expect(report.swapped == 8)
            #expect(report.outOfRange == 1)
            #expect(report.outOfKorea == 2)
            #expect(report.rowsRejected == 9)
            // By default only rows equal in every column are merged.
            #expect(report.duplicatesMerged == report.equalRowsMerged)
            let merged = try SharedData.catalog(file, .init(merging: .places)).report
            // Equal rows may both be merged into a third one that is not equal to them.
            #expect(merged.equalRowsMerged <= report.equalRowsMerged)
            #expect(merged.duplicatesMerged > report.duplicatesMerged && merged.isBalanced)
            #expect(report.isBalanced)
            let mended = try SharedData.catalog(file, .init(mendsSwapped: true)).report
            #expect(mended.swappedMended == 8)
            #expect(mended.rowsRejected == 1)
            #expect(mended.isBalanced)
        }
    }

    @Test("parks: 594 lack a coordinate, 4 lie outside Korea, ids are shared by several parks")
    func parks() throws {
        let catalog = try SharedData.catalog("poi-kr/parks-2022.cp949-crlf.csv.gz")
        #expect(catalog.report.rowsIn == 18_481)
        #expect(catalog.report.rowsWithoutCoordinate == 594)
        #expect(catalog.report.outOfKorea == 4)
        #expect(catalog.report.repeatedIDs == 2295)
        #expect(catalog.report.duplicatesMerged == 103 && catalog.report.equalRowsMerged == 103)
        #expect(catalog.report.isBalanced)
        #expect(Set(catalog.attractions.map(\.id)).count == catalog.attractions.count)
    }

    @Test("bus stops with the same name on both sides of a street stay two places")
    func busStops() throws {
        let catalog = try SharedData.catalog("poi-kr/seoul-bus-stops.utf8.csv.gz")
        #expect(catalog.attractions.count == 11_290)
        #expect(catalog.report.duplicates.isEmpty)
        #expect(catalog.attractions[0].id == "100000001")
        #expect(catalog.attractions[0].name == "종로2가사거리")
        #expect(catalog.attractions[0].category == "중앙차로")
    }

    @Test("projected coordinates are rejected row by row, with that reason")
    func projected() throws {
        for (file, rows, blank) in [
            ("poi-kr/seoul-restaurants-epsg5174.utf8-bom.csv.gz", 124_936, 1910),
            ("poi-kr/seoul-hotels-epsg5174.utf8-bom.csv", 825, 8),
        ] {
            let report = try SharedData.catalog(file).report
            #expect(report.rowsIn == rows)
            #expect(report.rowsWithoutCoordinate == blank)
            #expect(report.outOfRange == rows - blank)
            #expect(report.rejections.contains { $0.reason.contains("projected coordinates are not degrees") })
            #expect(report.isBalanced)
        }
    }

    @Test("camp sites are read from the portal's JSON, world places from a tab-separated file")
    func others() throws {
        let camps = try SharedData.catalog("poi-kr/campsites-2019.json.gz").report
        #expect(camps.rowsIn == 2017)
        #expect(camps.format == .portalJSON)
        #expect(camps.duplicatesMerged >= 24)
        #expect(camps.isBalanced)
        let world = try SharedData.catalog("world/geonames-cities500.tsv.gz")
        #expect(world.attractions.count == 234_908)
        #expect(world.report.delimiter == "tab")
        #expect(world.report.duplicates.isEmpty)
    }

    @Test("invalid JSON and polygons are refused")
    func refused() throws {
        let file = "poi-kr/heritage-2019-malformed.json.gz"
        let reason = "an invalid escape after a backslash"
        #expect(throws: AttractionError.malformedJSON(file: file, line: 983, column: 37, reason: reason)) {
            try SharedData.catalog(file)
        }
        let provinces = try SharedData.catalog("admin-kr/kostat-2013-provinces-simple.geojson").report
        #expect(provinces.rowsIn == 17)
        #expect(provinces.rowsUnreadable == 17)
    }
}
