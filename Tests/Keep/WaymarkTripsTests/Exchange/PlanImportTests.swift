import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkPlans
import WaymarkText
import WaymarkTimes
import WaymarkTrips

@Suite("Plans imported")
struct PlanImportTests {
    private let plan = Samples.plan

    @Test("a plan is a trip with its stops, at their times, and the plan itself")
    func stops() throws {
        let read = try imported(plan.utf8, .plan, options: ImportOptions(title: "경주"))
        let trip = try #require(read.trips.first)
        let seoul = try #require(ClockZone(identifier: "Asia/Seoul"))
        #expect(read.trips.count == 1 && trip.title == "경주" && trip.zone == seoul && read.rejected.isEmpty)
        #expect(trip.days == CalendarDate("2027-04-03")!...CalendarDate("2027-04-04")!)
        #expect(read.stops.map(\.name) == ["경주역", "대릉원", "중앙시장", "집\n", "공항"])
        #expect(read.stops.allSatisfy { $0.trip == trip.id })
        // The visit begins after some waiting; the first day ends after midnight, where the next one starts.
        #expect(
            read.stops.map { $0.arrival?.text(in: seoul) } == [
                "2027-04-03T09:00:00+09:00", "2027-04-03T09:13:00+09:00", "2027-04-03T12:10:00+09:00",
                "2027-04-04T00:10:00+09:00", "2027-04-04T09:30:00+09:00",
            ])
        #expect(read.stops.map(\.stay) == [.zero, .seconds(47 * 60), .seconds(3600), .zero, .zero])
        #expect(read.stops.map(\.nights) == [0, 0, 0, 1, 0])
        #expect(read.stops.map(\.attraction) == [nil, "a1", nil, nil, nil])
        #expect(read.stops.map(\.isPinned) == [false, true, false, false, false])
        let store = MemoryTripStore()
        try store.merge(read)
        let kept = try #require(try WholeTrip(trip.id, in: store).plans.first)
        #expect(try kept.json == KeptPlan(id: kept.id, trip: trip.id, json: ContiguousArray(plan.utf8)).json)
        #expect(try TripPlan(parsing: Array(kept.json.utf8)) == TripPlan(parsing: Array(plan.utf8)))
    }

    @Test("a day that starts elsewhere has a stop for it; one on which nobody moves has none")
    func days() throws {
        let elsewhere = try imported(
            plan.replacing("2027-04-04\",\"start\":{\"name\":\"집", with: "2027-04-04\",\"start\":{\"name\":\"역").utf8,
            .plan)
        #expect(elsewhere.stops.map(\.name) == ["경주역", "대릉원", "중앙시장", "집\n", "역\n", "공항"])
        #expect(elsewhere.stops.map(\.nights) == [0, 0, 0, 0, 0, 0])
        let resting = try imported(
            plan.replacing(
                #""end":{"name":"공항","latitude":35.6,"longitude":129.35}"#,
                with: #""end":{"name":"집\n","latitude":35.7,"longitude":129.2}"#
            ).utf8, .plan)
        #expect(resting.stops.map(\.name) == ["경주역", "대릉원", "중앙시장", "집\n"])
    }

    @Test("a plan without dates has its times in notes; one abroad needs a time zone")
    func undated() throws {
        let undated = plan.replacing(/"date":"2027-04-0[34]",/, with: "")
        let read = try imported(undated.utf8, .plan)
        #expect(read.trips.first?.days == nil && read.stops.allSatisfy { $0.arrival == nil && $0.arrivalDay == nil })
        #expect(
            read.stops.map(\.notes) == [
                "day 1, 09:00", "day 1, 09:13–10:00", "day 1, 12:10–13:10", "day 1, 00:10+1", "day 2, 09:30",
            ])
        let osaka = plan.replacing("129.", with: "135.")
        #expect { try imported(osaka.utf8, .plan) } throws: { $0 as? ImportError == .noZone(line: 1, column: 1) }
        let zone = try #require(ClockZone(identifier: "Asia/Tokyo"))
        #expect(try imported(osaka.utf8, .plan, options: ImportOptions(zone: zone)).trips.first?.zone == zone)
    }

    @Test("a place outside the Earth and what is no plan are refused, with the place")
    func refused() throws {
        for (text, reason) in [
            ("[]", "line 1, column 1: another value was found where a plan of days was expected"),
            ("{\"days\":1}", "is missing, which plans have"),
            (plan.replacing("35.838", with: "95.838"), ".days[0].visits[0]: latitude 95.838 is outside -90...90"),
            (
                plan.replacing("\"09:13\"", with: "\"9-13\""),
                ".days[0].visits[0].start: 9-13 is not a time such as 09:30"
            ),
        ] {
            #expect { try imported(text.utf8, .plan) } throws: { "\($0)".contains(reason) }
        }
        // Of a break only the place is left out.
        let read = try imported(plan.replacing("35.842", with: "91").utf8, .plan)
        #expect(read.rejected.map(\.reason) == ["중앙시장: latitude 91.0 is outside -90...90"] && read.stops.count == 4)
    }

    @Test("a plan is known by its members, whatever its name says of JSON")
    func recognised() throws {
        try withFolder { folder in
            let files: [(text: String, name: String, format: TripImportFormat?)] = [
                (plan, "a.json", .plan), (#"{"x":[1,{}],"days":[]}"#, "b.json", .plan),
                (Samples.timeline, "c.json", .timeline), ("[]", "d.json", .timeline), ("{", "e.json", .timeline),
                (#"{"days":1}"#, "f.json", .timeline), (plan, "a.geojson", .geojson), (plan, "a.plan", nil),
            ]
            for (text, name, format) in files {
                try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
                let found = TripImportFormat(file: "\(folder)/\(name)")
                #expect(found == format, "\(name)")
            }
            #expect(TripImportFormat(file: "\(folder)/none.json") == .timeline)
        }
    }
}
