/// Marks the places that a phrase matches on its own keyboard.
struct PhraseSearch {
    let index: PlaceIndex
    let initialsInsideWords: Bool
    /// The rung of all matches; nil gives each match its own.
    var rung: SearchRung?
    /// The ranks of the places in which 초성 and single keys are searched.
    var places: [Range<Int>]

    func mark(_ phrase: Phrase, on board: inout RungBoard) {
        let keys = phrase.letters.keys
        let range = index.suffixes.range(of: keys[...])
        if keys.count == 1, let row = SingleKeys.row(keys[0]) {
            markSingle(keys[0], row, range, on: &board)
        } else {
            markKeys(range, keys.count, on: &board)
        }
        let unfinished = unfinished
        for grown in phrase.grown {
            for slot in index.suffixes.range(of: grown[...]) where index.isEnd(slot, grown.count) {
                let place = index.letterPlaces[slot]
                board.mark(place.place, unfinished[place.startNumber])
            }
        }
        if phrase.hasInitials { markInitials(phrase, on: &board) }
    }

    private func byte(_ own: SearchRung) -> UInt8 { Grade.byte(rung ?? own) }

    /// The rungs by where in its name a letter begins.
    private struct Rungs {
        /// One rung per byte.
        private let bits: UInt32

        init(_ name: UInt8, _ word: UInt8, _ inside: UInt8) {
            bits = UInt32(name) | UInt32(word) << 8 | UInt32(inside) << 16 | UInt32(inside) << 24
        }

        @inline(__always)
        subscript(start: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt32(truncatingIfNeeded: 8 * start)) }
    }

    /// The rungs of matches that end with a whole letter.
    private var finished: Rungs { Rungs(byte(.nameStart), byte(.wordStart), byte(.inside)) }

    /// The rungs of matches that end with the name.
    private var wholes: Rungs { Rungs(byte(.wholeName), byte(.nameEnd), byte(.nameEnd)) }

    /// The rungs of matches that end within a letter.
    private var unfinished: Rungs {
        Rungs(byte(.unfinishedSyllable), byte(.unfinishedSyllable), byte(.unfinishedInsideWord))
    }

    /// Marks the places of the sorted letters in `range`, whose first `length` keys match.
    private func markKeys(_ range: Range<Int>, _ length: Int, on board: inout RungBoard) {
        let places = index.letterPlaces
        if let rung {
            for slot in range { board.mark(places[slot].place, Grade.byte(rung)) }
            return
        }
        // Zeros, which end names, sort first.
        let ended = index.suffixes.range(of: [0], in: range, depth: length)
        let whole = wholes
        for slot in ended {
            let place = places[slot]
            board.mark(place.place, whole[place.startNumber])
        }
        let (finished, unfinished) = (finished, unfinished)
        for slot in max(range.lowerBound, ended.upperBound)..<range.upperBound {
            let place = places[slot]
            board.mark(place.place, (index.isEnd(slot, length) ? finished : unfinished)[place.startNumber])
        }
    }

    /// Marks the places with a letter that begins with a single key, which most places have, by the row of the key.
    private func markSingle(_ key: UInt8, _ row: Int, _ range: Range<Int>, on board: inout RungBoard) {
        let (whole, finished) = (wholes, finished)
        let ended = index.suffixes.range(of: [0], in: range, depth: 1)
        if JamoKey.isConsonant(key) {
            for places in places { index.singles.mark(row, in: places, byte(.unfinishedInsideWord), on: &board) }
            for slot in index.words.range(of: [key]) {
                board.mark(index.wordPlaces[slot].place, byte(.unfinishedSyllable))
            }
            // Lone consonants are whole letters.
            index.loneConsonants.forEach(in: range) { slot in
                let place = index.letterPlaces[slot]
                board.mark(place.place, (ended.contains(slot) ? whole : finished)[place.startNumber])
            }
        } else {
            for places in places { index.singles.mark(row, in: places, byte(.inside), on: &board) }
            for slot in index.words.range(of: [key]) {
                let place = index.wordPlaces[slot]
                board.mark(place.place, finished[place.startNumber])
            }
            for slot in ended {
                let place = index.letterPlaces[slot]
                board.mark(place.place, whole[place.startNumber])
            }
        }
    }

    // MARK: Initials

    private func markInitials(_ phrase: Phrase, on board: inout RungBoard) {
        let wanted = phrase.letters
        let rungs: Rungs
        if phrase.hasSyllables {
            rungs = unfinished
        } else {
            rungs = Rungs(
                byte(.initials), byte(.initials), initialsInsideWords ? byte(.initialsInsideWord) : .max)
        }
        let initials = (0..<wanted.count).map { wanted.keys[wanted.starts[$0]] }
        // If all letters are one key each, equal initials are equal letters.
        let isSure = (0..<wanted.count).allSatisfy { wanted.range($0).count == 1 }
        // Latin words on Korean keys have vowels of their own, which names hardly have.
        if initials.contains(where: { JamoKey.isVowel($0) && index.suffixes.range(of: [$0]).isEmpty }) { return }
        guard let (rarest, offset) = index.pairs.rarest(of: initials) else { return }
        // The lookup has already compared the pair.
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

    /// Whether letters whose initials match also match where they are given in full; the last may continue.
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
