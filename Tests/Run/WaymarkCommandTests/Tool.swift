import Foundation
import TestSupport

/// The built `waymark`, run as a user runs it.
enum Tool {
    /// Where the program was built: beside the test bundle.
    static let url: URL = {
        if let path = ProcessInfo.processInfo.environment["WAYMARK_COMMAND"] { return URL(filePath: path) }
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "waymark")
    }()

    struct Result {
        var status: Int32
        var output: String
        var errors: String

        /// Lines of standard output.
        var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) }
    }

    /// Runs the tool to its end.
    static func run(_ arguments: [String], input: [UInt8] = []) throws -> Result {
        try run(url, arguments, input: input)
    }

    /// Runs a line of shell; `$WAYMARK` is the tool.
    static func shell(_ line: String) throws -> Result {
        try run(URL(filePath: "/bin/sh"), ["-c", line], input: [])
    }

    private static func run(_ program: URL, _ arguments: [String], input: [UInt8]) throws -> Result {
        let folder = try Folder()
        let (output, errors) = (try folder.file("stdout"), try folder.file("stderr"))
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["WAYMARK": url.path]) { $1 }
        process.currentDirectoryURL = Repository.root
        process.standardInput = try FileHandle(forReadingFrom: folder.file("stdin", input))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

/// A folder for one test, gone when the test is.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and returns where it is.
    @discardableResult
    func file(_ name: String, _ bytes: [UInt8] = []) throws -> URL {
        let file = url.appending(path: name)
        try Data(bytes).write(to: file)
        return file
    }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)).path }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }

    /// The names of everything in the folder, hidden files too.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
