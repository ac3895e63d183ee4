import PublishedInstances
import Testing
import WaymarkOrders
import WaymarkPlans
import WaymarkText

/// Places on a line, one unit of time apart, from the hotel at 0.
private func line(_ places: [PlanPlace], days: [PlanDay], nodes: Int = 12) throws -> PlanProblem {
    PlanProblem(travel: try TravelMatrix(count: nodes) { abs(Double($0 - $1)) }, places: places, days: days)
}

@Suite struct PlanRuleTests {
    @Test("a break lies between visits, and the day leaves as late as its first visit allows")
    func breaksLieBetweenVisits() throws {
        let noon = PlanBreak(opens: 12, closes: 14, length: 1)
        let problem = try line(
            [
                PlanPlace(node: 2, score: 5, stay: 2, windows: [[PlanWindow(opens: 10, closes: 20)]]),
                PlanPlace(node: 3, score: 5, stay: 3),
            ],
            days: [PlanDay(start: 0, end: 0, opens: 8, closes: 22, breaks: [noon])])
        let plan = try DayPlan(problem)
        #expect(faults(of: plan, in: problem) == [])
        let day = plan.days[0]
        #expect(plan.score == 10)
        #expect(day.breaks.count == 1 && day.breaks[0].start >= 12 && day.breaks[0].start <= 13)
        #expect(day.departure == day.visits[0].start - day.visits[0].way || day.breaks[0].visitsBefore == 0)
    }

    @Test("days are balanced, and none is empty where there is something to see")
    func daysAreBalanced() throws {
        let day = PlanDay(start: 0, end: 0, opens: 0, closes: 100)
        let problem = try line(
            (1...6).map { PlanPlace(node: $0, score: 1, stay: 10) }, days: [day, day, day])
        let plan = try DayPlan(problem)
        #expect(plan.score == 6)
        #expect(plan.order.map(\.count) == [2, 2, 2])
    }

    @Test("a required place that cannot be kept is named with the reason and a smallest set in conflict")
    func conflictsAreNamed() throws {
        let day = PlanDay(start: 0, end: 0, opens: 0, closes: 20)
        let problem = try line(
            [
                PlanPlace(node: 1, score: 1, stay: 1, isMust: true),
                // Both start at 5, at different places.
                PlanPlace(node: 2, score: 9, stay: 2, pin: PlanPin(day: 0, start: 5)),
                PlanPlace(node: 3, score: 1, stay: 2, pin: PlanPin(day: 0, start: 5)),
                PlanPlace(node: 4, score: 1, stay: 2, windows: [[]], isMust: true),
                PlanPlace(node: 11, score: 1, stay: 2, pin: PlanPin(day: 0, start: 4)),
                PlanPlace(
                    node: 5, score: 1, stay: 2, windows: [[PlanWindow(opens: 1, closes: 3)]],
                    pin: PlanPin(day: 0, start: 9)),
            ], days: [day])
        let plan = try DayPlan(problem)
        #expect(faults(of: plan, in: problem) == [])
        #expect(plan.score == 10)
        #expect(plan.conflicts.map(\.place) == [2, 3, 4, 5])
        let reasons = plan.conflicts.map(\.reason)
        #expect(reasons[0] == .others([1], isSmallest: true) && reasons[1] == .closed && reasons[3] == .closed)
        guard case .unreachable(let lateness) = reasons[2] else {
            Issue.record("not late: \(reasons[2])")
            return
        }
        #expect(abs(lateness - 7) < 1e-6)
    }

    @Test("moving one pinned stop changes at most two other visits in the median")
    func replanningKeepsMost() throws {
        var numbers: [Int] = []
        for seed in 0..<40 as Range<UInt64> {
            var problem = madeProblem(seed: seed, places: 25, days: 2, isPlain: true)
            for place in problem.places.indices { problem.places[place].stay += 30 }
            problem.places[0].pin = PlanPin(day: 0, start: 620)
            guard let plan = try? DayPlan(problem, effort: .iterations(300)), plan.conflicts.isEmpty else { continue }
            problem.places[0].pin = PlanPin(day: 0, start: 680)
            let old = PlanToKeep(order: plan.order, price: 20)
            let new = try DayPlan(problem, keeping: old, effort: .iterations(300))
            #expect(faults(of: new, in: problem) == [])
            numbers.append(old.changes(to: new).count { $0 != 0 })
        }
        numbers.sort()
        #expect(numbers.count > 20)
        #expect(numbers[numbers.count / 2] <= 2)
    }

    @Test("the price of a change decides whether a better plan replaces an earlier one")
    func priceDecides() throws {
        let problem = try line(
            [PlanPlace(node: 1, score: 5, stay: 10), PlanPlace(node: 2, score: 6, stay: 10)],
            days: [PlanDay(start: 0, end: 0, opens: 0, closes: 15)])
        let old = PlanToKeep(order: [[0]], price: 1)
        #expect(try DayPlan(problem, keeping: old).order == [[0]])
        #expect(try DayPlan(problem, keeping: PlanToKeep(order: [[0]], price: 0.1)).order == [[1]])
        #expect(old.changes(to: try DayPlan(problem)) == [0, 1])
    }

