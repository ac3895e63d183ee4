import RegionTestSupport
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkRegions

/// Regions from a text, with borders repaired by GEOS if necessary.
func mended(_ text: String) throws -> RegionSet { try regions(text, mending: MendedBorders()) }

@Suite("Repaired borders")
struct MendedBordersTests {
    @Test("an empty area is refused, with GEOS's message")
    func flat() throws {
        let set = try mended(collection(polygon("0 0,1 0,2 0,0 0")))
        #expect(set.regions.isEmpty)
        let note = try #require(set.report.notes.first)
        #expect(note.action == .refused && note.reason.hasSuffix("it has no area"), "\(note)")
    }

    @Test("a ring that crosses itself is repaired: both loops are inside, and GEOS reports the crossing")
    func bowTie() throws {
        let set = try mended(collection(polygon("0 0,10 10,10 0,0 10,0 0")))
        let note = try #require(set.report.notes.first)
        #expect(note.action == .mended && note.reason == "Self-intersection[5 5]")
        #expect(set.region(containing: coordinate(5, 1)) == 0)
        #expect(set.region(containing: coordinate(5, 9)) == 0)
        #expect(set.region(containing: coordinate(1, 5)) == nil)
        #expect(set.region(containing: coordinate(9, 5)) == nil)
    }

    @Test("overlapping polygons are united, not subtracted from one another")
    func overlappingParts() throws {
        let set = try mended(collection(multiPolygon("0 0,10 0,10 10,0 10,0 0", "5 5,15 5,15 15,5 15,5 5")))
        #expect(set.report.notes.map(\.action) == [.mended])
        for place in [coordinate(2, 2), coordinate(7, 7), coordinate(12, 12)] {
            #expect(set.region(containing: place) == 0)
        }
        #expect(set.region(containing: coordinate(2, 12)) == nil)
    }

    @Test("a hole outside its ring, and a hole along an edge of it, give valid polygons")
    func strayHoles() throws {
        let outside = try mended(collection(polygon("0 0,4 0,4 4,0 4,0 0", "6 6,8 6,8 8,6 8,6 6")))
        #expect(outside.report.notes.map(\.action) == [.mended])
        // The part outside becomes a separate polygon.
        #expect(outside.region(containing: coordinate(7, 7)) == 0)
        #expect(outside.region(containing: coordinate(5, 5)) == nil)
        #expect(outside.region(containing: coordinate(2, 2)) == 0)
        let edge = try mended(collection(polygon("0 0,4 0,4 4,0 4,0 0", "0 1,2 1,2 3,0 3,0 1")))
        #expect(edge.report.notes.map(\.action) == [.mended])
        #expect(edge.region(containing: coordinate(2, 1)) == nil)
        #expect(edge.region(containing: coordinate(2, 3)) == 0)
    }

    @Test("spikes, repeated vertices and tiny numbers are harmless")
    func oddities() throws {
        let set = try mended(
            collection(
                polygon("0 0,0 0,1e-300 1e-300,4 0,4 0,4 4,4 8,4 4,0 4,0 0"), polygon("-1e-320 0,-1 0,-1 1,-1e-320 0")))
        #expect(set.regions.count == 2)
        #expect(set.region(containing: coordinate(2, 2)) == 0)
        #expect(set.region(containing: coordinate(0, 0)) == 0)
        #expect(set.regions(containing: coordinate(1e-40, -1e-40)) == [0, 1])
        #expect(set.region(containing: coordinate(0.2, -0.5)) == 1)
    }

    @Test("rings that touch one another in a point, islands in lakes and repeated vertices need no repair")
    func touching() throws {
        let geometries = [
            multiPolygon("0 0,2 0,2 2,0 2,0 0", "2 2,4 2,4 4,2 4,2 2"),
            polygon("0 0,4 0,4 4,0 4,0 0", "0 2,2 1,2 3,0 2"),
            polygon("0 0,0 0,4 0,4 0,4 4,0 4,0 0"),
            #"{"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[1,8],[8,8],[8,1],[1,1]]],"#
                + "[[[2,2],[3,2],[3,3],[2,3],[2,2]]]]}",
        ]
        for geometry in geometries { #expect(try mended(collection(geometry)).report.notes.isEmpty, "\(geometry)") }
    }

    @Test("random rings are judged valid or invalid as by GEOS", arguments: 1...8 as ClosedRange<UInt64>)
    func asGEOS(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var counts = [0, 0]
        for _ in 0..<400 {
            // On a grid, so that rings often touch, cross and share edges.
            let rings = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
                var places = (0..<Int.random(in: 3...5, using: &generator)).map { _ in
                    "\(Int.random(in: 0...6, using: &generator)) \(Int.random(in: 0...6, using: &generator))"
                }
                places.append(places[0])
                return places.joined(separator: ",")
            }
            let text = collection(rings.count == 1 ? polygon(rings[0]) : multiPolygon(rings[0], rings[1]))
            let (mine, theirs) = (try regions(text), try mended(text))
            let isSound = theirs.report.notes.isEmpty
            counts[isSound ? 1 : 0] += 1
            if mine.report.notes.isEmpty != isSound {
                Issue.record("\(rings): \(mine.report.notes), GEOS: \(theirs.report.notes)")
            }
        }
        #expect(counts.min()! > 20)
    }

    @Test(
        "Korea's boundaries are the same regions in both ways, except for faulty ones",
        arguments: Boundaries.allCases)
    func boundaries(file: Boundaries) throws {
        guard SharedData.isPresent else { return }
        let mended = try file.regions(mending: MendedBorders())
        let sound = try file.regions()
        let faulty = Set(mended.report.notes.map(\.feature))
        #expect(Set(sound.report.notes.map(\.feature)) == faulty)
        #expect(sound.regions.count == mended.regions.count - faulty.count)
    }
}
