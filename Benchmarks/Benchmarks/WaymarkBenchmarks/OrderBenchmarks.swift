import Benchmark
import MadeUpData
import Waymark

/// Orders of visits, and routes put together from their legs, for `count` stops.
func orderBenchmarks(_ count: Int) {
    // A million take a minute.
    if count <= 100_000 {
        run("first order of visits", .waymark, .korea, count, { $0.places }) {
            StopOrder.bestBlocking(visiting: $0, effort: .iterations(0))
        } check: {
            isOrder($0, $1)
        }
        run(
            "first order of visits, at \(count / 100) places", .waymark, .korea, count,
            { data in
                data.places.indices.map { data.places[$0 % max(1, count / 100)] }
            }
        ) {
            StopOrder.bestBlocking(visiting: $0, effort: .iterations(0))
        } check: {
            isOrder($0, $1)
        }
    }
    // The obvious way: always to the nearest that is left. About a quarter longer than the best.
    if count <= 10_000 {
        run("first order of visits", .naive, .korea, count, { $0.places }) { places in
            var left = Set(places.indices.dropFirst())
            var order = [0]
            while let next = left.min(by: {
                let here = places[order[order.count - 1]]
                return (NaivePoints.distance(here, places[$0]), $0) < (NaivePoints.distance(here, places[$1]), $1)
            }) {
                left.remove(next)
                order.append(next)
            }
            return order
        } check: {
            $1.sorted() == Array($0.indices)
        }
    }
    run("stops listed, \(count)", .waymark, { stops(count) }) {
        try StopList($0)
    } check: {
        $1.elementsEqual($0)
    }
    run("a thousand stops of \(count) moved in a copy each", .waymark, { try StopList(stops(count)) }) { list in
        for i in 0..<1000 {
            var copy = list
            copy.move("s\(i * 7919 % count)", to: i * 7907 % count)
            precondition(copy.index(of: "s\(i * 7919 % count)") == i * 7907 % count, "moved elsewhere")
            blackHole(copy)
        }
    } check: { list, _ in
        list.elementsEqual(stops(count))
    }

    // Straight lines cost next to nothing: what is measured is the assembler.
    let source = GreatCircleLegs()
    run("legs of \(count) stops assembled", .waymark, { try StopList(stops(count)) }) {
        (stops) async throws -> Route in
        try await Route(joining: stops, by: source)
    } check: {
        isRoute($0, $1)
    }
    run("legs of \(count) stops assembled", .naive, { try StopList(stops(count)) }) {
        (stops) async throws -> Route in
        var legs: [LegOutcome] = []
        for (start, end) in zip(stops, stops.dropFirst()) {
            legs.append(.found(try await source.leg(from: start, to: end)))
        }
        return Route(stops: Array(stops), legs: legs)
    } check: {
        isRoute($0, $1)
    }
    run(
        "one of \(count) stops moved, and assembled again", .waymark,
        { () -> (RouteAssembler, StopList) in (RouteAssembler(source: source), try StopList(stops(count))) }
    ) { (assembler, stops) async throws -> Route in
        _ = try await assembler.assemble(stops, for: "trip").route()
        var moved = stops
        moved.move("s\(count / 3)", to: count / 2)
        return try await assembler.assemble(moved, for: "trip").route()
    } check: {
        $1.stops.count == count && $1.stops[count / 2].id == "s\(count / 3)" && $1.missingLegs.isEmpty
    }
}

/// Orders improved or proved by search, whose time is that of the search, for any number of visits.
func searchedOrderBenchmarks() {
    run("order of 1000 visits, 10 000 changes", .waymark, { DataSet(.korea, 1000).places }) {
        StopOrder.bestBlocking(visiting: $0, effort: .iterations(10_000))
    } check: {
        isOrder($0, $1)
    }
    run("order of 13 visits, proved", .waymark, { DataSet(.korea, 13).places }) {
        StopOrder.bestBlocking(visiting: $0)
    } check: {
        isOrder($0, $1) && $1.isProven
    }
}

/// Whether an answer visits each place once, with its true length and a bound below it.
private func isOrder(_ places: [Coordinate], _ answer: StopOrder) -> Bool {
    let length = zip(answer.order, answer.order.dropFirst()).reduce(0) {
        $0 + Sphere.earth.distance(from: places[$1.0], to: places[$1.1]).value
    }
    return answer.order.sorted() == Array(places.indices) && abs(answer.length - length) <= 1e-9 * length
        && answer.lowerBound <= length * (1 + 1e-9)
}

private func stops(_ count: Int) -> [Stop] {
    DataSet(.korea, count).places.enumerated().map { Stop(id: "s\($0)", coordinate: $1) }
}

/// Whether each leg joins its stops.
private func isRoute(_ stops: StopList, _ route: Route) -> Bool {
    route.stops.elementsEqual(stops)
        && route.legs.enumerated().allSatisfy { i, leg in
            leg.leg?.coordinates.first == stops[i].coordinate && leg.leg?.coordinates.last == stops[i + 1].coordinate
        }
}
