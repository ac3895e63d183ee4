import Foundation
import TestSupport
import WaymarkGeodesy
import WaymarkSearch

/// Made-up places and what may be typed to find them, hostile ones among them.
enum MadePlaces {
    private static let parts = [
        "경복", "궁", "한국", "민속", "촌", "박물관", "가나", "간", "까치", "닭", "달가", "과천", "고개", "의왕", "왕", "63", "빌딩", "CGV",
        "Café", "Łódź", "北村", "ガラス", "ㅎㅎ", "ㄳ", "값", "갑사", "서울", "서", "특별시", "시장", "앞", "ㅏ", "Straße", "2호점", "α-ά",
    ]
    private static let gaps = ["", "", "", " ", "-", "(", ") ", "·", "\u{200B}"]
    private static let words = ["서울특별시 종로구 사직로 161", "주차장", "화장실+매점", "조선의 궁궐. 1395년", "Toilet", "종로1가"]

    static func name(using generator: inout SplitMix64) -> String {
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            parts.randomElement(using: &generator)! + gaps.randomElement(using: &generator)!
        }.joined()
    }

    static func places(_ count: Int, using generator: inout SplitMix64) -> ContiguousArray<SearchedPlace> {
        ContiguousArray(
            (0..<count).map { number in
                SearchedPlace(
                    id: String(Int.random(in: 0..<max(1, count), using: &generator)), name: name(using: &generator),
                    category: ["관광지", "관광단지", "Park", nil].randomElement(using: &generator)!,
                    coordinate: coordinate(
                        Double.random(in: 33...39, using: &generator), Double.random(in: 125...130, using: &generator)),
                    addresses: Bool.random(using: &generator) ? [words.randomElement(using: &generator)!] : [],
                    otherTexts: Bool.random(using: &generator) ? [words.randomElement(using: &generator)!] : [],
                    standing: [0, 0, 0, 0.4, 1, 2, -1, .nan].randomElement(using: &generator)!)
            })
    }

    static func query(about places: ContiguousArray<SearchedPlace>, using generator: inout SplitMix64) -> SearchQuery {
        let place = places.randomElement(using: &generator)
        var query = SearchQuery(text(place, using: &generator))
        query.limit = [0, 1, 10, 1000].randomElement(using: &generator)!
        query.findsInitialsInsideWords = Int.random(in: 0..<4, using: &generator) > 0
        let center = place?.coordinate ?? coordinate(37, 127)
        if Bool.random(using: &generator) { query.near = center }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: query.areas = [.circle(.kilometers(Double.random(in: 0...300, using: &generator)), of: center)]
        case 1: query.areas = [.box(BoundingBox(around: center, radius: .kilometers(100)))]
        case 2: query.categories = [["관광지", "PARK", "없음"].randomElement(using: &generator)!]
        case 3:
            query.areas = [
                .circle(.kilometers(200), of: center), .box(BoundingBox(around: center, radius: .kilometers(100))),
            ]
        default: break
        }
        return query
    }

    /// What may be typed to find a place, or something else.
    private static func text(_ place: SearchedPlace?, using generator: inout SplitMix64) -> String {
        let name = (place?.name).flatMap { $0.isEmpty ? nil : $0 } ?? self.name(using: &generator)
        let typed = Typing.keys(of: name)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3:
            // Typed up to some key, from some letter on.
            let text = String(name.dropFirst(Int.random(in: 0...2, using: &generator)))
            return Typing.text(Array(Typing.keys(of: text).prefix(Int.random(in: 0...12, using: &generator))))
        case 4: return String(Typing.initials(name).dropFirst(Int.random(in: 0...2, using: &generator)).prefix(6))
        case 5: return Typing.latin(Array(typed.prefix(Int.random(in: 1...15, using: &generator))))
        case 6, 7:
            // With faults.
            var keys = typed
            for _ in 0..<Int.random(in: 1...2, using: &generator) where keys.count > 2 {
                let at = Int.random(in: 0..<keys.count - 1, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: keys.remove(at: at)
                case 1: keys.insert(typed.randomElement(using: &generator)!, at: at)
                case 2: keys.swapAt(at, at + 1)
                default: keys[at] = typed.randomElement(using: &generator)!
                }
            }
            return Typing.text(keys)
        case 8: return name.split(separator: " ").shuffled(using: &generator).joined(separator: " ")
        case 9:
            return [
                parts.randomElement(using: &generator)!, words.randomElement(using: &generator)!.prefix(4).description,
            ]
            .shuffled(using: &generator).joined(separator: " ")
        case 10:
            return String(
                name.enumerated().map { Bool.random(using: &generator) ? $1 : Typing.initials(String($1)).first ?? $1 })
        default:
            return [
                "", " ", "\u{0}", "\u{301}", "ㅇ", "ㅏ", "1", "a", "🏯궁", name.decomposedStringWithCanonicalMapping,
                name.uppercased(),
                "가나 가나", "ㄱㅏ", "고ㅏ", "닥", String(repeating: "ㄱ", count: 40), String(repeating: "가", count: 300),
            ].randomElement(using: &generator)!
        }
    }
}

