import Foundation

/// Runs `body` with the path of a new folder, which is removed afterwards.
public func withFolder<R>(_ body: (String) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}

/// The text of a file.
public func fileText(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
}

/// The names in a folder, including hidden ones.
public func fileNames(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// What the program `gzip` makes of bytes, with options such as `-9`, or `-dc` to unpack them.
///
/// - Throws: `CocoaError` if it fails.
public func gzip(_ bytes: some Sequence<UInt8>, _ options: [String] = ["-c"]) throws -> ContiguousArray<UInt8> {
    try withFolder { folder in
        let file = URL(filePath: folder + "/bytes")
        try Data(bytes).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip"] + options
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return ContiguousArray(data)
    }
}
