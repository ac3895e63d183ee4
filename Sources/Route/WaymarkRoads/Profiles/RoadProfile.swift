internal import WaymarkExtracts
public import WaymarkRoutes
import WaymarkText

/// How one travels on roads: which ways, how fast, past which barriers, and what a turn costs.
public struct RoadProfile: Sendable {
    /// Its name, as in the table: `car`.
    public let name: String
    /// The mode of travel.
    public let mode: TravelMode

    /// What a way is to a profile.
    enum Speed: Sendable {
        case kilometersAnHour(Double)
        case ferry
        case unused
    }

    enum Access: String { case yes, no, end }
    enum Oneway: String { case forward, backward, both }

    private let speeds: TagRules<Speed>
    private let limits: TagRules<Double>
    private let accesses: TagRules<Access>
    private let oneways: TagRules<Oneway>
    private let barriers: TagRules<Bool>
    /// Its costs.
    let costs: Costs

    /// What a profile's turns and entries cost.
    struct Costs: Sendable {
        /// Seconds.
        var signal, turn, uTurn, destination: Double
        /// Turns to one side cost more than to the other.
        var bias: Double
        /// Kilometres an hour of a ferry without a duration.
        var ferry: Double
        /// The part of a posted speed that is driven; nil where a posted speed is a limit alone.
        var posted: Double?
    }

    /// The profiles of the table that ships.
    public static let all: [RoadProfile] = [("car", .driving), ("bicycle", .cycling), ("foot", .walking)].map {
        RoadProfile(name: $0, mode: $1)
    }

    private init(name: String, mode: TravelMode) {
        (self.name, self.mode) = (name, mode)
        let text = String(decoding: PackageResources.road_profiles_tsv, as: UTF8.self)
        var lines: [String: [(conditions: [Substring], value: String)]] = [:]
        for line in text.split(separator: "\n").lazy.filter({ $0.first != "#" }).dropFirst() {
            let cells = line.split(separator: "\t")
            precondition(cells.count == 4, "a line of the table is malformed: \(line)")
            if cells[0] == name {
                lines[String(cells[1]), default: []].append((cells[2].split(separator: " "), String(cells[3])))
            }
        }
        func rules<Value>(_ use: String, _ value: (String) -> Value?) -> TagRules<Value> {
            TagRules(
                (lines[use] ?? []).map { line in
                    guard let value = value(line.value) else {
                        preconditionFailure("a value of the table is malformed: \(line.value)")
                    }
                    return (line.conditions, value)
                })
        }
        speeds = rules("speed") {
            $0 == "-" ? .unused : $0 == "ferry" ? .ferry : NumberParser.double($0).map { .kilometersAnHour($0) }
        }
        limits = rules("limit") { NumberParser.double($0) }
        accesses = rules("access") { Access(rawValue: $0) }
        oneways = rules("oneway") { Oneway(rawValue: $0) }
        barriers = rules("barrier") { $0 == "yes" }
        func cost(_ name: String) -> Double? {
            lines["cost"]?.first { $0.conditions.elementsEqual([name[...]]) }.flatMap { NumberParser.double($0.value) }
        }
        func needed(_ name: String) -> Double {
            guard let cost = cost(name) else { preconditionFailure("the table has no cost \(name)") }
            return cost
        }
        costs = Costs(
            signal: needed("signal"), turn: needed("turn"), uTurn: needed("u-turn"), destination: needed("destination"),
            bias: needed("bias"), ferry: needed("ferry"), posted: cost("posted"))
    }

    /// How a way is used.
    struct Use: Hashable, Sendable {
        /// Kilometres an hour in the direction of the way, and against it; 0 for neither.
        var forward, backward: Double
        /// The seconds of the whole way, for a ferry that says them.
        var duration: Double?
        /// Whether one is only on it at the begin or the end of a trip.
        var isEndOnly: Bool
    }

    /// How a way is used; nil if it is not.
    func use(of tags: MapTags) -> Use? {
        guard let found = speeds.line(for: tags) else { return nil }
        let access = accesses.line(for: tags) ?? .yes
        if access == .no { return nil }
        var use: Use
        switch found {
        case .unused: return nil
        case .ferry:
            let seconds = tags["duration"].flatMap(RoadText.seconds)
            use = Use(forward: costs.ferry, backward: costs.ferry, duration: seconds, isEndOnly: access == .end)
        case .kilometersAnHour(let own):
            let limit = limits.line(for: tags) ?? .infinity
            func speed(_ direction: String) -> Double {
                let text = tags["maxspeed:" + direction] ?? tags["maxspeed"]
                guard let posted = text.flatMap(RoadText.speed) else { return min(own, limit) }
                return min(costs.posted.map { posted * $0 } ?? min(own, posted), limit)
            }
            use = Use(
                forward: speed("forward"), backward: speed("backward"), duration: nil, isEndOnly: access == .end)
        }
        switch oneways.line(for: tags) ?? .both {
        case .both: break
        case .forward: use.backward = 0
        case .backward: use.forward = 0
        }
        return use
    }

    /// Whether one passes a node: a gate, a bollard.
    func passes(_ tags: MapTags) -> Bool {
        guard tags["barrier"] != nil else { return true }
        switch accesses.line(for: tags) {
        case .yes, .end: return true
        case .no: return false
        case nil: return barriers.line(for: tags) ?? true
        }
    }
}

/// Numbers in the values of tags.
enum RoadText {
    /// A speed in kilometres an hour: `50`, `30 mph`; nil for words.
    static func speed(_ text: String) -> Double? {
        let parts = text.split(separator: " ")
        guard let first = parts.first, let number = NumberParser.double(first), number > 0, number < 500 else {
            return nil
        }
        switch parts.count {
        case 1: return number
        case 2: return parts[1] == "mph" ? number * 1.609344 : parts[1] == "km/h" ? number : nil
        default: return nil
        }
    }

    /// A duration in seconds: `45` minutes, `1:30` hours, `1:30:00`; nil for another text.
    static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard 1...3 ~= parts.count, parts.allSatisfy({ $0.map { 0..<10_000 ~= $0 } ?? false }) else { return nil }
        let numbers = parts.map { Double($0!) }
        let seconds =
            numbers.count == 1
            ? 60 * numbers[0] : 3600 * numbers[0] + 60 * numbers[1] + (numbers.count == 3 ? numbers[2] : 0)
        return seconds > 0 ? seconds : nil
    }
}
