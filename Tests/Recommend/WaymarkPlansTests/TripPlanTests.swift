import Foundation
import Testing
import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
import WaymarkPlans
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkText

/// Places around a point in Seoul, by a seed.
private func madePlaces(_ count: Int, seed: UInt64, spread: Double = 0.03) throws -> RecommendedPlaces {
    var random = SplitMix64(seed: seed)
    return RecommendedPlaces(
        try (0..<count).map { number in
            let latitude = 37.55 + spread * (random.unit() - 0.5)
            let longitude = 127 + spread * (random.unit() - 0.5)
            let theme = number % 5 == 0 ? "먹거리" : number % 2 == 0 ? "자연/힐링" : "문화/예술"
            return RecommendedPlace(
                id: "\(number)", name: "Place \(number)",
                coordinate: try Coordinate(latitude: latitude, longitude: longitude), theme: theme,
                worth: Double(1 + number % 7) / 7)
        })
}

private func planned(
    _ places: RecommendedPlaces, _ change: (inout PlanQuestion) -> Void = { _ in }
) async throws -> TripPlan {
    var question = PlanQuestion(start: "37.55,127")
    question.iterations = 200
    change(&question)
    return try await PlannedTrip(question, among: places) { name in
        guard let place = places.places.first(where: { $0.name == name }) else {
            throw UnclearPlaceName(reason: "no \(name)")
        }
        return place.coordinate
    }.tripPlan()
}

private func distance(_ from: [Double], _ to: [Double]) throws -> Double {
    Sphere.earth.distance(
        from: try Coordinate(latitude: from[1], longitude: from[0]),
        to: try Coordinate(latitude: to[1], longitude: to[0])
    ).value
}

/// What is wrong with the ways of a plan: each begins where the last ended, the car is where it was parked, times add up.
private func faults(of plan: TripPlan) throws -> [String] {
    var faults: [String] = []
    for (number, day) in plan.days.enumerated() {
        func fault(_ text: String) { faults.append("day \(number + 1): \(text)") }
        var (here, time) = ([day.start.longitude, day.start.latitude], day.departure.minute)
        var car = here
        func go(_ ways: [TripPlan.Way], to end: [Double]) throws {
            for way in ways {
                let (from, to) = (way.line.first!, way.line.last!)
                if try distance(from, here) > 1 { fault("a way begins elsewhere") }
                if way.by == .car {
                    if try distance(from, car) > 1 { fault("the car is elsewhere") }
                    if try distance(from, to) < 700, to != [day.end.longitude, day.end.latitude] {
                        fault("a hop is driven")
                    }
                    car = to
                }
                if way.leadsToCar, try distance(to, car) > 1 { fault("the walk leads to no car") }
                (here, time) = (to, time + way.minutes)
            }
            if try distance(here, end) > 1 { fault("a way ends elsewhere") }
        }
        var pauses = day.breaks[...]
        func pause(upTo visits: Int) throws {
            while let pause = pauses.first, pause.visitsBefore <= visits {
                pauses.removeFirst()
                if let place = pause.place { try go(pause.ways, to: [place.longitude, place.latitude]) }
                if pause.start < pause.opens || pause.end > pause.closes { fault("a break outside its interval") }
                // It may interrupt a way.
                time += pause.end.minute - pause.start.minute
            }
        }
        for (index, visit) in day.visits.enumerated() {
            try pause(upTo: index)
            try go(visit.ways, to: [visit.longitude, visit.latitude])
            if visit.start.minute < time { fault("\(visit.name) begins at \(visit.start), before \(time)") }
            let pauses = day.breaks.contains { $0.visitsBefore == index }
            if !pauses, visit.start.minute - visit.wait != time { fault("\(visit.name) waits unsaid") }
            time = visit.leave.minute
        }
        try pause(upTo: .max)
        try go(day.lastWays, to: [day.end.longitude, day.end.latitude])
        if plan.mode == .mixed || plan.mode == .car, try distance(car, here) > 1 { fault("the car is left behind") }
        if day.arrival.minute < time || day.arrival > day.closes { fault("ends at \(day.arrival), not \(time)") }
    }
    return faults
}

