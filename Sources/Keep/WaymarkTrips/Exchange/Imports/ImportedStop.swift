import WaymarkGeodesy
import WaymarkTimes

/// The place of something in a file.
typealias ImportedPlace = (line: Int, column: Int)

/// A stop, or an entry, as named values of a file say it. What cannot be read of them is kept apart, and the stop is
/// without it.
struct ImportedStop {
    /// The fields of records that follow from a named value, where they have another name.
    static func fields(of name: String) -> [String] {
        switch name {
        case "arrival": ["arrival_unix_ms", "arrival_day"]
        case "stay": ["stay_ms"]
        default: [name]
        }
    }

    var stop: TripStop
    /// The arrival, if it has a time of day.
    private(set) var time: ClockReading?
    /// The values that cannot be read, and why.
    private(set) var faults: [(name: String, reason: String)] = []

    /// Reads named values. A zone that is not known here may keep its name. Times without an offset are local, unless they are in
    /// UTC.
    init(_ place: Coordinate, keepsZone: Bool = false, isUTC: Bool = false, _ value: (String) -> String?) {
        // It gets its id and its trip when it is added.
        let none = RecordID(high: 0, low: 0)
        stop = TripStop(id: none, trip: none, coordinate: place)
        (stop.name, stop.notes) = (value("name") ?? "", value("notes") ?? "")
        stop.attraction = value("attraction")
        for name in ["time_zone", "arrival", "stay", "stay_ms", "nights", "pinned"] {
            guard let text = value(name), !text.isEmpty else { continue }
            do throws(ImportedValue.Fault) {
                switch name {
                case "time_zone": stop.zone = keepsZone ? ClockZone(stored: text) : try ImportedValue.zone(text)
                case "arrival":
                    stop.arrivalDay = CalendarDate(text)
                    guard stop.arrivalDay == nil else { break }
                    let reading = try ImportedValue.reading(text)
                    time = isUTC && reading.offset == nil ? try ImportedValue.reading(text + "Z") : reading
                case "stay": stop.stay = try ImportedValue.stay(text)
                case "stay_ms": stop.stay = try ImportedValue.stay(milliseconds: text)
                case "nights": stop.nights = try ImportedValue.nights(text)
                default: stop.isPinned = try ImportedValue.bool(text)
                }
            } catch {
                faults.append((name, error.reason))
            }
        }
    }
}

extension Trip {
    /// Takes what named values say of a trip, and returns those that cannot be read, and why.
    mutating func take(keepsZone: Bool, _ value: (String) -> String?) -> [(name: String, reason: String)] {
        var faults: [(name: String, reason: String)] = []
        if zone == nil, let name = value("time_zone") {
            zone = keepsZone ? ClockZone(stored: name) : ClockZone(identifier: name)
            if zone == nil { faults.append(("time_zone", "\(ImportedValue.quoted(name)) is not a known time zone")) }
        }
        guard days == nil, let first = value("first_day") else { return faults }
        let last = value("last_day") ?? first
        if let first = CalendarDate(first), let last = CalendarDate(last), first <= last {
            days = first...last
        } else {
            let (first, last) = (ImportedValue.quoted(first), ImportedValue.quoted(last))
            faults.append(("first_day", "\(first) and \(last) are not a first and a last day"))
        }
        return faults
    }
}
