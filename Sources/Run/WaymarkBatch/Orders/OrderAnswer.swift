public import WaymarkOrders
import WaymarkTables
import WaymarkText

/// The order found of a file's stops, ready to be written.
public struct OrderAnswer: Sendable {
    /// The order found.
    public let order: StopOrder
    private let file: OrderFile
    /// The costs, if they come from a source of legs.
    private let travel: OrderTravel?
    private let isClosed: Bool
    /// Arrival at and departure from the stops, in visiting order, then the return of a round trip; empty without
    /// times.
    private let schedule: [TimedStop]

    private struct TimedStop {
        let stop: Int
        let reached: String
        let left: String
    }

    /// Orders the stops of a file.
    ///
    /// - Parameters:
    ///   - file: The stops.
    ///   - start: The name or the id of the first stop; nil leaves it free.
    ///   - end: The name or the id of the last stop; nil leaves it free.
    ///   - isRoundTrip: Whether to return to the first stop.
    ///   - travel: The costs between the stops; nil for great circles, or the file's own. Those of stops with windows are
    ///     durations.
    ///   - effort: The limits of the search.
    /// - Throws: ``OrderError`` if a name is unknown or ambiguous.
    public init(
        _ file: OrderFile, start: String?, end: String?, isRoundTrip: Bool, travel: OrderTravel? = nil,
        effort: SearchEffort
    ) throws(OrderError) {
        let ends = try file.ends(start: start, end: end, isRoundTrip: isRoundTrip)
        (self.file, self.travel, isClosed) = (file, travel, ends.isClosed)
        var schedule: [TimedStop] = []
        switch file.costs {
        case .places(let places):
            if let travel {
                order = .bestBlocking(by: travel.matrix, ends: ends, effort: effort)
            } else {
                order = .bestBlocking(visiting: places, ends: ends, effort: effort)
            }
        case .matrix(let matrix): order = .bestBlocking(by: matrix, ends: ends, effort: effort)
        case .timed(let places, let times):
            let matrix = travel?.matrix ?? TravelMatrix(secondsBetween: places, metersPerSecond: times.speed)
            do {
                let found = try StopOrder.bestBlocking(by: matrix, visits: times.visits, ends: ends, effort: effort)
                order = travel == nil ? found.scaled(by: times.speed) : found
                schedule = Self.schedule(found.order, matrix, times, isClosed: ends.isClosed)
            } catch {
                throw .file("windows", error)
            }
        }
        self.schedule = schedule
    }

    /// Arrival at and departure from each stop of an order.
    private static func schedule(
        _ order: [Int], _ matrix: TravelMatrix, _ times: OrderTimes, isClosed: Bool
    ) -> [TimedStop] {
        let schedule = VisitSchedule(of: order, by: matrix, visits: times.visits, isClosed: isClosed)
        return schedule.arrivals.indices.map { place in
            let stop = order[place % order.count]
            let left = schedule.beginnings[place] + times.visits[stop].stay
            return TimedStop(
                stop: stop, reached: times.text(schedule.arrivals[place], at: stop), left: times.text(left, at: stop))
        }
    }

    /// Why no order meets all windows, if that is certain, and the windows that this one misses: one line each.
    public var complaints: [String] {
        order.conflicts.map { "no order meets all windows: \(words($0))" } + order.missed.map(words)
    }

    private func words(_ conflict: WindowConflict) -> String {
        switch conflict {
        case .unreachable(let stop, let earliest):
            "\(name(stop)) closes before it can be reached: the earliest arrival is at \(time(earliest, stop))"
        case .noReturn(let stop, let earliest):
            "\(name(stop)) closes before the return: the earliest return is at \(time(earliest, stop))"
        case .exclusive(let a, let b): "neither \(name(a)) nor \(name(b)) can be reached in time from the other"
        case .blocked(let stop): "the stops that must come before and after \(name(stop)) leave no time for it"
        }
    }

    private func words(_ missed: MissedWindow) -> String {
        let late = NumberText.fixed(missed.lateness, decimals: missed.lateness == missed.lateness.rounded() ? 0 : 1)
        let text = file.isTimed ? "\(late) s" : NumberText.shortest(missed.lateness)
        return "\(name(missed.stop)) is reached \(text) after its window"
    }

    private func name(_ stop: Int) -> String { PrintableText.of(file.title(stop)) }

