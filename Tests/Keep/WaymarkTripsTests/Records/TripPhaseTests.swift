import TestSupport
import Testing
import WaymarkTimes
import WaymarkTrips

@Suite("Current, coming and past trips")
struct TripPhaseTests {
    private func zone(_ name: String) throws -> ClockZone { try #require(ClockZone(identifier: name)) }

    private func stop(_ number: UInt64, _ zone: ClockZone?) -> TripStop {
        TripStop(
            id: RecordID(high: 0, low: number), trip: RecordID(high: 0, low: 0), coordinate: coordinate(0, 0),
            zone: zone)
    }

    private func trip(_ first: String, _ last: String, _ zone: ClockZone) throws -> Trip {
        let days = try #require(CalendarDate(first))...(try #require(CalendarDate(last)))
        return Trip(id: RecordID(high: 0, low: 0), days: days, zone: zone)
    }

    /// The moment of a clock time in UTC.
    private func utc(_ text: String) throws -> Moment {
        let time = try #require(ClockTime(text))
        return try #require(Moment(milliseconds: Int64(time.seconds(on: nil, in: .utc) * 1000)))
    }

    @Test("a trip begins at midnight of its first stop and ends at midnight of its last one")
    func placesDecide() throws {
        // To Los Angeles and back over Honolulu; the traveller is at home in Seoul.
        let trip = try trip("2027-07-01", "2027-07-05", zone("Asia/Seoul"))
        let stops = [stop(1, try zone("America/Los_Angeles")), stop(2, nil), stop(3, try zone("Pacific/Honolulu"))]
        let (begin, end) = (try utc("2027-07-01T07:00"), try utc("2027-07-06T10:00"))
        #expect(trip.phase(at: Moment(milliseconds: begin.milliseconds - 1)!, stops: stops) == .coming)
        #expect(trip.phase(at: begin, stops: stops) == .current)
        #expect(trip.phase(at: Moment(milliseconds: end.milliseconds - 1)!, stops: stops) == .current)
        #expect(trip.phase(at: end, stops: stops) == .past)
        // Without stops, and with a stop without a zone, home decides.
        for stops in [[], [stop(1, nil)]] {
            #expect(trip.phase(at: try utc("2027-06-30T14:59:59.999"), stops: stops) == .coming)
            #expect(trip.phase(at: try utc("2027-06-30T15:00"), stops: stops) == .current)
            #expect(trip.phase(at: try utc("2027-07-05T14:59:59.999"), stops: stops) == .current)
            #expect(trip.phase(at: try utc("2027-07-05T15:00"), stops: stops) == .past)
        }
    }

    @Test("where clocks skip midnight, the day begins with the change")
    func skippedMidnight() throws {
        // In São Paulo the clocks went from 00:00 to 01:00 on 2018-11-04, 03:00 UTC.
        let saoPaulo = try zone("America/Sao_Paulo")
        let day = try #require(CalendarDate("2018-11-04"))
        #expect(Moment(startOf: day, in: saoPaulo) == (try utc("2018-11-04T03:00")))
        #expect(try utc("2018-11-04T02:59:59.999").day(in: saoPaulo) == CalendarDate("2018-11-03"))
        #expect(try utc("2018-11-04T03:00").day(in: saoPaulo) == day)
    }

    @Test(
        "every moment of a day lies between its start and its end, in zones with odd clocks",
        arguments: [
            "Asia/Seoul", "America/New_York", "Pacific/Kiritimati", "Pacific/Apia", "Asia/Kathmandu",
            "Australia/Lord_Howe",
            "Africa/Cairo", "GMT-1130",
        ])
    func daysHoldTheirMoments(name: String) throws {
        let zone = try zone(name)
        var generator = SplitMix64(seed: 3)
        for _ in 0..<5000 {
            let moment = try #require(
                Moment(milliseconds: Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &generator)))
            let day = try #require(moment.day(in: zone))
            #expect(Moment(startOf: day, in: zone) <= moment && moment < Moment(endOf: day, in: zone), "\(moment)")
        }
    }

    @Test("a trip without dates is in no phase, and the ends of the calendar have no moments beyond them")
    func ends() throws {
        #expect(Trip(id: RecordID(high: 0, low: 0)).phase(at: .now) == .undated)
        let trip = try trip("0001-01-01", "9999-12-31", zone("Asia/Seoul"))
        #expect(trip.phase(at: .now) == .current)
        #expect(Moment(milliseconds: Moment.range.upperBound) == nil)
        #expect(Moment(milliseconds: Moment.range.lowerBound - 1) == nil)
        #expect(try #require(Moment(milliseconds: Moment.range.upperBound - 1)).day(in: zone("Asia/Seoul")) == nil)
    }
}
