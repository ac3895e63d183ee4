import TestSupport
import WaymarkBatch
import WaymarkRecommendations
import WaymarkTables
import WaymarkWeights

extension Fuzzer {
    /// `ScoreWeights`: what is read is written and read again.
    static let weights = Fuzzer("weights", maxLength: 512) { bytes in
        guard let weights = try? ScoreWeights(json: ContiguousArray(bytes)) else { return }
        let parts = ScorePart.allCases.map { weights[$0] }
        try require(parts.allSatisfy { $0 >= 0 && $0.isFinite } && parts.contains { $0 > 0 }, "weights count")
        // Four decimals may lose the smallest of them all.
        guard let again = try? ScoreWeights(json: ContiguousArray(weights.json.utf8)) else {
            return try require(parts.allSatisfy { $0 < 0.0001 }, "written weights are read: \(weights.json)")
        }
        try require(again.json == weights.json, "weights are written as they were read")
    }

    /// `ThemeLexicon`: what is read is written and read again; any name is read by it.
    static let lexicons = Fuzzer("lexicons", maxLength: 2048) { bytes in
        guard let lexicon = try? ThemeLexicon(String(decoding: bytes, as: UTF8.self)) else { return }
        let again = try? ThemeLexicon(lexicon.text)
        try require(again?.text == lexicon.text, "a lexicon is written as it was read")
        let theme = lexicon.reading(of: "경복궁 (사)", details: ["공원"]).theme
        try require(theme.map { lexicon.themes.contains($0) } ?? true, "a theme of the lexicon")
    }

    /// `CourseTable`, `CoursePlaces`, `SeenCourses`, `VisitedTable`, `CompanionTable`, `ThemeReadings`, `Interests`: every row is answered or rejected.
    static let courses = Fuzzer("courses", maxLength: 2048) { bytes in
        var rejected = 0
        if let table = try? CourseTable(
            MemorySource(bytes), rejects: nil, jobs: 1, onRejection: { _ in rejected += 1 })
        {
            try require(table.summary.rowsIn == table.summary.answered + rejected, "every row is accounted for")
            let visits = table.data.courses.reduce(0) { $0 + $1.places.count }
            try require(visits <= table.summary.answered, "no visit is made up")
            let places = table.data.places
            _ = try? VisitedTable.ids(MemorySource(bytes), among: places)
            _ = try? CoursePlaces.read(MemorySource(bytes))
            if let seen = try? SeenCourses(MemorySource(bytes), among: places) {
                try require(
                    seen.places.allSatisfy { Set($0).count == $0.count }, "a course names each of its places once")
            }
        }
        let worth = WorthColumn.number(String(decoding: bytes, as: UTF8.self))
        try require(worth?.isFinite ?? true, "a worth is a number")
        let themes = ["종교/역사/전통", "자연/힐링"]
        _ = try? CompanionTable.read(MemorySource(bytes), among: themes)
        if let readings = try? ThemeReadings(MemorySource(bytes), by: .standard) { _ = (readings.csv, readings.text) }
        if let interests = try? Interests(text: String(decoding: bytes, as: UTF8.self), among: themes) {
            try require(interests.byTheme.values.allSatisfy { 0...1 ~= $0 }, "interests are between 0 and 1")
        }
    }
}
