import Foundation
import Testing

@Suite("waymark benchmark")
struct BenchmarkCommandTests {
    @Test("measures your own data, as a table and as JSON, in well under a minute of work")
    func own() throws {
        // The shell reports the processor time of its children, without waiting times.
        let table = try Tool.shell(
            "\"$WAYMARK\" benchmark --attractions data/attractions.csv --stops data/stops.csv || exit; times")
        #expect(table.status == 0 && table.errors.isEmpty)
        #expect(table.output.contains("396 attractions, 11 stops"))
        for words in ["build the index", "within 10 km, nearest first", "10 nearest", "CSV to CSV", "peak memory"] {
            #expect(table.output.contains(words), "\(table.output)")
        }
        let times = try #require(table.lines.last).matches(of: /(\d+)m([\d.]+)s/)
        var seconds = 0.0
        for time in times { seconds += 60 * (Double(time.1) ?? .nan) + (Double(time.2) ?? .nan) }
        #expect(times.count == 2 && seconds > 0.1 && seconds < 60, "\(table.lines.suffix(2))")
        let json = try Tool.run(["benchmark", "--attractions", "data/attractions.csv", "--json"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let figures = try #require(report["figures"] as? [[String: Any]])
        #expect(figures.count == 9 && figures.allSatisfy { ($0["perSecond"] as? Double ?? 0) > 0 })
        #expect(report["attractions"] as? Int == 396)
    }

    @Test("prints the measurements even if no file can be written")
    func noTemporaryFolder() throws {
        let result = try Tool.shell(
            "TMPDIR=/nonexistent $WAYMARK benchmark --attractions data/attractions.csv --stops data/stops.csv")
        #expect(result.status == 73 && result.output.contains("10 nearest"), "\(result.output)")
        #expect(result.errors.hasPrefix("waymark: cannot create /nonexistent/"), "\(result.errors)")
    }

    @Test("reports errors in its arguments and files")
    func refusals() throws {
        #expect(try Tool.run(["benchmark", "--stops", "data/stops.csv"]).status == 64)
        #expect(try Tool.run(["benchmark", "--attractions", "/no/such"]).status == 66)
    }
}
