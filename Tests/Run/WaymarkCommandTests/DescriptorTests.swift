import Foundation
import TestSupport
import Testing

@Suite("Open descriptors as outputs")
struct DescriptorTests {
    private static let stops = "id,latitude,longitude\n1,37.5796,126.977\n2,91,127\n"
    private static let answer = "stop_id,name\n1,경복궁\n"
    private static let rejects =
        "line,column,reason,id,latitude,longitude\n3,2 (latitude),91 is outside -90...90,2,91,127\n"

    /// Runs shell lines in which `$N` is a lookup that writes ``answer`` and rejects a row, `$F` the folder.
    private func shell(_ script: String, in folder: Folder) throws -> Tool.Result {
        let stops = try folder.file("stops.csv", Self.stops)
        let question = "nearby '\(stops)' --attractions data/attractions.csv --radius 0m --columns stop_id,name -q"
        return try Tool.shell("F='\(folder.url.path)'; " + script.replacing("$N", with: question))
    }

    @Test(
        "writing to an open descriptor continues at its position: the file was replaced, and its content lost",
        arguments: [
            ("-o /dev/stdout", ""), ("-o /dev/fd/1", ""), ("-o /proc/self/fd/1", ""), ("-o /dev/../dev/stdout", ""),
            ("-o /proc/thread-self/fd/1", ""), ("-o /dev/stderr", "2>&1"), ("-o /dev/fd/7", "7>&1"),
            ("-o \"$F/link\"", ""),
            ("-o -", ""),
        ])
    func continued(option: String, redirection: String) throws {
        #if os(Linux)
            for append in [false, true] {
                let folder = try Folder()
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path("link"), withDestinationPath: "/dev/stdout")
                _ = try folder.file("f", "old\n")
                let result = try shell(
                    "{ echo a; \"$WAYMARK\" $N \(option) \(redirection); echo b; } \(append ? ">>" : ">") \"$F/f\"",
                    in: folder)
                #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
                #expect(try folder.text("f") == (append ? "old\n" : "") + "a\n" + Self.answer + "b\n", "\(option)")
                #expect(try folder.names == ["f", "link", "stops.csv"])
            }
        #endif
    }

    @Test("every output accepts them: rejects, and those of all commands")
    func everyOutput() throws {
        let folder = try Folder()
        let both = try shell(
            "{ echo a; \"$WAYMARK\" $N --rejects /dev/fd/3 3>&1 -o \"$F/out.csv\"; echo b; } > \"$F/f\"", in: folder)
        #expect(both.status == 0, "\(both.errors)")
        #expect(try folder.text("f") == "a\n" + Self.rejects + "b\n")
        #expect(try folder.text("out.csv") == Self.answer)
        let line = try folder.file("line.csv", "lat,lon\n38.5,-120.2\n40.7,-120.95\n")
        for command in [
            "attractions convert data/attractions.csv --format csv -q", "index build data/attractions.csv -q",
            "route data/stops.csv -q", "order data/stops.csv -q --iterations 1", "polyline encode '\(line)'",
            "polyline simplify '\(line)' --tolerance 1m", "polyline gradient '\(line)' -q",
            "distance --matrix data/stops.csv -q", "project data/stops.csv --to EPSG:5179 -q",
        ] {
            let plain = try folder.file("plain")
            let (direct, named) = (
                try Tool.shell("\"$WAYMARK\" \(command) -o - > '\(plain.path)'"),
                try Tool.shell(
                    "{ echo a; \"$WAYMARK\" \(command) -o /dev/stdout; echo b; } > '\(folder.path("named"))'")
            )
            #expect(direct.status == 0 && named.status == 0, "\(command): \(direct.errors) \(named.errors)")
            let expected = Data("a\n".utf8) + (try Data(contentsOf: plain)) + Data("b\n".utf8)
            #expect(try Data(contentsOf: folder.url.appending(path: "named")) == expected, "\(command)")
            #expect(expected.count > 10, "\(command)")
        }
    }

    @Test("one descriptor cannot be two outputs, and a closed or read-only one cannot be an output")
    func refused() throws {
        let folder = try Folder()
        for pair in ["-o - --rejects /dev/stdout", "-o /dev/fd/1 --rejects /dev/stdout"] {
            let result = try shell("\"$WAYMARK\" $N \(pair) | cat; \"$WAYMARK\" $N \(pair) > /dev/null", in: folder)
            #expect(result.status == 64 && result.errors.contains("cannot be the same"), "\(result.errors)")
        }
        for output in ["/dev/fd/9", "/dev/stdin"] {
            let result = try shell("\"$WAYMARK\" $N -o \(output) < /dev/null", in: folder)
            #expect(result.status == 73 && result.errors.contains(output), "\(output): \(result.errors)")
        }
        // No manifest beside a descriptor.
        let part = try shell("\"$WAYMARK\" $N --shard 1/1 -o /dev/stdout", in: folder)
        #expect(part.status == 0 && part.output == Self.answer)
        #expect(!FileManager.default.fileExists(atPath: "/dev/stdout.shard.json"))
    }

    @Test(
        "with standard error closed, messages are dropped: they ended up in the middle of the output",
        arguments: ["2>&-", "2>&- 0<&-", "2>&- 1>&-", "0<&- 1>&- 2>&-"])
    func closedError(closed: String) throws {
        let folder = try Folder()
        let result = try shell(
            "\"$WAYMARK\" $N -o \"$F/out.csv\" --rejects \"$F/bad.csv\" \(closed)",
            in: folder)
        #expect(result.status == 0)
        #expect(try folder.text("out.csv") == Self.answer)
        #expect(try folder.text("bad.csv") == Self.rejects)
        // With messages: the summary, and why a row is rejected.
        let stops = folder.path("stops.csv")
        let loud = try Tool.shell(
            "\"$WAYMARK\" nearby '\(stops)' --attractions data/attractions.csv --radius 0m --columns stop_id,name "
                + "-o '\(folder.path("loud.csv"))' \(closed)")
        #expect(loud.status == 0)
        #expect(try folder.text("loud.csv") == Self.answer)
        let lines = try Tool.shell("\"$WAYMARK\" route data/stops.csv -o '\(folder.path("legs.csv"))' \(closed)")
        #expect(lines.status == 0)
        #expect(try folder.text("legs.csv") == Tool.run(["route", "data/stops.csv", "-q"]).output)
    }

    @Test("closed standard output and input are reported, and not a success")
    func closedOutput() throws {
        let folder = try Folder()
        let output = try shell("\"$WAYMARK\" $N >&-", in: folder)
        #expect(output.status == 73 && output.errors.contains("standard output: it is closed"), "\(output.errors)")
        let input = try Tool.shell("\"$WAYMARK\" nearby - --attractions data/attractions.csv <&-")
        #expect(input.status == 66 && input.errors.contains("standard input: it is closed"), "\(input.errors)")
    }
}
