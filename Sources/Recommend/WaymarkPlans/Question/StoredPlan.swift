import WaymarkFoundation
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkText
public import WaymarkTimes

/// A plan as `waymark plan --format json` wrote it.
public struct StoredPlan: Codable, Sendable {
    /// Where the first day starts, and where each day ends.
    public let ends: (start: PlanEnd, end: PlanEnd)
    /// The date of the first day.
    public let date: CalendarDate?
    /// The hours of each day, in minutes after midnight.
    public let hours: Range<Int>
    /// The breaks of each day.
    public let breaks: [PlanQuestion.Pause]
    /// The number of days.
    public var dayCount: Int { days.count }

    /// The places, in the order of the visits.
    let places: [RecommendedPlace]
    /// The same with scores and wishes; they have no nodes.
    let planned: [PlanPlace]
    /// The days; visits have the positions of ``places``.
    let days: [DayPlan.Day]
    private let file: File

    /// Reads a plan.
    ///
    /// - Throws: ``PlanQuestionError/storedPlan(reason:)``, with the place of the fault.
    public init(parsing bytes: [UInt8]) throws(PlanQuestionError) {
        do {
            try self.init(try JSONDecoder().decode(File.self, from: Data(bytes)))
        } catch {
            throw Self.error(error, bytes)
        }
    }

    /// Reads a plan, as in ``init(parsing:)``.
    public init(from decoder: any Decoder) throws { try self.init(File(from: decoder)) }

    /// Writes what is read of a plan.
    public func encode(to encoder: any Encoder) throws { try file.encode(to: encoder) }

    private init(_ file: File) throws {
        guard let first = file.days.first, file.days.count <= 30 else {
            throw PlanQuestionError.storedPlan(reason: ".days: a plan has 1 to 30 days")
        }
        ends = (try first.start.value(".days[0].start"), try first.end.value(".days[0].end"))
        date = first.date
        guard first.opens.minute < first.closes.minute else {
            throw PlanQuestionError.storedPlan(reason: ".days[0] closes before it opens")
        }
        hours = first.opens.minute..<first.closes.minute
        breaks = try first.breaks.enumerated().map { index, pause in
            let length = pause.end.minute - pause.start.minute
            guard length >= 0, pause.closes.minute - pause.opens.minute >= length else {
                throw PlanQuestionError.storedPlan(
                    reason: ".days[0].breaks[\(index)] is longer than its interval, or ends before it begins")
            }
            return .init(minutes: pause.opens.minute...pause.closes.minute, length: length)
        }
        var places: [RecommendedPlace] = []
        var planned: [PlanPlace] = []
        var days: [DayPlan.Day] = []
        for (number, day) in file.days.enumerated() {
            var time = day.departure.minute
            let visits = try day.visits.enumerated().map { index, visit in
                let name = ".days[\(number)].visits[\(index)]"
                let place = try visit.place.value(name)
                guard visit.start.minute >= time, visit.leave.minute >= visit.start.minute else {
                    throw PlanQuestionError.storedPlan(reason: "\(name): the visit begins before the last one ends")
                }
                time = visit.leave.minute
                let (start, stay) = (visit.start.value, visit.leave.value - visit.start.value)
                places.append(
                    RecommendedPlace(
                        id: visit.id, name: place.name, coordinate: place.coordinate, theme: visit.theme))
                planned.append(
                    PlanPlace(
                        node: 0, score: visit.score.value, stay: stay, isMust: visit.isMust,
                        pin: visit.isPinned ? PlanPin(day: number, start: start) : nil))
                return DayPlan.Visit(
                    place: places.count - 1, way: visit.way.value, arrival: visit.arrival.value,
                    wait: visit.wait.value, start: start, stay: stay)
            }
            days.append(
                DayPlan.Day(
                    visits: visits,
                    breaks: day.breaks.map {
                        .init(start: $0.start.value, length: $0.end.value - $0.start.value, visitsBefore: $0.visits)
                    },
                    departure: day.departure.value, lastWay: day.lastWay.value, arrival: day.arrival.value))
        }
        (self.places, self.planned, self.days, self.file) = (places, planned, days, file)
    }

    private static func error(_ error: any Error, _ bytes: [UInt8]) -> PlanQuestionError {
        switch error {
        case let error as PlanQuestionError: error
        default:
            .storedPlan(
                reason: (error as? DecodingError)?.fault(among: "plans") ?? fault(of: bytes) ?? "it is not valid JSON")
        }
    }

    /// Where a text is not JSON.
    private static func fault(of bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "it is not in UTF-8" }
        do {
            _ = try JSONParser.value(ContiguousArray(text.utf8))
            return nil
        } catch {
            return "line \(error.line), column \(error.column): not JSON: \(error.reason)"
        }
    }
}

// MARK: The file

private struct File: Codable {
    struct Day: Codable {
        let date: CalendarDate?
        let start, end: Place
        let opens, closes, departure, arrival: Clock
        let lastWay: Amount
        let visits: [Visit]
        let breaks: [Pause]

        private enum CodingKeys: String, CodingKey {
            case date, start, end, opens, closes, departure, arrival, visits, breaks
            case lastWay = "last_way_min"
        }
    }

    struct Place: Codable {
        let name: String
        let latitude, longitude: Double

        func value(_ path: String) throws -> PlanEnd {
            do throws(CoordinateError) {
                return .init(name: name, coordinate: try Coordinate(latitude: latitude, longitude: longitude))
            } catch {
                throw PlanQuestionError.storedPlan(reason: "\(path): \(error)")
            }
        }
    }

    struct Visit: Codable {
        let id, name: String
        let latitude, longitude: Double
        let theme: String?
        let arrival, start, leave: Clock
        let way, wait, score: Amount
        let isMust, isPinned: Bool

        var place: Place { Place(name: name, latitude: latitude, longitude: longitude) }

        private enum CodingKeys: String, CodingKey {
            case name, latitude, longitude, theme, arrival, start, leave, score
            case id = "place_id"
            case way = "way_min"
            case wait = "wait_min"
            case isMust = "is_must"
            case isPinned = "is_pinned"
        }
    }

    struct Pause: Codable {
        let start, end, opens, closes: Clock
        let visits: Int

        private enum CodingKeys: String, CodingKey {
            case start, end, opens, closes
            case visits = "visits_before"
        }
    }

    let days: [Day]
}

/// A time such as `09:05`, or `00:30+1` on the next day.
private struct Clock: Codable {
    let minute: Int
    var value: Double { Double(minute) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        let day = parts.count == 1 ? 0 : Int(parts[1])
        guard parts.count <= 2, let day, 0...9 ~= day, let minute = PlanQuestion.minute(parts[0]) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is not a time such as 09:30")
        }
        self.minute = day * 24 * 60 + minute
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(PlannedTrip.clock(value))
    }
}

/// A number of minutes, or a score.
private struct Amount: Codable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.decode(Double.self)
        guard 0...1e6 ~= value else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(value) is not 0 to 1000000")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