    private func time(_ time: Double, _ stop: Int) -> String {
        if case .timed(_, let times) = file.costs { times.text(time, at: stop) } else { NumberText.shortest(time) }
    }

    /// The answer as a JSON object on one line.
    public func json(seconds: Double) -> String {
        func list(_ name: String, _ items: [String]) -> String { "\"\(name)\":[\(items.joined(separator: ","))]," }
        let gap = order.gap.isFinite ? NumberText.shortest(order.gap) : "null"
        var text = "{" + list("order", order.order.map(label))
        text += "\"length\":\(NumberText.shortest(order.length)),"
        text += "\"lower_bound\":\(NumberText.shortest(order.lowerBound)),\"gap\":\(gap),\"proven\":\(order.isProven),"
        if let travel {
            text += "\"by\":\"\(travel.cost)\",\"source\":\(JSONText.of(travel.source)),"
            let estimates = estimatedWays.map { way in
                "{\"from\":\(label(way.from)),\"to\":\(label(way.to)),\"reason\":\(JSONText.of("\(way.reason)"))}"
            }
            if !estimates.isEmpty { text += list("estimated", estimates) }
            if let reason = travel.fallbackReason { text += "\"is_fallback\":true,\"reason\":\(JSONText.of(reason))," }
        }
        if file.isTimed {
            text += list(
                "missed",
                order.missed.map {
                    "{\"stop\":\(label($0.stop)),\"lateness\":\(NumberText.shortest($0.lateness))}"
                })
            text += list("conflicts", order.conflicts.map { JSONText.of(words($0)) })
            text += list(
                "schedule",
                schedule.map {
                    "{\"stop\":\(label($0.stop)),\"reached\":\"\($0.reached)\",\"left\":\"\($0.left)\"}"
                })
        }
        return text + "\"iterations\":\(order.iterations),\"seconds\":\(NumberText.fixed(seconds, decimals: 3))}\n"
    }

    /// The ways of the order that are estimated.
    private var estimatedWays: [MissingCost] {
        guard let travel, let file = file.stops else { return [] }
        var ways: [(Int, Int)] = Array(zip(order.order, order.order.dropFirst()))
        if isClosed, let first = order.order.first, let last = order.order.last { ways.append((last, first)) }
        return ways.compactMap { from, to in
            travel.estimates.first {
                file[$0.from].coordinate == file[from].coordinate && file[$0.to].coordinate == file[to].coordinate
            }.map { MissingCost(from: from, to: to, reason: $0.reason) }
        }
    }

    /// The answer as CSV: the rows of the stops in their new order, with arrival and departure if known; stops without
    /// rows have a column with their names.
    public func csv() -> String {
        var rows =
            file.header.isEmpty
            ? [["stop"]] + order.order.map { [file.names[$0]] } : [file.header] + order.order.map { file.rows[$0] }
        if file.isTimed {
            rows[0] += ["reached", "left"]
            for place in order.order.indices { rows[place + 1] += [schedule[place].reached, schedule[place].left] }
        }
        var buffer = CSVBuffer()
        for row in rows { buffer.append(record: row) }
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    private func label(_ stop: Int) -> String {
        JSONText.of(file.labels[stop])
    }
}

extension OrderFile {
    fileprivate func ends(start: String?, end: String?, isRoundTrip: Bool) throws(OrderError) -> RouteEnds {
        let first = try start.map(place)
        let last = try end.map(place)
        if isRoundTrip { return .roundTrip(from: first ?? 0) }
        if let first, first == last, names.count > 1 { throw .sameEnds(names[first]) }
        return RouteEnds(first: first, last: last)
    }

    /// The stop with a name, an id, or another unique label.
    private func place(_ name: String) throws(OrderError) -> Int {
        var found: [Int] = []
        for texts in [names, ids ?? [], labels] {
            let places = texts.indices.filter { texts[$0] == name }
            if places.count == 1 { return places[0] }
            if found.isEmpty { found = places }
        }
        guard !found.isEmpty else { throw .unknownStop(name) }
        throw .ambiguousStop(name, labels: found.map { labels[$0] })
    }

    /// A readable name of a stop: its name, with a unique label if others have the same name.
    fileprivate func title(_ stop: Int) -> String {
        names[stop] == labels[stop] ? names[stop] : "\(names[stop]) (\(labels[stop]))"
    }
}
