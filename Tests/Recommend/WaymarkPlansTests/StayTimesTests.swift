import Testing
import WaymarkPlans

@Suite struct StayTimesTests {
    @Test("words in Latin letters are whole words, also in the plural, and no part of another one")
    func latinWords() {
        var count = 0
        for (words, minutes) in StayTimes.byName {
            for word in words where word.utf8.allSatisfy({ $0 < 0x80 }) {
                for name in ["Old \(word)", "The \(word.capitalized)s of stone", "Old_\(word.uppercased())"] {
                    #expect(StayTimes.usual(name) == minutes, "\(name)")
                }
                for name in ["Re\(word)", "\(word)ological", "Old re\(word)x"] {
                    #expect(StayTimes.usual(name) == nil, "\(name)")
                }
                count += 1
            }
        }
        #expect(count > 8)
        #expect(StayTimes.usual("Review Hall") == nil && StayTimes.usual("첨성대") == 25 && StayTimes.usual("대릉원") == nil)
    }
}
