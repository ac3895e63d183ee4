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

    /// The star that joins each of `count` places on a circle to the place `step` places on.
    private func star(_ count: Int, step: Int) -> String {
        (0...count).map { number in
            let bearing = Double(number * step % count) * 360 / Double(count)
            let place = Sphere.earth.destination(
                from: coordinate(37, 127), bearing: bearing, distance: .kilometers(40))
            return "\(place.longitude) \(place.latitude)"
        }.joined(separator: ",")
    }

    @Test("a ring that crosses itself thousands of times is mended, one that does so more often is refused in words")
    func tangles() throws {
        // A star of n places, each joined to the k-th next one, has n (k - 1) crossings.
        let few = try mended(collection(polygon(star(101, step: 50))))
        #expect(few.report.notes.map(\.action) == [.mended])
        #expect(few.region(containing: coordinate(37, 127)) != nil)
        for step in [149, 1499] {
            let count = 2 * step + 1
            let many = try mended(collection(polygon(star(count, step: step))))
            #expect(many.report.notes.map(\.action) == [.refused])
            let limit = 10_000 + 4 * count
            #expect(
                many.report.notes.map(\.reason) == [
                    "the borders cross more than \(limit) times, too often to be repaired"
                ])
        }
    }

    @Test("crossings are counted as by comparing each pair of edges", arguments: 1...6 as ClosedRange<UInt64>)
    func crossings(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func side(_ a: PlanePoint, _ b: PlanePoint, _ p: PlanePoint) -> Int {
            Int((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)).signum()
        }
        func isWithin(_ p: PlanePoint, _ a: PlanePoint, _ b: PlanePoint) -> Bool {
            p != a && p != b && side(a, b, p) == 0 && min(a.x, b.x)...max(a.x, b.x) ~= p.x
                && min(a.y, b.y)...max(a.y, b.y) ~= p.y
        }
        for _ in 0..<60 {
            // On a small grid, so that edges often touch, overlap and coincide.
            let size = Double([4, 12, 100].randomElement(using: &generator)!)
            var ring = (0..<Int.random(in: 3...25, using: &generator)).map { _ in
                PlanePoint(
                    x: Double.random(in: 0...size, using: &generator).rounded(),
                    y: Double.random(in: 0...size, using: &generator).rounded())
            }
            ring.append(ring[0])
            let edges = zip(ring, ring.dropFirst()).filter { $0 != $1 }
            var count = 0
            for (number, (a, b)) in edges.enumerated() {
                for (c, d) in edges[..<number] {
                    let cross = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
                    if cross || isWithin(a, c, d) || isWithin(b, c, d) || isWithin(c, a, b) || isWithin(d, a, b) {
                        count += 1
                    }
                }
            }
            let polygon = PlanePolygon(rings: [ring])
            #expect(BorderTangle.fault([polygon], maxCrossings: count) == nil)
            if count > 0 { #expect(BorderTangle.fault([polygon], maxCrossings: count - 1) != nil) }
        }
    }

    @Test("edges side by side are refused where there are too many")
    func sideBySide() {
        var comb = (0..<200).map { PlanePoint(x: $0 % 2 == 0 ? 0 : 50, y: Double($0)) }
        comb.append(comb[0])
        let polygon = PlanePolygon(rings: [comb.map { PlanePoint(x: $0.x * 20, y: $0.y) }])
        #expect(BorderTangle.fault([polygon]) == nil)
        #expect(BorderTangle.fault([polygon], maxBeside: 10) == "too many edges lie side by side to be repaired")
    }
}
