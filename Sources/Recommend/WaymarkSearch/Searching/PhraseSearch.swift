/// Marks the places that a phrase matches on the rungs 1 to 7.
struct PhraseSearch {
    let index: PlaceIndex
    let initialsInsideWords: Bool
    /// The rung that all matches are put on; nil for their own.
    var rung: SearchRung?
    /// The ranks of the places that 초성 and single keys are looked for in.
    var places: [Range<Int>]

    /// Marks the places that match.
    func mark(_ phrase: Phrase, on board: inout RungBoard) {
        let keys = phrase.letters.keys
        let range = index.suffixes.range(of: keys[...], in: index.suffixes.all, index.names.keys)
        if keys.count == 1, let row = SingleKeys.row(keys[0]) {
            markSingle(keys[0], row, range, on: &board)
        } else {
            markKeys(range, keys.count, on: &board)
        }
        let unfinished = byte(.unfinishedSyllable)
        for grown in phrase.grown {
            let range = index.suffixes.range(of: grown[...], in: index.suffixes.all, index.names.keys)
            for slot in range where index.isEnd(slot, grown.count) {
                board.mark(index.letterPlaces[slot].place, unfinished)
            }
        }
        if phrase.hasInitials { markInitials(phrase, on: &board) }
    }

    private func byte(_ own: SearchRung) -> UInt8 { (rung ?? own).byte }

    /// Rungs by where in a name a letter begins.
    private struct Rungs {
        /// One in a byte.
        private let bits: UInt32

        init(_ name: UInt8, _ word: UInt8, _ inside: UInt8) {
            bits = UInt32(name) | UInt32(word) << 8 | UInt32(inside) << 16 | UInt32(inside) << 24
        }

        @inline(__always)
        subscript(start: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt32(truncatingIfNeeded: 8 * start)) }
    }

    /// The rungs of whole letters.
    private func finished(name: SearchRung) -> Rungs { Rungs(byte(name), byte(.wordStart), byte(.inside)) }

    /// Marks the places of letters that begin with `length` keys.
    private func markKeys(_ range: Range<Int>, _ length: Int, on board: inout RungBoard) {
        let places = index.letterPlaces
        if let rung {
            for slot in range { board.mark(places[slot].place, rung.byte) }
            return
        }
        // Zeros sort first: names that end here.
        let ended = index.suffixes.range(of: [0], in: range, depth: length, index.names.keys)
        let whole = finished(name: .wholeName)
        for slot in ended {
            let place = places[slot]
            board.mark(place.place, whole[place.startNumber])
        }
        let (finished, unfinished) = (finished(name: .nameStart), SearchRung.unfinishedSyllable.byte)
        for slot in max(range.lowerBound, ended.upperBound)..<range.upperBound {
            let place = places[slot]
            board.mark(place.place, index.isEnd(slot, length) ? finished[place.startNumber] : unfinished)
        }
    }

    /// Marks the places with a letter that begins with one key, which are most: by the row of the key.
    private func markSingle(_ key: UInt8, _ row: Int, _ range: Range<Int>, on board: inout RungBoard) {
        let (whole, finished) = (finished(name: .wholeName), finished(name: .nameStart))
        if JamoKey.isConsonant(key) {
            for places in places {
                index.singles.forEach(row, in: places) { board.mark($0, byte(.unfinishedSyllable)) }
            }
            // Those on their own are whole letters.
            let ended = index.suffixes.range(of: [0], in: range, depth: 1, index.names.keys)
            index.loneConsonants.forEach(in: range) { slot in
                let place = index.letterPlaces[slot]
                board.mark(place.place, (ended.contains(slot) ? whole : finished)[place.startNumber])
            }
        } else {
            for places in places { index.singles.forEach(row, in: places) { board.mark($0, byte(.inside)) } }
            let words = index.words.range(of: [key], in: index.words.all, index.names.keys)
            let ended = index.words.range(of: [0], in: words, depth: 1, index.names.keys)
            for slot in words {
                let place = index.wordPlaces[slot]
                board.mark(place.place, (ended.contains(slot) ? whole : finished)[place.startNumber])
            }
        }
    }

    // MARK: Initials

    private func markInitials(_ phrase: Phrase, on board: inout RungBoard) {
        let wanted = phrase.letters
        let rungs: Rungs
        if phrase.hasSyllables {
            rungs = Rungs(byte(.unfinishedSyllable), byte(.unfinishedSyllable), byte(.unfinishedSyllable))
        } else {
            rungs = Rungs(
                byte(.initials), byte(.initials), initialsInsideWords ? byte(.initialsInsideWord) : .max)
        }
        let initials = (0..<wanted.count).map { wanted.keys[wanted.starts[$0]] }
        // Where all letters are one key each, equal initials are equal letters.
        let isSure = (0..<wanted.count).allSatisfy { wanted.range($0).count == 1 }
        guard let (rarest, offset) = index.pairs.rarest(of: initials) else { return }
        // A pair was compared when it was looked up.
        let others = initials.indices.filter { $0 != offset && $0 != offset + 1 }
        let (keys, blocks) = (index.initials.keys, index.initials.blocks)
        for places in places {
            let letters = index.initials.letters(of: places)
            index.pairs.forEach(rarest, in: letters.lowerBound + offset..<letters.upperBound + offset) { found in
                let letter = found - offset
                for other in others where keys[letter + other] != initials[other] { return }
                let block = blocks[letter >> 6]
                let rung = rungs[block.start(letter).rawValue]
                if rung == .max { return }
                if !isSure, !isMatch(wanted, at: index.initials.key(ofLetter: letter, in: index.names)) { return }
                board.mark(block.name(letter), rung)
            }
        }
    }

    /// Whether letters whose initials match also do where they are whole; the last may go on.
    private func isMatch(_ wanted: Letters, at key: Int) -> Bool {
        var key = key
        for letter in 0..<wanted.count {
            let isLast = letter == wanted.count - 1
            let end = index.names.end(ofLetterAt: key)
            if isLast || !wanted.isInitial(letter) {
                if !index.names.hasPrefix(wanted[letter], at: key) { return false }
                if !isLast, end - key != wanted[letter].count { return false }
            }
            key = end
        }
        return true
    }
}
