import Foundation
import TestSupport
import Testing
import WaymarkC
import WaymarkFiles

@Suite("Files") struct OutputFileTests {
    private func bytes(_ text: String) -> ContiguousArray<UInt8> { ContiguousArray(text.utf8) }

    @Test("a file appears only when it is committed, and only under its name")
    func commit() throws {
        try withFolder { folder in
            let path = folder + "/경복궁.csv"
            let file = try OutputFile(path: path)
            try file.write(bytes("a,b\n").span)
            let partial = try fileNames(folder)
            #expect(partial.count == 1 && partial[0].hasPrefix(".경복궁.csv.") && partial[0].hasSuffix(".partial"))
            try file.write(bytes("1,2\n").span)
            try file.commit()
            try file.commit()
            #expect(try fileText(path) == "a,b\n1,2\n")
            #expect(try fileNames(folder) == ["경복궁.csv"])
        }
    }

    @Test("a file that is not committed leaves nothing, and the previous file stays")
    func discarded() throws {
        try withFolder { folder in
            let path = folder + "/out.csv"
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            do {
                let file = try OutputFile(path: path)
                try file.write(bytes("new").span)
                #expect(try fileText(path) == "old")
            }
            #expect(try fileText(path) == "old")
            #expect(try fileNames(folder) == ["out.csv"])
        }
    }

    @Test("a reader of the old file is not disturbed, and its mode is kept")
    func replaced() throws {
        try withFolder { folder in
            let path = folder + "/out.csv"
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            chmod(path, 0o640)
            let reader = try FileSource(path: path)
            let file = try OutputFile(path: path)
            try file.write(bytes("new").span)
            try file.commit()
            var read = ContiguousArray<UInt8>()
            #expect(try reader.read(upTo: 10, into: &read) == 3)
            #expect(read == bytes("old"))
            #expect(try fileText(path) == "new")
            #expect(try #require(System.status(of: path)).st_mode & 0o777 == 0o640)
        }
    }

    @Test("a new file has the usual mode")
    func mode() throws {
        try withFolder { folder in
            let path = folder + "/out.csv"
            try OutputFile(path: path).commit()
            let mask = umask(0)
            umask(mask)
            #expect(try #require(System.status(of: path)).st_mode & 0o777 == 0o666 & ~mask)
        }
    }

    #if os(Linux)
        @Test(
            "of files that are committed together none appears unless all are complete: the first already had its name")
        func together() throws {
            try withFolder { folder in
                symlink("/dev/full", folder + "/full.gz")
                let text = bytes("a,b\n")
                let files = try ["first", "second"].map { try OutputFile(path: folder + "/" + $0) }
                let full = try OutputFile(path: folder + "/full.gz", packing: .byName)
                for file in files + [full] { try file.write(text.span) }
                for order in [[files[0], full, files[1]], [files[1]]] {
                    #expect(throws: TableError.self) { try OutputFile.commit(order) }
                    #expect(try fileNames(folder) == ["full.gz"])
                }
            }
        }
    #endif

    @Test("if a name became that of a folder none is given; if one cannot be given, only those before it are")
    func order() throws {
        try withFolder { folder in
            func files() throws -> [OutputFile] {
                let files = try ["first", "other/middle", "last"].map { try OutputFile(path: folder + "/" + $0) }
                for file in files { try file.write(bytes("x").span) }
                return files
            }
            let (other, middle) = (folder + "/other", folder + "/other/middle")
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
            let stopped = try files()
            try FileManager.default.createDirectory(atPath: middle, withIntermediateDirectories: false)
            let error = #expect(throws: TableError.self) { try OutputFile.commit(stopped) }
            #expect(error?.path == middle)
            #expect(try fileNames(folder) == ["other"])
            #expect(try fileNames(other) == ["middle"])

            try FileManager.default.removeItem(atPath: middle)
            let refused = try files()
            try FileManager.default.removeItem(atPath: other)
            #expect(throws: TableError.self) { try OutputFile.commit(refused) }
            #expect(try fileNames(folder) == ["first"])
        }
    }

