import Foundation
import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkIndex
import WaymarkRegions

@Suite("RegionCounts")
struct RegionCountsTests {
    /// Four adjacent squares of a degree on the equator, with counts 1, 4, 0 and 2, one of them from outside.
    private func counts() throws -> RegionCounts {
        let squares = (0..<4).map { polygon("\($0) 0,\($0 + 1) 0,\($0 + 1) 1,\($0) 1,\($0) 0") }
        let set = try regions(collection(squares[0], squares[1], squares[2], squares[3]))
        var counts = RegionCounts(of: .init(name: "squares & all", regions: set))
        for (latitude, longitude) in [
            (0.5, 0.5), (0.5, 1.1), (0.5, 1.2), (0.5, 1.3), (0.5, 1.4), (0.5, 3.5), (1.01, 3.5), (40, 40),
        ] {
            counts.add(set.nearestRegion(to: coordinate(latitude, longitude), within: .kilometers(5)))
        }
        return counts
    }

    @Test("counts places by region, including those outside, and those in none")
    func adding() throws {
        var counts = try counts()
        #expect(counts.counts.map(\.places) == [1, 4, 0, 2] && counts.counts.map(\.nearest) == [0, 0, 0, 1])
        #expect(counts.outside == 1)
        var part = RegionCounts.Count()
        part.add(Match(index: 2, distance: Meters(3)))
        part.add(Match(index: 2, distance: .zero))
        counts.add([2: part, 0: part], outside: 4)
        #expect(counts.counts.map(\.places) == [3, 4, 2, 2] && counts.counts.map(\.nearest) == [1, 0, 1, 1])
        #expect(counts.outside == 5)
    }

    @Test("GeoJSON has the counts, with or without empty regions")
    func writing() throws {
        let counts = try counts()
        let top = try #require(
            try JSONSerialization.jsonObject(with: Data(counts.geoJSON(.breaks([2, 4])))) as? [String: Any])
        #expect(top["level"] as? String == "squares & all" && top["outside"] as? Int == 1)
        let features = try #require(top["features"] as? [[String: Any]]).compactMap {
            $0["properties"] as? [String: Any]
        }
        #expect(features.map { $0["count"] as? Int } == [1, 4, 0, 2])
        let scale = ColorScale.viridis.reversed
        #expect(
            features.map { $0["fill"] as? String } == [
                "\(scale.color(at: 0).rgb)", "\(scale.color(at: 1).rgb)", "#e9e9e6", "\(scale.color(at: 0.5).rgb)",
            ])
        #expect(
            try RegionSet(geoJSON: counts.geoJSON(leavesOutEmpty: true), file: "written").regions.map(\.name) == [
                "a", "b", "d",
            ])
    }

    @Test("regions without counts are written too")
    func empty() throws {
        let set = try regions(collection(polygon("0 0,1 0,1 1,0 0")))
        let counts = RegionCounts(of: .init(name: "", regions: set))
        #expect(String(decoding: counts.geoJSON(leavesOutEmpty: true), as: UTF8.self).contains("\"features\":[\n]"))
    }
}

@Suite("Colours of owners")
struct OwnerColorTests {
    @Test("owners without a colour get a unique one, the same in each run")
    func owners() {
        guard
            case .owners(let colors, _) = VisitFill.owners(
                named: ["b", "a", "c", ""], given: ["b": RGBColor(0x123456)])
        else { return #expect(Bool(false)) }
        #expect(colors == ["a": RGBColor(0x0072b2), "b": RGBColor(0x123456), "c": RGBColor(0xe69f00)])
    }

    @Test("no two owners have equal or similar colours, for any number of owners")
    func manyOwners() {
        for (count, least) in [(8, 0.08), (40, 0.08), (1000, 0.01)] {
            // The first of the palette, and one that looks like its second.
            let given = ["1": RGBColor(0x0072b2), "2": RGBColor(0xe69f01)]
            guard
                case .owners(let colors, let others) = VisitFill.owners(
                    named: Set((1...count).map { "\($0)" }), given: given)
            else { return #expect(Bool(false)) }
            #expect(colors.count == count && colors["1"] == given["1"] && colors["2"] == given["2"])
            let all = (colors.values + [others]).map { Oklab($0) }
            var nearest = 1.0
            for i in all.indices { for j in 0..<i { nearest = min(nearest, all[i].difference(to: all[j])) } }
            #expect(nearest >= least, "\(count): \(nearest)")
        }
    }
}
