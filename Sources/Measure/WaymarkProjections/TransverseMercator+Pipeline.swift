import WaymarkGeodesy

extension TransverseMercator {
    /// The transverse Mercator projection equal to a PROJ pipeline; nil if it has a change of datum, other units, or
    /// another projection.
    init?(pipeline: String) {
        var projection: [Substring: Substring]?
        for step in pipeline.split(separator: "+step ") {
            var values: [Substring: Substring] = [:]
            for word in step.split(separator: " ") {
                let parts = word.drop { $0 == "+" }.split(separator: "=", maxSplits: 1)
                values[parts[0]] = parts.count > 1 ? parts[1] : ""
            }
            switch values["proj"] {
            case "pipeline": if values.count > 1 { return nil }
            case "unitconvert":
                guard values == ["proj": "unitconvert", "xy_in": "deg", "xy_out": "rad"] else { return nil }
            case "tmerc", "utm":
                guard projection == nil, values["inv"] == nil else { return nil }
                projection = values
            default: return nil
            }
        }
        guard var values = projection, let ellipsoid = Ellipsoid.named(values.removeValue(forKey: "ellps")) else {
            return nil
        }
        let isUTM = values.removeValue(forKey: "proj") == "utm"
        if isUTM {
            guard let zone = values.removeValue(forKey: "zone").flatMap({ Int($0) }), 1...60 ~= zone else { return nil }
            let isSouth = values.removeValue(forKey: "south") != nil
            guard values.isEmpty else { return nil }
            self.init(utmZone: zone, isSouth: isSouth, on: ellipsoid)
            return
        }
        var numbers: [Substring: Double] = [:]
        for (key, text) in values {
            guard ["lat_0", "lon_0", "k", "k_0", "x_0", "y_0"].contains(key), let number = Double(text) else {
                return nil
            }
            numbers[key] = number
        }
        let (latitude, longitude) = (numbers["lat_0"] ?? 0, numbers["lon_0"] ?? 0)
        let scale = numbers["k"] ?? numbers["k_0"] ?? 1
        guard abs(latitude) <= 90, abs(longitude) <= 180, scale > 0, scale.isFinite else { return nil }
        self.init(
            ellipsoid: ellipsoid, latitudeOfOrigin: latitude, centralMeridian: longitude, scale: scale,
            falseOrigin: ProjectedPoint(east: numbers["x_0"] ?? 0, north: numbers["y_0"] ?? 0))
    }
}

extension Ellipsoid {
    /// The ellipsoid with a PROJ name.
    fileprivate static func named(_ name: Substring?) -> Ellipsoid? {
        switch name {
        case "WGS84": .wgs84
        case "GRS80": .grs80
        case "bessel": .bessel
        default: nil
        }
    }
}