    @Test("links are followed, also to a file that does not exist yet")
    func links() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/real", withIntermediateDirectories: false)
            symlink("real/data.csv", folder + "/inner")
            symlink(folder + "/inner", folder + "/link.csv")
            for text in ["first", "second"] {
                let file = try OutputFile(path: folder + "/link.csv")
                try file.write(bytes(text).span)
                try file.commit()
                #expect(try fileText(folder + "/real/data.csv") == text)
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/inner") == "real/data.csv")
            }
            symlink("loop", folder + "/loop")
            #expect(throws: TableError.cannotCreate(path: folder + "/loop", reason: SystemError.text(ELOOP))) {
                _ = try OutputFile(path: folder + "/loop")
            }
        }
    }

    @Test("a folder, a missing folder and a file in place of a folder are refused")
    func refusals() throws {
        try withFolder { folder in
            #expect(throws: TableError.cannotCreate(path: folder, reason: SystemError.text(EISDIR))) {
                _ = try OutputFile(path: folder)
            }
            let missing = folder + "/no/out.csv"
            #expect(throws: TableError.cannotCreate(path: missing, reason: SystemError.text(ENOENT))) {
                _ = try OutputFile(path: missing)
            }
            try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
            let below = folder + "/file/out.csv"
            #expect(throws: TableError.cannotCreate(path: below, reason: SystemError.text(ENOTDIR))) {
                _ = try OutputFile(path: below)
            }
        }
    }

    // The superuser may write anywhere.
    @Test("an unwritable folder and an unwritable file are refused", .enabled(if: geteuid() != 0))
    func unwritable() throws {
        try withFolder { folder in
            try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
            chmod(folder + "/file", 0o444)
            chmod(folder, 0o555)
            defer { chmod(folder, 0o755) }
            for name in ["file", "new"] {
                let path = folder + "/" + name
                #expect(throws: TableError.cannotCreate(path: path, reason: SystemError.text(EACCES))) {
                    _ = try OutputFile(path: path)
                }
            }
        }
    }

    @Test("a long name still has room for the temporary one")
    func longName() throws {
        try withFolder { folder in
            let path = folder + "/" + String(repeating: "가", count: 80)
            let file = try OutputFile(path: path)
            try file.write(bytes("x").span)
            try file.commit()
            #expect(try fileText(path) == "x")
        }
    }

    @Test("a second output to a file being written is refused, for any spelling of its path")
    func twice() throws {
        try withFolder { folder in
            let path = folder + "/out.csv"
            symlink("out.csv", folder + "/link")
            symlink(".", folder + "/here")
            let first = try OutputFile(path: path)
            for spelling in ["/out.csv", "/./out.csv", "/link", "/here/out.csv"] {
                let reason = "another output goes to the same file"
                #expect(throws: TableError.cannotCreate(path: folder + spelling, reason: reason)) {
                    _ = try OutputFile(path: folder + spelling)
                }
            }
            try first.write(bytes("first").span)
            try first.commit()
            #expect(try fileText(path) == "first")
            let second = try OutputFile(path: folder + "/link")
            try second.write(bytes("second").span)
            try second.commit()
            #expect(try fileText(path) == "second")
        }
    }

    @Test("a temporary file of another process is never touched: its name was taken for a leftover and removed")
    func foreignPartial() throws {
        try withFolder { folder in
            let path = folder + "/out.csv"
            // A process with the same number in another container, while it is working.
            for suffix in ["taken", "\(getpid())"] {
                try "another's".write(
                    toFile: folder + "/.out.csv.\(suffix).partial", atomically: false, encoding: .utf8)
            }
            var suffixes = ["free", "\(getpid())", "taken"]
            do {
                let file = try OutputFile(path: path) { suffixes.popLast() ?? "none" }
                #expect(suffixes.isEmpty)
                try file.write(bytes("x").span)
                try file.commit()
            }
            #expect(try fileText(path) == "x")
            #expect(try fileNames(folder) == [".out.csv.\(getpid()).partial", ".out.csv.taken.partial", "out.csv"])
            #expect(try fileText(folder + "/.out.csv.taken.partial") == "another's")
            // If no free name is found, there is an error.
            #expect(throws: TableError.cannotCreate(path: path, reason: SystemError.text(EEXIST))) {
                _ = try OutputFile(path: path) { "taken" }
            }
        }
    }

    // `discardAll` affects the whole process, so it must not run next to the files of other tests.

    @Test("discarding all removes every file not committed, and their commits fail")
    func discardAll() async {
        await #expect(processExitsWith: .success) { try OutputFileTests().checkDiscardAll() }
    }

    private func checkDiscardAll() throws {
        try withFolder { folder in
            let done = try OutputFile(path: folder + "/done.csv")
            try done.commit()
            let open = try (0..<3).map { try OutputFile(path: folder + "/open\($0).csv") }
            OutputFile.discardAll()
            OutputFile.discardAll()
            let pair = try ["a", "b"].map { try OutputFile(path: folder + "/" + $0) }
            try pair[0].finish()
            OutputFile.discardAll()
            #expect(throws: TableError.self) { try OutputFile.commit(pair) }
            #expect(try fileNames(folder) == ["done.csv"])
            for file in open {
                try file.write(bytes("x").span)
                let reason = "discarded before it was complete"
                #expect(throws: TableError.writeFailed(path: file.name, reason: reason)) { try file.commit() }
            }
            #expect(try fileNames(folder) == ["done.csv"])
        }
    }

    @Test("a file closes its descriptor even if that is below 2: it stayed open")
    func lowDescriptors() async {
        // Standard input is that of the whole process.
        await #expect(processExitsWith: .success) { try OutputFileTests().checkLowDescriptors() }
    }

    /// The files of the folder's device that are open as standard input or output.
    private static func filesAtLowDescriptors(of folder: String) -> Set<ino_t> {
        var (device, file) = (stat(), stat())
        guard stat(folder, &device) == 0 else { return [] }
        return Set(
            [STDIN_FILENO, STDOUT_FILENO].compactMap {
                fstat($0, &file) == 0 && file.st_dev == device.st_dev && file.st_mode & S_IFMT == S_IFREG
                    ? file.st_ino : nil
            })
    }

    private func checkLowDescriptors() throws {
        try withFolder { folder in
            // Both, since another thread may take one of the numbers meanwhile.
            close(STDIN_FILENO)
            close(STDOUT_FILENO)
            for commits in [false, true] {
                let opened: Set<ino_t>
                do {
                    let file = try OutputFile(path: folder + "/out.csv")
                    opened = Self.filesAtLowDescriptors(of: folder)
                    #expect(!opened.isEmpty, "the file has a number that is free")
                    try file.write(bytes("x").span)
                    if commits { try file.commit() }
                }
                #expect(Self.filesAtLowDescriptors(of: folder).isDisjoint(with: opened))
            }
            #expect(try fileNames(folder) == ["out.csv"])
            // An open descriptor belongs to other code.
            let opened = open("/dev/null", O_RDWR)
            do { try OutputFile(path: "/dev/fd/\(opened)").commit() }
            #expect(fcntl(opened, F_GETFD) >= 0)
        }
    }

    @Test("commits and discards at the same time leave files complete or absent")
    func discardWhileCommitting() async {
        await #expect(processExitsWith: .success) { try await OutputFileTests().checkDiscardWhileCommitting() }
    }

    private func checkDiscardWhileCommitting() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-tables-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        /// The path of a file that was committed, or discarded before that.
        enum Outcome: Sendable { case committed(String), discarded(String), none }
        var (committed, discarded) = (0, 0)
        // Until both have happened: which files a discard finds is random.
        for round in 0..<1000 where committed == 0 || discarded == 0 || round < 20 {
            try await withThrowingTaskGroup(of: Outcome.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        if index % 10 == 0 {
                            OutputFile.discardAll()
                            return .none
                        }
                        let path = folder + "/\(round)-\(index)"
                        let file = try OutputFile(path: path)
                        try file.write(ContiguousArray("whole".utf8).span)
                        await Task.yield()
                        do {
                            try file.commit()
                            return .committed(path)
                        } catch TableError.writeFailed(path, "discarded before it was complete") {
                            return .discarded(path)
                        }
                    }
                }
                for try await outcome in group {
                    switch outcome {
                    case .committed(let path):
                        committed += 1
                        #expect(try fileText(path) == "whole")
                    case .discarded(let path):
                        discarded += 1
                        #expect(!FileManager.default.fileExists(atPath: path))
                    case .none: break
                    }
                }
            }
        }
        #expect(committed > 0 && discarded > 0, "\(committed) committed, \(discarded) discarded")
        #expect(try fileNames(folder).count == committed, "nothing but what was committed, and nothing half done")
    }

    #if os(Linux)
        @Test("a full device gives an error")
        func fullDevice() throws {
            let file = try OutputFile(path: "/dev/full")
            #expect(throws: TableError.writeFailed(path: "/dev/full", reason: SystemError.text(ENOSPC))) {
                try file.write(bytes("x").span)
            }
        }
    #endif

    #if os(Linux)
        @Test("if the disk is full, the write and the commit fail, and the old file stays")
        func fullDisk() async {
            // A limit of the whole process.
            await #expect(processExitsWith: .success) { try OutputFileTests().checkFullDisk() }
        }

        private func checkFullDisk() throws {
            try withFolder { folder in
                let path = folder + "/out.csv"
                try "old".write(toFile: path, atomically: false, encoding: .utf8)
                // A limit on the size of files simulates a full disk.
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                limit.rlim_cur = 4 << 20
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let file = try OutputFile(path: path)
                let many = ContiguousArray(repeating: UInt8(ascii: "x"), count: 5 << 20)
                let error = TableError.writeFailed(path: path, reason: SystemError.text(EFBIG))
                #expect(throws: error) { try file.write(many.span) }
                #expect(throws: error) { try file.commit() }
                #expect(try fileText(path) == "old")
                #expect(try fileNames(folder) == ["out.csv"])
            }
        }
    #endif

    #if os(Linux)
        @Test("a pipe behind a link that is not a path is written directly: /dev/stdout could not be created")
        func pipeBehindLink() throws {
            var ends: [Int32] = [0, 0]
            #expect(WaymarkC.pipe(&ends) == 0)
            let file = try OutputFile(path: "/proc/self/fd/\(ends[1])")
            try file.write(bytes("ab").span)
            try file.commit()
            var taken = [UInt8](repeating: 0, count: 4)
            #expect(read(ends[0], &taken, 4) == 2 && taken.starts(with: Array("ab".utf8)))
            for end in ends { close(end) }
        }
    #endif

    @Test("devices are written directly")
    func device() throws {
        let file = try OutputFile(path: "/dev/null")
        try file.write(bytes("x").span)
        try file.commit()
        #expect(System.status(of: "/dev/null").map { System.kind($0) } == mode_t(S_IFCHR))
    }

    @Test("a pipe is written and read directly; a closed one is reported")
    func pipe() throws {
        signal(SIGPIPE, SIG_IGN)
        try withFolder { folder in
            let path = folder + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            // Open for both directions first, so that neither end waits for the other.
            let holder = open(path, O_RDWR)
            let file = try OutputFile(path: path)
            let source = try FileSource(path: path)
            #expect(source.size == nil)
            try file.write(bytes("a,b\n").span)
            var read = ContiguousArray<UInt8>()
            #expect(try source.read(upTo: 100, into: &read) == 4)
            #expect(read == bytes("a,b\n"))
            close(holder)
            let lonely = try withExtendedLifetime(source) { try OutputFile(path: path) }
            _ = consume source
            #expect(throws: TableError.closedPipe) { try lonely.write(bytes("x").span) }
            #expect(throws: TableError.closedPipe) { try lonely.commit() }
        }
    }

    @Test("standard output has its name")
    func standardOutput() throws {
        let file = try OutputFile(path: "-")
        #expect(file.name == "standard output")
        try file.commit()
        #expect(fcntl(1, F_GETFD) >= 0)
    }

    @Test("missing inputs and folders have different errors")
    func sources() throws {
        try withFolder { folder in
            #expect(throws: TableError.notFound(path: folder + "/no.csv")) {
                _ = try FileSource(path: folder + "/no.csv")
            }
            #expect(throws: TableError.isDirectory(path: folder)) { _ = try FileSource(path: folder) }
            try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
            let below = folder + "/file/in.csv"
            #expect(throws: TableError.cannotOpen(path: below, reason: SystemError.text(ENOTDIR))) {
                _ = try FileSource(path: below)
            }
            let source = try FileSource(path: folder + "/file")
            #expect(source.size == 1)
            #expect(source.name == folder + "/file")
            #expect(try FileSource(path: "-").name == "standard input")
        }
    }

    @Test("a file of many buffers is read whole")
    func largeFile() throws {
        try withFolder { folder in
            let path = folder + "/large"
            let bytes = ContiguousArray((0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
            let file = try OutputFile(path: path)
            try file.write(bytes.span)
            try file.commit()
            #expect(try FileSource.contents(of: path).bytes == bytes)
        }
    }
}

@Suite("Table errors") struct TableErrorTests {
    @Test("each error is one line that names its subject")
    func descriptions() {
        let cases: [(TableError, String)] = [
            (.notFound(path: "a.csv"), "no such file: a.csv"),
            (.isDirectory(path: "a"), "cannot open a: it is a folder, not a file"),
            (.cannotOpen(path: "a", reason: "r"), "cannot open a: r"),
            (.readFailed(path: "a", reason: "r"), "cannot read a: r"),
            (.cannotCreate(path: "a", reason: "r"), "cannot create a: r"),
            (.writeFailed(path: "a", reason: "r"), "cannot write a: r"),
            (.closedPipe, "the output was closed by its reader"),
            (.unsupportedEncoding(name: "UTF-16", path: "a"), "cannot read a: UTF-16 is not supported"),
            (
                .compressed(path: "a"),
                "cannot read a: it is gzip within gzip: unpack it once"
            ),
            (
                .damagedGzip(path: "a.gz", reason: "it is cut off"),
                "cannot read a.gz: damaged gzip: it is cut off"
            ),
            (
                .unusableDelimiter(0x0A),
                "byte 0x0A cannot be a delimiter: use a tab or ASCII punctuation other than a quote"
            ),
            (.tooManyUnclosedQuotes(line: 9), "too many unclosed quotes, the last on line 9"),
            (.invalidText(encoding: .cp949, line: 2, byte: 3), "invalid CP949 on line 2, byte 3"),
        ]
        for (error, text) in cases { #expect("\(error)" == text) }
    }
}
