import Foundation
import Testing
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkPlans
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkTimes

/// Four places a minute apart in Seoul: outdoors, indoors, of the night and of no kind.
private func trip(_ hours: [Int: String] = [:], _ change: (inout PlanQuestion) throws -> Void) async throws
    -> PlannedTrip
{
    let names = ["Garden", "Museum", "Night Market", "Xyz"]
    let places = RecommendedPlaces(
        try names.enumerated().map { number, name in
            RecommendedPlace(
                id: name, name: name,
                coordinate: try Coordinate(latitude: 37.5665, longitude: 126.978 + 0.001 * Double(number + 1)))
        })
    var question = PlanQuestion(start: "37.5665,126.978")
    (question.iterations, question.days, question.mode) = (200, 2, .foot)
    try change(&question)
    return try await PlannedTrip(
        question, among: places, hours: hours.mapValues(PlanHours.init),
        by: PlanWays(foot: GreatCircleLegs(mode: .walking))
    ) { name in
        guard let place = places.places.first(where: { $0.name == name }) else { throw UnclearPlaceName(reason: name) }
        return place.coordinate
    }
}

extension PlannedTrip {
    /// The opening intervals of a place, by day; nil if it is always open.
    fileprivate func windows(_ name: String) -> [[ClosedRange<Int>]]? {
        let place = problem.places[places.firstIndex { $0.name == name }!]
        if place.windows.isEmpty { return nil }
        return place.windows.map { day in
            day.filter { $0.closes > 0 && $0.opens < 1440 }.map { Int($0.opens)...Int($0.closes) }
        }
    }

    fileprivate func note(_ name: String, _ day: Int, _ minute: Double) -> HoursNote {
        hoursNote(of: places.firstIndex { $0.name == name }!, on: day, at: minute)
    }
}

