import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRoutes

@Suite("LineFile")
struct LineFileTests {
    private static func file(_ text: String) throws -> LineFile {
        try LineFile(ContiguousArray(text.utf8), name: "line.csv")
    }

    @Test(
        "columns whose names differ in case alone, or not at all, keep their values: one was written twice, one was lost"
    )
    func repeatedNames() throws {
        let file = try Self.file("latitude,longitude,Speed,speed,Speed\n1,2,3,4,5\n")
        #expect(LineFormat.csv.text(of: file) == "latitude,longitude,Speed,speed_2,Speed_3\n1,2,3,4,5\n")
        #expect(file.joined.line.columns.map(\.values) == [[3], [4], [5]])
        #expect(file.lines[0]["SPEED"] == [3])
        // Lines built by hand, with one name in two spellings.
        let lines = ["Depth", "depth"].map { name in
            LineFile.Line(coordinates: [coordinate(1, 2)], columns: [.init(name: name, values: [7])])
        }
        #expect(
            LineFormat.csv.text(of: LineFile(lines)) == "latitude,longitude,Depth,line\n1,2,7,0\n1,2,7,1\n")
    }

    @Test("time grows linearly with the columns, not with their square: 16 000 took 7 s", arguments: [true, false])
    func manyColumns(areAlike: Bool) throws {
        /// The time that this thread spends on lines with a number of columns.
        func seconds(_ count: Int) throws -> Double {
            let names = (0..<count).map { areAlike ? "same" : "c\($0)" }.joined(separator: ",")
            let values = (0..<count).map { "\($0)" }.joined(separator: ",")
            let text = "latitude,longitude,\(names)\n1,2,\(values)\n1,3,\(values)\n"
            return try (0..<3).map { _ in
                let start = threadSeconds()
                let file = try Self.file(text)
                #expect(LineFormat.csv.text(of: file).utf8.count >= text.utf8.count)
                _ = LineGradient(.column(areAlike ? "same_2" : "c1")).text(of: file, as: .geojson)
                #expect(file.joined.line.columns.count == count)
                return threadSeconds() - start
            }.min()!
        }
        let ratio = try seconds(16_000) / seconds(1000)
        #expect(ratio < 64, "16 times the columns took \(ratio) times as long, where the square is 256")
    }

    @Test("GPX has longitudes below 180: 180 was written")
    func longitudesOfGPX() throws {
        let file = try Self.file("latitude,longitude,elevation\n1,180,5\n2,179.99999999,6\n3,-180,7\n")
        let text = LineFormat.gpx.text(of: file)
        #expect(text.contains("<trkpt lat=\"1\" lon=\"-180\"><ele>5</ele></trkpt>"))
        #expect(text.matches(of: /lon="-180"/).count == 3)
    }

    @Test("invalid changes to settings are a caller's mistake: stops were silently lost")
    func changedSettings() async {
        await #expect(processExitsWith: .failure) {
            var options = TripOptions()
            options.width = 0
            _ = TripBatch(options, source: GreatCircleLegs())
        }
        await #expect(processExitsWith: .failure) {
            var gradient = LineGradient(.progress)
            gradient.precision = 8
            _ = gradient.text(of: LineFile([.init(coordinates: [coordinate(1, 2)])]), as: .svg)
        }
    }
}

/// The processor time used by this thread, in seconds.
private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
