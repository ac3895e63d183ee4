import SearchTestSupport
import TestSupport
import WaymarkGeodesy
import WaymarkSearch

extension Fuzzer {
    /// `SearchQuery`, `Letters`, `TwoSetKeyboard`: any text has the answers of the slow method, and is restored from
    /// its keystrokes.
    static let searches = Fuzzer("searches", maxLength: 256) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        var query = SearchQuery(text, near: coordinate(37, 127), limit: 20)
        query.findsInitialsInsideWords = bytes.count % 2 == 0
        let answers = searched.answers(to: query)
        try require(query.fault == nil || answers == .none, "a query with a fault finds nothing")
        let scanned = slowlySearched.answers(to: query)
        // What a name says as it is spelled is not read in another way.
        if scanned.hits.contains(where: { $0.rung < .otherWord }) {
            try require(answers == scanned, "the slow way finds the same for \(text)")
        } else {
            try require(
                answers.count >= scanned.count, "what the slow way finds is found for \(text)")
            try require(
                answers.hits.allSatisfy { ($0.rung < .partsInOrder) == answers.isExact },
                "what is sure is told from the rest for \(text)")
        }
        for hit in answers.hits {
            // Marked parts lie in the name, in order.
            var end = 0
            for range in hit.matched {
                try require(range.lowerBound >= end && range.upperBound <= hit.name.utf8.count, "marks of \(text)")
                end = range.upperBound
            }
            _ = hit.matchedRanges
        }
        let keys = TwoSetKeyboard.keystrokes(of: text)
        let shown = TwoSetKeyboard.textsWhileTyping(text)
        try require(shown.count == keys.count, "a text for each key")
        // The displayed text has the keystrokes that were typed.
        if let last = shown.last { try require(TwoSetKeyboard.keystrokes(of: last) == keys, "\(text) is typed again") }
        _ = TwoSetKeyboard.hangul(ofLatin: TwoSetKeyboard.latin(ofHangul: text))
    }

    private static let places = ContiguousArray(
        ["경복궁", "한국민속촌", "(봉화)남호구택", "63빌딩", "Café Ünique", "서울 남산 타워", "ㅎㅎ카페", "北村 한옥마을", "닭", ""]
            .enumerated().map { number, name in
                SearchedPlace(
                    id: "\(number)", name: name, category: "곳", coordinate: coordinate(37, 127), otherTexts: ["서울 종로"])
            })
    private static let searched = PlaceSearch(places)
    private static let slowlySearched = LinearSearch(places)
}
