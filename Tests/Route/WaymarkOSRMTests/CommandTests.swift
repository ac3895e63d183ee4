import Foundation
import TestSupport
import Testing
import WaymarkThreads

@Suite("waymark with legs from a server")
struct CommandTests {
    /// The built program, next to the test bundle.
    private static let program: URL = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "waymark")
    }()

    private let stops = """
        stop_id,latitude,longitude
        a,38.5,-120.2
        b,40.7,-120.95
        c,43.252,-126.453

        """

    /// The process that gets a signal once its request has come: by the server's thread, since this test may be kept from
    /// running for longer than the process waits for its answer.
    private final class SignalTarget: Sendable {
        private let identifier = Guarded<Int32?>(nil)

        func isStarted(_ process: Process) { identifier.withLock { $0 = process.processIdentifier } }

        /// Waits for the process to be known.
        func send(_ number: Int32) {
            while true {
                if let identifier = identifier.withLock({ $0 }) {
                    kill(identifier, number)
                    return
                }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    /// Runs the program with the stops as its standard input.
    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, errors: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map { folder.appending(path: $0) }
        for (file, text) in zip(files, [stops, "", ""]) { try Data(text.utf8).write(to: file) }
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        await withCheckedContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                Issue.record(error)
                continuation.resume()
            }
        }
        return (
            process.terminationStatus, try String(contentsOf: files[1], encoding: .utf8),
            try String(contentsOf: files[2], encoding: .utf8)
        )
    }

    private let answer = """
        {"code":"Ok","routes":[{"distance":1234.5,"duration":98.7,\
        "geometry":{"coordinates":[[-120.2,38.5],[-120.95,40.7]]}}]}
        """

    /// The same for three stops: a leg for each pair, with its own line.
    private let legs = """
        {"code":"Ok","routes":[{"distance":2469,"duration":197.4,"legs":[\
        {"distance":1234.5,"duration":98.7,"steps":[{"geometry":{"coordinates":[[-120.2,38.5],[-120.95,40.7]]}}]},\
        {"distance":1234.5,"duration":98.7,"steps":[{"geometry":{"coordinates":[[-120.95,40.7],[-126.453,43.252]]}}]}]}]}
        """

    #if os(Linux)
        @Test("a crash during a request ends with a whole report: the thread of libcurl could not be suspended")
        func crash() async throws {
            let target = SignalTarget()
            try await StubServer.with { _ in
                .silence
            } _: { server in
                let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
                try Data(stops.utf8).write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                let settings = "enable=yes,interactive=no,color=no,symbolicate=off,threads=crashed,images=none,cache=no"
                let process = Process()
                process.executableURL = Self.program
                process.arguments = ["route", file.path, "--legs", "osrm:\(server.url)"]
                process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": settings]) { $1 }
                let errors = Pipe()
                process.standardError = errors
                process.standardOutput = FileHandle.nullDevice
                try process.run()
                target.isStarted(process)
                var report = ""
                while !report.contains("Backtrace took") {
                    let data = errors.fileHandleForReading.availableData
                    if data.isEmpty { break }
                    report += String(decoding: data, as: UTF8.self)
                }
                // A signal sent from outside has its effect when it is sent again.
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                #expect(report.contains("crashed") && !report.contains("failed to suspend"), "\(report)")
            } received: {
                target.send(SIGILL)
            }
        }
    #endif

    @Test("a server gets one request for the legs of the stops on standard input, with the given mode")
    func asksTheServer() async throws {
        let reply = legs
        try await StubServer.with { _ in
            .answer(200, reply)
        } _: { server in
            let result = try await run(["route", "-", "--legs", "osrm:\(server.url)", "--mode", "walking"])
            #expect(result.status == 0, "\(result.errors)")
            let lines = result.output.split(whereSeparator: \.isNewline)
            #expect(lines.count == 3)
            #expect(
                lines.dropFirst().allSatisfy {
                    $0.contains("found") && $0.contains("1234.5") && $0.contains("98.7")
                })
            #expect(await server.log.requests.allSatisfy { $0.hasPrefix("/route/v1/walking/") })
            #expect(await server.log.requests.count == 1)
        }
    }

    @Test("a stop too far from any road is not found, unless within --max-snap")
    func maxSnap() async throws {
        let reply = answer.replacing(
            #""code":"Ok","#, with: #""code":"Ok","waypoints":[{"distance":2},{"distance":1500}],"#)
        try await StubServer.with { _ in
            .answer(200, reply)
        } _: { server in
            let arguments = ["route", "-", "--legs", "osrm:\(server.url)"]
            let far = try await run(arguments)
            #expect(far.status == 0 && far.output.contains("not_found") && !far.output.contains(",found,"))
            #expect(far.errors.contains("the nearest road is 1500 m from the destination"))
            let near = try await run(arguments + ["--max-snap", "1.5km"])
            #expect(near.output.contains(",found,") && !near.output.contains("not_found"), "\(near.errors)")
        }
        let usage = try await run(["route", "-", "--max-snap", "1km"])
        #expect(usage.status == 64 && usage.errors.contains("--max-snap needs legs from a server or over roads."))
    }

    @Test(
        "an invalid source of legs, or an invalid server, is a usage error",
        arguments: ["osrm:here", "bus", "osrm:", "gpx:"])
    func usage(choice: String) async throws {
        let result = try await run(["route", "-", "--legs", choice])
        #expect(result.status == 64 && result.output.isEmpty)
    }

    #if os(Linux)
        @Test("requests go through the proxy of the environment, but for its exceptions")
        func proxy() async throws {
            let reply = legs
            try await StubServer.with { _ in
                .answer(200, reply)
            } _: { server in
                let arguments = ["route", "-", "--legs", "osrm:http://router.invalid:5000"]
                let proxied = try await run(arguments, environment: ["http_proxy": server.url])
                #expect(proxied.status == 0, "\(proxied.errors)")
                #expect(await server.log.requests.first?.hasPrefix("http://router.invalid:5000/route/v1/") == true)
                let excepted = ["http_proxy": server.url, "no_proxy": "router.invalid"]
                #expect(try await run(arguments, environment: excepted).status == 69)
            }
        }

        @Test("without libcurl legs from a server are unavailable, and say so")
        func withoutLibrary() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            for name in ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"] {
                try Data().write(to: folder.appending(path: name))
            }
            let result = try await run(
                ["route", "-", "--legs", "osrm:http://localhost:1"], environment: ["LD_LIBRARY_PATH": folder.path])
            #expect(result.status == 69, "\(result.errors)")
            #expect(result.errors.contains("libcurl cannot be loaded: \(folder.path)"), "\(result.errors)")
        }
    #endif

    @Test(
        "if every leg failed the exit code is 69, and there is no output: it was 0 for refusals and unreadable answers",
        arguments: [
            (401, "who?"), (404, "<html>"), (400, #"{"code":"InvalidValue","message":"no such profile"}"#),
            (200, "<html>"),
            (200, "{}"), (500, ""), (502, ""), (503, ""), (504, ""), (522, "<html>"), (429, ""),
        ])
    func everyLegFails(status: Int, body: String) async throws {
        try await StubServer.with { _ in
            .answer(status, body)
        } _: { server in
            let result = try await run(["route", "-", "--legs", "osrm:\(server.url)", "--retries", "0"])
            #expect(result.status == 69 && result.output.isEmpty, "\(result.output) \(result.errors)")
            #expect(result.errors.contains("no leg was obtained from osrm 127.0.0.1"), "\(result.errors)")
            let straight = try await run(
                ["route", "-", "--legs", "osrm:\(server.url)", "--retries", "0", "--fallback", "great-circle"])
            #expect(straight.status == 0 && straight.output.contains(",fallback,"), "\(straight.errors)")
            #expect(straight.errors.contains("straight line from"), "\(straight.errors)")
        }
    }

    @Test("an order by a server has one request, for its table, and says what the costs are")
    func ordersByTable() async throws {
        let table = """
            {"code":"Ok","durations":[[0,500,10],[20,0,600],[700,30,0]],"distances":[[0,1,9],[9,0,1],[1,9,0]]}
            """
        try await StubServer.with { uri in
            uri.hasPrefix("/table/") ? .answer(200, table) : .answer(400, #"{"code":"InvalidUrl"}"#)
        } _: { server in
            let arguments = ["order", "-", "--legs", "osrm:\(server.url)", "--round-trip", "--format", "json"]
            let result = try await run(arguments)
            #expect(result.output.hasPrefix(#"{"order":["a","c","b"],"length":60,"#), "\(result.errors)")
            #expect(result.output.contains(#""by":"duration","source":"osrm 127.0.0.1:"#), "\(result.output)")
            #expect(result.errors.contains("length 60 seconds by osrm 127.0.0.1"), "\(result.errors)")
            #expect(await server.log.requests.count == 1)
            let shortest = try await run(arguments + ["--by", "distance"])
            #expect(shortest.output.hasPrefix(#"{"order":["a","b","c"],"length":3,"#), "\(shortest.output)")
        }
    }

    @Test("an order without all costs is refused, or by straight lines, and said so", arguments: [404, 502, 503])
    func ordersWithout(status: Int) async throws {
        try await StubServer.with { _ in
            .answer(status, "")
        } _: { server in
            let arguments = ["order", "-", "--legs", "osrm:\(server.url)", "--retries", "0"]
            let refused = try await run(arguments)
            #expect(refused.status == 69 && refused.output.isEmpty)
            let straight = try await run(arguments + ["--fallback", "great-circle"])
            #expect(straight.status == 0, "\(straight.errors)")
            #expect(straight.errors.contains("ordered by straight lines instead: no cost"), "\(straight.errors)")
            #expect(straight.errors.contains("by great-circle, proven"), "\(straight.errors)")
        }
    }

    @Test("a trip has one deadline: a server that hangs costs its time limit, not one for each request")
    func deadline() async throws {
        try await StubServer.with { _ in
            .silence
        } _: { server in
            let result = try await run(["route", "-", "--legs", "osrm:\(server.url)", "--timeout", "1s"])
            #expect(result.status == 69 && result.errors.contains("no answer within 1.0 seconds"), "\(result.errors)")
            let straight = try await run(
                ["route", "-", "--legs", "osrm:\(server.url)", "--timeout", "1s", "--fallback", "great-circle"])
            #expect(straight.status == 0 && straight.output.contains(",fallback,"), "\(straight.errors)")
        }
    }

    @Test("an unreachable server gives exit code 69 and a message")
    func unreachable() async throws {
        try await StubServer.withUnreachableURL { url in
            let result = try await run(["route", "-", "--legs", "osrm:\(url)"])
            #expect(result.status == 69, "\(result.errors)")
        }
    }

    @Test(
        "Ctrl-C ends the wait for a silent server with 130, and leaves no file: it left a partial one")
    func interruptedWhileWaiting() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = SignalTarget()
        try await StubServer.with { _ in
            .silence
        } _: { server in
            let process = Process()
            process.executableURL = Self.program
            process.arguments = [
                "route", "-", "--legs", "osrm:\(server.url)", "--output", folder.appending(path: "out.csv").path,
            ]
            let input = Pipe()
            process.standardInput = input
            process.standardError = Pipe()
            // Background processes of a shell ignore it, and so would their children.
            signal(SIGINT, SIG_DFL)
            let end = AsyncStream<Void> { continuation in
                process.terminationHandler = { _ in continuation.finish() }
            }
            try process.run()
            target.isStarted(process)
            try input.fileHandleForWriting.write(contentsOf: Data(stops.utf8))
            try input.fileHandleForWriting.close()
            for await _ in end {}
            #expect(process.terminationReason == .exit && process.terminationStatus == 130)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        } received: {
            target.send(SIGINT)
        }
    }
}
