#if canImport(Glibc)
    import Foundation
    import TestSupport
    import Testing
    import WaymarkTripDatabase
    import WaymarkTrips

    /// The tool on a terminal: the question before a store is replaced, and the progress of long work.
    @Suite("waymark trips on a terminal")
    struct TerminalTripsTests {
        @Test("restore asks before it replaces trips, and does so only after a yes")
        func question() throws {
            let store = try SampleStore()
            let zip = store.folder.path("trips.zip")
            #expect(try store.run(["trips", "backup", "--output", zip]).status == 0)
            let new = RecordID(high: 1, low: 9)
            try TripDatabase(folder: store.path).commit([.put(.trip(Trip(id: new, title: "새 여행")))])
            let before = try store.json()
            for answer in ["", "n", "nein", "?"] {
                let refused = try Tool.runOnTerminal(["trips", "restore", zip, "--store", store.path], answer: answer)
                #expect(refused.status == 64 && refused.screen.contains("nothing was changed"), "\(refused)")
                #expect(refused.screen.contains("Replace 3 trips") && refused.screen.contains("by 2 trips"))
                #expect(try store.json() == before)
            }
            let done = try Tool.runOnTerminal(["trips", "restore", zip, "--store", store.path], answer: "예")
            #expect(done.status == 0 && done.screen.contains("1 removed"), "\(done)")
            #expect(try TripDatabase(folder: store.path).trips().count == 2)
            // An empty store is no question.
            let empty = try Tool.runOnTerminal(["trips", "restore", zip, "--store", store.folder.path("new")])
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
            let result = try Tool.runOnTerminal(["trips", "import", path, "--store", folder.path("trips")])
            #expect(result.status == 0 && result.screen.contains("1 visit"), "\(result.screen.suffix(300))")
            #expect(result.screen.contains("read: ") && result.screen.contains(" %"), "\(result.screen.suffix(300))")
            #expect(result.screen.contains("\r\u{1B}[K"))
            let quiet = try Tool.run(["trips", "import", path, "--store", folder.path("again")])
            #expect(!quiet.errors.contains("read: "), "no terminal, no progress")
        }
    }
#endif
