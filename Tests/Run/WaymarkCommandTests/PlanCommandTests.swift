import Foundation
import TestSupport
import Testing

@Suite("waymark plan")
struct PlanCommandTests {
    /// Places along the equator, a kilometre apart; the theme follows from the names.
    private static let places = """
        name,latitude,longitude,rating
        Hotel,0,25,1
        Palace,0,25.009,9
        Museum,0,25.018,5
        Temple,0,25.027,7
        Tower,0,25.036,3
        Far Beach,0,25.2,9
        """

    private struct Plan: Decodable {
        struct Day: Decodable, Equatable {
            struct Visit: Decodable, Equatable {
                let name: String
                let arrival: String
                let start: String
                let leave: String
                let wayMinutes: Int
                let wait: Int
                let score: Double

                enum CodingKeys: String, CodingKey {
                    case name, arrival, start, leave, score
                    case wayMinutes = "way_min"
                    case wait = "wait_min"
                }
            }
            struct Pause: Decodable, Equatable {
                let start: String
                let end: String
            }
            let departure: String
            let arrival: String
            let visits: [Visit]
            let breaks: [Pause]
        }
        struct Change: Decodable, Equatable {
            let change: String
            let name: String
            let start: String?
        }
        let score: Double
        let bound: Double
        let days: [Day]
        let conflicts: [String]
        let endedBy: String
        let changes: [Change]?

        enum CodingKeys: String, CodingKey {
            case score, bound, days, conflicts, changes
            case endedBy = "ended_by"
        }
    }

    private func minutes(_ clock: String) throws -> Int {
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        return try #require(parts.count == 2 ? parts[0] * 60 + parts[1] : nil)
    }