@Suite("Hours of plans") struct PlanHoursTests {
    @Test("with a date the hours are those of its weekday, and of the next for the second day")
    func dates() async throws {
        // A Sunday.
        let sunday = CalendarDate("2027-04-04")
        let trip = try await trip([1: "화-일 09:00-18:00, 월 휴무; PH off"]) { question in
            question.date = sunday
            try question.set("open", to: "Xyz@mon=10:00-12:00")
            try question.set("open", to: "Xyz@sat,sun=13:00-15:00")
        }
        #expect(trip.windows("Museum") == [[540...1080], []])
        #expect(trip.windows("Xyz") == [[780...900], [600...720]])
        #expect(trip.windows("Night Market") == nil)
        #expect(trip.note("Museum", 0, 600) == HoursNote(closes: 1080))
        #expect(trip.note("Museum", 0, 600).words(isKorean: false) == "closes 18:00")
        #expect(trip.note("Night Market", 0, 600).words(isKorean: true) == "여는 시간 모름")
        let lines = trip.remarks.joined(separator: "\n")
        #expect(
            lines.contains("public holidays") && lines.contains("Museum") && !lines.contains("weekdays"), "\(lines)")
    }

    @Test("seasons and the sun are known with a date; without one they are not")
    func seasons() async throws {
        let hours = [
            1: "Apr-Sep 10:00-19:00; Oct-Mar 10:00-17:00", 2: "sunset-(sunset+02:00)", 3: "10:00-12:00; Jan-Feb off",
        ]
        let april = try await trip(hours) { question in
            (question.date, question.unknownHours) = (CalendarDate("2027-03-31"), .open)
        }
        #expect(april.windows("Museum") == [[600...1020], [600...1140]])
        #expect(april.windows("Xyz") == [[600...720], [600...720]])
        // Sunset at 18:53.
        #expect(april.windows("Night Market")?[0] == [1133...1253])
        let january = try await trip(hours) { question in
            (question.date, question.unknownHours) = (CalendarDate("2027-01-04"), .open)
        }
        #expect(january.windows("Xyz") == [[], []])
        let undated = try await trip(hours) { $0.unknownHours = .open }
        #expect(undated.note("Museum", 0, 600).isUnknown)
        let leftOut = try await trip(hours) { _ in }
        #expect(leftOut.places.map(\.name) == ["Garden"])
    }

    @Test("without a date what holds on all weekdays on which a place is open counts, and it is said")
    func noDate() async throws {
        let trip = try await trip([1: "Mo-Fr 09:00-18:00; Sa 10:00-14:00; Su off"]) { question in
            try question.set("open", to: "Xyz@mon=closed")
        }
        #expect(trip.windows("Museum") == [[600...840], [600...840]])
        #expect(trip.windows("Xyz") == nil)
        #expect(
            trip.remarks.contains("closed on some weekdays, or with other hours: give --date for Museum, Xyz")
                || trip.remarks.contains("closed on some weekdays, or with other hours: give --date for Xyz, Museum"),
            "\(trip.remarks)")
    }

    @Test("a day of the plan comes before a weekday, that before every day, a place before its column")
    func order() async throws {
        let trip = try await trip([3: "08:00-09:00"]) { question in
            question.date = CalendarDate("2027-04-04")
            try question.set("open", to: "Xyz=10:00-11:00")
            try question.set("open", to: "Xyz@2=12:00-13:00")
            try question.set("open", to: "Xyz@sun-mon=14:00-15:00")
        }
        #expect(trip.windows("Xyz") == [[840...900], [720...780]])
        await #expect(throws: PlanQuestionError.self) {
            try await WaymarkPlansTests.trip { question in
                try question.set("open", to: "Xyz@sat,sun=closed")
                try question.set("open", to: "Xyz@sun=10:00-11:00")
            }
        }
    }

    @Test("nobody is in a garden after sunset, of the date, in the zone of the clock")
    func sunset() async throws {
        let june = try await trip { $0.date = CalendarDate("2024-06-21") }
        #expect(june.windows("Garden")?[0] == [280...1196] && june.windows("Museum") == nil)
        #expect(june.note("Garden", 0, 1000) == HoursNote(closes: 1196, isSunset: true))
        #expect(june.note("Garden", 0, 1000).words(isKorean: false) == "until sunset 19:56")
        #expect(
            june.remarks.joined().contains("until sunset: 19:56 on 2024-06-21, on clocks of UTC+0900 (or give --zone)"))
        let december = try await trip { question in
            question.date = CalendarDate("2024-12-21")
            try question.set("zone", to: "+08:00")
        }
        #expect(december.windows("Garden")?[0].last?.upperBound == 977)
        #expect(december.remarks.joined().contains("16:17 on 2024-12-21, on clocks of UTC+0800"))
        let undated = try await trip { _ in }
        #expect(undated.windows("Garden")?[0].last?.upperBound == 1108)
        #expect(undated.remarks.joined().contains("18:28 on the day of an equinox (give --date)"))
        // Given hours come before the sunset; closed days alone do not.
        let given = try await trip([0: "매주 금요일 휴무"]) { question in
            question.date = CalendarDate("2024-06-21")
            try question.set("open", to: "Museum=24시간")
        }
        #expect(given.windows("Garden")?[0] == [] && given.windows("Garden")?[1].last?.upperBound == 1196)
        // A visit that is pinned to a time is not moved by what is only assumed.
        let pinned = try await trip { question in
            question.date = CalendarDate("2024-06-21")
            try question.set("pin", to: "Garden@20:30")
            question.length = 14 * 60
        }
        #expect(pinned.conflicts.isEmpty && pinned.note("Garden", 0, 1230) == HoursNote(isUnknown: true))
        let night = try await trip { question in
            question.date = CalendarDate("2024-06-21")
            (question.departure, question.length) = (20 * 60, 8 * 60)
        }
        #expect(!night.plan.days.flatMap(\.visits).contains { night.places[$0.place].name == "Garden" })
    }
}
