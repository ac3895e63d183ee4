#if os(Linux)
    import Foundation
    import Testing
    import WaymarkCommand

    @Suite("The memory limit of a control group") struct MemoryLimitTests {
        /// The limit of a process in the groups of `membership`, with these contents of `files`.
        private func limit(_ membership: String, _ files: [String: String]) throws -> Int {
            let folder = try Folder()
            for (name, text) in files {
                let parents = folder.url.appending(path: name).deletingLastPathComponent()
                try FileManager.default.createDirectory(at: parents, withIntermediateDirectories: true)
                _ = try folder.file(name, text)
            }
            let list = try folder.file("membership", membership)
            return MemoryLimit.controlGroup(membership: list, folder: folder.url.path)
        }

        @Test("of version 2 is the smallest memory.max of the group and those above it")
        func unified() throws {
            let group = "0::/user.slice/job.scope\n"
            #expect(try limit(group, ["user.slice/job.scope/memory.max": "104857600\n"]) == 100 << 20)
            let nested = ["user.slice/job.scope/memory.max": "max\n", "user.slice/memory.max": "52428800\n"]
            #expect(try limit(group, nested) == 50 << 20)
            #expect(try limit(group, nested.merging(["memory.max": "4096\n"]) { $1 }) == 4096)
            #expect(try limit(group, nested.merging(["user.slice/other/memory.max": "1\n"]) { $1 }) == 50 << 20)
            // In a container, the group of the process is the root of the mount.
            #expect(try limit("0::/\n", ["memory.max": "7000000\n"]) == 7_000_000)
        }

        @Test(
            "of version 1 is memory.limit_in_bytes of the group of that controller, where both versions are mounted too"
        )
        func versionOne() throws {
            let groups = "9:name=systemd:/\n5:cpu,memory:/docker/ab:c\n3:cpuset:/x\n0::/\n"
            let file = "memory/docker/ab:c/memory.limit_in_bytes"
            #expect(
                try limit(groups, [file: "1000000\n", "memory.limit_in_bytes": "5\n", "x/memory.max": "5\n"])
                    == 1_000_000)
            #expect(try limit(groups, [file: "9223372036854771712\n"]) == 9_223_372_036_854_771_712)
        }

        @Test(
            "is none if no group has one",
            arguments: ["", "0::/gone\n", "nonsense\n", "0::/a\n", "1:cpu:/a\n"])
        func none(membership: String) throws {
            #expect(try limit(membership, ["a/memory.max": "max\n", "a/memory/memory.limit_in_bytes": "-1\n"]) == .max)
        }
    }
#endif
