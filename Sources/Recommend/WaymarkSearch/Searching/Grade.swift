/// The bytes of a board, the lower the better: how well a place matches a query or one of its words.
///
/// The first are those of rungs, with three for each, by where a reading begins in the name or how much it changes. On the board of
/// a query those from ``first`` on are evidence: for places that do not match all of it, or not as it is.
enum Grade {
    /// The byte of a rung, and of a match on it that begins at the start of the name, of a word or elsewhere.
    @inline(__always)
    static func byte(_ rung: SearchRung, _ variant: Int = 0) -> UInt8 { UInt8(3 * rung.rawValue + variant) }

    /// How a word was corrected, the likeliest first.
    enum Correction: Int {
        /// A vowel that sounds the same, a letter doubled, or Shift forgotten.
        case slip
        /// Another consonant, vowel, final or Latin letter, or two letters swapped.
        case error
        /// A letter missing or extra.
        case loss

        var byte: UInt8 { Grade.byte(.misspelled, rawValue) }
    }

    /// The rung of a byte; nil for evidence.
    static func rung(_ byte: UInt8) -> SearchRung? { byte < first ? SearchRung(rawValue: Int(byte) / 3) : nil }

    /// The byte of a place with another name that has a byte.
    static let ofOtherName: [UInt8] = (0..<128).map { byte in
        switch SearchRung(rawValue: byte / 3) {
        case .wholeName, .nameStart, .wordStart, .words, .unfinishedSyllable: Grade.byte(.otherName)
        case .nameEnd, .inside, .unfinishedInsideWord, .initials, .initialsInsideWord, .otherKeyboard:
            Grade.byte(.insideOtherName)
        default: UInt8(byte)
        }
    }

    // MARK: Evidence

    /// The byte of all evidence that there can be.
    static let first: UInt8 = 75
    /// The largest byte: a little evidence.
    static let last: UInt8 = 126
    /// The evidence of a place of which everything is evidence.
    static let all = Double(last - first)

    /// How much it says for a place that a word matches as a byte says, from 0 to 1.
    static let evidence: [Double] = (0..<128).map { byte in
        switch SearchRung(rawValue: byte / 3) {
        case .wholeName, .nameStart, .nameEnd, .wordStart, .words: 1
        case .inside, .unfinishedSyllable, .otherName: 0.95
        case .unfinishedInsideWord, .otherWord, .insideOtherName, .initials: 0.85
        case .otherScript: 0.9 - 0.05 * Double(byte % 3)
        case .initialsInsideWord, .otherKeyboard, .nameAndText, .kindOrDistrict: 0.75
        case .partsInOrder: 0.8
        case .misspelled: [0.75, 0.62, 0.48][byte % 3]
        case .abbreviation: 0.55
        case .otherText: 0.4
        case .someWords, nil: 0
        }
    }

    /// The byte of evidence from 0 to 1.
    static func byte(ofEvidence evidence: Double) -> UInt8 { last - UInt8((min(1, max(0, evidence)) * all).rounded()) }

    /// The evidence of a byte, from 0 to 1.
    static func evidence(of byte: UInt8) -> Double { Double(last - byte) / all }

    // MARK: Order

    /// The handicap of each byte: how many bands of distance it is behind the best.
    static let handicaps: ContiguousArray<Int> = ContiguousArray(
        (0..<128).map { byte in
            if byte >= first { return SearchRung.doubtful + 2 * (byte - Int(first)) }
            guard let rung = SearchRung(rawValue: byte / 3) else { return SearchRung.doubtful }
            return rung.handicap + 2 * (byte % 3)
        })

    /// The weight of a word that `matches` of `places` match: 1 if all do, up to 7 if one does.
    ///
    /// The logarithms are those of powers of two, so that every machine agrees.
    static func weight(matches: Int, of places: Int) -> Double {
        let (all, some) = (places.bitWidth - places.leadingZeroBitCount, matches.bitWidth - matches.leadingZeroBitCount)
        return Double(1 + 6 * max(0, all - some) / max(1, all - 1))
    }
}
