import TestSupport
import WaymarkGeodesy
import WaymarkGradients
import WaymarkRoutes
import WaymarkText
import WaymarkTimes
import WaymarkTrips

/// Makes records with values that are easily stored wrongly.
struct RecordGenerator {
    var random: SplitMix64
    private var made: UInt64 = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func id() -> RecordID {
        made += 1
        return RecordID(high: random.next(), low: made)
    }

    mutating func pick<Item>(_ items: [Item]) -> Item { items.randomElement(using: &random)! }

    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    mutating func text() -> String {
        pick([
            "", "제주", "\"따옴표\" \\ /", "e\u{301}", "é", "a\nb\r\n\tc", "\u{0}\u{1F}\u{7F}", "👨‍👩‍👧‍👦",
            "\u{2028}\u{200B}\u{FEFF}",
            "'; DROP TABLE record; --", "\u{FFFD}", String(repeating: "글", count: 300), "null", "1e5", " ", "ㄱ각",
        ])
    }

    mutating func moment() -> Moment {
        let random = Int64.random(in: Moment.range, using: &random)
        return Moment(
            milliseconds: pick([0, -1, random, 1_800_000_000_123, Moment.range.lowerBound, Moment.range.upperBound - 1])
        )!
    }

    mutating func zone() -> ClockZone {
        pick(["Asia/Seoul", "GMT", "America/Los_Angeles", "GMT-0330", "GMT+001234"].map { ClockZone(identifier: $0)! })
    }

    mutating func place() -> Coordinate {
        let random = coordinate(
            Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
        return pick([
            random, random, coordinate(0, 0), coordinate(-0.0, 1e-9), coordinate(90, 180), coordinate(-90, 0.1),
        ])
    }

    mutating func color() -> RGBColor? { chance(0.5) ? nil : RGBColor(UInt32(truncatingIfNeeded: random.next())) }

    mutating func optional<Value>(_ value: Value) -> Value? { chance(0.3) ? nil : value }

    mutating func hash() -> ContentHash {
        // Few, so that some are shared.
        ContentHash(ContiguousArray("file \(Int.random(in: 0..<20, using: &random))".utf8).span)
    }

    /// A record of a kind that names some of the given ones; nil if it needs one that is missing.
    mutating func record(_ kind: RecordKind, id: RecordID, among records: [RecordKind: [RecordID]]) -> Record? {
        let trips = records[.trip, default: []]
        switch kind {
        case .trip:
            let first = Int.random(in: -719_162...2_932_890, using: &random)
            let (a, b) = (
                CalendarDate(daysSince1970: first)!,
                CalendarDate(daysSince1970: first + Int.random(in: 0...6, using: &random))
            )
            var companions = records[.companion, default: []].shuffled(using: &random)
            companions = Array(companions.prefix(Int.random(in: 0...3, using: &random)))
            return .trip(
                Trip(
                    id: id, title: text(), days: chance(0.2) ? nil : a...(b ?? a), zone: zone(), color: color(),
                    notes: text(),
                    companions: companions))
        case .stop:
            guard !trips.isEmpty else { return nil }
            var stop = TripStop(
                id: id, trip: pick(trips), name: text(), coordinate: place(), attraction: optional(text()),
                arrival: optional(moment()), zone: optional(zone()),
                stay: .milliseconds(pick([0, 1, 3_600_000, 3_155_760_000_000])), nights: pick([0, 1, 365]),
                isPinned: chance(0.5), notes: text())
            if stop.arrival == nil, stop.isPinned { stop.arrivalDay = CalendarDate("2027-04-01") }
            return .stop(stop)
        case .companion:
            return .companion(Companion(id: id, name: text(), interests: chance(0.3) ? [] : [text(), text()]))
        case .category: return .category(TripCategory(id: id, name: text(), color: color()))
        case .entry:
            let subjects = trips + records[.stop, default: []]
            let categories = records[.category, default: []]
            return .entry(
                DiaryEntry(
                    id: id, title: text(), text: text(), time: moment(), zone: zone(),
                    category: categories.isEmpty ? nil : optional(pick(categories)),
                    subject: subjects.isEmpty ? nil : optional(pick(subjects)), coordinate: optional(place())))
        case .attachment:
            let owners = records[.stop, default: []] + records[.entry, default: []]
            guard !owners.isEmpty else { return nil }
            return .attachment(
                Attachment(
                    id: id, owner: pick(owners), content: hash(), size: pick([0, 1, .max]), mediaType: text(),
                    name: text()))
        case .visit:
            return .visit(
                Visit(
                    id: id, name: text(), coordinate: place(), time: optional(moment()), zone: zone(), color: color(),
                    visitor: text()))
        case .route:
            guard !trips.isEmpty else { return nil }
            let stops = (0..<Int.random(in: 0...3, using: &random)).map {
                Stop(id: "\($0)", name: text(), coordinate: place())
            }
            let legs = stops.dropFirst().map { _ in LegOutcome.notFound(reason: text()) }
            return try? .route(TripRoute(id: id, trip: pick(trips), route: Route(stops: stops, legs: legs)))
        case .plan:
            guard !trips.isEmpty else { return nil }
            let json = String { JSONText.append(text(), to: &$0) }
            return try? .plan(
                KeptPlan(
                    id: id, trip: pick(trips),
                    json: ContiguousArray("{ \"score\" : 1.50,\"days\":[{\"name\":\(json)}, [null]] }".utf8)))
        }
    }
}
