import WaymarkGeodesy

extension PointIndex {
    /// The points nearest to the centre of a circle, found by their squared chords alone; nil if these cannot decide.
    ///
    /// Chords order points as distances do, except where rounded distances are equal, and the search uses only the
    /// upper half of their bits. If an excluded point could tie with the last of the best, or chords are beyond 60°,
    /// use the search by distances.
    ///
    /// - Precondition: `count` is 1 to `Kernels.maxSearched`; there is at least one point.
    func nearestByChords(_ circle: some ChordRegion, count: Int) -> [Match]? {
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Kernels.searchRoom) { keys in
            unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: Kernels.searchRoom) { lengths in
                let keys = keys.baseAddress!
                let lengths = lengths.baseAddress!
                unsafe Kernels.best.search(
                    tree.searched, from: circle.center, limit: circle.possiblyInside, count: count, keys: keys)
                var found = 0
                var last = 0.0
                while found < count, unsafe keys[found] < Kernels.noKey {
                    let slot = unsafe Int(keys[found] & 0xFFFF_FFFF)
                    let chord = circle.center.chordSquared(to: store.vector(at: slot))
                    unsafe (lengths + found).initialize(to: chord)
                    last = max(last, chord)
                    found += 1
                }
                if found == 0 { return [] }
                // The minimum of the first excluded chord.
                let next = unsafe Double(bitPattern: keys[found] & ~0xFFFF_FFFF)
                if last > circle.maxSquare || next <= Circle.bracket(last).possibly { return nil }
                let greatest = unsafe circle.lengths(lengths, count: found)
                // A sliver at the rim of the circle: other points may replace those outside.
                if greatest > circle.radius.value, found == count { return nil }
                return unsafe [Match](unsafeUninitializedCapacity: found) { output, written in
                    for i in 0..<found {
                        let distance = unsafe Meters(lengths[i])
                        if distance > circle.radius { continue }
                        let match = unsafe Match(
                            index: store.position(at: Int(keys[i] & 0xFFFF_FFFF)), distance: distance)
                        var at = written
                        while at > 0, unsafe match < output[at - 1] {
                            unsafe output[at] = output[at - 1]
                            at -= 1
                        }
                        unsafe output[at] = match
                        written += 1
                    }
                }
            }
        }
    }
}
