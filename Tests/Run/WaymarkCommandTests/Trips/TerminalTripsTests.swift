#if canImport(Glibc)
    import Foundation
    import Glibc
    import TestSupport
    import Testing
    import WaymarkTripDatabase
    import WaymarkTrips

    /// The tool on a terminal: the question before a store is replaced, and the progress of long work.
    @Suite("waymark trips on a terminal")
    struct TerminalTripsTests {
        /// Runs the tool with a terminal for input and errors, answers a question, and returns all that was shown.
        private static func run(
            _ arguments: [String], answer: String? = nil
        ) throws -> (screen: String, status: Int32) {
            var (keyboard, terminal): (Int32, Int32) = (0, 0)
            try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
            let folder = try Folder()
            let process = Process()
            process.executableURL = Tool.url
            process.arguments = arguments
            process.standardInput = FileHandle(fileDescriptor: terminal)
            process.standardError = FileHandle(fileDescriptor: terminal)
            process.standardOutput = try FileHandle(forWritingTo: folder.file("output"))
            try process.run()
            var (screen, isAnswered) = ("", answer == nil)
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                var input = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
                if poll(&input, 1, 50) > 0 {
                    var bytes = [UInt8](repeating: 0, count: 1 << 16)
                    let count = Glibc.read(keyboard, &bytes, bytes.count)
                    if count > 0 { screen += String(decoding: bytes[..<count], as: UTF8.self) }
                } else if !process.isRunning {
                    break
                }
                if !isAnswered, let answer, screen.contains("[y/N]") {
                    isAnswered = true
                    let bytes = Array((answer + "\n").utf8)
                    #expect(write(keyboard, bytes, bytes.count) == bytes.count)
                }
            }
            #expect(isAnswered, "no question: \(screen)")
            process.waitUntilExit()
            for descriptor in [keyboard, terminal] { close(descriptor) }
            return (screen, process.terminationStatus)
        }

        @Test("restore asks before it replaces trips, and does so only after a yes")
        func question() throws {
            let store = try SampleStore()
            let zip = store.folder.path("trips.zip")
            #expect(try store.run(["trips", "backup", "--output", zip]).status == 0)
            let new = RecordID(high: 1, low: 9)
            try TripDatabase(folder: store.path).commit([.put(.trip(Trip(id: new, title: "새 여행")))])
            let before = try store.json()
            for answer in ["", "n", "nein", "?"] {
                let refused = try Self.run(["trips", "restore", zip, "--store", store.path], answer: answer)
                #expect(refused.status == 64 && refused.screen.contains("nothing was changed"), "\(refused)")
                #expect(refused.screen.contains("Replace 3 trips") && refused.screen.contains("by 2 trips"))
                #expect(try store.json() == before)
            }
            let done = try Self.run(["trips", "restore", zip, "--store", store.path], answer: "예")
            #expect(done.status == 0 && done.screen.contains("1 removed"), "\(done)")
            #expect(try TripDatabase(folder: store.path).trips().count == 2)
            // An empty store is no question.
            let empty = try Self.run(["trips", "restore", zip, "--store", store.folder.path("new")])
            #expect(empty.status == 0 && !empty.screen.contains("[y/N]"))
        }

        @Test("an import that takes long shows its share, and removes the line at its end")
        func progress() throws {
            let folder = try Folder()
            // 200 MB that are read, and one visit that is stored.
            let path = try folder.file("Timeline.json").path
            let file = try #require(FileHandle(forWritingAtPath: path))
            let way =
                "{\"timelinePath\":[" + Array(repeating: "{\"point\":\"1°, 1°\"}", count: 50_000).joined(separator: ",")
            let piece = Data((way + "]},\n").utf8)
            try file.write(contentsOf: Data("[".utf8))
            for _ in 0..<200_000_000 / piece.count { try file.write(contentsOf: piece) }
            try file.write(
                contentsOf: Data(
                    #"{"startTime":"2024-01-01T00:00:00Z","visit":{"topCandidate":{"placeLocation":"geo:1,1"}}}]"#.utf8)
            )
            try file.close()
            let result = try Self.run(["trips", "import", path, "--store", folder.path("trips")])
            #expect(result.status == 0 && result.screen.contains("1 visit"), "\(result.screen.suffix(300))")
            #expect(result.screen.contains("read: ") && result.screen.contains(" %"), "\(result.screen.suffix(300))")
            #expect(result.screen.contains("\r\u{1B}[K"))
            let quiet = try Tool.run(["trips", "import", path, "--store", folder.path("again")])
            #expect(!quiet.errors.contains("read: "), "no terminal, no progress")
        }
    }
#endif
