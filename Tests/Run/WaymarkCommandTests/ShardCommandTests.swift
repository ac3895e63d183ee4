import Foundation
import TestSupport
import Testing

private let sampleStops = "data/stops.csv"
private let sampleAttractions = "data/attractions.csv"

@Suite("waymark --shard and merge")
struct ShardCommandTests {
    @Test("parts agree on the attractions, whether from a table or from an index file")
    func sameAttractions() throws {
        let folder = try Folder()
        let index = folder.path("a.waymark")
        let built = try Tool.run(["index", "build", "data/attractions.csv", "--output", index, "--quiet"])
        #expect(built.status == 0)
        // With an id column, the table is read without the catalog.
        let lean = try folder.file(
            "lean.csv", "id,name,latitude,longitude\na,하나,37.5,127\nb,둘,37.51,127\n")
        let leanIndex = folder.path("lean.waymark")
        #expect(try Tool.run(["index", "build", lean, "--output", leanIndex, "--quiet"]).status == 0)
        for (table, index) in [("data/attractions.csv", index), (lean, leanIndex)] {
            for (part, attractions) in [("1/2", table), ("2/2", index)] {
                let result = try Tool.run([
                    "nearby", "data/stops.csv", "--attractions", attractions, "--columns", "stop_id,name,haversine_m",
                    "--shard", part, "--output", folder.path("part-" + part.prefix(1)), "--quiet",
                ])
                #expect(result.status == 0, "\(result.errors)")
            }
            let merged = try Tool.run([
                "merge", folder.path("part-2"), folder.path("part-1"), "--output", "-", "--quiet",
            ])
            let whole = try Tool.run([
                "nearby", "data/stops.csv", "--attractions", table, "--columns", "stop_id,name,haversine_m", "--quiet",
            ])
            #expect(merged.status == 0 && merged.output == whole.output, "\(merged.errors)")
        }
    }

    @Test("rejects next to a part are found for any spelling of both paths")
    func spelledRejects() throws {
        let folder = try Folder()
        let stops = try folder.file("stops.csv", "id,lat,lon\n1,37.5,127\n2,x,127\n")
        let there = folder.path("there")
        let made = try Tool.shell(
            """
            attractions=$PWD/data/attractions.csv; cd '\(folder.url.path)' && mkdir there && for i in 1 2; do
            $WAYMARK nearby '\(stops)' --attractions $attractions --shard $i/2 --output ./p$i.csv --rejects r$i.csv --quiet
            done && mv p?.csv* r?.csv there/
            """)
        #expect(made.status == 0, "\(made.errors)")
        let merged = try Tool.run([
            "merge", "\(there)/p1.csv", "\(there)/p2.csv", "--output", "-", "--rejects", folder.path("bad"), "--quiet",
        ])
        #expect(try merged.status == 0 && folder.text("bad").contains("2,x,127"), "\(merged.errors)")
    }

    @Test("partly read standard input is divided by its remaining size")
    func usedInput() throws {
        let folder = try Folder()
        let stops = try folder.file("stops.csv", "id,lat,lon\n1,37.5,127\n2,37.51,127\n3,37.52,127\n")
        let options = "--no-header --latitude-column '#2' --longitude-column '#3' --id-column '#1' --quiet"
        func answer(_ shard: String) throws -> Tool.Result {
            // dd reads the header and leaves the offset after it.
            try Tool.shell(
                "{ dd bs=11 count=1 of=/dev/null status=none; "
                    + "$WAYMARK nearby - --attractions data/attractions.csv \(options) \(shard); } < '\(stops)'")
        }
        let parts = try (1...3).map { try answer("--shard \($0)/3") }
        #expect(parts.allSatisfy { $0.status == 0 }, "\(parts)")
        let whole = try answer("").output
        #expect(parts.map(\.output).joined() == whole && whole.contains("\n3,"))
    }