    @Test("each published family is read by its content, and paths have the file's nodes")
    func familiesAreRead() throws {
        let files: [(String, PlanInstance.Family, [[Int]], Double)] = [
            ("10\t1\n0 0 0\n4 0 0\n1 0 7\n0 90 9\n", .orienteering, [[0, 2, 1]], 7),
            ("n 4\nm 2\ntmax 6\n0 0 0\n1 0 7\n1 1 8\n2 0 0\n", .team, [[0, 1, 3], [0, 2, 3]], 15),
            (
                "4 1 2 1\n0 200\n0 0 0 0 0 0 0 0 50\n1 3 4 9 10 1 1 1 5 6\n2 3.05 4 9 10 1 1 1 5 6\n", .windows,
                [[0, 1, 0]], 10
            ),
            (
                """
                NAME : x
                TYPE : OP
                DIMENSION : 3
                COST_LIMIT : 10
                EDGE_WEIGHT_TYPE : EUC_2D
                NODE_COORD_SECTION
                1 0 0
                2 3 4
                3 30 4
                NODE_SCORE_SECTION
                1 2
                2 5
                3 5
                DEPOT_SECTION
                1
                -1
                EOF
                """, .library, [[0, 1, 0]], 7
            ),
        ]
        for (text, family, paths, score) in files {
            let instance = try PlanInstance(parsing: Array(text.utf8))
            let plan = try DayPlan(instance.problem)
            #expect(instance.family == family)
            #expect(instance.paths(of: plan).map(\.count).sorted() == paths.map(\.count).sorted())
            #expect(plan.score + instance.startScore == score)
            if paths.count == 1 { #expect(instance.paths(of: plan) == paths) }
        }
        let two = try PlanInstance(parsing: Array(files[2].0.utf8), paths: 2)
        #expect(try DayPlan(two.problem).score == 20)
    }

    @Test(
        "a file that is no instance is refused with its line",
        arguments: [
            "", "a b\n", "1 2 3\n", "10 1\n0 0 0\n", "10 1\n0 0 0\n1 1 -4\n", "10 0\n0 0 0\n1 1 4\n",
            "n 3\nm 2\ntmax 4\n0 0 0\n",
            "4 1 2 1\n0 200\n0 0 0 0 0 0 0 0 50\n", "TYPE : OP\nDIMENSION : 3\n", "nan 1\n0 0 0\n1 1 1\n",
        ])
    func badFilesAreRefused(text: String) {
        #expect {
            try PlanInstance(parsing: Array(text.utf8))
        } throws: { error in
            if case .malformedFile? = error as? PlanError { true } else { false }
        }
    }

    @Test("invalid values are refused with their place or day")
    func badValuesAreRefused() throws {
        let day = PlanDay(start: 0, end: 0, opens: 0, closes: 10)
        func error(_ place: PlanPlace, _ day: PlanDay, limits: [Int] = []) throws -> PlanError? {
            var problem = try line([place], days: [day])
            problem.themeLimits = limits
            do { _ = try DayPlan(problem) } catch { return error }
            return nil
        }
        let fine = PlanPlace(node: 1, score: 1)
        #expect(try error(fine, day) == nil)
        #expect(
            try error(fine, PlanDay(start: 0, end: 99, opens: 0, closes: 1))?.description
                == "day 0: node 99 is not in the travel matrix")
        #expect(
            try error(fine, PlanDay(start: 0, end: 0, opens: 2, closes: 1))
                == .invalidDay(0, reason: "closes at 1.0, before it opens at 2.0"))
        #expect(try error(fine, PlanDay(start: 0, end: 9, opens: 0, closes: 1)) == .impossibleDay(0, earliestEnd: 9))
        #expect(
            try error(
                fine,
                PlanDay(start: 0, end: 0, opens: 0, closes: 9, breaks: [PlanBreak(opens: 1, closes: 2, length: 3)]))
                == .invalidDay(0, reason: "a break of 3.0 does not fit its interval"))
        for place in [
            PlanPlace(node: -1, score: 1), PlanPlace(node: 1, score: -1), PlanPlace(node: 1, score: .nan),
            PlanPlace(node: 1, score: 1, stay: -1), PlanPlace(node: 1, score: 1, windows: [[], []]),
            PlanPlace(node: 1, score: 1, windows: [[PlanWindow(opens: 2, closes: 1)]]),
            PlanPlace(node: 1, score: 1, theme: -1), PlanPlace(node: 1, score: 1, pin: PlanPin(day: 1, start: 1)),
            PlanPlace(node: 1, score: 1, pin: PlanPin(day: 0, start: .nan)),
        ] {
            guard case .invalidPlace(0, _)? = try error(place, day) else {
                Issue.record("accepted: \(place)")
                continue
            }
        }
        #expect(try error(fine, day, limits: [-1]) == .invalidLimit(theme: 0, -1))
    }
}
