import TestSupport
import Testing
import WaymarkExtracts
import WaymarkRoads
import WaymarkRoutes

@Suite("Rules of roads")
struct RoadRuleTests {
    /// The ways of a map by car, by bicycle and on foot.
    private func check(
        _ text: String, _ expected: [(ends: String, car: String, bicycle: String, foot: String)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let map = try RoadMap(text)
        for (ends, car, bicycle, foot) in expected {
            for (mode, way) in [(TravelMode.driving, car), (.cycling, bicycle), (.walking, foot)] {
                let found = map.way(ends, by: mode)
                #expect(found == way, "\(ends), \(mode.rawValue)", sourceLocation: sourceLocation)
            }
        }
    }

    /// A street from a to c, and a longer way around it.
    private static func detour(_ tags: String, _ more: String = "") -> String {
        """
        x--a--b--c--y
           |     |
           d-----e

        xa highway=residential
        cy highway=residential
        abc \(tags)
        ad highway=residential
        de highway=residential
        ec highway=residential
        \(more)
        """
    }

    private func checkDetour(
        _ tags: String, _ more: String = "", car: String = "abc abc", bicycle: String = "abc abc",
        foot: String = "abc abc",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        /// What is expected from x to y and back, by the nodes between a and c.
        func ways(_ text: String) -> (there: String, back: String) {
            let parts = text.split(separator: " ").map(String.init)
            return ("x\(parts[0])y", "y\(String(parts[1].reversed()))x")
        }
        let (c, b, f) = (ways(car), ways(bicycle), ways(foot))
        try check(
            Self.detour(tags, more), [("xy", c.there, b.there, f.there), ("yx", c.back, b.back, f.back)],
            sourceLocation: sourceLocation)
    }

    @Test func onewaysInAllTheirForms() throws {
        let residential = "highway=residential"
        try checkDetour(residential)
        try checkDetour("\(residential) oneway=yes", car: "abc adec", bicycle: "abc adec")
        try checkDetour("\(residential) oneway=-1", car: "adec abc", bicycle: "adec abc")
        try checkDetour("\(residential) oneway=no junction=roundabout")
        try checkDetour("\(residential) junction=roundabout", car: "abc adec", bicycle: "abc adec")
        try checkDetour("\(residential) oneway=yes oneway:bicycle=no", car: "abc adec")
        try checkDetour("\(residential) oneway=yes cycleway=opposite", car: "abc adec")
        try checkDetour("\(residential) oneway:foot=yes", foot: "abc adec")
        try checkDetour("highway=motorway", car: "abc adec", bicycle: "adec adec", foot: "adec adec")
    }

    @Test func accessGoesByTheMostSpecificTag() throws {
        try checkDetour("highway=residential access=no", car: "adec adec", bicycle: "adec adec", foot: "adec adec")
        try checkDetour("highway=residential access=no foot=yes", car: "adec adec", bicycle: "adec adec")
        try checkDetour("highway=residential motor_vehicle=no", car: "adec adec")
        try checkDetour("highway=residential access=no motor_vehicle=no motorcar=yes bicycle=yes foot=yes")
        try checkDetour("highway=residential access=private", car: "adec adec", bicycle: "adec adec", foot: "adec adec")
        try checkDetour("highway=residential vehicle=destination", car: "adec adec")
        try checkDetour("highway=construction", car: "adec adec", bicycle: "adec adec", foot: "adec adec")
        try checkDetour("highway=footway", car: "adec adec", bicycle: "adec adec")
        try checkDetour("highway=track", car: "adec adec")
        try checkDetour("highway=track motor_vehicle=yes maxspeed=50")
    }

    @Test func whatIsForDestinationsIsAtTheEnds() throws {
        try check(
            """
            x--a--b--c--y

            xa highway=residential
            ab highway=residential access=private
            bc highway=residential access=private
            cy highway=residential
            """, [("xb", "xab", "xab", "xab"), ("by", "bcy", "bcy", "bcy"), ("xy", "xabcy", "xabcy", "xabcy")])
    }

    @Test func barriersAreFromTheirTags() throws {
        try checkDetour("highway=residential", "b barrier=bollard", car: "adec adec")
        try checkDetour("highway=residential", "b barrier=bollard bollard=rising")
        try checkDetour("highway=residential", "b barrier=bollard motor_vehicle=yes")
        try checkDetour("highway=residential", "b barrier=gate")
        try checkDetour(
            "highway=residential", "b barrier=gate access=no", car: "adec adec", bicycle: "adec adec", foot: "adec adec"
        )
        try checkDetour("highway=residential", "b barrier=gate access=no foot=yes bicycle=yes", car: "adec adec")
        try checkDetour(
            "highway=residential", "b barrier=wall", car: "adec adec", bicycle: "adec adec", foot: "adec adec")
    }

    private static let crossing = """
        x--a--b--y
           |  |
           c--d

        xa highway=residential
        ab highway=residential
        by highway=residential
        ac highway=residential
        cd highway=residential
        db highway=residential

        """

    @Test func turnsAreRestrictedOverANode() throws {
        let all = "xaby"
        func check(_ rule: String, car: String, bicycle: String? = nil, foot: String = all) throws {
            try self.check(Self.crossing + rule, [("xy", car, bicycle ?? car, foot)])
        }
        try check("", car: all)
        try check("no_straight_on xa a ab", car: "xacdby")
        try check("no_straight_on xa a ab except=bicycle", car: "xacdby", bicycle: all)
        try check("no_straight_on xa a ab restriction:motorcar=no_straight_on", car: "xacdby", bicycle: all)
        try check("no_straight_on xa a ab restriction:foot=no_straight_on", car: all, foot: "xacdby")
        try check("only_right_turn xa a ac", car: "xacdby")
        try check("only_straight_on xa a ab", car: all)
        // It ends where the way is that it speaks of, and nowhere else.
        try check("no_straight_on ab b by", car: "xacdby")
        try check("no_straight_on xa b ab", car: all)
    }

    @Test func turnsAreRestrictedOverWays() throws {
        try check(Self.crossing + "no_u_turn xa ab by", [("xy", "xacdby", "xacdby", "xaby")])
        try check(
            Self.crossing + "only_straight_on xa ab by",
            [("xy", "xaby", "xaby", "xaby"), ("xd", "xabybd", "xabybd", "xabd")])
        // From elsewhere the same ways may follow each other.
        try check(
            Self.crossing
                + "no_straight_on xa ab by\nno_left_turn cd d db\nno_left_turn cd d db restriction:foot=no_left_turn",
            [("cy", "caby", "caby", "caby")])
        // Over two ways, of which the beginning of another is a part.
        let two = Self.crossing + "no_left_turn xa ac cd\nno_straight_on ac cd db\nno_straight_on xa a ab"
        try check(two, [("xy", "-", "-", "xaby")])
    }

    @Test func oneTurnsBackOnlyWhereNothingLeadsOn() throws {
        try check(
            """
            x--a--b
               |
               c

            xa highway=residential
            ab highway=residential
            ac highway=residential
            no_right_turn xa a ac
            """, [("xc", "xabac", "xabac", "xac")])
    }

    @Test func ferriesGoByTheirDuration() throws {
        let map = try RoadMap(
            """
            x--a-----b--y

            xa highway=residential
            ab route=ferry duration=0:30
            by highway=residential
            """)
        for mode in [TravelMode.driving, .cycling, .walking] {
            let seconds = try #require(map.path("xy", by: mode)).seconds
            #expect(seconds > 1800 && seconds < 2000, "\(mode.rawValue): \(seconds)")
        }
    }

    @Test func speedsAreThoseOfTheTable() throws {
        func speed(_ tags: String, _ mode: TravelMode) throws -> Double {
            let map = try RoadMap("a----------b\n\nab \(tags)")
            let path = try #require(map.path("ab", by: mode))
            return path.meters / path.seconds * 3.6
        }
        func expect(_ tags: String, _ mode: TravelMode, _ expected: Double) throws {
            #expect(abs(try speed(tags, mode) - expected) < 0.001 * expected, "\(tags)")
        }
        try expect("highway=primary", .driving, 65)
        try expect("highway=residential maxspeed=50", .driving, 40)
        try expect("highway=residential maxspeed=30~mph", .driving, 30 * 1.609344 * 0.8)
        try expect("highway=residential maxspeed=walk", .driving, 25)
        try expect("highway=primary surface=gravel", .driving, 40)
        try expect("highway=residential", .cycling, 15)
        try expect("highway=residential maxspeed=10", .cycling, 10)
        try expect("highway=residential maxspeed=50", .cycling, 15)
        try expect("highway=residential maxspeed=50", .walking, 5)
        try expect("highway=residential surface=gravel", .cycling, 6)
        try expect("highway=steps", .walking, 5)
    }

    @Test func signalsAndTurnsCost() throws {
        func seconds(_ more: String) throws -> Double {
            try #require(
                RoadMap("a-----b-----c\n\nab highway=residential\nbc highway=residential\n\(more)").path(
                    "ac", by: .driving)
            ).seconds
        }
        #expect(abs(try seconds("b highway=traffic_signals") - seconds("") - 2) < 1e-6)
        // Right turns are cheaper than left ones, both more than straight on.
        let map = try RoadMap(
            """
                 l
                 |
            a----b----s
                 |
                 r

            ab highway=residential
            bl highway=residential
            bs highway=residential
            br highway=residential
            """)
        func cost(_ end: Character) throws -> Double {
            let path = try #require(map.path("a\(end)", by: .driving))
            return path.seconds - path.meters / (25 / 3.6)
        }
        let (left, right, straight) = (try cost("l"), try cost("r"), try cost("s"))
        #expect(straight < 0.1 && right > 1 && left > right && left < 7.5, "\(left) \(right) \(straight)")
    }