/// The two-set keyboard, written on its own: what the tests type with.
enum Typing {
    private static let letters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ")
    private static let latin = Array("rRseEfaqQtTdwWczxvgkoiOjpuPhynbml")
    private static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    private static let vowels = [
        "ㅏ", "ㅐ", "ㅑ", "ㅒ", "ㅓ", "ㅔ", "ㅕ", "ㅖ", "ㅗ", "ㅗㅏ", "ㅗㅐ", "ㅗㅣ", "ㅛ", "ㅜ", "ㅜㅓ", "ㅜㅔ", "ㅜㅣ", "ㅠ", "ㅡ", "ㅡㅣ", "ㅣ",
    ]
    private static let tails = [
        "", "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ", "ㅁ", "ㅂ", "ㅂㅅ", "ㅅ",
        "ㅆ", "ㅇ", "ㅈ", "ㅊ",
        "ㅋ", "ㅌ", "ㅍ", "ㅎ",
    ]

    /// The keys that type a text; what is not Hangul is a key each.
    static func keys(of text: String) -> [Character] {
        text.precomposedStringWithCanonicalMapping.flatMap { character -> [Character] in
            guard let value = character.unicodeScalars.first?.value, 0xAC00...0xD7A3 ~= value else {
                return [character]
            }
            let index = Int(value - 0xAC00)
            return [leads[index / 588]] + vowels[index % 588 / 28] + tails[index % 28]
        }
    }

    /// What stands on the screen after some keys.
    static func text(_ keys: [Character]) -> String {
        var text = ""
        var (lead, vowel, tail) = ("", "", "")
        func whole() -> String {
            guard let first = lead.first.flatMap(leads.firstIndex), let second = vowels.firstIndex(of: vowel),
                let third = tails.firstIndex(of: tail)
            else { return lead + vowel + tail }
            return String(UnicodeScalar(UInt32(0xAC00 + first * 588 + second * 28 + third))!)
        }
        func end() {
            text += whole()
            (lead, vowel, tail) = ("", "", "")
        }
        for key in keys {
            guard let number = letters.firstIndex(of: key) else {
                end()
                text.append(key)
                continue
            }
            if number >= leads.count {
                if !tail.isEmpty {
                    let moved = String(tail.removeLast())
                    end()
                    (lead, vowel) = (moved, String(key))
                } else if lead.isEmpty || vowels.contains(vowel + String(key)) {
                    vowel.append(key)
                    if lead.isEmpty { end() }
                } else if vowel.isEmpty {
                    vowel = String(key)
                } else {
                    end()
                    vowel = String(key)
                    end()
                }
            } else if !lead.isEmpty, !vowel.isEmpty, tails.contains(tail + String(key)) {
                tail.append(key)
            } else {
                end()
                lead = String(key)
            }
        }
        end()
        return text
    }

    /// The first consonants of a text's syllables.
    static func initials(_ text: String) -> String {
        String(
            text.precomposedStringWithCanonicalMapping.map { character in
                guard let value = character.unicodeScalars.first?.value, 0xAC00...0xD7A3 ~= value else {
                    return character
                }
                return leads[Int(value - 0xAC00) / 588]
            })
    }

    /// The same keys on a Latin keyboard.
    static func latin(_ keys: [Character]) -> String {
        String(keys.map { key in letters.firstIndex(of: key).map { latin[$0] } ?? key })
    }
}
