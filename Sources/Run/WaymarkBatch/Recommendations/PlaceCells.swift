import WaymarkRecommendations
import WaymarkText

/// The parts of rows that are the same for each row of a place, as bytes.
struct PlaceCells: Sendable {
    /// A part, in the order of a row.
    enum Part: Int, CaseIterable {
        /// Before the first column.
        case start
        /// Between the columns for the rank and for the score.
        case description
        /// Between the columns for the score and for the distance.
        case coordinate
    }

    private var bytes: ContiguousArray<UInt8> = []
    /// Where each part of each place ends.
    private var ends: ContiguousArray<Int> = [0]

    /// The parts of places, each appended by `append`.
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
