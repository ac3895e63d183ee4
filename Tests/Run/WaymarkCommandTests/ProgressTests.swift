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

    @Test("without a terminal, standard error has only the summary")
    func noTerminal() throws {
        let folder = try Folder()
        let result = try Tool.shell("\"$WAYMARK\" nearby '\(stops(in: folder))' \(options)")
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("3000 rows in:") && result.errors.split(separator: "\n").count == 1)
    }
}
