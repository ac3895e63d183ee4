import ArgumentParser
import WaymarkGeodesy
import WaymarkText

/// A length with its unit, as in `10km`.
struct Radius: CustomStringConvertible {
    let meters: Meters

    /// The default radius of `nearby`.
    static let usual = Radius(meters: .kilometers(10))

    /// The default maximum distance of a stop from the nearest road.
    static let usualSnap = Radius(meters: .kilometers(1))

    private init(meters: Meters) { self.meters = meters }

    /// - Throws: `ValidationError` that states the format of a radius, or of the length named `what`.
    init(text: String, of what: String = "radius") throws {
        let units: [(String, (Double) -> Meters)] = [
            ("km", Meters.kilometers), ("mi", Meters.miles), ("m", { Meters($0) }),
        ]
        let plain = text.lowercased().filter { $0 != " " }
        for (unit, make) in units where plain.hasSuffix(unit) {
            guard let value = NumberParser.double(ContiguousArray(plain.utf8.dropLast(unit.utf8.count)).span) else {
                break
            }
            if value < 0 { throw ValidationError("a \(what) must not be negative.") }
            meters = make(value)
            return
        }
        throw ValidationError("a \(what) must be \(Self.help).")
    }

    static let help = "a number of at least 0 with a unit, m, km or mi: 500m, 10km, 6.2mi"
    var description: String { NumberText.shortest(meters.kilometers) + "km" }
}
