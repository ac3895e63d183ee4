import Foundation
import WaymarkAreas
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkGradients
import WaymarkOrders
import WaymarkPolylines
import WaymarkRegions
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

extension Fuzzer {
    /// `JSONParser`: reads the same as Foundation, and what is written reads back.
    static let json = Fuzzer("json") { bytes in
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        let foundation = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        guard let value = try read({ try JSONParser.value(bytes) }) else {
            // Foundation also detects UTF-16 and UTF-32, allows deeper nesting, and a trailing comma in a list.
            let dense = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
            if dense.contains(",]") || dense.contains(",}") || bytes.contains(0)
                || bytes.count(where: { $0 == 0x5B || $0 == 0x7B }) >= 200
            {
                return
            }
            return try require(foundation == nil, "JSON is read")
        }
        if let foundation { try require(isSame(value, foundation), "values are Foundation's") }
        let text = written(value)
        try require(try written(JSONParser.value(text)) == text, "what is written reads back")
    }

    /// `RegionSet`: a region found for a place has it inside its box, and no bytes trap.
    static let regions = Fuzzer("regions", maxLength: 2048) { bytes in
        let borders = try MendedBorders()
        guard let set = try read({ try RegionSet(geoJSON: bytes, file: "fuzz", mending: borders) }) else { return }
        let sound = try RegionSet(geoJSON: bytes, file: "fuzz")
        try require(sound.regions.count <= set.regions.count, "what is sound needs no mending")
        for (i, region) in set.regions.enumerated() {
            try require(region.squareMeters >= 0 && region.squareMeters < 5.2e14, "an area of \(region.squareMeters)")
            let box = region.box
            for (latitude, longitude) in [(box.south, box.west), (box.north, box.east), (box.south, box.east)] {
                let place = try Coordinate(latitude: latitude, longitude: longitude)
                let holders = set.regions(containing: place)
                try require(set.region(containing: place) == holders.first, "the first of those that hold a place")
                try require(holders.allSatisfy { set.regions[$0].box.contains(place) }, "within the box of \(i)")
            }
        }
    }

    /// `ShardManifest`: what is written reads back.
    static let shards = Fuzzer("shards", maxLength: 2048) { bytes in
        guard let manifest = try read({ try ShardManifest(bytes, path: "fuzz") }) else { return }
        try require(1 <= manifest.shard.number && manifest.shard.number <= manifest.shard.count, "a part of the whole")
        try require(
            try ShardManifest(ContiguousArray(manifest.json.utf8), path: "fuzz") == manifest,
            "what is written reads back")
    }

    /// `Route`, stored: what is read can be stored again and reads back.
    static let routes = Fuzzer("routes", maxLength: 4096) { bytes in
        guard let route = try read({ try JSONDecoder().decode(Route.self, from: Data(bytes)) }) else { return }
        try require(route.legs.count == max(0, route.stops.count - 1), "a leg between stops")
        let again = try JSONDecoder().decode(Route.self, from: JSONEncoder().encode(route))
        try require(again == route, "what is stored reads back")
    }

    /// `Stop`, `StopList`, `ClockZone`, `BoundingBox`, `QualityReport`, `Attraction`, `CalendarDate`, `RGBColor`,
    /// `Coordinate`, `Leg`, `LegOutcome`, `GradientStops`, `ColorScale`, `VisitRecord` and `StopOrder`, stored: what is
    /// read can be stored again and reads back.
    static let stored = Fuzzer("stored", maxLength: 2048) { input in
        let (choice, bytes) = split(input)
        func check<Value: Codable & Equatable>(_ type: Value.Type) throws {
            guard let value = try read({ try JSONDecoder().decode(Value.self, from: Data(bytes)) }) else { return }
            let text = try JSONEncoder().encode(value)
            try require(
                try JSONDecoder().decode(Value.self, from: text) == value, "what is stored of \(type) reads back")
        }
        switch choice % 15 {
        case 0: try check(Stop.self)
        case 1: try check(StopList.self)
        case 2: try check(ClockZone.self)
        case 3: try check(BoundingBox.self)
        case 4: try check(QualityReport.self)
        case 5: try check(Attraction.self)
        case 6: try check(CalendarDate.self)
        case 7: try check(RGBColor.self)
        case 8: try check(Coordinate.self)
        case 9: try check(Leg.self)
        case 10: try check(LegOutcome.self)
        case 11: try check(GradientStops.self)
        case 12: try check(ColorScale.self)
        case 13: try check(VisitRecord.self)
        default: try check(StopOrder.self)
        }
    }

    private static func isSame(_ value: JSONValue, _ other: Any) -> Bool {
        switch value {
        case .null: return other is NSNull
        case .bool(let value): return (other as? Bool) == value
        case .number(let text):
            guard let number = other as? NSNumber, let value = Double(text) else { return false }
            let difference = abs(number.doubleValue - value)
            return difference <= abs(value) * 1e-15 || number.doubleValue == value
        case .string(let text): return (other as? String).map { Array($0.utf8) == Array(text.utf8) } ?? false
        case .array, .numbers:
            guard let values = value.array else { return false }
            guard let others = other as? [Any] else { return false }
            return values.count == others.count && zip(values, others).allSatisfy { isSame($0, $1) }
        case .object(let object):
            guard let others = other as? [String: Any] else { return false }
            // Of members with equal names, also by canonical equivalence, the two keep different ones.
            guard Set(object.keys).count == object.members.count else { return true }
            return object.members.count == others.count
                && object.members.allSatisfy { member in others[member.key].map { isSame(member.value, $0) } ?? false }
        }
    }

    private static func written(_ value: JSONValue) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        write(value, to: &bytes)
        return bytes
    }

    private static func write(_ value: JSONValue, to bytes: inout ContiguousArray<UInt8>) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += "\(value)".utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): JSONText.append(text, to: &bytes)
        case .array, .numbers:
            bytes.append(UInt8(ascii: "["))
            for (i, value) in (value.array ?? []).enumerated() {
                if i > 0 { bytes.append(UInt8(ascii: ",")) }
                write(value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (i, member) in object.members.enumerated() {
                if i > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                write(member.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