    @Test("the parts equal the whole, by cat and by merge", arguments: ["csv", "ndjson", "geojson", "table"])
    func sample(format: String) throws {
        let folder = try Folder()
        let base = ["nearest", sampleStops, "--attractions", sampleAttractions, "--count", "2", "--format", format]
        let whole = try Tool.run(base)
        var (parts, cat) = ([String](), "")
        for number in 1...4 {
            parts.append(folder.path("part-\(number)"))
            let result = try Tool.run(base + ["--shard", "\(number)/4", "--output", parts[number - 1]])
            #expect(result.status == 0 && result.errors.hasPrefix("part \(number)/4: "), "\(result.errors)")
            cat += try folder.text("part-\(number)")
        }
        #expect(cat == whole.output)
        let merged = try Tool.run(["merge"] + parts.reversed() + ["--output", folder.path("whole")])
        #expect(merged.status == 0 && merged.output.isEmpty)
        #expect(merged.errors == "4 parts: 11 rows in: 11 answered, 0 rejected; 22 hits\n")
        #expect(try folder.text("whole") == whole.output)
        let direct = try Tool.run(["merge"] + parts + ["--output", "-", "--quiet"])
        #expect(direct.output == whole.output && direct.errors.isEmpty)
        #expect(
            try folder.names
                == (1...4).flatMap { ["part-\($0)", "part-\($0).shard.json"] } + ["whole"])
    }

    @Test("a file as standard input is divided like any other, a pipe is refused")
    func standardInput() throws {
        let base = "$WAYMARK nearby - --attractions \(sampleAttractions) --quiet"
        let whole = try Tool.shell("\(base) < \(sampleStops)")
        let parts = try Tool.shell("for i in 1 2 3; do \(base) --shard $i/3 < \(sampleStops); done")
        #expect(parts.output == whole.output && parts.status == 0)
        let pipe = try Tool.shell("cat \(sampleStops) | \(base) --shard 1/3")
        #expect(pipe.status == 64 && pipe.output.isEmpty && pipe.errors.contains("its size is not known"))
    }

    @Test(
        "an invalid shard is a usage error",
        arguments: ["0/4", "5/4", "a/b", "1", "1/", "/4", "-1/4", "1/4/4"])
    func notAShard(text: String) throws {
        let result = try Tool.run(["nearby", sampleStops, "--attractions", sampleAttractions, "--shard=\(text)"])
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains("a shard must be i/n"), "\(result.errors)")
    }

    @Test("rejects, --strict and faulty parts, by exit code")
    func exitCodes() throws {
        let folder = try Folder()
        let stops = try folder.file("stops.csv", "id,lat,lon\na,37,127\nb,91,127\nc,37,127\nd,x,1\n")
        let parts = (1...2).map { folder.path("part-\($0)") }
        for number in 1...2 {
            let result = try Tool.run([
                "nearby", stops, "--attractions", sampleAttractions, "--shard", "\(number)/2", "--output",
                parts[number - 1], "--rejects", folder.path("bad-\(number)"), "--strict",
            ])
            #expect(result.status == 1, "\(result.errors)")
        }
        func merge(_ arguments: [String]) throws -> Tool.Result {
            try Tool.run(["merge"] + arguments + ["--output", folder.path("whole")])
        }
        #expect(try merge(parts + ["--strict"]).status == 1)
        let rejects = try merge(parts + ["--rejects", folder.path("bad")])
        #expect(rejects.status == 0 && rejects.errors.contains("4 rows in: 2 answered"))
        let whole = try Tool.run([
            "nearby", stops, "--attractions", sampleAttractions, "--rejects", folder.path("bad-whole"),
        ])
        #expect(try folder.text("whole") == whole.output)
        #expect(try folder.text("bad") == folder.text("bad-whole"))

        // Rejects written to a pipe were not kept.
        _ = try Tool.run([
            "nearby", stops, "--attractions", sampleAttractions, "--shard", "1/1", "--output", folder.path("one"),
            "--rejects", "/dev/null",
        ])
        let piped = try Tool.run(
            ["merge", folder.path("one"), "--output", folder.path("again"), "--rejects", folder.path("bad-again")])
        #expect(piped.status == 65 && piped.errors.contains("the rejects are missing"), "\(piped.errors)")

        let missing = try merge([parts[1]])
        #expect(missing.status == 65 && missing.errors == "waymark: a part is missing: 1/2\n")
        #expect(try merge(parts + parts).status == 65)
        #expect(try merge([]).status == 64)
        #expect(try merge(["nowhere"]).status == 65)
        #expect(try merge([stops]).errors.contains("is not complete, or not one of a sharded run (--shard)"))
        try folder.file("part-1", Array(try folder.text("part-1").utf8.dropLast()))
        let cut = try merge(parts)
        #expect(cut.status == 65 && cut.errors.contains("part-1"))
        try FileManager.default.removeItem(atPath: parts[0])
        #expect(try merge(parts).status == 66)
    }

    @Test("an output is never a part, a manifest or a file of rejects")
    func sameFiles() throws {
        let folder = try Folder()
        let part = folder.path("part")
        let base = ["nearby", sampleStops, "--attractions", sampleAttractions, "--shard", "1/1", "--output", part]
        let manifest = part + ".shard.json"
        #expect(try Tool.run(base + ["--rejects", manifest]).status == 64)
        #expect(try Tool.run(base + ["--rejects", folder.path("bad")]).status == 0)
        for (output, rejects) in [(part, "bad2"), (manifest, "bad2"), (folder.path("bad"), "bad2"), ("out", "bad")] {
            let result = try Tool.run([
                "merge", part, "--output", output == "out" ? folder.path("out") : output, "--rejects",
                folder.path(rejects),
            ])
            #expect(result.status == 64 && result.errors.contains("overwrite an input"), "\(result.errors)")
        }
        #expect(try folder.names == ["bad", "part", "part.shard.json"])
    }

    @Test("rows without a header can be appended to others")
    func noOutputHeader() throws {
        let base = ["nearby", sampleStops, "--attractions", sampleAttractions]
        let whole = try Tool.run(base).lines
        #expect(try Tool.run(base + ["--no-output-header"]).lines == Array(whole.dropFirst()))
        let none = try Tool.run([
            "nearby", "-", "--attractions", sampleAttractions, "--no-header", "--latitude-column", "#1",
            "--longitude-column", "#2", "--no-output-header",
        ])
        #expect(none.status == 0 && none.output.isEmpty)
    }

    @Test("a shortage of file descriptors or memory exits with 75, try again later")
    func tryAgain() throws {
        let folder = try Folder()
        let base = "$WAYMARK nearby \(sampleStops) --attractions \(sampleAttractions) --jobs 1 --quiet"
        let result = try Tool.shell("ulimit -n 4; \(base) --output \(folder.path("out.csv"))")
        #expect(result.status == 75 && result.errors.contains("Too many open files"), "\(result.errors)")
        #expect(try folder.names.isEmpty)

        // An index file, a hole except for its header, that is larger than the memory the process may map.
        let index = folder.path("a.waymark")
        #expect(try Tool.run(["index", "build", sampleAttractions, "--output", index]).status == 0)
        let handle = try FileHandle(forWritingTo: URL(filePath: index))
        try handle.truncate(atOffset: 64)
        try handle.truncate(atOffset: 100 << 30)
        try handle.close()
        let large = try Tool.shell(
            "ulimit -v \(20 << 20); $WAYMARK nearby \(sampleStops) --attractions \(index) --quiet")
        #expect(large.status == 75 && large.errors.contains("Cannot allocate memory"), "\(large.errors)")
    }
}
