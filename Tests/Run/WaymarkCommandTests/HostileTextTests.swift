import Foundation
import TestSupport
import Testing

@Suite("Unusable attractions, cells with control characters")
struct HostileTextTests {
    @Test(
        "attractions without a usable row end the run, with their number and the reason: it continued and found nothing",
        arguments: [
            ("[]", "there are no rows"), ("{\"type\":\"FeatureCollection\",\"features\":[]}", "there are no rows"),
            (
                "id,lat,lon\n1,x,127\n2,91,0\n",
                "all 2 rows were rejected; the likeliest cause, on line 2, column 2 (lat): \"x\" is not"
            ),
            ("id,lat,lon\n1,,127\n", "the only row was rejected; the likeliest cause, on line 2"),
        ])
    func nothingUsable(text: String, words: String) throws {
        let folder = try Folder()
        let file = try folder.file("a", text)
        for command in [["nearby"], ["nearest", "--count", "1"]] {
            let result = try Tool.run(command + ["data/stops.csv", "--attractions", file])
            #expect(result.status == 65 && result.errors.contains(words), "\(result.errors)")
            #expect(result.output.isEmpty)
        }
    }

    @Test("check reports a file without rows")
    func checkOfNothing() throws {
        let folder = try Folder()
        let result = try Tool.run(["attractions", "check", try folder.file("a.json", "[]")])
        #expect(result.status == 0 && result.output.contains("there are no rows"), "\(result.output)")
        #expect(!result.output.contains("no problems found"))
    }

    @Test("control characters of cells reach neither standard error nor the report")
    func controls() throws {
        let folder = try Folder()
        let evil = "id,lat,lon\n1,37,127\n2,\u{1B}]0;title\u{7}\u{9B}2J,127\n1,37,127\n"
        let file = try folder.file("a.csv", evil)
        let stops = try Tool.run(["nearby", file, "--attractions", "data/attractions.csv"])
        #expect(stops.errors.contains(" ]0;title  2J"), "\(stops.errors)")
        let check = try Tool.run(["attractions", "check", file])
        #expect(check.output.contains(" ]0;title  2J"), "\(check.output)")
        for text in [stops.errors, check.output] {
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }
}
