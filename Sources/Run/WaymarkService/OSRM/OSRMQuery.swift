import WaymarkGeodesy
import WaymarkText

extension OSRMService.Fault {
    init(malformed reason: String) {
        self.init(code: "InvalidQuery", message: "Query string malformed: \(reason)")
    }
}

extension OSRMService {
    /// A request: its places, and its options, each checked.
    struct Query {
        let profile: String
        let places: [Coordinate]
        let options: [String: String]

        init(
            profile: Substring, coordinates: Substring, options: [(name: String, value: String)], known: [String],
            most: Int
        ) throws(Fault) {
            guard profile.count <= 32,
                profile.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
            else { throw Fault(code: "InvalidUrl", message: "The profile must be one word.") }
            var text = coordinates
            if text.hasSuffix(".json") { text = text.dropLast(5) }
            var places: [Coordinate] = []
            for pair in text.split(separator: ";", omittingEmptySubsequences: false) {
                let numbers = pair.split(separator: ",", omittingEmptySubsequences: false).map {
                    NumberParser.double($0)
                }
                guard numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1] else {
                    throw Fault(malformed: "coordinates must be longitude,latitude;longitude,latitude;...")
                }
                guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
                    // A table of OSRM has a code of its own.
                    throw Fault(
                        code: known.contains("sources") ? "InvalidOptions" : "InvalidValue",
                        message: "Invalid coordinate value.")
                }
                places.append(place)
                if places.count > most {
                    throw Fault(
                        code: "TooBig", message: "Too many coordinates: the limit is \(most) (--max-coordinates)")
                }
            }
            var values: [String: String] = [:]
            for (name, value) in options {
                guard known.contains(name), values[name] == nil else {
                    throw Fault(malformed: "\(PlainText.shortened(name)) is unknown or repeated.")
                }
                values[name] = value
            }
            (self.profile, self.places, self.options) = (String(profile), places, values)
            try check()
        }

        /// Checks the options whose values change nothing without roads, as OSRM does.
        private func check() throws(Fault) {
            for name in ["generate_hints", "skip_waypoints", "steps"] { _ = try choice(name, ["true", "false"]) }
            _ = try choice("continue_straight", ["default", "true", "false"])
            if let value = options["alternatives"], value != "true", value != "false", (Int(value) ?? -1) < 0 {
                throw malformed("alternatives")
            }
            for name in ["radiuses", "bearings", "approaches", "hints"] {
                guard let value = options[name] else { continue }
                let parts = value.split(separator: ";", omittingEmptySubsequences: false)
                for part in parts where !part.isEmpty {
                    let isRight =
                        switch name {
                        case "radiuses": part == "unlimited" || (NumberParser.double(part) ?? -1) >= 0
                        case "bearings": part.split(separator: ",").compactMap { Int($0) }.count == 2
                        case "approaches": ["curb", "opposite", "unrestricted"].contains(part)
                        default: true
                        }
                    if !isRight { throw malformed(name) }
                }
                if parts.count != places.count {
                    throw Fault(
                        code: "InvalidOptions",
                        message:
                            "Number of elements in \(name) size \(parts.count) does not match coordinate size \(places.count)"
                    )
                }
            }
        }

        /// The maximum distance of each place from a road, in metres; nil for no limit of its own.
        func radiuses() throws(Fault) -> [Double?] {
            guard let value = options["radiuses"] else { return places.map { _ in nil } }
            return value.split(separator: ";", omittingEmptySubsequences: false).map { NumberParser.double($0) }
        }

        func malformed(_ name: String) -> Fault { Fault(malformed: "\(name) has a wrong value.") }

        func needPlaces() throws(Fault) {
            if places.count > 1 { return }
            throw Fault(code: "InvalidOptions", message: "Number of coordinates needs to be at least two.")
        }

        func choice(_ name: String, _ choices: [String]) throws(Fault) -> String {
            guard let value = options[name] else { return choices[0] }
            guard choices.contains(value) else {
                throw Fault(
                    code: "InvalidQuery", message: "\(name) must be \(choices.joined(separator: ", ")).")
            }
            return value
        }

        /// Refuses an option that asks for what these answers do not have.
        func refuse(_ name: String, unless allowed: [String]) throws(Fault) {
            if let value = options[name], !allowed.contains(value) {
                throw Fault(
                    code: "NotImplemented", message: "\(name) can only be \(allowed.joined(separator: " or ")).")
            }
        }

        /// The numbers of places; all of them by default.
        func places(_ name: String) throws(Fault) -> [Int] {
            guard let value = options[name], value != "all" else { return Array(places.indices) }
            var numbers: [Int] = []
            for text in value.split(separator: ";", omittingEmptySubsequences: false) {
                guard let number = Int(text), number >= 0 else { throw malformed(name) }
                guard places.indices.contains(number) else {
                    throw Fault(code: "InvalidOptions", message: "\(name) must be numbers of coordinates, from 0.")
                }
                numbers.append(number)
            }
            return numbers
        }
    }
}
