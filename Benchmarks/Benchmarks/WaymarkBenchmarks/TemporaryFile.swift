import Foundation
import Waymark

/// A file that is there while the benchmark runs.
final class TemporaryFile {
    let path: String

    init(_ write: (OutputFile) throws -> Void) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "waymark-benchmark-\(UUID())").path
        let file = try OutputFile(path: path)
        try write(file)
        try file.commit()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
