/// Positions among keys, sorted by the keys from there to the end of the name; ties by position.
struct SortedSuffixes: Sendable {
    let positions: StoredArray<UInt32>

    /// The range of all positions.
    var all: Range<Int> { 0..<positions.count }

    /// The part of `range` whose keys after the first `depth`, which all of `range` share, begin with `wanted`.
    ///
    /// - Complexity: O(log *n*) comparisons.
    func range(
        of wanted: ArraySlice<UInt8>, in range: Range<Int>, depth: Int = 0, _ keys: StoredArray<UInt8>
    ) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        // Searches both bounds at once until they diverge.
        while low < high {
            let middle = (low + high) / 2
            switch order(wanted, Int(positions[middle]) + depth, keys) {
            case 0:
                return bound(wanted, low, middle, depth, keys, 0)..<bound(wanted, middle + 1, high, depth, keys, 1)
            case 1: low = middle + 1
            default: high = middle
            }
        }
        return low..<low
    }

    /// The first index from `low` at which the order is not below `least`.
    private func bound(
        _ wanted: ArraySlice<UInt8>, _ low: Int, _ high: Int, _ depth: Int, _ keys: StoredArray<UInt8>, _ least: Int
    ) -> Int {
        var (low, high) = (low, high)
        while low < high {
            let middle = (low + high) / 2
            // 1 if the suffix comes before `wanted`, 0 if it begins with it, -1 if it comes after.
            let isBefore = order(wanted, Int(positions[middle]) + depth, keys) > (least == 0 ? 0 : -1)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// 1 if the keys at a position come before `wanted`, 0 if they begin with it, -1 if they come after.
    @inline(__always)
    private func order(_ wanted: ArraySlice<UInt8>, _ position: Int, _ keys: StoredArray<UInt8>) -> Int {
        var at = position
        for other in wanted {
            let key = keys[at]
            if key != other { return key < other ? 1 : -1 }
            at &+= 1
        }
        return 0
    }

    /// The end of the run from `low`, below `high`, that has the same key at `depth` as the first.
    func end(ofKeyAt depth: Int, _ low: Int, _ high: Int, _ keys: StoredArray<UInt8>) -> Int {
        let key = keys[Int(positions[low]) + depth]
        var step = 1
        var first = low
        while first + step < high, keys[Int(positions[first + step]) + depth] == key {
            first += step
            step *= 2
        }
        var last = min(high, first + step)
        first += 1
        while first < last {
            let middle = (first + last) / 2
            if keys[Int(positions[middle]) + depth] == key { first = middle + 1 } else { last = middle }
        }
        return first
    }
}
