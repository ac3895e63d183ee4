import Foundation
import TestSupport
import Testing

/// The built `waymark`, run as a user runs it.
enum Tool {
    /// The path of the built program: next to the test bundle.
    static let url: URL = {
        // Background processes of a shell ignore SIGINT and SIGQUIT, those of nohup SIGHUP, and so would their children:
        // nothing ended the program then.
        for number in BadInputTests.ending { signal(number, SIG_DFL) }
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

    /// Runs `waymark-weights`, which lies beside it, to its end.
    static func weights(_ arguments: [String]) throws -> Result {
        try run(url.deletingLastPathComponent().appending(path: "waymark-weights"), arguments, input: [])
    }

    /// Runs a shell line; `$WAYMARK` is the tool.
    static func shell(_ line: String) throws -> Result {
        try run(URL(filePath: "/bin/sh"), ["-c", line], input: [])
    }

    #if os(Linux)
        /// The growth of peak memory, in bytes, per text fed to a run through a pipe, after a tenth as many.
        ///
        /// The output goes to a separate folder. By then all constant memory is allocated, so the rest is the cost of
        /// each text, on any machine, allocator and load.
        static func memoryGrowth(
            _ arguments: [String], head: String, texts: Int, _ text: (Int) -> String
        ) throws -> Double {
            let folder = try Folder()
            let process = Process()
            process.executableURL = url
            process.arguments = arguments
            process.currentDirectoryURL = folder.url
            let input = Pipe()
            process.standardInput = input
            try process.run()
            var peaks: [Int] = []
            for range in [0..<texts / 10, texts / 10..<texts / 10 + texts] {
                var bytes = range.lowerBound == 0 ? head : ""
                for number in range {
                    bytes += text(number)
                    if bytes.utf8.count < 1 << 16, number < range.upperBound - 1 { continue }
                    try input.fileHandleForWriting.write(contentsOf: Data(bytes.utf8))
                    bytes = ""
                }
                let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
                peaks.append(try #require(Int(line.filter(\.isNumber))))
            }
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return Double(peaks[1] - peaks[0]) * 1024 / Double(texts)
        }
    #endif

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

/// A folder for one test, removed with it.
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

    /// Writes a file and returns its path.
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

    /// The names of everything in the folder, including hidden files.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
