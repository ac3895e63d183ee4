/// Names with a key wrong, missing, too many or two swapped.
enum Misspelling {
    /// Number of faults that a query may have in a name: by the number of keys in the query, and of letters in the name.
    ///
    /// One in names of three letters or more, two in eight or more; a query must itself be about as long, or nearly any name would do.
    static func faults(keys: Int, letters: Int) -> Int {
        if letters >= 8, keys >= 14 { return 2 }
        return letters >= 3 && keys >= 5 ? 1 : 0
    }

    /// Number of faults by which keys differ from the first 0, 1, ... `count` of others.
    ///
    /// The optimal string alignment distance: a key changed, left out, put in, or swapped with its neighbour.
    ///
    /// - Complexity: O(*m* *n*).
    static func distances(_ wanted: ArraySlice<UInt8>, count: Int, _ other: (Int) -> UInt8) -> [Int] {
        var before: [Int] = []
        var last = Array(0...count)
        var previous: UInt8 = 0
        for (i, key) in wanted.enumerated() {
            var row = [i + 1]
            for j in 0..<count {
                var cost = min(last[j] + (key == other(j) ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, key == other(j - 1), previous == other(j) { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last, previous) = (last, row, key)
        }
        return last
    }
}

extension Letters {
    /// The match of a misspelled phrase with the start of the name, or else of a word.
    ///
    /// What matches is the prefix that differs least, the shortest of such.
    func misspelledMatch(_ phrase: Phrase) -> NameMatch? {
        let wanted = phrase.letters.keys
        let faults = min(phrase.faults, Misspelling.faults(keys: wanted.count, letters: count))
        guard faults > 0 else { return nil }
        for letter in 0..<count where areWordStarts[letter] {
            let start = starts[letter]
            let length = min(keys.count - start, wanted.count + faults)
            let distances = Misspelling.distances(wanted[...], count: length) { keys[start + $0] }.dropFirst()
            guard let least = distances.min(), least <= faults, let end = distances.firstIndex(of: least) else {
                continue
            }
            return NameMatch(
                rung: .misspelled, start: letter == 0 ? .name : .word, keys: start..<start + end)
        }
        return nil
    }
}
