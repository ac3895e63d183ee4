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
        // Lines put together by hand, which write one name in two ways.
        let lines = ["Depth", "depth"].map { name in
            LineFile.Line(coordinates: [coordinate(1, 2)], columns: [.init(name: name, values: [7])])
        }
        #expect(
            LineFormat.csv.text(of: LineFile(lines)) == "latitude,longitude,Depth,line\n1,2,7,0\n1,2,7,1\n")
    }

    @Test("GPX has longitudes below 180, where 180 was written")
    func longitudesOfGPX() throws {
        let file = try Self.file("latitude,longitude,elevation\n1,180,5\n2,179.99999999,6\n3,-180,7\n")
        let text = LineFormat.gpx.text(of: file)
        #expect(text.contains("<trkpt lat=\"1\" lon=\"-180\"><ele>5</ele></trkpt>"))
        #expect(text.matches(of: /lon="-180"/).count == 3)
    }

    @Test("settings changed to what cannot be are the caller's mistake, where stops were lost without a word")
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
