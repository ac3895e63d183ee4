import Foundation

/// A made-up Timeline of Google Maps: the same each time.
enum MadeUpTimeline {
    enum Shape: String, CaseIterable { case android, ios }

    /// Writes a file of about this many bytes: a visit, then two ways with forty points, and so on.
    ///
    /// - Returns: The number of visits.
    static func write(_ shape: Shape, bytes: Int, to path: String) throws -> Int {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        var (text, size, visits) = (shape == .android ? "{\n  \"semanticSegments\": [\n" : "[\n", 0, 0)
        while size < bytes {
            text +=
                (visits > 0 ? ",\n" : "") + visit(shape, visits)
                + String(repeating: ",\n" + way(shape, visits), count: 2)
            visits += 1
            if text.utf8.count >= 1 << 20 {
                size += text.utf8.count
                try file.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try file.write(contentsOf: Data((text + (shape == .android ? "\n  ]\n}\n" : "\n]\n")).utf8))
        try file.close()
        return visits
    }

    private static func time(_ number: Int) -> String {
        "2024-0\(1 + number % 9)-1\(number / 9 % 10)T0\(number / 90 % 10):30:00.000+09:00"
    }

    private static func visit(_ shape: Shape, _ number: Int) -> String {
        let (latitude, longitude) = ("37.5\(1_000_000 + number % 999_999)", "126.9\(1_000_000 + number % 777_777)")
        return switch shape {
        case .android:
            """
            { "startTime": "\(time(number))", "endTime": "\(time(number))", "visit": { "hierarchyLevel": 0,
            "topCandidate": { "placeId": "ChIJ\(number)", "semanticType": "UNKNOWN", "probability": 0.85,
            "placeLocation": { "latLng": "\(latitude)°, \(longitude)°" } } } }
            """
        case .ios:
            """
            { "startTime": "\(time(number))", "endTime": "\(time(number))", "visit": { "hierarchyLevel": "0",
            "topCandidate": { "placeID": "ChIJ\(number)", "semanticType": "Unknown", "probability": "0.85",
            "placeLocation": "geo:\(latitude),\(longitude)" } } }
            """
        }
    }

    private static func way(_ shape: Shape, _ number: Int) -> String {
        let points = (0..<40).map { point in
            shape == .android
                ? "{ \"point\": \"37.5\(number % 9)\(point)°, 126.9\(point)°\", \"time\": \"\(time(number))\" }"
                : "{ \"point\": \"geo:37.5\(number % 9)\(point),126.9\(point)\", \"durationMinutesOffsetFromStartTime\": \"\(point)\" }"
        }
        return "{ \"startTime\": \"\(time(number))\", \"endTime\": \"\(time(number))\", \"timelinePath\": [\n"
            + points.joined(separator: ",\n") + "\n] }"
    }
}