    @Test func ownProfiles() throws {
        let text = "a-----b-----c\n\nab highway=residential\nbc highway=residential\nb highway=crossing"
        let table = RoadProfile.table.replacing("car\tcost\tcrossing\t0", with: "car\tcost\tcrossing\t5")
        let (own, usual) = (
            try RoadMap(text, profiles: [RoadProfile(named: "car", mode: .driving, table: table)]), try RoadMap(text)
        )
        let (slow, fast) = (
            try #require(own.path("ac", by: .driving)).seconds, try #require(usual.path("ac", by: .driving)).seconds
        )
        #expect(abs(slow - fast - 5) < 0.02, "\(slow) \(fast)")
        #expect(own.network.modes == [.driving])
    }

    @Test(
        "a table that is malformed is refused with its line",
        arguments: [
            ("car\tspeed\thighway=primary\tfast", 3, "fast is no value of speed"),
            ("car\tspeed\thighway=primary", 3, "3 cells, 4 were expected"),
            ("car\tspeed\t!highway\t50", 3, "the conditions are malformed: !highway"),
            ("car\tcost\tsignal\t-2", 3, "-2 is no cost"), ("", nil, "the profile car has no cost ferry"),
        ] as [(String, Int?, String)])
    func malformedProfiles(line: String, number: Int?, reason: String) {
        #expect(throws: RoadProfileError(line: number, reason: reason)) {
            try RoadProfile(
                named: "car", mode: .driving, table: "# a table\nprofile\tuse\tconditions\tvalue\n\(line)\n")
        }
    }
}
