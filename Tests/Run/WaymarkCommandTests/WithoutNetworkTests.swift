#if !Network
    import Foundation
    import Testing

    @Suite("waymark built without the trait Network")
    struct WithoutNetworkTests {
        @Test(
            "legs from a server end with exit code 69 and a remedy, before anything is written",
            arguments: ["osrm", "valhalla"])
        func saysHowToGetThem(kind: String) throws {
            let folder = try Folder()
            let result = try Tool.run([
                "route", "data/stops.csv", "--legs", "\(kind):http://localhost:5000", "--output",
                folder.path("out.csv"),
            ])
            #expect(result.status == 69 && result.output.isEmpty)
            #expect(result.errors.contains("--legs \(kind):URL: this program was built without support for servers"))
            #expect(result.errors.contains("--traits Network"))
            #expect(try folder.names.isEmpty)
        }

        @Test(
            "an invalid kind of server is a usage error here too", arguments: ["osrm:", "bus:http://localhost"])
        func usage(choice: String) throws {
            #expect(try Tool.run(["route", "data/stops.csv", "--legs", choice]).status == 64)
        }

        @Test("the tests of the HTTP client", .disabled("run them with: swift test --traits Network"))
        func client() {}
    }
#endif
