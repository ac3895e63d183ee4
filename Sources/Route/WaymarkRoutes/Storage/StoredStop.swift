import WaymarkFoundation
import WaymarkGeodesy
import WaymarkTimes

/// The stored form of a stop, alone, in a list and in a route.
struct StoredStop: Codable {
    let id: String
    let name: String?
    let latitude: Double
    let longitude: Double
    let arrival: Double?
    /// Dates count from 2001: the part of less than a microsecond that is lost when counting from 1970.
    let arrivalRemainder: Double?
    let stay: StoredSeconds?
    let timeZone: String?

    private enum CodingKeys: String, CodingKey {
        case id, name, latitude, longitude
        case arrival = "arrival_unix_s"
        case arrivalRemainder = "arrival_remainder_s"
        case stay = "stay_s"
        case timeZone = "time_zone"
    }

    /// - Throws: `EncodingError.invalidValue` for values that could not be decoded.
    init(_ stop: Stop, path: [any CodingKey]) throws {
        func refusal(_ value: Any, _ key: CodingKeys, _ reason: String) -> EncodingError {
            .invalidValue(value, EncodingError.Context(codingPath: path + [key], debugDescription: reason))
        }
        if stop.stay < .zero { throw refusal(stop.stay, .stay, "the stay at stop \(stop.id) is negative") }
        // The number, since Foundation cannot print such a date.
        if let arrival = stop.arrival?.timeIntervalSince1970, !arrival.isFinite {
            throw refusal(arrival, .arrival, "the arrival at stop \(stop.id) is not finite")
        }
        id = stop.id
        name = stop.name.isEmpty ? nil : stop.name
        (latitude, longitude) = (stop.coordinate.latitude, stop.coordinate.longitude)
        arrival = stop.arrival?.timeIntervalSince1970
        let remainder = stop.arrival?.timeIntervalSince(Date(timeIntervalSince1970: arrival ?? 0))
        arrivalRemainder = remainder == 0 ? nil : remainder
        stay = stop.stay == .zero ? nil : StoredSeconds(stop.stay)
        timeZone = stop.timeZone?.identifier
    }

    func stop() throws(StoredRefusal) -> Stop {
        let coordinate: Coordinate
        do {
            coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw StoredRefusal(reason: "\(error)")
        }
        let stay = stay?.duration ?? .zero
        guard stay >= .zero else {
            throw StoredRefusal(reason: "\(stay) is not the duration of a stay", key: CodingKeys.stay)
        }
        let arrival = arrival.map { Date(timeIntervalSince1970: $0) + (arrivalRemainder ?? 0) }
        if let arrival, !arrival.timeIntervalSince1970.isFinite {
            throw StoredRefusal(reason: "the arrival is not finite", key: CodingKeys.arrival)
        }
        return Stop(
            id: id, name: name ?? "", coordinate: coordinate, arrival: arrival, stay: stay,
            timeZone: timeZone.map(ClockZone.init(stored:)))
    }
}

/// Why a stored stop or leg is invalid.
struct StoredRefusal: Error {
    let reason: String
    /// The invalid key; nil for what the reason describes.
    var key: (any CodingKey)?

    /// Runs `body` for a stop or leg that is stored alone, and reports its errors at `path`.
    static func asDecodingError<Value>(
        at path: [any CodingKey], _ body: () throws(StoredRefusal) -> Value
    ) throws -> Value {
        do throws(StoredRefusal) {
            return try body()
        } catch {
            let path = path + [error.key].compactMap(\.self)
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: error.reason))
        }
    }
}

/// Arrival at and departure from a stop, for readers that do not compute them.
struct StoredTime: Encodable {
    let arrival: String?
    let departure: String?
    let wait: StoredSeconds?
    let lateness: StoredSeconds?

    private enum CodingKeys: String, CodingKey {
        case arrival, departure
        case wait = "wait_s"
        case lateness = "lateness_s"
    }

    init(_ time: RouteTime) {
        (arrival, departure) = (time.arrivalText, time.departureText)
        // They follow from the rest, so values too long for the form are omitted.
        wait = time.wait > .zero ? StoredSeconds(ifPossible: time.wait) : nil
        lateness = time.lateness > .zero ? StoredSeconds(ifPossible: time.lateness) : nil
    }
}
