import Foundation
import TestSupport
import Testing

@Suite("Progress", .serialized)
struct ProgressTests {
    /// util-linux's `script` runs a command under its own terminal; on other systems it has other options.
    private static let hasTerminal: Bool = {
        guard let result = try? Tool.shell("script -qec 'test -t 2' /dev/null < /dev/null") else { return false }
        return result.status == 0
    }()

    private func stops(in folder: Folder) throws -> String {
        try folder.file("stops.csv", "lat,lon\n" + String(repeating: "37.57,126.98\n", count: 3000))
    }

    /// The reader of the answers pauses for a second after the first: there are far more of them than a pipe holds, so
    /// on any machine the run lasts longer than the delay of the first progress line.
    private let options =
        "--attractions data/attractions.csv --radius 20km --keep-columns | { head -c 1; sleep 1; cat; } > /dev/null"

    @Test(
        "on a terminal the share, the rate and the remaining time are shown on standard error, and removed at the end",
        .enabled(if: hasTerminal, "there is no `script` that takes -qec"))
    func terminal() throws {
        let folder = try Folder()
        let result = try Tool.shell(
            """
            script -qec '"$WAYMARK" nearby "\(stops(in: folder))" \(options)' /dev/null < /dev/null
            """)
        #expect(result.status == 0)
        let line = /\r\x1B\[K\d+ %, \d+ rows, \d+ rows\/s, \d+ s left/
        #expect(result.output.contains(line), "\(result.output.prefix(500))")
        let last = result.output.components(separatedBy: "\u{1B}[K").last ?? ""
        #expect(last.hasPrefix("3000 rows in: 3000 answered"), "\(last)")
    }

    @Test(
        "on a terminal fitting shows its share, and removes the line at the end",
        .enabled(if: hasTerminal, "there is no `script` that takes -qec"))
    func fitting() throws {
        let folder = try Folder()
        // Two seconds of work, ten times the delay of the first progress line.
        var (random, rows) = (SplitMix64(seed: 1), "course,order,name,latitude,longitude\n")
        for course in 0..<4000 {
            for order in 0..<3 {
                let place = Int.random(in: 0..<1500, using: &random)
                let (latitude, longitude) = (33 + Double(place % 40) / 10, 126 + Double(place / 40) / 20)
                rows += "\(course),\(order),장소 \(place),\(latitude),\(longitude)\n"
            }
        }
        let (visits, weights) = (try folder.file("visits.csv", rows), folder.path("weights.json"))
        let fit = "fit \"\(visits)\" --output \"\(weights)\""
        let result = try Tool.shell("script -qec '\"$WAYMARK-weights\" \(fit)' /dev/null < /dev/null")
        #expect(result.status == 0)
        #expect(result.output.contains(/\r\x1B\[Kfitting: \d+ %/), "\(result.output.prefix(500))")
        let last = result.output.components(separatedBy: "\u{1B}[K").last ?? ""
        #expect(!last.contains("fitting:") && last.contains("fitted"), "\(last)")
        let quiet = try Tool.shell("\"$WAYMARK-weights\" \(fit)")
        #expect(quiet.status == 0 && !quiet.errors.contains("fitting:"))
    }

    @Test("without a terminal, standard error has only the summary")
    func noTerminal() throws {
        let folder = try Folder()
        let result = try Tool.shell("\"$WAYMARK\" nearby '\(stops(in: folder))' \(options)")
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("3000 rows in:") && result.errors.split(separator: "\n").count == 1)
    }
}
