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
