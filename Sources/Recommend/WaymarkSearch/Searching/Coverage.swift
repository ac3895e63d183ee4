/// The bytes of a board that say how much of the query a place covers, and how well its best part matches.
///
/// A part weighs 1 to 7, more if few places match it, or the number of its letters.
enum Coverage {
    /// The first byte; those of rungs and of ``Reading`` are below.
    static let first: UInt8 = 64
    private static let maxWeight = 15

    /// The byte of a place that covers parts of some weight, of which the best is on a rung; less weight is worse.
    static func byte(weight: Int, rung: UInt8) -> UInt8 { byte(weight: weight, quality: quality(rung)) }

    private static func byte(weight: Int, quality: UInt8) -> UInt8 {
        first + 4 * UInt8(maxWeight - max(1, min(maxWeight, weight))) + quality
    }

    /// From the start of the name, of a word, elsewhere in the name, or in another text.
    private static func quality(_ rung: UInt8) -> UInt8 {
        if rung <= SearchRung.nameStart.byte { return 0 }
        if rung <= SearchRung.wordStart.byte { return 1 }
        return rung == SearchRung.otherText.byte || Reading.isInText(rung) ? 3 : 2
    }

    /// The byte of a place that covers the parts of two bytes, of which the first is above 127 if it covers none.
    static func sum(_ a: UInt8, _ b: UInt8) -> UInt8 {
        if a > 0x7F { return b }
        return byte(weight: weight(a) + weight(b), quality: min((a - first) % 4, (b - first) % 4))
    }

    private static func weight(_ byte: UInt8) -> Int { maxWeight - Int(byte - first) / 4 }

    /// The weight of a word that `matches` of `places` match: 1 if all do, up to 7 if one does.
    ///
    /// The logarithms are those of powers of two, so that every machine agrees.
    static func weight(matches: Int, of places: Int) -> Int {
        let (all, some) = (places.bitWidth - places.leadingZeroBitCount, matches.bitWidth - matches.leadingZeroBitCount)
        return 1 + 6 * max(0, all - some) / max(1, all - 1)
    }
}

/// How a query was read to match a name, the likeliest first: in another script, or with errors.
///
/// The bytes of a board also say where in the name the match begins, which counts less.
enum Reading: UInt8, CaseIterable {
    /// In another script.
    case otherScript
    /// With a vowel that sounds the same, a letter doubled, or Shift forgotten.
    case slip
    /// With another vowel, two letters swapped, or one key wrong, missing or extra.
    case error
    /// With a letter missing or extra, or two keys wrong.
    case loss

    /// The first byte; those of rungs are below.
    static let first: UInt8 = 24

    /// The byte of a match that begins at a start of a name; nil for one in another text.
    func byte(_ start: SearchStart?) -> UInt8 { Self.first + 4 * rawValue + UInt8(start?.rawValue ?? 3) }

    /// Whether a byte is that of a match in another text.
    static func isInText(_ byte: UInt8) -> Bool { byte >= first && (byte - first) % 4 == 3 }

    /// The rung and the handicap of a byte; nil if it is not one of a reading.
    static func grade(of byte: UInt8) -> (rung: SearchRung, handicap: Int)? {
        guard byte >= first, let reading = Reading(rawValue: (byte - first) / 4) else { return nil }
        let rung: SearchRung = reading == .otherScript ? .otherScript : .misspelled
        // Behind the start of a name: that of a word, inside, another text.
        let start = [0, 2, 4, 6][Int(byte - first) % 4]
        return (rung, rung.handicap + NearnessBand.count * Int(reading.rawValue) + start)
    }
}
