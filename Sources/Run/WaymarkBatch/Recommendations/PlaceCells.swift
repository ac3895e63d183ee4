import WaymarkRecommendations
import WaymarkText

/// The parts of rows that are the same in every row of a place, as bytes.
struct PlaceCells: Sendable {
    /// A part of a row, in the order of the columns.
    enum Part: Int, CaseIterable {
        /// Before the first column.
        case start
        /// Between the columns for the rank and for the score.
        case description
        /// Between the columns for the score and for the distance.
        case coordinate
    }

    private var bytes: ContiguousArray<UInt8> = []
    /// The end offset of each part of each place.
    private var ends: ContiguousArray<Int> = [0]

    /// Builds the parts of all places, each appended by `append`.
    init(
        _ places: [RecommendedPlace], _ append: (Part, RecommendedPlace, inout ContiguousArray<UInt8>) -> Void
    ) {
        ends.reserveCapacity(places.count * Part.allCases.count + 1)
        for place in places {
            for part in Part.allCases {
                append(part, place, &bytes)
                ends.append(bytes.count)
            }
        }
    }

    func append(_ part: Part, of place: Int, to row: inout ContiguousArray<UInt8>) {
        let number = place * Part.allCases.count + part.rawValue
        let range = ends[number]..<ends[number + 1]
        // A slice would be retained and released each time.
        unsafe bytes.withUnsafeBufferPointer { unsafe row.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
    }
}
