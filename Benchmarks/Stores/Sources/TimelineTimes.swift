import Foundation
import WaymarkTrips

/// How fast a Timeline is read, and in how much memory, beside the JSON of Foundation.
enum TimelineTimes {
    private static let bytes = 200_000_000
    /// Foundation reads a twentieth: it holds all values.
    private static let part = 20

    static func run(in folder: String) throws {
        // First those whose memory is asked for.
        for shape in MadeUpTimeline.Shape.allCases {
            let path = folder + "/\(shape.rawValue).json"
            let visits = try MadeUpTimeline.write(shape, bytes: bytes, to: path)
            try report("Timeline of \(shape.rawValue), \(visits) visits", path) {
                let read = try TripImport(contentsOf: path, .timeline)
                precondition(read.records.count == visits && read.rejected.isEmpty, "every visit is read")
            }
            try FileManager.default.removeItem(atPath: path)
        }
        for shape in MadeUpTimeline.Shape.allCases {
            let path = folder + "/\(shape.rawValue).json"
            let visits = try MadeUpTimeline.write(shape, bytes: bytes / part, to: path)
            try report("the same by JSONSerialization", path) {
                let value = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
                let segments = (value as? [String: Any])?["semanticSegments"] ?? value
                precondition((segments as? [Any])?.count == 3 * visits, "every segment is read")
            }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private static func report(_ what: String, _ path: String, _ body: () throws -> Void) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        let milliseconds = StoreTimes.best(3, body)
        print(
            String(
                format: "%@, %d MB: %.0f MB/s (goal 100), memory %d MB (goal 64)", what as NSString, size / 1_000_000,
                Double(size) / 1000 / milliseconds, StoreTimes.memory))
    }
}
