/// Names with a key wrong, missing, too many or two swapped.
enum Misspelling {
    /// Number of faults that a query of so many keys may have in a name of so many letters.
    ///
    /// One in names of three letters or more, two in eight or more; a query must itself be about as long, or nearly any name would do.
    static func faults(keys: Int, letters: Int) -> Int {
        if letters >= 8, keys >= 14 { return 2 }
        return letters >= 3 && keys >= 5 ? 1 : 0
    }
}

extension Letters {
    /// The match of a misspelled phrase with the start of the name, or else of a word.
    func misspelledMatch(_ phrase: Letters) -> NameMatch? {
        let faults = Misspelling.faults(keys: phrase.keys.count, letters: count)
        guard faults > 0 else { return nil }
        for letter in 0..<count where areWordStarts[letter] {
            guard let length = length(ofPrefixLike: phrase.keys, from: starts[letter], faults: faults) else { continue }
            return NameMatch(
                rung: .misspelled, start: letter == 0 ? .name : .word,
                keys: starts[letter]..<starts[letter] + length)
        }
        return nil
    }

    /// The length of the prefix of the keys from `start` on that differs least from `wanted`, the shortest of equals; nil where
    /// each differs by more than `faults`.
    ///
    /// The optimal string alignment distance: a key changed, left out, put in, or swapped with its neighbour.
    private func length(ofPrefixLike wanted: [UInt8], from start: Int, faults: Int) -> Int? {
        let name = keys[start...].prefix(wanted.count + faults)
        if name.isEmpty { return nil }
        var rows = [Array(0...name.count)]
        for (i, key) in wanted.enumerated() {
            var row = [i + 1]
            for (j, other) in name.enumerated() {
                var cost = min(rows[i][j] + (key == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, key == name[start + j - 1], other == wanted[i - 1] {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        guard let least = rows[wanted.count].dropFirst().min(), least <= faults else { return nil }
        return rows[wanted.count].dropFirst().firstIndex(of: least)
    }
}