@Suite("Trip plans") struct TripPlanTests {
    @Test(
        "the car is always where it was parked, no hop is driven, and times add up",
        arguments: PlanQuestion.Mode.allCases)
    func ways(mode: PlanQuestion.Mode) async throws {
        for seed in 0..<25 as Range<UInt64> {
            let places = try madePlaces(6 + Int(seed) * 2, seed: seed, spread: seed % 3 == 0 ? 0.012 : 0.05)
            let plan = try await planned(places) {
                $0.mode = mode
                $0.days = 1 + Int(seed % 3)
            }
            #expect(try faults(of: plan) == [], "seed \(seed)")
            #expect(plan.score <= plan.bound && plan.days.allSatisfy { !$0.visits.isEmpty })
            #expect(try TripPlan(parsing: Array(plan.json().utf8)) == plan)
            #expect(try plan.routes().map(\.stops.count) == plan.days.map { $0.visits.count + 2 })
            if mode == .foot { #expect(plan.days.allSatisfy { $0.car == 0 && $0.bicycle == 0 }) }
        }
    }

    @Test("a walk back to the car is planned as a way of its own")
    func backToTheCar() async throws {
        // Two places 500 m apart, five kilometres from the start.
        let places = RecommendedPlaces(
            try [("A", 37.60, 127.0), ("B", 37.6045, 127.0)].map { name, latitude, longitude in
                RecommendedPlace(
                    id: name, name: name, coordinate: try Coordinate(latitude: latitude, longitude: longitude))
            })
        let plan = try await planned(places) {
            $0.mode = .mixed
            $0.length = 4 * 60
            $0.isWithoutLunch = true
        }
        let day = plan.days[0]
        #expect(day.visits.count == 2)
        let ways = day.visits.flatMap(\.ways) + day.lastWays
        #expect(ways.map(\.by) == [.car, .foot, .foot, .car] && ways.filter(\.leadsToCar).count <= 1)
        #expect(day.visits.map(\.name) == ["A", "B"] && day.lastWays[0].leadsToCar)
        #expect(plan.itinerary(isKorean: false).contains("back to the car") && (try? faults(of: plan)) == [])
        #expect(day.lastWayMinutes == day.lastWays.reduce(0) { $0 + $1.minutes })
    }

    @Test(
        "worth counts as the number it is: a visit worth two short ones comes before either, and blanks are the median")
    func magnitude() async throws {
        func place(_ name: String, _ longitude: Double, _ worth: Double?) throws -> RecommendedPlace {
            RecommendedPlace(
                id: name, name: name, coordinate: try Coordinate(latitude: 37.55, longitude: longitude), worth: worth)
        }
        let places = RecommendedPlaces([
            try place("Low", 127.01, 0.2), try place("Blank", 127.011, nil), try place("Middle", 127.012, 0.4),
            try place("High", 127.013, 0.8),
        ])
        let plan = try await planned(places) { $0.mode = .foot }
        let scores = Dictionary(uniqueKeysWithValues: plan.days[0].visits.map { ($0.name, $0.score) })
        #expect(scores == ["Low": 25, "Blank": 50, "Middle": 50, "High": 100])
        #expect(plan.remarks.contains { $0.contains("1 of 4 places have no number") })
    }

    @Test("days differ: their hours, starts and ends, and what is not said is as on all days")
    func differentDays() async throws {
        let places = try madePlaces(40, seed: 3)
        let plan = try await planned(places) {
            try? $0.set("days", to: "3")
            try? $0.set("day", to: "2:start=Place 3,end=37.56,127.02,depart=14:30,hours=4")
            try? $0.set("day", to: "3:end=Place 5")
        }
        let days = plan.days
        #expect(days.map { "\($0.opens)–\($0.closes)" } == ["09:00–18:00", "14:30–18:30", "09:00–18:00"])
        #expect(days.map(\.start.name) == ["37.55,127", "Place 3", "37.56,127.02"])
        #expect(days.map(\.end.name) == ["37.55,127", "37.56,127.02", "Place 5"])
        #expect(days.map(\.breaks.count) == [1, 0, 1], "an afternoon has no lunch")
        #expect(try faults(of: plan) == [])
        #expect(!days.flatMap(\.visits).contains { ["Place 3", "Place 5"].contains($0.name) })
        for text in ["2", "0:hours=3", "2:hours=0", "2:colour=red", "2:depart=25:00", "31:hours=3"] {
            var question = PlanQuestion(start: "37.55,127")
            #expect(throws: (any Error).self, "\(text)") { try question.set("day", to: text) }
        }
        // A plan made anew has the same days.
        let again = try await planned(places) {
            $0.start = nil
            $0.earlier = plan
        }
        #expect(again.days == days && again.changes == [])
    }

    @Test("lunch is an hour between 11:30 and 13:30, at a place of food where that costs little, and can be left out")
    func lunch() async throws {
        let plan = try await planned(try madePlaces(40, seed: 9)) { $0.mode = .foot }
        let lunch = try #require(plan.days[0].breaks.first)
        #expect(lunch.isLunch && lunch.end.minute - lunch.start.minute == 60)
        #expect(lunch.start.minute >= 690 && lunch.end.minute <= 810 && lunch.place != nil)
        #expect(!plan.days[0].visits.contains { $0.name == lunch.place?.name })
        #expect(try faults(of: plan) == [])
        let none = try await planned(try madePlaces(40, seed: 9)) { $0.isWithoutLunch = true }
        #expect(none.days[0].breaks.isEmpty)
        let own = try await planned(try madePlaces(40, seed: 9)) {
            $0.breaks = [.init(minutes: 720...840, length: 30)]
        }
        #expect(own.days[0].breaks.map(\.isLunch) == [false])
        let evening = try await planned(try madePlaces(40, seed: 9)) { $0.departure = 16 * 60 }
        #expect(evening.days[0].breaks.isEmpty)
    }

    @Test("places of one site are one visit, with a little more time")
    func sites() async throws {
        let places = RecommendedPlaces(
            try [
                ("새남터 성당", 37.5231, 126.9570), ("새남터 순교성지", 37.5232, 126.9571), ("새남터 공원", 37.5300, 126.9571),
            ].map { name, latitude, longitude in
                RecommendedPlace(
                    id: name, name: name, coordinate: try Coordinate(latitude: latitude, longitude: longitude))
            })
        let plan = try await planned(places) { $0.start = "37.52,126.96" }
        let visits = plan.days[0].visits
        #expect(visits.count == 2)
        let site = try #require(visits.first { !$0.with.isEmpty })
        #expect(Set([site.name] + site.with) == ["새남터 성당", "새남터 순교성지"])
        let alone = try await planned(places) {
            $0.start = "37.52,126.96"
            $0.avoided = [site.with[0]]
        }
        // An avoided place takes the one of the same name with it only if they are the same place.
        let length = alone.days[0].visits.first { $0.name == site.name }.map { $0.leave.minute - $0.start.minute }
        if let length { #expect(site.leave.minute - site.start.minute > length) }
    }

    @Test("what was left out says what it would cost, and in whose place it fits")
    func leftOut() async throws {
        let plan = try await planned(try madePlaces(30, seed: 4)) { $0.length = 4 * 60 }
        let near = plan.leftOut.filter { $0.reason == .noTime }
        #expect(!near.isEmpty && near.allSatisfy { $0.costs! > 0 && $0.isOverBy! > 0 && !$0.text.isEmpty })
        let names = Set(plan.days[0].visits.map(\.name))
        #expect(near.allSatisfy { !names.contains($0.name) && $0.insteadOf.allSatisfy(names.contains) })
        #expect(plan.days[0].visits.allSatisfy { $0.costs > 0 })
        // A place that fits in place of another is planned when that is avoided and it must be seen.
        let swap = try #require(near.first { !$0.insteadOf.isEmpty })
        let other = try await planned(try madePlaces(30, seed: 4)) {
            $0.length = 4 * 60
            $0.musts = [swap.name]
            $0.avoided = swap.insteadOf
        }
        #expect(other.days[0].visits.contains { $0.name == swap.name } && other.conflicts.isEmpty)
    }

    @Test("a plan is made anew at any time of its day, with the car where it is", arguments: PlanQuestion.Mode.allCases)
    func anyTime(mode: PlanQuestion.Mode) async throws {
        let places = try madePlaces(30, seed: 11, spread: 0.08)
        let plan = try await planned(places) {
            $0.mode = mode
            $0.days = 2
        }
        for minute in stride(from: 8 * 60, through: 18 * 60, by: 7) {
            let again = try await planned(places) {
                ($0.start, $0.earlier, $0.iterations) = (nil, plan, 20)
                $0.now = .init(day: 0, minute: minute)
            }
            #expect(again.mode == mode && again.days.count == 2, "\(minute)")
            let seen = again.days.flatMap(\.visits).map(\.name)
            #expect(Set(seen).count == seen.count, "\(minute)")
            #expect(again.days.allSatisfy { $0.breaks.count <= 1 }, "\(minute)")
        }
    }

    @Test("a limit of a theme holds for an earlier plan, too")
    func themes() async throws {
        let places = try madePlaces(30, seed: 12)
        let plan = try await planned(places) { $0.mode = .foot }
        let again = try await planned(places) {
            ($0.start, $0.earlier, $0.maxPerTheme) = (nil, plan, 1)
        }
        let themes = again.days.flatMap(\.visits).compactMap(\.theme)
        #expect(again.mode == .foot && Set(themes).count == themes.count)
    }

    @Test("a question that many ask at once has one answer")
    func sharedPlaces() async throws {
        let places = try madePlaces(30, seed: 13)
        let plans = try await withThrowingTaskGroup(of: TripPlan.self) { group in
            for _ in 0..<4 { group.addTask { try await planned(places) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(plans).count == 1 && plans.count == 4)
    }
}
