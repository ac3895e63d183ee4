import WaymarkGeodesy
import WaymarkText

/// A section of an index file besides those of the index itself.
package struct IndexFileExtra {
    package let name: String
    private let make: () -> ContiguousArray<UInt8>

    /// A section whose bytes are made when they are needed, once for the checksum and once for the file, so that those of
    /// all sections are never in memory together.
    package init(name: String, bytes: @autoclosure @escaping () -> ContiguousArray<UInt8>) {
        (self.name, make) = (name, bytes)
    }

    package var bytes: ContiguousArray<UInt8> { make() }
}

extension PointIndex {
    /// Writes the index as an ``IndexFile``, piece by piece.
    ///
    /// - Parameter write: Takes each piece; its error ends the writing.
    /// - Throws: The error of `write`.
    /// - Complexity: O(*n*).
    public func write<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        try self.write([], into: write)
    }

    /// Writes the index as an ``IndexFile`` with additional sections.
    package func write<E: Error>(
        _ extras: [IndexFileExtra], into write: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        var parts: [(name: String, size: Int, checksum: UInt64)] = []
        for array in IndexArray.allCases {
            let bytes = unsafe store.bytes(of: array)
            unsafe parts.append((array.rawValue, bytes.count, XXH64(bytes.span).value))
        }
        for extra in extras {
            let bytes = extra.bytes
            parts.append((extra.name, bytes.count, XXH64(bytes.span).value))
        }
        let header = IndexFileHeader(count: count, sections: parts)
        let head = header.bytes
        try write(head.span)
        var end = head.count
        for (number, section) in header.sections.enumerated() {
            let blank = ContiguousArray<UInt8>(repeating: 0, count: section.offset - end)
            try write(blank.span)
            end = section.offset + section.size
            if number < IndexArray.allCases.count {
                try unsafe write(store.bytes(of: IndexArray.allCases[number]).span)
            } else {
                let bytes = extras[number - IndexArray.allCases.count].bytes
                try write(bytes.span)
            }
        }
    }
}

extension PointIndex {
    /// Calls `body` with the position and the place of every point, in an order in which neighbours are neighbours on the
    /// ground.
    package func forEachPlace(_ body: (Int, Coordinate) -> Void) {
        for slot in 0..<count { body(store.position(at: slot), store.coordinate(at: slot)) }
    }
}

extension PointStore {
    /// The fault of arrays read from a file; nil if they equal those computed from their points.
    ///
    /// - Complexity: O(*n*).
    func fault() -> String? {
        var isSeen = ContiguousArray(repeating: false, count: count)
        for slot in 0..<count {
            let position = unsafe Int(positions[slot])
            guard position < count, !isSeen[position] else { return "the positions are not a permutation" }
            isSeen[position] = true
            let place = coordinate(at: slot)
            guard (try? Coordinate(latitude: place.latitude, longitude: place.longitude)) == place else {
                return "point \(position) has invalid coordinates"
            }
        }
        // The same places in the same order give the same arrays, bit for bit.
        let made = unsafe PointStore(ordered: coordinates, positions: positions, count: count)
        for array in IndexArray.allCases {
            if !hasSame(array, as: made) { return "section \(array.rawValue) does not fit the points" }
        }
        return nil
    }
}
