/// Latin letters and digits as Koreans say them.
enum SpokenLetters {
    private static let letters = Letters(
        "에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 더블유 엑스 와이 제트"
    ).words.map(\.keys)
    private static let digits = Letters("공 일 이 삼 사 오 육 칠 팔 구").words.map(\.keys)

    /// The keys of a word with all its Latin letters and digits spoken, then those with one to four spoken ones in a row
    /// as letters or digits, those at its start first: N타워 for 엔타워, 63빌딩 for 육삼빌딩; only those that differ from the
    /// word.
    static func readings(of word: Letters) -> [[UInt8]] {
        let spoken = word.keys.flatMap { key -> [UInt8] in
            switch key {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): letters[Int(key - UInt8(ascii: "a"))]
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits[Int(key - UInt8(ascii: "0"))]
            default: [key]
            }
        }
        if spoken != word.keys { return [spoken] }
        return (0..<word.count).flatMap {
            written(word, from: $0, letters, UInt8(ascii: "a")) + written(word, from: $0, digits, UInt8(ascii: "0"))
        }
    }

    private static func written(_ word: Letters, from letter: Int, _ names: [[UInt8]], _ first: UInt8) -> [[UInt8]] {
        let keys = word.keys
        var at = word.starts[letter]
        var (read, readings): ([UInt8], [[UInt8]]) = (Array(keys[..<at]), [])
        while readings.count < 4,
            let number = names.indices.filter({ number in
                let end = at + names[number].count
                return keys[at...].starts(with: names[number]) && (end == keys.count || word.starts.contains(end))
            }).max(by: { names[$0].count < names[$1].count })
        {
            at += names[number].count
            read.append(first + UInt8(number))
            readings.append(read + keys[at...])
        }
        return readings
    }
}
