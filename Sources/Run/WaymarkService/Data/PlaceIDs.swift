import WaymarkAttractions
import WaymarkText

/// The positions of attractions by their ids, as hashes in order: 16 bytes for each.
struct PlaceIDs: Sendable {
    private let places: ContiguousArray<(hash: UInt64, position: Int)>

    /// - Complexity: O(*n* log *n*).
    init(_ file: AttractionFile) {
        var places = ContiguousArray<(hash: UInt64, position: Int)>()
        places.reserveCapacity(file.count)
        for position in 0..<file.count {
            places.append((file.withText(.id, of: position) { XXH64($0).value }, position))
        }
        places.sort { ($0.hash, $0.position) < ($1.hash, $1.position) }
        self.places = places
    }

    /// The position of the first attraction with an id in its file; nil if none has it.
    ///
    /// - Complexity: O(log *n*).
    func position(of id: String, in file: AttractionFile) -> Int? {
        let hash = XXH64(ContiguousArray(id.utf8).span).value
        let first = places.partitioningIndex { $0.hash >= hash }
        // An empty text is no id.
        guard !id.isEmpty else { return nil }
        return places[first...].lazy.prefix { $0.hash == hash }.map(\.position).first { position in
            file.withText(.id, of: position) { String(utf8: $0) == id }
        }
    }
}
