public import WaymarkRoutes
import WaymarkTables

/// The order found of a file's stops, ready to be written.
public struct OrderAnswer: Sendable {
    /// What was found.
    public let order: StopOrder
    private let file: OrderFile

    /// Orders the stops of a file.
    ///
    /// - Parameters:
    ///   - file: The stops.
    ///   - start: The name of the first stop; nil leaves it free.
    ///   - end: The name of the last stop; nil leaves it free.
    ///   - isRoundTrip: Whether the way leads back. An instance is a round trip, unless an end is given.
    ///   - effort: How long to search.
    /// - Throws: ``OrderError`` where a name is unknown or ambiguous.
    public init(
        _ file: OrderFile, start: String?, end: String?, isRoundTrip: Bool, effort: SearchEffort
    ) throws(OrderError) {
        let ends = try file.ends(start: start, end: end, isRoundTrip: isRoundTrip)
        self.file = file
        switch file.costs {
        case .places(let places): order = .best(visiting: places, ends: ends, effort: effort)
        case .matrix(let matrix): order = .best(by: matrix, ends: ends, effort: effort)
        case .instance(let instance): order = .best(solving: instance, ends: ends, effort: effort)
        case .windows(let instance):
            do {
                order = try .best(by: instance.matrix, visits: instance.visits, ends: ends, effort: effort)
            } catch {
                throw .file("windows", error)
            }
        }
    }

    /// The windows that the order misses, a line each.
    public var complaints: [String] {
        order.missed.map { "\(file.names[$0.stop]) is reached \(NumberText.shortest($0.lateness)) after its window" }
    }

    /// The answer as an object of JSON on one line.
    public func json(seconds: Double) -> String {
        var bytes = ContiguousArray("{\"order\":[".utf8)
        for (place, stop) in order.order.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            append(stop, to: &bytes)
        }
        let gap = order.gap.isFinite ? NumberText.shortest(order.gap) : "null"
        bytes +=
            "],\"length\":\(NumberText.shortest(order.length)),\"lower_bound\":\(NumberText.shortest(order.lowerBound)),"
            .utf8
        bytes += "\"gap\":\(gap),\"proven\":\(order.isProven),".utf8
        if case .windows = file.costs {
            bytes += "\"missed\":[".utf8
            for (place, missed) in order.missed.enumerated() {
                bytes += (place > 0 ? ",{\"stop\":" : "{\"stop\":").utf8
                append(missed.stop, to: &bytes)
                bytes += ",\"lateness\":\(NumberText.shortest(missed.lateness))}".utf8
            }
            bytes += "],".utf8
        }
        bytes += "\"iterations\":\(order.iterations),\"seconds\":\(NumberText.fixed(seconds, decimals: 3))}\n".utf8
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The answer as CSV: the stops' own rows in their new order; where they have none, a column with what they are called.
    public func csv() -> String {
        let rows =
            file.header.isEmpty || file.rows.isEmpty
            ? [["stop"]] + order.order.map { [file.names[$0]] } : [file.header] + order.order.map { file.rows[$0] }
        return rows.map { $0.map(Self.field).joined(separator: ",") + "\n" }.joined()
    }

    private func append(_ stop: Int, to bytes: inout ContiguousArray<UInt8>) {
        if file.isNumbered {
            bytes += file.names[stop].utf8
        } else {
            JSONText.append(file.names[stop], to: &bytes)
        }
    }

    private static func field(_ text: String) -> String {
        let mustBeQuoted = text.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }
        guard mustBeQuoted else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension OrderFile {
    fileprivate func ends(start: String?, end: String?, isRoundTrip: Bool) throws(OrderError) -> RouteEnds {
        let first = try start.map(place)
        let last = try end.map(place)
        if isRoundTrip || (isNumbered && first == nil && last == nil) { return .roundTrip(from: first ?? 0) }
        switch (first, last) {
        case (let first?, let last?):
            if first == last, names.count > 1 { throw .sameEnds(names[first]) }
            return .startAndEnd(first, last)
        case (let first?, nil): return .start(first)
        case (nil, let last?): return .end(last)
        case (nil, nil): return .free
        }
    }

    private func place(_ name: String) throws(OrderError) -> Int {
        let places = names.indices.filter { names[$0] == name }
        guard let place = places.first else { throw .unknownStop(name) }
        guard places.count == 1 else { throw .ambiguousStop(name) }
        return place
    }
}
