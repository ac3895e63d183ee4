import Foundation
import TestSupport
import Testing
import WaymarkC
import WaymarkThreads

@testable import WaymarkService

/// A service in this process, on a port of the loopback interface.
final class RunningService: Sendable {
    let service: Service
    let port: Int
    private let task: Task<Void, any Error>
    let lines: Lines

    /// The lines of the log.
    final class Lines: Sendable {
        private let lines = Guarded<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// One with the sample and nothing else, for tests that change nothing.
    static var shared: RunningService { get async throws { try await made.value } }
    private static let made = Task {
        var limits = Limits.patient
        // Tests ask at the same time.
        limits.batches = 64
        return try await RunningService(limits: limits)
    }

    static let attractions = Repository.root.appending(path: "data/attractions.csv").path

    init(
        attractions: [String] = [RunningService.attractions], boundaries: [(name: String, path: String)] = [],
        openColumn: String? = nil,
        limits: Limits = .patient, server: LegService.Server? = nil, tokens: Tokens? = nil, origins: [String] = [],
        maxAge: Duration? = nil, isForwarded: Bool = false, detail: RequestLog.Detail = .requests
    ) async throws {
        let lines = Lines()
        var log = RequestLog(detail: detail)
        log.write = { lines.add($0) }
        self.lines = lines
        service = Service(
            limits: limits,
            legs: try server.map { try LegService($0, timeout: Limits.patient.time) }
                ?? LegService(nil, isByData: true, fallsBack: true), tokens: tokens,
            origins: origins,
            maxAge: maxAge, isForwarded: isForwarded, log: log)
        var application = ServiceApplication(
            service: service, files: .init(attractions: attractions, boundaries: boundaries, openColumn: openColumn))
        (application.port, application.ends, application.reads) = (0, [.sigusr2], .sigusr1)
        let (ports, port) = AsyncStream<Int>.makeStream()
        let (readies, ready) = AsyncStream<Void>.makeStream()
        application.onListening = { port.yield($0) }
        application.onReady = { _, _ in ready.yield() }
        let running = application
        task = Task { try await running.run() }
        var found = ports.makeAsyncIterator()
        var begun = readies.makeAsyncIterator()
        self.port = try #require(await found.next())
        _ = await begun.next()
    }

    deinit { task.cancel() }

    /// Ends it, and waits until it has ended.
    func end() async {
        task.cancel()
        _ = try? await task.value
    }

    func get(_ target: String, _ headers: [String] = []) async throws -> HTTPAnswer {
        try await HTTPAnswer.of("GET \(target) HTTP/1.1", headers, port: port)
    }

    func post(_ target: String, type: String, _ body: some Sequence<UInt8>, _ headers: [String] = []) async throws
        -> HTTPAnswer
    {
        let body = Array(body)
        return try await HTTPAnswer.of(
            "POST \(target) HTTP/1.1", headers + ["Content-Type: \(type)", "Content-Length: \(body.count)"], body,
            port: port)
    }
}

/// An answer, read byte by byte as it came.
struct HTTPAnswer: Sendable {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var trailers: [String: String] = [:]
    /// Whether the answer came to its end.
    var isWhole = false

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The JSON of the body.
    var json: [String: Any] {
        get throws { try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) }
    }

    /// Asks by a connection of its own, in a thread of its own.
    static func of(_ line: String, _ headers: [String], _ body: [UInt8] = [], port: Int) async throws -> HTTPAnswer {
        let head = ([line, "Host: localhost", "Connection: close"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
        return try await Connection.talk(port: port) { connection in
            connection.send(Array(head.utf8))
            connection.send(body)
            return HTTPAnswer(connection.rest())
        }
    }

    init(_ bytes: [UInt8]) {
        guard let end = Self.position(of: Array("\r\n\r\n".utf8), in: bytes, from: 0) else { return }
        let head = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        status = Int(head[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        headers = Self.fields(head.dropFirst())
        var rest = end + 4
        guard headers["transfer-encoding"] == "chunked" else {
            body = Array(bytes[rest...])
            isWhole = body.count == headers["content-length"].flatMap { Int($0) } ?? 0
            return
        }
        while let line = Self.position(of: Array("\r\n".utf8), in: bytes, from: rest),
            let size = Int(String(decoding: bytes[rest..<line], as: UTF8.self), radix: 16)
        {
            if size == 0 {
                trailers = Self.fields(
                    String(decoding: bytes[(line + 2)...], as: UTF8.self).components(separatedBy: "\r\n")[...])
                isWhole = true
                return
            }
            guard line + 2 + size <= bytes.count else { return }
            body += bytes[line + 2..<line + 2 + size]
            rest = line + 2 + size + 2
        }
    }

    private static func fields(_ lines: ArraySlice<String>) -> [String: String] {
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return fields
    }

    private static func position(of text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= text.count, start <= bytes.count - text.count else { return nil }
        return (start...bytes.count - text.count).first { bytes[$0..<$0 + text.count].elementsEqual(text) }
    }
}

/// A connection whose thread may block.
struct Connection {
    let descriptor: Int32

    /// Talks by a new connection, in a new thread.
    static func talk<Value: Sendable>(
        port: Int, _ body: @escaping @Sendable (Connection) -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = in_port_t(port).bigEndian
                address.sin_addr.s_addr = inet_addr("127.0.0.1")
                let code = withUnsafePointer(to: &address) { address in
                    address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                defer { close(descriptor) }
                if code != 0 { return continuation.resume(throwing: POSIXError(.init(rawValue: errno) ?? .EIO)) }
                continuation.resume(returning: body(Connection(descriptor: descriptor)))
            }
        }
    }

    /// Sends bytes; returns whether the server took them all.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// All that comes until the server closes the connection.
    func rest() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// The built programs.
enum Program {
    static func url(_ name: String) -> URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: name)
    }

    /// What `waymark` writes, given bytes on its standard input.
    static func waymark(_ arguments: [String], input: some Sequence<UInt8> = []) async throws -> String {
        let input = Array(input)
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try withFolder { folder in
                            let file = URL(filePath: folder + "/input")
                            try Data(input).write(to: file)
                            let process = Process()
                            process.executableURL = url("waymark")
                            process.arguments = arguments
                            process.currentDirectoryURL = Repository.root
                            process.standardInput = try FileHandle(forReadingFrom: file)
                            _ = FileManager.default.createFile(atPath: folder + "/output", contents: nil)
                            process.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder + "/output"))
                            process.standardError = FileHandle.nullDevice
                            try process.run()
                            process.waitUntilExit()
                            return try String(contentsOfFile: folder + "/output", encoding: .utf8)
                        }
                    })
            }
        }
    }
}

extension Limits {
    /// Those of tests: on a busy machine one may wait for minutes until it goes on.
    static let patient = {
        var limits = Limits()
        (limits.time, limits.idle) = (.seconds(1200), .seconds(1200))
        return limits
    }()
}
