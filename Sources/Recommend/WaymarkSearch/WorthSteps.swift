/// How many steps a place is behind those whose standing is 1: from 0 to 12, by its standing.
///
/// Places are numbered by descending standing, so each step begins at a number.
package struct WorthSteps: Sendable {
    static let count = 12

    /// The first place of each step but step 0.
    private let starts: [Int]

    init(_ standings: StoredArray<UInt8>) {
        starts = (1...Self.count).map { step in
            (0..<standings.count).partitioningIndex { Self.step(of: standings[$0]) >= step }
        }
    }

    package static func step(of standing: UInt8) -> Int { count - count * Int(standing) / 255 }

    /// The place after the last of a step.
    func end(of step: Int) -> Int { step < Self.count ? starts[step] : .max }

    /// Moves `step` to that of a place, which is not before the place of the last call.
    @inline(__always)
    func advance(_ step: inout Int, to place: Int) {
        while step < Self.count, place >= starts[step] { step += 1 }
    }
}
