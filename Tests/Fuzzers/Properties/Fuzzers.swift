extension Fuzzer {
    /// All fuzzers.
    public static let all: [Fuzzer] = [
        csv, encodings, numbers, json, lines, gpx, tsplib, windows, orders, plans, storedPlans, questions, polylines,
        flexiblePolylines,
        gradientLines,
        times, hours, zones, indexFiles, attractionFiles, shards, routes, stored, attractions, regions, searches,
        smallTexts, weights, lexicons, courses, trips, backups, archives, gpxTrips, kmlTrips, geoJSONTrips, timelines,
        stopTables, tripPlans, osrmAnswers, extracts, grounds, roads, roadSections,
    ]
}

extension Fuzzer {
    /// For a test of the fuzzers: its condition is violated by the text `bug`.
    public static let brokenOnPurpose = Fuzzer("broken-on-purpose", maxLength: 8) { bytes in
        try require(bytes != [0x62, 0x75, 0x67], "no bug")
    }
}
