import Foundation

/// Real files that are not part of the repository: they have no stated licence and are never committed.
///
/// Tests that read them are visibly skipped if the folder is missing.
public enum SharedData {
    /// `../shared/data` relative to the repository, or the value of `WAYMARK_SHARED_DATA`.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["WAYMARK_SHARED_DATA"] { return URL(filePath: path) }
        return Repository.root.deletingLastPathComponent().appending(path: "shared/data")
    }()

    /// Whether the folder exists.
    public static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// Extracts of OpenStreetMap: the folder `osm` beside it.
    public static var extracts: URL { folder.deletingLastPathComponent().appending(path: "osm") }

    /// Whether these exist.
    public static var hasExtracts: Bool { FileManager.default.fileExists(atPath: extracts.path) }

    /// The bytes of a file, uncompressed if its name ends in `.gz`.
    public static func bytes(_ name: String) throws -> [UInt8] {
        let file = folder.appending(path: name)
        guard name.hasSuffix(".gz") else { return try Array(Data(contentsOf: file)) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return Array(data)
    }
}

/// The checkout that the tests were built from.
public enum Repository {
    /// Its top folder.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