    private func run(_ arguments: [String]) throws -> (Plan, Tool.Result) {
        let folder = try Folder()
        let file = try folder.file("places.csv", Self.places)
        let result = try Tool.run(
            ["plan", "--attractions", file, "--format", "json", "--no-lunch", "--detour", "1.3"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        return (try JSONDecoder().decode(Plan.self, from: Data(result.output.utf8)), result)
    }

    @Test(
        "times add up: each way begins when the last visit ends, and the day ends within its hours", arguments: [1, 2])
    func times(days: Int) throws {
        let (plan, _) = try run(["--start", "Hotel", "--days", "\(days)", "--break", "12:00-14:00/60m", "--hours", "6"])
        #expect(plan.days.count == days && plan.endedBy == "optimal" && plan.score <= plan.bound)
        var seen: [String] = []
        for day in plan.days {
            var time = try minutes(day.departure)
            #expect(time >= 9 * 60 && !day.visits.isEmpty)
            for visit in day.visits {
                let (arrival, start) = (try minutes(visit.arrival), try minutes(visit.start))
                #expect(arrival >= time + visit.wayMinutes && start >= arrival + visit.wait)
                time = try minutes(visit.leave)
                seen.append(visit.name)
            }
            #expect(try minutes(day.arrival) >= time && minutes(day.arrival) <= 15 * 60)
            let pause = try #require(day.breaks.first)
            #expect(try minutes(pause.end) - minutes(pause.start) == 60)
            #expect(try minutes(pause.start) >= 12 * 60 && minutes(pause.end) <= 14 * 60)
        }
        #expect(Set(seen).count == seen.count && !seen.contains("Hotel"))
    }

    @Test("places of the south and the west are taken after a space, as after an equals sign")
    func negativeCoordinates() throws {
        let folder = try Folder()
        let file = try folder.file("places.csv", "name,latitude,longitude\nOpera,-33.857,151.215\nRio,-22.95,-43.21\n")
        for (start, name) in [("-33.86,151.21", "Opera"), ("-22.951,-43.2", "Rio")] {
            for arguments in [["--start", start, "--end", start], ["--start=" + start, "--end=" + start]] {
                let result = try Tool.run(["plan", "--attractions", file, "--format", "json"] + arguments)
                #expect(result.status == 0 && result.output.contains(name), "\(arguments): \(result.errors)")
            }
        }
    }

    @Test(
        "of orders that take the same minutes the shortest is planned",
        arguments: [["West", "East"], ["East", "West"]])
    func ties(musts: [String]) throws {
        // By car each is two minutes and parking from both ends, and three minutes on foot from the other, and back to the car.
        let folder = try Folder()
        let file = try folder.file("places.csv", "name,latitude,longitude\nWest,0,25.010\nEast,0,25.0112\n")
        let result = try Tool.run(
            ["plan", "--attractions", file, "--start", "0,25", "--end", "0,25.02", "--format", "json"]
                + ["--no-lunch", "--detour", "1.3"]
                + musts.flatMap { ["--must", $0] })
        let plan = try JSONDecoder().decode(Plan.self, from: Data(result.output.utf8))
        #expect(plan.days[0].visits.map(\.name) == ["West", "East"])
        #expect(plan.days[0].visits.map(\.wayMinutes) == [7, 3])
        #expect(try minutes(plan.days[0].arrival) == minutes(plan.days[0].visits[1].leave) + 10)
    }

    @Test("what must be seen is seen whatever its worth, a pinned visit is never moved, what is avoided is left out")
    func wishes() throws {
        let (plan, _) = try run([
            "--start", "Hotel", "--must", "Tower", "--pin", "Temple@11:00", "--avoid", "Palace", "--worth-column",
            "rating",
            "--hours", "4", "--radius", "10km",
        ])
        let visits = plan.days[0].visits
        #expect(visits.first { $0.name == "Temple" }?.start == "11:00" && visits.contains { $0.name == "Tower" })
        #expect(!visits.contains { ["Palace", "Far Beach"].contains($0.name) } && plan.conflicts.isEmpty)
    }

    @Test(
        "wishes that exclude each other are refused",
        arguments: [
            (["--must", "Tower", "--avoid", "Tower"], "Tower cannot be both required and avoided"),
            (["--pin", "Tower@11:00", "--avoid", "Tower"], "Tower cannot be both pinned and avoided"),
            (
                ["--pin", "Tower@11:00", "--pin", "Tower@13:00"],
                "Tower cannot be both pinned to one time and pinned to another"
            ),
        ])
    func contradictions(arguments: [String], fault: String) throws {
        let folder = try Folder()
        let file = try folder.file("places.csv", Self.places)
        let result = try Tool.run(["plan", "--attractions", file, "--start", "Hotel"] + arguments)
        #expect(result.status == 64 && result.output.isEmpty && result.errors.contains(fault), "\(result.errors)")
    }

    @Test("what cannot be kept has a reason, and with --strict the exit code is 1")
    func conflicts() throws {
        let arguments = [
            "--start", "Hotel", "--must", "Museum", "--must", "Temple", "--stay", "Museum=70", "--stay", "Temple=70",
            "--hours",
            "2",
        ]
        let (plan, result) = try run(arguments)
        #expect(plan.conflicts.count == 1 && plan.conflicts[0].contains("cannot be seen together with"))
        #expect(result.errors.contains(plan.conflicts[0]))
        let (night, _) = try run(["--start", "Hotel", "--pin", "Palace@03:00"])
        #expect(night.conflicts == ["Palace cannot be seen at 03:00: that is outside the hours of the day"])
        let folder = try Folder()
        let file = try folder.file("places.csv", Self.places)
        #expect(try Tool.run(["plan", "--attractions", file, "--strict"] + arguments).status == 1)
    }

    @Test("a visit lies inside the opening hours of its place: those of a day before those of every day and of a theme")
    func openings() throws {
        let (plan, _) = try run([
            "--start", "Hotel", "--radius", "10km", "--days", "2", "--stay", "Temple=60", "--must", "Temple",
            "--must", "Tower", "--open", "Temple=closed", "--open", "Temple@2=09:30-10:15,14:00-15:10",
            "--open", "Tower@1=closed", "--open", "Tower=16:30-02:00",
        ])
        let visits = plan.days.map { day in Dictionary(uniqueKeysWithValues: day.visits.map { ($0.name, $0) }) }
        #expect(plan.conflicts.isEmpty && visits[0]["Temple"] == nil && visits[0]["Tower"] == nil)
        let (temple, tower) = (try #require(visits[1]["Temple"]), try #require(visits[1]["Tower"]))
        #expect(temple.start >= "14:00" && temple.leave <= "15:10" && tower.start >= "16:30")

        // The hours of the day before last until 02:00, and the day goes on after midnight.
        let (night, _) = try run([
            "--start", "Hotel", "--depart", "00:30", "--hours", "24", "--stay", "Temple=60", "--stay", "Tower=60",
            "--must", "Temple", "--must", "Tower", "--open", "Temple=18:00-02:00", "--open", "Tower=00:00-00:20",
            "--pin", "Temple@01:00",
        ])
        #expect(night.days[0].visits.first { $0.name == "Temple" }?.start == "01:00")
        #expect(
            night.conflicts == [
                "Tower cannot be seen: it is open 00:00–00:20, the hours of the day are 00:30–00:30+1, and a visit takes 60 min"
            ], "\(night.conflicts)")
        let (all, _) = try run([
            "--start", "Hotel", "--pin", "Temple@23:50", "--hours", "16", "--open", "Temple=00:00-24:00",
        ])
        #expect(all.conflicts.isEmpty && all.days[0].visits.last?.name == "Temple")
    }

    @Test(
        "hours are read as they are written in tables",
        arguments: [
            "14:00-15:30", "14:00~15:30", "14:00 - 15:30", "14:00 ~ 15:30", "14:00–15:30", "Mo-Su 14:00-15:30",
            "연중무휴 14:00~15:30", "Mo-Su  14:00 -15:30",
        ])
    func writtenHours(hours: String) throws {
        let folder = try Folder()
        let rows = [
            "name,latitude,longitude,hours", "Palace,37.5,127,\(hours)", "Temple,37.5,127.001,휴무",
            "Tower,37.5,127.002,24시간", "Gate,37.5,127.003,연중무휴",
        ]
        let file = try folder.file("places.csv", rows.joined(separator: "\n") + "\n")
        let result = try Tool.run([
            "plan", "--attractions", file, "--start", "37.51,127", "--open-column", "hours", "--format", "json",
        ])
        let plan = try JSONDecoder().decode(Plan.self, from: Data(result.output.utf8))
        let starts = Dictionary(uniqueKeysWithValues: plan.days[0].visits.map { ($0.name, $0.start) })
        #expect(
            starts["Palace"].map { "14:00"..."15:30" ~= $0 } == true && starts["Temple"] == nil
                && starts["Tower"] != nil && starts["Gate"] != nil)
        #expect(!result.errors.contains("opening hours"), "\(result.errors)")
    }

    @Test("hours that are not understood are not open: the place is left out and named, or planned and marked")
    func unknownHours() throws {
        let folder = try Folder()
        let rows = [
            "name,latitude,longitude,hours", "Palace,37.5,127,1 0:00-18:00", "Temple,37.5,127.001,10:00-18:00",
            "Tower,37.5,127.002,격주 월요일 휴관",
        ]
        let file = try folder.file("places.csv", rows.joined(separator: "\n") + "\n")
        func run(_ more: [String]) throws -> (Plan, Tool.Result) {
            let result = try Tool.run(
                [
                    "plan", "--attractions", file, "--start", "37.51,127", "--open-column", "hours", "--format", "json",
                ] + more)
            return (try JSONDecoder().decode(Plan.self, from: Data(result.output.utf8)), result)
        }
        let (plan, result) = try run([])
        #expect(plan.days[0].visits.map(\.name) == ["Temple"])
        #expect(
            result.errors.contains(
                "leave out 2 of 3 places: Palace (1 0:00-18:00), Tower (격주 월요일 휴관)"), "\(result.errors)")
        #expect(result.output.contains(#""reason":"unknown_hours""#) && result.output.contains("격주 월요일 휴관"))
        let (open, marked) = try run(["--unknown-hours", "open"])
        #expect(Set(open.days[0].visits.map(\.name)) == ["Palace", "Temple", "Tower"])
        #expect(
            marked.output.matches(of: /"hours":"격주 월요일 휴관"/).count == 1 && !marked.errors.contains("leave out"))
        #expect(
            try run(["--must", "Tower"]).0.conflicts
                == ["Tower cannot be seen: its opening hours are not understood: 격주 월요일 휴관"])
        #expect(try run(["--open", "Tower=10:00-12:00"]).0.days[0].visits.contains { $0.name == "Tower" })
        let nothing = try run(["--avoid", "Temple"]).0
        #expect(nothing.conflicts == ["nothing can be seen: the opening hours of no place within reach are understood"])
    }

    @Test("facilities are named, and are chosen only where other places are too few")
    func facilities() throws {
        let folder = try Folder()
        let rows = [
            "name,latitude,longitude", "Palace,37.5,127", "Union Station,37.5,127.001", "Temple,37.5,127.002",
            "Old City Hall,37.5,127.003",
        ]
        let base = [
            "plan", "--attractions", try folder.file("places.csv", rows.joined(separator: "\n") + "\n"), "--start",
            "37.51,127", "--format", "json", "--mode", "foot",
        ]
        func visits(_ more: [String]) throws -> (names: Set<String>, scores: [String: Double], Tool.Result) {
            let result = try Tool.run(base + more)
            let visits = try JSONDecoder().decode(Plan.self, from: Data(result.output.utf8)).days[0].visits
            return (
                Set(visits.map(\.name)), Dictionary(uniqueKeysWithValues: visits.map { ($0.name, $0.score) }), result
            )
        }
        let all = try visits([])
        #expect(all.scores == ["Palace": 50, "Temple": 50, "Union Station": 1, "Old City Hall": 1])
        #expect(
            all.2.errors.contains(
                "2 of 4 places are taken for facilities, and come last: Old City Hall, Union Station")
                || all.2.errors.contains(
                    "2 of 4 places are taken for facilities, and come last: Union Station, Old City Hall"),
            "\(all.2.errors)")
        #expect(all.2.output.contains(#""of":4"#) && all.2.output.contains("시설"))
        #expect(try visits(["--limit", "2"]).names == ["Palace", "Temple"])
        #expect(try visits(["--facilities"]).scores["Union Station"] == 50)
        #expect(try visits(["--limit", "2", "--must", "Old City Hall"]).names.contains("Old City Hall"))
    }

    @Test("a stay that is longer than the day, a theme that is full, and an empty plan are said, and fail a strict run")
    func unkeptWishes() throws {
        let start = ["--start", "Hotel", "--radius", "10km"]
        let long = "Temple cannot be seen: a visit takes 1200 min, longer than the 540 min of the day"
        #expect(try run(start + ["--stay", "Temple=20h"]).0.conflicts == [long])
        #expect(try run(start + ["--stay", "Temple=20h", "--must", "Temple"]).0.conflicts == [long])
        let full = try Tool.run([
            "plan", "--attractions", "data/attractions.csv", "--start", "35.84,129.21", "--must", "불국사",
            "--max-per-theme", "0",
        ])
        #expect(full.output.contains("\n불국사 cannot be seen: the plan may have at most 0 of 종교/역사/전통\n"))
        let (empty, _) = try run(start + ["--hours", "0.5"])
        #expect(
            empty.conflicts == [
                "nothing can be seen: the shortest visit, of Temple, takes 65 min with its ways, and the day has 30"
            ], "\(empty.conflicts)")
        let folder = try Folder()
        let base = ["plan", "--attractions", try folder.file("places.csv", Self.places)] + start
        #expect(try Tool.run(base + ["--hours", "0.5", "--strict"]).status == 1)
        #expect(try Tool.run(base + ["--stay", "Temple=20h", "--strict"]).status == 1)
        let unknown = try Tool.run(base + ["--stay", "Nowhere=2h"])
        #expect(unknown.status == 65 && unknown.errors.contains("--stay: no attraction is called Nowhere"))
    }

    @Test("on a day that lasts over midnight, pins and breaks after it are those of the next date")
    func midnight() throws {
        let (plan, _) = try run([
            "--start", "Hotel", "--radius", "10km", "--depart", "20:00", "--hours", "8", "--pin", "Temple@00:30",
            "--break", "23:30-00:15/30m", "--break", "02:00-02:20/20m",
        ])
        #expect(plan.conflicts.isEmpty)
        #expect(plan.days[0].visits.first { $0.name == "Temple" }?.start == "00:30+1")
        let starts = plan.days[0].breaks.map(\.start)
        #expect(starts.count == 2 && "23:30"..."23:45" ~= starts[0] && starts[1] == "02:00+1", "\(starts)")
        let folder = try Folder()
        let refused = try Tool.run([
            "plan", "--attractions", folder.file("places.csv", Self.places), "--start", "Hotel", "--break",
            "14:00-12:00/60m",
        ])
        #expect(refused.status == 64 && refused.errors.contains("ends before it begins"))
    }

    @Test("a visit at the place where the travellers are counts: it goes on, or begins now")
    func replanningAtAVisit() throws {
        let folder = try Folder()
        let base = ["--radius", "10km"]
        let (old, result) = try run(base + ["--start", "Hotel", "--must", "Tower", "--must", "Temple"])
        let file = try folder.file("plan.json", result.output)
        let visits = old.days[0].visits
        let (first, last) = (try #require(visits.first), try #require(visits.last))
        let now = try minutes(first.start) + 10
        let clock = "\(now / 60 < 10 ? "0" : "")\(now / 60):\(now % 60 < 10 ? "0" : "")\(now % 60)"
        let again = base + ["--replan", file, "--now", clock, "--at"]
        let same = try run(again + [first.name]).0
        #expect(same.days[0].visits == visits && same.changes == [])
        let other = try run(again + [last.name]).0
        #expect(other.days[0].visits.map(\.name).filter { $0 == last.name }.count == 1)
        #expect(other.days[0].visits[1].name == last.name && other.days[0].visits[1].start == clock)
        #expect(try minutes(other.days[0].visits[1].leave) - now == minutes(last.leave) - minutes(last.start))
        #expect(other.changes?.contains { $0.change == "gone" } == false, "\(String(describing: other.changes))")
    }

    @Test("a column has opening hours: those of --open come first, and texts of another form are counted")
    func openColumn() throws {
        let hours = ["열림", "", "14:00-15:30", "월-금 09:00", "closed", "10:00-11:00", "24h"]
        let rows = zip(Self.places.split(separator: "\n"), hours).map { "\($0),\"\($1)\"\n" }
        let folder = try Folder()
        let arguments = [
            "plan", "--attractions", try folder.file("hours.csv", rows.joined()), "--start", "Hotel", "--radius",
            "10km",
            "--open-column", "열림", "--format", "json", "--open", "Tower=16:00-18:00", "--must", "Temple",
        ]
        let result = try Tool.run(arguments)
        let plan = try JSONDecoder().decode(Plan.self, from: Data(result.output.utf8))
        let starts = Dictionary(uniqueKeysWithValues: plan.days[0].visits.map { ($0.name, $0.start) })
        #expect(
            starts["Temple"] == nil && starts["Museum"] == nil
                && plan.conflicts == ["Temple cannot be seen: it is closed"])
        #expect(try #require(starts["Palace"]) >= "14:00" && #require(starts["Tower"]) >= "16:00")
        #expect(result.errors.contains("opening hours that are not understood"), "\(result.errors)")
        let none = try Tool.run(arguments + ["--quiet"])
        #expect(!none.errors.contains("opening hours"))
        let index = folder.path("places.waymark")
        #expect(
            try Tool.run(["index", "build", folder.file("hours.csv", rows.joined()), "--output", index]).status == 0)
        let refused = try Tool.run(["plan", "--attractions", index, "--start", "Hotel", "--open-column", "열림"])
        #expect(refused.status == 65 && refused.errors.contains("has no column"), "\(refused.errors)")
    }

    @Test("a pin outside the opening hours and a must that is closed are reported with the reason")
    func closedPlaces() throws {
        let hours = ["--start", "Hotel", "--stay", "Temple=60", "--open", "Temple=09:00-18:00", "--hours", "12"]
        let (late, _) = try run(hours + ["--pin", "Temple@17:30"])
        #expect(
            late.conflicts == [
                "Temple cannot be seen at 17:30: it is open 09:00–18:00, the hours of the day are 09:00–21:00, and a visit takes 60 min"
            ], "\(late.conflicts)")
        #expect(try run(hours + ["--pin", "Temple@17:00"]).0.conflicts.isEmpty)
        let (closed, _) = try run(["--start", "Hotel", "--must", "Temple", "--open", "Temple=closed"])
        #expect(closed.conflicts == ["Temple cannot be seen: it is closed"] && !closed.days[0].visits.isEmpty)
        // Those of a theme, by its Korean or English name; 불국사 has its own.
        let table = try Tool.run([
            "plan", "--attractions", "data/attractions.csv", "--start", "경주 첨성대", "--format", "csv",
            "--open", "history=closed", "--open", "불국사=13:00-15:00", "--must", "불국사",
        ])
        let historic = table.lines.filter { $0.contains("종교/역사/전통") }
        #expect(historic.count == 1 && historic[0].contains("불국사") && table.lines.count > 3, "\(table.output)")
    }

    @Test("a plan made anew is the same if nothing is new, and keeps what is past, pinned or must be seen")
    func replanning() throws {
        let folder = try Folder()
        let base = ["--radius", "10km", "--stay", "Temple=60"]
        let (old, result) = try run(
            base + [
                "--start", "Hotel", "--days", "2", "--hours", "5", "--must", "Tower", "--pin", "Temple@2/11:00",
                "--break", "12:00-14:00/30m",
            ])
        let file = try folder.file("plan.json", result.output)
        let again = base + ["--replan", file]
        let same = try run(again).0
        #expect(same.days == old.days && same.changes == [])
        for now in ["09:03", "1/09:30", "12:10", "13:59", "2/08:00", "2/11:10"] {
            let plan = try run(again + ["--now", now]).0
            #expect(plan.days == old.days && plan.changes == [] && plan.score == old.score, "\(now) \(plan)")
        }
        // On the second day what is left begins no earlier than now.
        let (plan, _) = try run(again + ["--now", "2/10:59", "--avoid", "Temple"])
        #expect(plan.days[0] == old.days[0])
        let begun = old.days[1].visits.filter { $0.start < "10:59" }
        let rest = plan.days[1].visits.dropFirst(begun.count)
        #expect(Array(plan.days[1].visits.prefix(begun.count)) == begun)
        #expect(rest.allSatisfy { $0.start >= "10:59" && $0.name != "Temple" })
        #expect(plan.changes?.contains(.init(change: "gone", name: "Temple", start: nil)) == true)

        // What is new and must be seen is, at any price of a change.
        let hour = ["--hours", "1", "--radius", "10km", "--stay", "Palace=45", "--stay", "Tower=30"]
        let (short, written) = try run(hour + ["--start", "Hotel", "--avoid", "Tower"])
        let shortFile = try folder.file("short.json", written.output)
        let must = try run(hour + ["--replan", shortFile, "--must", "Tower", "--change-price", "1000"]).0
        #expect(short.days[0].visits.map(\.name) == ["Palace"] && must.days[0].visits.map(\.name) == ["Tower"])
    }

    @Test("who is elsewhere goes on from there, late breaks are made up for, and the way home is always taken")
    func replanningElsewhere() throws {
        let folder = try Folder()
        let base = ["--radius", "10km"]
        let (old, result) = try run(base + ["--start", "Hotel", "--must", "Tower", "--break", "10:00-11:00/60m"])
        let file = try folder.file("plan.json", result.output)
        let first = try #require(old.days[0].visits.first)
        let elsewhere = base + ["--replan", file, "--now", "09:20", "--at", "0,25.06"]
        let (plan, _) = try run(elsewhere)
        let second = plan.days[0].visits[1]
        #expect(plan.days[0].visits[0].start == first.start && plan.days[0].visits[0].leave == "09:20")
        #expect(try minutes(second.arrival) >= minutes("09:20") + second.wayMinutes && second.wayMinutes >= 7)
        #expect(plan.days[0].breaks == [.init(start: "10:00", end: "11:00")] && plan.changes?.isEmpty == false)
        let table = try Tool.run(
            ["plan", "--attractions", folder.file("places.csv", Self.places), "--language", "en"] + elsewhere)
        #expect(
            table.output.contains("\n09:20 ") && table.output.contains("moved: "), "\(table.output) \(table.errors)")

        // Far away in the evening, the break long over: it is made up for, and the day ends late.
        let (late, lateResult) = try run(
            base + ["--replan", file, "--now", "17:30", "--at", "0,26", "--break", "14:00-15:00/20m"])
        #expect(late.days[0].breaks.contains(.init(start: "17:30", end: "17:50")))
        // Once it was taken it is not taken again.
        let lateFile = try folder.file("late.json", lateResult.output)
        let later = try run(base + ["--replan", lateFile, "--now", "18:00", "--break", "14:00-15:00/20m"]).0
        #expect(later.days[0].breaks == late.days[0].breaks && later.changes == [])
        #expect(late.days[0].arrival > "18:30" && late.changes?.contains { $0.change == "new" } == false)
    }

    @Test("a plan that cannot be read again is refused with the place of its fault")
    func storedPlans() throws {
        let folder = try Folder()
        let (_, result) = try run([
            "--start", "Hotel", "--radius", "10km", "--break", "12:00-14:00/30m", "--mode", "foot",
        ])
        func refusal(_ text: String, _ more: [String] = []) throws -> Tool.Result {
            let places = try folder.file("places.csv", Self.places)
            return try Tool.run(["plan", "--attractions", places, "--replan", folder.file("plan.json", text)] + more)
        }
        for (old, new, words) in [
            (result.output, "{", "plan.json: line 1, column 2: not JSON: "),
            (result.output, "{\"paths\": []}", ".mode is missing"),
            (result.output, "{\"days\": []}", ".mode is missing"),
            ("\"is_must\"", "\"must\"", ".days[0].visits[0].is_must is missing"),
            ("\"departure\":\"09:", "\"departure\":\"9.", ".days[0].departure: 9."),
            ("\"leave\"", "\"left\"", ".days[0].visits[0].leave is missing"),
            ("\"latitude\":0", "\"latitude\":91", "91"), ("\"score\":50", "\"score\":-1", ".days[0].visits[0].score"),
            ("\"opens\":\"09:00\"", "\"opens\":\"19:00\"", "closes before it opens"),
            ("\"opens\":\"12:00\"", "\"opens\":\"13:45\"", ".days[0].breaks[0] is longer"),
        ] {
            let text = result.output.replacingOccurrences(of: old, with: new)
            #expect(text != result.output, "\(old)")
            let refused = try refusal(text)
            #expect(
                refused.status == 65 && refused.errors.contains(words) && refused.output.isEmpty, "\(refused.errors)")
        }
        for (arguments, words) in [
            (["--now", "23:00"], "at 23:00 the plan is over"), (["--now", "2/10:00"], "--now is on day 2 of 1"),
            (["--at", "Temple"], "--at needs --now"), (["--now", "noon"], "a time must be such as 13:20"),
            (["--change-price=-1"], "--change-price must be"),
            (["--now", "09:05", "--pin", "Temple@09:04"], "is pinned to a time that is past"),
        ] {
            let refused = try refusal(result.output, arguments)
            #expect(
                refused.status == 64 && refused.errors.contains(words) && refused.output.isEmpty, "\(refused.errors)")
        }
    }

    @Test(
        "alternatives differ in a third of their visits, with true scores below the bound, and end where there are none"
    )
    func alternatives() throws {
        let arguments = [
            "plan", "--attractions", "data/attractions.csv", "--start", "37.5665,126.978", "--hours", "4", "--effort",
            "300",
            "--must", "경복궁", "--worth-column", "위도",
        ]
        let result = try Tool.run(arguments + ["--alternatives", "3", "--format", "json"])
        let plans = try JSONDecoder().decode([Plan].self, from: Data(result.output.utf8))
        #expect(plans.count == 3 && result.status == 0, "\(result.errors)")
        let visits = plans.map { Set($0.days[0].visits.map(\.name)) }
        for (index, plan) in plans.enumerated() {
            #expect(plan.score == plan.days[0].visits.reduce(0) { $0 + $1.score } && plan.score <= plan.bound)
            #expect(plan.bound == plans[0].bound && visits[index].contains("경복궁"))
            for before in visits[..<index] {
                #expect(3 * visits[index].subtracting(before).count >= visits[index].count)
            }
        }
        let table = try Tool.run(arguments + ["--alternatives", "2", "--language", "en"])
        #expect(table.output.hasPrefix("Plan 1\n\nDay 1\n") && table.output.contains("\nPlan 2\n\nDay 1\n"))

        // Four places, all in the first plan.
        let folder = try Folder()
        let few = [
            "plan", "--attractions", try folder.file("places.csv", Self.places), "--start", "Hotel", "--radius", "10km",
            "--alternatives", "2",
        ]
        let none = try Tool.run(few + ["--format", "json"])
        #expect(none.errors.contains("no further plan differs") && none.output.hasPrefix("[{") && none.status == 0)
        #expect(try Tool.run(few + ["--format", "csv"]).errors.contains("--format table or json"))
    }

    @Test("every format has all visits, and a calendar needs a date")
    func formats() throws {
        let folder = try Folder()
        let file = try folder.file("places.csv", Self.places)
        let arguments = [
            "plan", "--attractions", file, "--start", "Hotel", "--quiet", "--date", "2027-04-03", "--radius", "10km",
            "--no-lunch",
        ]
        for format in ["table", "csv", "json", "geojson", "gpx", "ics", "svg"] {
            let result = try Tool.run(arguments + ["--format", format])
            #expect(result.status == 0 && result.errors.isEmpty, "\(format): \(result.errors)")
            for name in ["Palace", "Museum", "Temple", "Tower"] { #expect(result.output.contains(name), "\(format)") }
        }
        let calendar = try Tool.run(arguments + ["--format", "ics"]).output
        #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && calendar.hasSuffix("END:VCALENDAR\r\n"))
        #expect(calendar.components(separatedBy: "DTSTART:20270403T").count == 5)
        #expect(calendar.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        let table = try Tool.run(arguments + ["--language", "en"]).output
        #expect(table.hasPrefix("Day 1 · 2027-04-03\n") && table.contains("has a higher score"))
        // The map has the minutes of the itinerary: it left out parking and ways on foot.
        let minutes = table.matches(of: /(\d+) min (on foot,|by car, by)/).reduce(0) { $0 + (Int($1.1) ?? 0) }
        let map = try Tool.run(arguments + ["--language", "en", "--format", "svg"]).output
        #expect(map.contains(" · \(minutes) min under way"), "\(minutes)")
        #expect(try Tool.run(arguments + ["--language", "ko"]).output.hasPrefix("1일차 · 2027-04-03\n"))
        let dateless = try Tool.run(["plan", "--attractions", file, "--start", "Hotel", "--format", "ics"])
        #expect(dateless.status == 64)
    }

    @Test("the same effort gives the same plan")
    func deterministic() throws {
        let arguments = [
            "plan", "--attractions", "data/attractions.csv", "--start", "37.5665,126.978", "--hours", "5", "--effort",
            "300",
            "--format", "json",
        ]
        let first = try Tool.run(arguments)
        #expect(first.status == 0 && first.output.contains("\"iterations\":300"), "\(first.errors)")
        #expect(try Tool.run(arguments).output == first.output)
    }

    @Test(
        "bad input is refused with its reason",
        arguments: [
            (["--start", "Nowhere"], 65, "no attraction is called Nowhere"),
            (["--start", "40,10"], 65, "nothing to see within"),
            (["--start", "Hotel", "--must", "Tempel"], 65, "perhaps Temple"),
            (["--start", "Hotel", "--hours", "0"], 64, "--hours must be above 0"),
            (["--start", "Hotel", "--break", "14:00-12:00/30m"], 64, "ends before it begins"),
            (["--start", "Hotel", "--break", "12:00-12:30/60m"], 64, "longer than its interval"),
            (
                ["--start", "Hotel", "--depart", "18:00", "--break", "12:00-14:00/60m"], 64,
                "do not fit the hours of the day"
            ),
            (["--start", "Hotel", "--open", "Tempel=09:00-10:00"], 65, "perhaps Temple"),
            (["--start", "Hotel", "--open", "Temple=09:00"], 64, "opening intervals must be"),
            (["--start", "Hotel", "--open", "Temple=09:00-09:00"], 64, "opening intervals must be"),
            (["--start", "Hotel", "--open", "Temple@2=closed"], 64, "--open is for day 2 of 1"),
            (["--start", "Hotel", "--open", "Temple=closed", "--open", "Temple=09:00-10:00"], 65, "is given twice"),
            (["--start", "Hotel", "--pin", "Temple"], 64, "a visit at a fixed time must be"),
            (["--start", "Hotel", "--pin", "Temple@3/10:00", "--days", "2"], 64, "is on day 3 of 2"),
            (["--start", "Hotel", "--end", "Far Beach", "--hours", "0.1"], 64, "is too short"),
            (["--start", "Hotel", "--date", "2027-02-30"], 64, "a date must be"),
            (["--start", "Hotel", "--interests", "flying"], 64, "there is no theme"),
            (["--start", "Hotel", "--now", "10:00"], 64, "need --replan"),
            (["--start", "Hotel", "--alternatives", "0"], 64, "--alternatives must be 1 to 9"),
            ([], 64, "needs --attractions and --start"),
        ])
    func refusals(_ arguments: [String], _ status: Int32, _ words: String) throws {
        let folder = try Folder()
        let file = try folder.file("places.csv", Self.places)
        let result = try Tool.run(["plan", "--attractions", file] + arguments)
        #expect(result.status == status && result.errors.contains(words) && result.output.isEmpty, "\(result.errors)")
    }
}
