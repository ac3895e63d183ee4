#if os(Linux)
    import Foundation
    import Testing

    /// Other libraries than those installed, found first by the loader.
    @Suite("PROJ and GEOS, loaded when needed")
    struct LibraryCommandTests {
        private let folder: Folder
        private let land: String
        private static let names = ["libproj.so.25", "libproj.so", "libgeos_c.so.1", "libgeos_c.so"]

        init() throws {
            folder = try Folder()
            land = try folder.file(
                "land.geojson",
                """
                {"type":"Feature","properties":{"name":"서쪽"},"geometry":{"type":"Polygon","coordinates":[[[127,37],[128,37],[128,38],[127,37]]]}}
                """)
        }

        @Test("what needs neither runs without them")
        func neither() throws {
            for name in Self.names { try folder.file(name) }
            for line in ["nearby data/stops.csv --attractions data/attractions.csv --radius 10km", "--version"] {
                let result = try run(line)
                let usual = try Tool.shell("\"$WAYMARK\" \(line)")
                #expect(result.status == 0 && result.output == usual.output, "\(result.errors)")
            }
        }

        @Test(
            "a missing library is reported as unavailable, before anything is written",
            arguments: [
                ("project data/stops.csv --to EPSG:5179", "PROJ"),
                ("nearby data/stops.csv --attractions data/attractions.csv --using geodesic", "PROJ"),
                ("distance --matrix data/stops.csv --using geodesic", "PROJ"),
                ("regions data/stops.csv --boundaries LAND", "GEOS"),
            ])
        func missing(line: String, library: String) throws {
            for name in Self.names { try folder.file(name) }
            let result = try run(line.replacing("LAND", with: "'\(land)'"))
            #expect(
                result.status == 69 && result.output.isEmpty
                    && result.errors.contains("\(library) cannot be loaded: \(folder.path("lib"))"), "\(result.errors)")
        }

        @Test("another version is refused by its number", .enabled(if: Self.hasCompiler, "there is no C compiler"))
        func otherVersions() throws {
            let proj =
                "#include <proj.h>\nPJ_INFO proj_info(void) { PJ_INFO info = {0}; info.version = \"8.2.1\"; return info; }\n"
            try build(proj, as: "libproj.so.25")
            try build("const char *GEOSversion(void) { return \"3.8.0-CAPI-1.13.1\"; }\n", as: "libgeos_c.so.1")
            for (line, words) in [
                ("project data/stops.csv --to EPSG:5179", "PROJ cannot be loaded: it is version 8.2.1; 9 is needed"),
                ("regions data/stops.csv --boundaries '\(land)'", "GEOS 3.8.0 is too old: 3.11.0 or later is needed"),
            ] {
                let result = try run(line)
                #expect(
                    result.status == 69 && result.output.isEmpty && result.errors.contains(words), "\(result.errors)")
            }
        }

        @Test(
            "a library without a needed function is reported", .enabled(if: Self.hasCompiler, "there is no C compiler"))
        func missingFunction() throws {
            try build("const char *GEOSversion(void) { return \"3.14.0\"; }\n", as: "libgeos_c.so.1")
            let result = try run("regions data/stops.csv --boundaries '\(land)'")
            #expect(result.status == 69 && result.errors.contains("undefined symbol: GEOS"), "\(result.errors)")
        }

        private func run(_ line: String) throws -> Tool.Result {
            try Tool.shell("LD_LIBRARY_PATH='\(folder.url.path)' exec \"$WAYMARK\" \(line)")
        }

        private func build(_ source: String, as name: String) throws {
            let file = try folder.file("library.c", source)
            let built = try Tool.shell("cc -shared -fPIC -o '\(folder.path(name))' '\(file)'")
            try #require(built.status == 0, "\(built.errors)")
        }

        private static let hasCompiler = (try? Tool.shell("command -v cc"))?.status == 0
    }
#endif
