import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy

/// The usable editions of the standard data, oldest first.
private let vintages = [
    "attractions-2019-10.portal.json", "attractions-2021-09-blanks.cp949.csv",
    "attractions-2022-02-noheader.cp949.csv", "attractions-2024-04-dups.cp949.csv",
].map { "attractions/" + $0 }

@Suite(.enabled(if: SharedData.isPresent, "the shared data is not beside the repository"))
struct SharedVintageTests {
    @Test("each edition has its known rows and faults")
    func rowsAndDirt() throws {
        let reports = try vintages.map { try SharedData.catalog($0).report }
        #expect(reports.map(\.rowsIn) == [435, 636, 748, 924])
        #expect(reports.map(\.rowsWithoutCoordinate) == [0, 6, 1, 0])
        #expect(reports.map(\.rowsRejected) == [0, 6, 1, 0])
        #expect(reports.map(\.outOfKorea) == [0, 0, 0, 0])
        #expect(reports.map(\.format) == [.portalJSON, .standardCSV, .standardCSV, .standardCSV])
        #expect(reports.map(\.encoding) == ["UTF-8", "CP949", "CP949", "CP949"])
        #expect(reports.map(\.hasHeader) == [true, true, false, true])
        #expect(reports.map(\.duplicatesMerged) == [0, 5, 6, 107])
        for report in reports { #expect(report.isBalanced) }
        let reasons = try SharedData.catalog(vintages[1]).report.rejections.map(\.reason)
        #expect(reasons.count { $0 == "no longitude" } == 2)
        #expect(reasons.count { $0 == "no latitude" } == 1)
        #expect(reasons.count { $0 == "no latitude and no longitude" } == 3)
    }

    @Test("87 rows of 2024 repeat an earlier name and coordinate, 85 of them to the digit, and all are merged")
    func repeats() throws {
        struct Site: Hashable {
            var name: String
            var coordinate: Coordinate
        }
        let all = try SharedData.catalog(vintages[3], .init(merging: .nothing))
        #expect(all.attractions.count == 924)
        #expect(Set(all.attractions.map { Site(name: $0.name, coordinate: $0.coordinate) }).count == 924 - 87)
        let merged = try SharedData.catalog(vintages[3]).attractions
        #expect(Set(merged.map { Site(name: $0.name, coordinate: $0.coordinate) }).count == merged.count)
    }

    @Test("two sites with the same name 673 m apart stay two, with different ids")
    func farSites() throws {
        let catalog = try SharedData.catalog(vintages[2])
        let pairs = Dictionary(grouping: catalog.attractions, by: \.name).values.filter { $0.count == 2 }
        let distances = pairs.map {
            Sphere.earth.distance(from: $0[0].coordinate, to: $0[1].coordinate).value.rounded()
        }
        #expect(distances.contains(673))
        #expect(Set(catalog.attractions.map(\.id)).count == catalog.attractions.count)
    }

    @Test("CP949 and UTF-8 give the same catalog, and the API's answer has its first hundred rows")
    func encodings() throws {
        let cp949 = try SharedData.catalog(vintages[3])
        let utf8 = try SharedData.catalog("attractions/attractions-2024-04-dups.utf8-bom.csv")
        #expect(cp949.attractions == utf8.attractions)
        #expect(cp949.report.duplicates == utf8.report.duplicates)
        #expect(utf8.report.encoding == "UTF-8 with byte order mark")
        let page = try SharedData.catalog("attractions/attractions-2024-04.api-shape-page1.json")
        #expect(page.report.rowsIn == 100)
        #expect(page.report.format == .serviceJSON)
        let all = try SharedData.catalog(vintages[3], .init(merging: .nothing))
        #expect(page.attractions == Array(all.attractions.prefix(100)))
    }

    @Test("invalid JSON is refused at the position of the error")
    func malformed() {
        let file = "attractions/attractions-2019-07-malformed.cp949.json"
        // Character 1102, counted from 0.
        #expect(
            throws: AttractionError.malformedJSON(
                file: file, line: 1, column: 1103, reason: "expected ',' or '}' after a value")
        ) { try SharedData.catalog(file) }
    }

    @Test("written files read back as the same attractions", arguments: vintages)
    func roundTrip(vintage: String) throws {
        let catalog = try SharedData.catalog(vintage)
        #expect(catalog.csv.hasPrefix(standardHeader + "\n"))
        #expect(try WaymarkAttractionsTests.catalog(catalog.csv).attractions == catalog.attractions)
        #expect(try WaymarkAttractionsTests.catalog(catalog.geoJSON).attractions == catalog.attractions)
    }

    @Test(
        "no two sites of an edition share an id: rows that were merged lie within 100 m",
        arguments: vintages)
    func noCollisions(vintage: String) throws {
        let catalog = try SharedData.catalog(vintage)
        #expect(Set(catalog.attractions.map(\.id)).count == catalog.attractions.count)
        for duplicate in catalog.report.duplicates where duplicate.reason.hasPrefix("same id") {
            #expect(!duplicate.reason.contains("another name"))
            let meters = duplicate.reason.split(separator: " ").compactMap { Int($0) }.last
            #expect(meters.map { $0 <= 100 } ?? false, "\(duplicate)")
        }
    }

    @Test("a site keeps its id from one edition to another in over 99 % of the cases")
    func stability() throws {
        func key(_ name: String) -> String { name.filter { $0.isLetter || $0.isNumber }.lowercased() }
        let editions = try vintages.map { try SharedData.catalog($0) }
        var pairs: [Int] = []
        var same: [Int] = []
        var moved: [Int] = []
        for (position, old) in editions.enumerated() {
            let byName = Dictionary(grouping: old.attractions) { key($0.name) }
            let byID = Dictionary(uniqueKeysWithValues: old.attractions.map { ($0.id, $0) })
            for new in editions[(position + 1)...] {
                var found = 0
                var kept = 0
                var far = 0
                for site in new.attractions {
                    let near = (byName[key(site.name)] ?? []).filter {
                        Sphere.earth.distance(from: site.coordinate, to: $0.coordinate) <= .kilometers(1)
                    }
                    found += near.isEmpty ? 0 : 1
                    kept += near.contains { $0.id == site.id } ? 1 : 0
                    guard let other = byID[site.id] else { continue }
                    // Never another name; farther away only if the site's coordinate was corrected.
                    #expect(key(other.name) == key(site.name))
                    if Sphere.earth.distance(from: site.coordinate, to: other.coordinate) > .kilometers(1) { far += 1 }
                }
                pairs.append(found)
                same.append(kept)
                moved.append(far)
                #expect(Double(kept) > 0.99 * Double(found))
            }
        }
        // 2019-2021, 2019-2022, 2019-2024, 2021-2022, 2021-2024, 2022-2024.
        #expect(pairs == [391, 396, 379, 620, 573, 611])
        #expect(same == [388, 393, 379, 620, 569, 607])
        #expect(moved == [5, 8, 9, 4, 11, 10])
    }
}
