package import WaymarkGeodesy
import WaymarkText

/// Values of options as people type them, in a command and in a request: `10km`, `37.58,126.98`.
package enum OptionText {
    /// Why a text is no such value: one sentence that states the format.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The format of a length.
    package static let lengths = "a number of at least 0 with a unit, m, km or mi: 500m, 10km, 6.2mi"
    /// The format of a speed.
    package static let speeds = "a number above 0 in km/h: 4.5 or 4.5km/h"
    /// The format of a time.
    package static let times = "a number of at least 0 with a unit, ms, s or min: 500ms, 0.5s, 2min"

    /// A length with its unit; `what` names it in a fault.
    package static func length(_ text: String, of what: String = "radius") throws(Fault) -> Meters {
        let units: [(String, (Double) -> Meters)] = [
            ("km", Meters.kilometers), ("mi", Meters.miles), ("m", { Meters($0) }),
        ]
        let plain = text.lowercased().filter { $0 != " " }
        for (unit, make) in units where plain.hasSuffix(unit) {
            guard let value = number(plain.utf8.dropLast(unit.utf8.count)) else { break }
            if value < 0 { throw Fault("a \(what) must not be negative.") }
            return make(value)
        }
        throw Fault("a \(what) must be \(lengths).")
    }

    /// A time with its unit.
    package static func duration(_ text: String) throws(Fault) -> Duration {
        for (unit, length) in [("ms", 0.001), ("min", 60), ("s", 1)] where text.hasSuffix(unit) {
            guard let value = number(text.utf8.dropLast(unit.utf8.count)), value >= 0, value <= 1e9 else { break }
            return .seconds(value * length)
        }
        throw Fault("a time must be \(times).")
    }

    /// A speed in kilometres per hour, in metres per second.
    package static func metersPerSecond(_ text: String) throws(Fault) -> Double {
        let kilometers = text.hasSuffix("km/h") ? text.dropLast(4) : text[...]
        guard let value = NumberParser.double(kilometers), value >= 0.01, value <= 1e6 else {
            throw Fault("a speed must be \(speeds).")
        }
        return value / 3.6
    }

    /// A point: latitude and longitude in degrees.
    package static func point(_ text: String) throws(Fault) -> Coordinate {
        guard let numbers = numbers(text, 2) else {
            throw Fault("a point must be latitude and longitude in degrees: 37.58,126.98.")
        }
        do {
            return try Coordinate(latitude: numbers[0], longitude: numbers[1])
        } catch {
            throw Fault("\(error)")
        }
    }

    /// A box: south, west, north and east in degrees.
    package static func box(_ text: String) throws(Fault) -> BoundingBox {
        guard let numbers = numbers(text, 4) else {
            throw Fault("a box must be south, west, north and east in degrees: 37.4,126.8,37.7,127.2.")
        }
        do {
            return try BoundingBox(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
        } catch {
            throw Fault("\(error)")
        }
    }

    /// The names and paths of levels of regions: `NAME=FILE`, or a file, which is called `region` if it is the only one and
    /// otherwise as the file is, without its folder and extension.
    package static func boundaries(_ texts: [String]) -> [(name: String, path: String)] {
        texts.map { text in
            // An equals sign after a slash is part of the path.
            if let equals = text.firstIndex(of: "="), equals != text.startIndex, !text[..<equals].contains("/") {
                return (String(text[..<equals]), String(text[text.index(after: equals)...]))
            }
            let stem = (text.split(separator: "/").last ?? "region").prefix { $0 != "." }
            return (texts.count == 1 ? "region" : String(stem), text)
        }
    }

    private static func numbers(_ text: String, _ count: Int) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0.filter { $0 != " " }.utf8) }
        return parts.count == count && numbers.count == count ? numbers : nil
    }

    private static func number(_ text: some Sequence<UInt8>) -> Double? {
        NumberParser.double(ContiguousArray(text).span)
    }
}
