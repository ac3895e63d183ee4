import Testing
import WaymarkPlaces
import WaymarkTables

@Suite struct PlaceColumnsTests {
    @Test("columns are found by their usual names in Korean and English")
    func usualNames() throws {
        let tables: [([String], PlaceColumns)] = [
            (["id", "name", "latitude", "longitude"], .init(id: 0, name: 1, latitude: 2, longitude: 3)),
            (
                ["\u{FEFF}Stop ID", "STOP_NAME", "Stop-Lat", "stop lon"],
                .init(id: 0, name: 1, latitude: 2, longitude: 3)
            ),
            (
                ["노드 ID", "정류소번호", "정류소명", "X좌표", "Y좌표", "정류소 타입"],
                .init(id: 0, name: 2, category: 5, latitude: 4, longitude: 3)
            ),
            (["관리번호", "공원명", "공원구분", "위도", "경도"], .init(id: 0, name: 1, category: 2, latitude: 3, longitude: 4)),
            (["야영(캠핑)장명", "야영(캠핑)장구분", "위도", "경도"], .init(name: 0, category: 1, latitude: 2, longitude: 3)),
            (["title", "lng", "LAT"], .init(name: 0, latitude: 2, longitude: 1)),
            (["좌표정보(X)", "좌표정보(Y)", "사업장명"], .init(name: 2, latitude: 1, longitude: 0)),
            (["y_wgs84", "x_wgs84", "이름"], .init(name: 2, latitude: 0, longitude: 1)),
            (["x", "y", "lon", "lat"], .init(latitude: 3, longitude: 2)),
            (["위도(WGS84)", "경도(WGS84)"], .init(latitude: 0, longitude: 1)),
        ]
        for (header, columns) in tables { #expect(try PlaceColumns(header: header) == columns) }
    }

    @Test("given names have priority, also by number")
    func givenNames() throws {
        let names = PlaceColumnNames(name: "#2", latitude: "B LAT", longitude: "b_lon")
        let header = ["name", "other", "lat", "lon", "b lat", "B_LON"]
        #expect(try PlaceColumns(header: header, names: names) == .init(name: 1, latitude: 4, longitude: 5))
    }

    @Test("a missing given name is an error that lists the columns")
    func absentName() {
        let header = ["name", "lat", "lon"]
        for name in ["height", "#4", "#0", ""] {
            let expected = PlaceTableError.columnNotFound(file: "stops.csv", name: name, seen: header)
            #expect(throws: expected) {
                try PlaceColumns(header: header, names: .init(latitude: name), file: "stops.csv")
            }
        }
    }

    @Test("one column cannot be both coordinates: it gave wrong distances")
    func oneColumnForBoth() {
        let names = PlaceColumnNames(latitude: "lat", longitude: "lat")
        #expect(throws: PlaceTableError.oneColumnForBoth(file: "a.csv", column: "lat")) {
            try PlaceColumns(header: ["lat", "lon"], names: names, file: "a.csv")
        }
        #expect(throws: PlaceTableError.oneColumnForBoth(file: "a.csv", column: "#1")) {
            try PlaceColumns(header: [], names: .init(latitude: "#1", longitude: "#1"), file: "a.csv", count: 2)
        }
    }

    @Test("without coordinate columns the error lists the columns and names the options")
    func noCoordinates() {
        let header = ["이름", "", "lat"]
        let error = #expect(throws: PlaceTableError.self) {
            try PlaceColumns(header: header, file: "a.csv")
        }
        #expect(error == .noCoordinateColumns(file: "a.csv", seen: header))
        let text = error?.description ?? ""
        for part in ["a.csv", "이름", "#2", "lat"] {
            #expect(text.contains(part))
        }
    }

    @Test("two coordinate columns with the same name are refused, unless chosen by number: the first was used")
    func oneName() throws {
        let header = ["id", "lat", "lon", "Lat", "id"]
        let error = PlaceTableError.ambiguousColumns(file: "a.csv", names: ["lat (#2)", "Lat (#4)"])
        #expect(throws: error) { try PlaceColumns(header: header, file: "a.csv") }
        #expect(throws: error) { try PlaceColumns(header: header, names: .init(latitude: "LAT"), file: "a.csv") }
        #expect(try PlaceColumns(header: header, names: .init(latitude: "Lat")).latitude == 3)
        #expect(
            try PlaceColumns(header: header, names: .init(latitude: "#2")) == .init(id: 0, latitude: 1, longitude: 2))
        #expect(throws: PlaceTableError.ambiguousColumns(file: "", names: ["id (#1)", "id (#5)"])) {
            try PlaceColumns(header: header, names: .init(id: "id", latitude: "Lat"))
        }
        // A more specific name decides.
        #expect(try PlaceColumns(header: ["y", "y", "x", "latitude"]).latitude == 3)
    }

    @Test("every error names its file, in one line")
    func descriptions() {
        let file = "trip.csv"
        let errors: [PlaceTableError] = [
            .table(.notFound(path: file)), .empty(file: file),
            .unreadableHeader(file: file, Rejection(line: 1, reason: "odd")),
            .noCoordinateColumns(file: file, seen: []), .noProjectedColumns(file: file, system: "GRID:1", seen: ["a"]),
            .ambiguousColumns(file: file, names: ["a", "b"]), .oneColumnForBoth(file: file, column: "a"),
            .columnNotFound(file: file, name: "x", seen: ["a"]),
        ]
        for error in errors {
            #expect(error.description.contains(file) && !error.description.contains("\n"), "\(error)")
        }
    }
}
