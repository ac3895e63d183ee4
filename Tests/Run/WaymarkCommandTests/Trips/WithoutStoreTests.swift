#if !Store
    import Testing

    @Suite("waymark built without the trait Store")
    struct WithoutStoreTests {
        @Test(
            "stored trips end with exit code 69 and a remedy, before anything is written",
            arguments: [
                ["trips", "list"], ["trips", "show", "a"], ["trips", "check"], ["trips", "collect"],
                ["trips", "backup", "--output", "out.zip"], ["route", "--trip", "a"], ["order", "--trip", "a"],
                ["recommend", "--trip", "a", "--attractions", "data/attractions.csv"],
            ])
        func saysHowToGetThem(arguments: [String]) throws {
            let folder = try Folder()
            let result = try Tool.run(arguments + ["--store", folder.path("store")])
            #expect(result.status == 69 && result.output.isEmpty)
            #expect(result.errors.contains("--traits Store"))
            #expect(try folder.names.isEmpty)
        }
    }
#endif
