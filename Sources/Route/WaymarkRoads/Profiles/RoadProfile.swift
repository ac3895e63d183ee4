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
    /// What its turns cost.
    let costs: RoadCosts
    /// Kilometres an hour of a ferry without a duration.
    private let ferry: Double
    /// The part of a posted speed that is driven; nil where a posted speed is a limit alone.
    private let posted: Double?

    /// The profiles of the table that ships: `car`, `bicycle` and `foot`.
    public static let all: [RoadProfile] = {
        let text = String(decoding: PackageResources.road_profiles_tsv, as: UTF8.self)
        return [("car", .driving), ("bicycle", .cycling), ("foot", .walking)].map { name, mode in
            do throws(RoadProfileError) {
                return try RoadProfile(named: name, mode: mode, table: text)
            } catch {
                preconditionFailure("road-profiles.tsv, \(error)")
            }
        }
    }()

    /// The table that ships, as a start for another.
    public static var table: String { String(decoding: PackageResources.road_profiles_tsv, as: UTF8.self) }

    /// A profile of a table in the form of ``table``.
    ///
    /// ```swift
    /// let slow = RoadProfile.table.replacing("highway=primary\t65", with: "highway=primary\t40")
    /// let car = try RoadProfile(named: "car", mode: .driving, table: slow)
    /// let roads = try RoadNetwork(MapExtract(contentsOf: "andorra.osm.pbf"), profiles: [car])
    /// ```
    ///
    /// - Parameters:
    ///   - name: The profile, which is in the first column.
    ///   - mode: The mode of travel, which decides the restrictions of turns that hold.
    ///   - table: Lines of a profile, a use, conditions and a value, with tabs between them; lines that begin with `#`, and the first
    ///     other line, are for the reader.
    /// - Throws: ``RoadProfileError`` with the line.
    public init(named name: String, mode: TravelMode, table: String) throws(RoadProfileError) {
        typealias Line = (number: Int, conditions: [Substring], value: String)
        var lines: [String: [Line]] = [:]
        var isHeader = true
        for (number, line) in table.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty && line.first != "#" {
            if isHeader {
                isHeader = false
                continue
            }
            let cells = line.split(separator: "\t")
            guard cells.count == 4 else {
                throw RoadProfileError(line: number + 1, reason: "\(cells.count) cells, 4 were expected")
            }
            let conditions = cells[2].split(separator: " ")
            guard cells[1] == "cost" || TagRules<Bool>.isWellFormed(conditions) else {
                throw RoadProfileError(line: number + 1, reason: "the conditions are malformed: \(cells[2])")
            }
            if cells[0] == name {
                lines[String(cells[1]), default: []].append((number + 1, conditions, String(cells[3])))
            }
        }
        func rules<Value>(
            _ use: String, _ value: (String) -> Value?
        ) throws(RoadProfileError) -> TagRules<Value> {
            var found: [([Substring], Value)] = []
            for line in lines[use] ?? [] {
                guard let value = value(line.value) else {
                    throw RoadProfileError(line: line.number, reason: "\(line.value) is no value of \(use)")
                }
                found.append((line.conditions, value))
            }
            return TagRules(found)
        }
        func positive(_ text: String) -> Double? {
            NumberParser.double(text).flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil }
        }
        speeds = try rules("speed") {
            $0 == "-" ? .unused : $0 == "ferry" ? .ferry : positive($0).map { .kilometersAnHour($0) }
        }
        limits = try rules("limit", positive)
        accesses = try rules("access") { Access(rawValue: $0) }
        oneways = try rules("oneway") { Oneway(rawValue: $0) }
        barriers = try rules("barrier") { $0 == "yes" ? true : $0 == "no" ? false : nil }
        var costs: [Substring: Double] = [:]
        for line in lines["cost"] ?? [] {
            guard let cost = NumberParser.double(line.value), 0 <= cost, cost <= 100_000, line.conditions.count == 1
            else {
                throw RoadProfileError(line: line.number, reason: "\(line.value) is no cost")
            }
            costs[line.conditions[0]] = cost
        }
        func needed(_ cost: Substring) throws(RoadProfileError) -> Double {
            guard let value = costs[cost] else {
                throw RoadProfileError(line: nil, reason: "the profile \(name) has no cost \(cost)")
            }
            return value
        }
        (self.name, self.mode, posted) = (name, mode, costs["posted"])
        (ferry, self.costs) = (
            try needed("ferry"),
            RoadCosts(
                name: name, mode: mode, signal: try needed("signal"), crossing: try needed("crossing"),
                turn: costs["turn"] ?? 0, turnSquared: costs["turn-squared"] ?? 0, uTurn: try needed("u-turn"),
                destination: try needed("destination"),
                bias: min(100, max(0.1, try needed("bias"))))
        )
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
            use = Use(forward: ferry, backward: ferry, duration: seconds, isEndOnly: access == .end)
        case .kilometersAnHour(let own):
            let limit = limits.line(for: tags) ?? .infinity
            func speed(_ direction: String) -> Double {
                let text = tags["maxspeed:" + direction] ?? tags["maxspeed"]
                guard let posted = text.flatMap(RoadText.speed) else { return min(own, limit) }
                return min(self.posted.map { posted * $0 } ?? min(own, posted), limit)
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

/// Why a table of profiles cannot be used.
public struct RoadProfileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line, from 1; nil if a line is missing.
    public let line: Int?
    /// The reason, in words.
    public let reason: String

    /// Why a table of profiles cannot be used.
    package init(line: Int?, reason: String) { (self.line, self.reason) = (line, reason) }

    /// `line 12: fast is no value of speed`.
    public var description: String { (line.map { "line \($0): " } ?? "") + reason }
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
