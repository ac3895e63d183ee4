import Foundation
import Testing
import WaymarkAttractions
import WaymarkPlaces
import WaymarkTables

@Suite struct AttractionErrorTests {
    @Test("an input without content is empty", arguments: ["", "\u{FEFF}", " \n\n", "\r\n\r\n"])
    func empty(text: String) {
        #expect(failure(text) == .emptyInput(file: "test"))
    }

    @Test("a header without rows is an error")
    func onlyHeader() {
        #expect(failure("name,lat,lon\n") == .onlyHeader(file: "test", columns: ["name", "lat", "lon"]))
        #expect(failure("name,lat,lon") == .onlyHeader(file: "test", columns: ["name", "lat", "lon"]))
    }

    @Test("missing columns are errors")
    func columns() {
        #expect(failure("a,b\n1,2\n") == .places(.noCoordinateColumns(file: "test", seen: ["a", "b"])))
        #expect(failure(#"[{"a": 1}]"#) == .places(.noCoordinateColumns(file: "test", seen: ["a"])))
        let options = CatalogOptions(columns: .init(id: "code9"))
        #expect(
            failure("id,lat,lon\n1,2,3\n", options)
                == .places(.columnNotFound(file: "test", name: "code9", seen: ["id", "lat", "lon"])))
    }

    @Test("a header in an encoding other than the given one is an error with its position")
    func wrongEncoding() {
        let options = CatalogOptions(encoding: .utf8)
        let error = #expect(throws: AttractionError.self) {
            try AttractionCatalog(bytes: ContiguousArray(cp949Table), name: "test", options: options)
        }
        guard case .places(.unreadableHeader("test", let rejection))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(rejection.line == 1)
        #expect(rejection.reason.contains("UTF-8"))
    }

    @Test(
        "malformed JSON is an error with line and column",
        arguments: [
            ("{\"records\": [\n{\"관광지명\": \"가\"나\"}]}", 2, 13), ("[{\"a\": \"\\q\"}]", 1, 9), ("[{\"a\": 01}]", 1, 8),
            ("[{\"a\": 1,}]", 1, 10), ("[{\"a\": 1}", 1, 10), ("[{\"a\": tru}]", 1, 8), ("[{\"a\": \"x\n\"}]", 1, 10),
            ("[{}] x", 1, 6), ("[{\"a\": \"x", 1, 10), ("[{\"a\" 1}]", 1, 7), ("[{\"a\": -}]", 1, 9),
            ("[{\"a\": \"\\u12g4\"}]", 1, 9), ("[{\"a\": 1.}]", 1, 10), ("[[\n\n ?]]", 3, 2), ("{\"a\": 1", 1, 8),
            (String(repeating: "[", count: 300), 1, 201),
        ])
    func malformed(text: String, line: Int, column: Int) {
        guard case .malformedJSON("test", let foundLine, let foundColumn, let reason)? = failure(text) else {
            Issue.record("\(String(describing: failure(text)))")
            return
        }
        #expect(foundLine == line && foundColumn == column, "\(foundLine):\(foundColumn) \(reason)")
    }

    @Test("a JSON list without objects is JSON: it was read as CSV")
    func otherLists() throws {
        let mixed = try catalog(#"[1, "a", null, {"name": "A", "lat": 37, "lon": 127}, true]"#)
        #expect(mixed.attractions.map(\.name) == ["A"] && mixed.report.format == .listJSON)
        #expect(mixed.report.rejections.map(\.reason) == [1, 2, 3, 5].map { "record \($0) is not an object" })
        for text in ["[1, 2]", "[-1]", #"["a"]"#, "[null]", "[true]", "[false]"] {
            #expect(failure(text) == .places(.noCoordinateColumns(file: "test", seen: [])), "\(text)")
        }
        for text in ["[", "[1,"] {
            guard case .malformedJSON? = failure(text) else {
                Issue.record("\(text): \(String(describing: failure(text)))")
                continue
            }
        }
        #expect(try catalog("[name],lat,lon\nA,37,127\n").report.format == .csv)
    }

    @Test("escapes of JSON are read")
    func escapes() throws {
        let text = #"[{"name": "a\"\\\/\b\f\n\r\té\ud55c\uD83D\uDE00\ud800!", "lat": 1e1, "lon": -2.5E+1}]"#
        let place = try #require(try catalog(text).attractions.first)
        #expect(place.name == "a\"\\/\u{8}\u{C}\n\r\té한😀\u{FFFD}!")
        #expect(place.coordinate.latitude == 10)
        #expect(place.coordinate.longitude == -25)
    }

    @Test("JSON of an unknown shape is an error that lists its keys")
    func unknownShape() {
        #expect(failure(#"{"a": 1, "b": []}"#) == .unknownJSONShape(file: "test", seen: ["a", "b"]))
        #expect(failure("{}") == .unknownJSONShape(file: "test", seen: []))
        #expect(failure(#"{"response": {"x": 1}}"#) == .unknownJSONShape(file: "test", seen: ["x"]))
    }

    @Test("GeoJSON other than a collection is an error")
    func otherGeoJSON() {
        let point = #"{"type": "Point", "coordinates": [127, 37]}"#
        #expect(failure(point) == .notFeatureCollection(file: "test", type: "Point"))
        #expect(
            failure(#"{"type": "Feature", "geometry": null}"#) == .notFeatureCollection(file: "test", type: "Feature"))
        #expect(
            failure(#"{"type": "FeatureCollection"}"#)
                == .notFeatureCollection(file: "test", type: "FeatureCollection"))
    }

    @Test("a service's error is reported with its own message")
    func serviceError() {
        let answer = #"{"response": {"header": {"resultCode": "30", "resultMsg": "NO KEY"}, "body": {"items": []}}}"#
        #expect(failure(answer) == .serviceError(file: "test", code: "30", message: "NO KEY"))
        let gateway = """
            {"OpenAPI_ServiceResponse": {"cmmMsgHeader": {"returnAuthMsg": "LIMIT", "returnReasonCode": 22}}}
            """
        #expect(failure(gateway) == .serviceError(file: "test", code: "22", message: "LIMIT"))
    }

    @Test("input that is neither CSV nor JSON is reported as such")
    func unrecognised() {
        func reason(_ bytes: [UInt8]) -> String? {
            do {
                _ = try AttractionCatalog(bytes: ContiguousArray(bytes), name: "test")
                return nil
            } catch {
                guard case .unrecognised("test", let reason) = error else { return nil }
                return reason
            }
        }
        #expect(reason([0x50, 0x4B, 3, 4, 0, 0])?.contains("xlsx") == true)
        #expect(reason([0xD0, 0xCF, 0x11, 0xE0, 0])?.contains("xls") == true)
        #expect(reason(Array("%PDF-1.7".utf8))?.contains("PDF") == true)
        #expect(reason(Array("<?xml version=\"1.0\"?>".utf8))?.contains("XML") == true)
        #expect(reason((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37) })?.contains("binary") == true)
    }

    @Test("errors of files and encodings are passed on")
    func tableErrors() throws {
        func error(_ path: String) -> AttractionError? {
            do {
                _ = try AttractionCatalog(contentsOf: path)
                return nil
            } catch {
                return error
            }
        }
        let folder = FileManager.default.temporaryDirectory.path
        let absent = folder + "/no such file"
        #expect(
            error(absent) == .table(file: absent, .notFound(path: absent)))
        #expect(error(folder) == .table(file: folder, .isDirectory(path: folder)))
        #expect(
            throws: AttractionError.table(file: "test", .damagedGzip(path: "test", reason: "it is cut off"))
        ) {
            try AttractionCatalog(bytes: [0x1F, 0x8B, 8, 0], name: "test")
        }
        let bytes = ContiguousArray<UInt8>([0xFF, 0xFE] + "a\0,\0b\0".utf8)
        #expect(throws: AttractionError.table(file: "test", .unsupportedEncoding(name: "UTF-16", path: "test"))) {
            try AttractionCatalog(bytes: bytes, name: "test")
        }
        let broken = ContiguousArray<UInt8>(Array("[{\"a\":\n\"".utf8) + [0xFF, 0xFF] + Array("\"}]".utf8))
        #expect(throws: AttractionError.table(file: "test", .invalidText(encoding: .utf8, line: 2, byte: 2))) {
            try AttractionCatalog(bytes: broken, name: "test")
        }
    }

    @Test(
        "a file with the name of a word in the message is still named: `on` seemed to be named already by `on line 2`")
    func shortNames() {
        let error = AttractionError.table(file: "on", .invalidText(encoding: .utf8, line: 2, byte: 3))
        #expect(error.description == "on: invalid UTF-8 on line 2, byte 3")
        #expect(AttractionError.table(file: "a", .notFound(path: "a")).description == "no such file: a")
    }

    @Test("every error names its file, in one line")
    func descriptions() {
        let file = "trip.csv"
        let errors: [AttractionError] = [
            .emptyInput(file: file), .onlyHeader(file: file, columns: ["a"]),
            .places(.noCoordinateColumns(file: file, seen: [])),
            .malformedJSON(file: file, line: 3, column: 4, reason: "odd"), .unknownJSONShape(file: file, seen: ["k"]),
            .notFeatureCollection(file: file, type: "Point"), .serviceError(file: file, code: "1", message: "odd"),
            .unrecognised(file: file, reason: "odd"), .table(file: file, .notFound(path: file)),
            .table(file: file, .closedPipe),
        ]
        for error in errors {
            #expect(error.description.contains(file))
            #expect(!error.description.contains("\n"))
        }
    }
}
