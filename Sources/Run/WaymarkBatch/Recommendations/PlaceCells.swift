import WaymarkRecommendations
import WaymarkText

/// The parts of rows that are the same in every row of a place, as bytes.
struct PlaceCells: Sendable {
    /// A part of a row, in the order of the columns.
    enum RowPart: Int, CaseIterable {
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
        _ places: [RecommendedPlace], _ append: (RowPart, RecommendedPlace, inout ContiguousArray<UInt8>) -> Void
    ) {
        ends.reserveCapacity(places.count * RowPart.allCases.count + 1)
        for place in places {
            for part in RowPart.allCases {
                append(part, place, &bytes)
                ends.append(bytes.count)
            }
        }
        bytes += BytePiece.padding
    }

    func append(_ part: RowPart, of place: Int, to row: inout ContiguousArray<UInt8>) {
        let number = place * RowPart.allCases.count + part.rawValue
        row += bytes[ends[number]..<ends[number + 1]]
    }

    /// Appends a row for each place of a list: `first`, its rank, its parts, score and distance, and `last`.
    func append(
        _ list: ContiguousArray<BriefRecommendation>, first: PaddedBytes, last: PaddedBytes, to rows: inout RowBytes
    ) {
        let fixed = first.count + last.count + 3 * Digits.room
        var need = list.count * fixed
        for place in list {
            let number = place.place * RowPart.allCases.count
            need += ends[number + RowPart.allCases.count] - ends[number]
        }
        rows.reserve(need)
        let text = bytes.span
        let ends = ends.span
        rows.write(need) { cursor in
            for rank in 0..<list.count {
                let place = list[rank]
                let number = place.place * RowPart.allCases.count
                cursor.write(BytePiece(text, ends[number]..<ends[number + 1]))
                cursor.write(first.piece)
                cursor.write(rank + 1)
                cursor.write(BytePiece(text, ends[number + 1]..<ends[number + 2]))
                cursor.write(tenThousandths: Self.units(of: place.score, 10_000))
                cursor.write(BytePiece(text, ends[number + 2]..<ends[number + 3]))
                cursor.write(thousandths: Self.units(of: place.distance.value, 1000))
                cursor.write(last.piece)
            }
        }
    }

    @inline(__always)
    private static func units(of value: Double, _ power: Double) -> UInt64 {
        guard let units = FixedDecimal.units(of: value, power: power) else {
            preconditionFailure("a score is above 1, or a distance above 2^51 millimetres")
        }
        return units
    }
}
