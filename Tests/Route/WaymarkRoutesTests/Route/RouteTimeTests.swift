import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTimes

@Suite("Route times")
struct RouteTimeTests {
    let place = coordinate(37, 127)
    /// 2027-04-01 09:00 in Seoul.
    let nine = Date(timeIntervalSince1970: 1_806_537_600)

    /// Stops an hour apart, with stays in minutes and planned arrivals in hours after nine.
    private func day(stays: [Int], planned: [Int: Double], hours: [Double?]) -> Route {
        var stops = stays.indices.map { stop($0 + 1, place) }
        for i in stops.indices {
            stops[i].stay = .seconds(60 * stays[i])
            stops[i].arrival = planned[i].map { nine + 3600 * $0 }
        }
        return Route(stops: stops, legs: hours.map { .found(leg([place], seconds: $0.map { $0 * 3600 })) })
    }

    private func hours(_ date: Date?) -> Double? { date.map { $0.timeIntervalSince(nine) / 3600 } }

    @Test("times follow from legs and stays; early arrivals wait, late ones stay late")
    func waitsAndLateness() {
        let times = day(stays: [30, 60, 0, 15], planned: [0: 0, 1: 2, 2: 3.5], hours: [1, 1, 2]).times()
        #expect(times.map { hours($0.arrival) } == [0, 1.5, 4, 6])
        #expect(times.map { hours($0.departure) } == [0.5, 3, 4, 6.25])
        #expect(times.map(\.wait) == [.zero, .seconds(1800), .zero, .zero])
        #expect(times.map(\.lateness) == [.zero, .zero, .seconds(1800), .zero])
    }

    @Test("after a leg without a duration times are unknown, not wrong")
    func unknownStaysUnknown() {
        let times = day(stays: [0, 0, 0], planned: [0: 0, 2: 9], hours: [nil, 1]).times()
        #expect(times.map(\.arrival) == [nine, nil, nil])
        #expect(times.map(\.departure) == [nine, nil, nil])
        var missing = day(stays: [0, 0, 0], planned: [0: 0], hours: [1, 1])
        missing = Route(stops: missing.stops, legs: [missing.legs[0], .cancelled])
        #expect(missing.times().map { hours($0.arrival) } == [0, 1, nil])
        #expect(day(stays: [0, 0], planned: [1: 0], hours: [1]).times().map(\.arrival) == [nil, nil])
        #expect(Route(stops: [], legs: []).times().isEmpty)
    }

    @Test("a late start is late at the first stop, and an early one waits")
    func startingAt() {
        let route = day(stays: [0, 0], planned: [0: 0], hours: [1])
        let late = route.times(startingAt: nine + 900)
        #expect(late[0].lateness == .seconds(900) && hours(late[1].arrival) == 1.25)
        let early = route.times(startingAt: nine - 900)
        #expect(early[0].wait == .seconds(900) && hours(early[1].arrival) == 1)
    }

    @Test("a stop without a zone has that of the previous stop, initially UTC")
    func zones() throws {
        let seoul = try #require(ClockZone(secondsFromUTC: 9 * 3600))
        var route = day(stays: [0, 0, 0], planned: [:], hours: [1, 1])
        var stops = route.stops
        stops[1].timeZone = seoul
        route = Route(stops: stops, legs: route.legs)
        #expect(route.times().map { $0.timeZone.secondsFromUTC(at: nine) } == [0, 32400, 32400])
    }

    @Test("a thousand legs of a tenth of a second end where they should")
    func sumsDoNotDrift() throws {
        let route = day(
            stays: Array(repeating: 0, count: 1001), planned: [0: 0], hours: Array(repeating: 0.1 / 3600, count: 1000))
        let last = try #require(route.times().last?.arrival)
        #expect(abs(last.timeIntervalSince(nine) - 100) < 1e-6)
    }
}
