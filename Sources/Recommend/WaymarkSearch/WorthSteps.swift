/// How many steps a place is behind those whose standing is 1: from 0 to 5, by its standing from 0 to 1.
///
/// Places are numbered by descending standing, so each step begins at a number.
package struct WorthSteps: Sendable {
    static let count = 5

    /// The first place of each step but step 0.
    private let starts: [Int]

    /// Finds the steps of `count` places with descending standings; without any, the standing of all is 0.
    init(count: Int = 0, standing: (Int) -> Double = { _ in 0 }) {
        starts = (1...Self.count).map { step in
            (0..<count).partitioningIndex { Self.step(of: standing($0)) >= step }
        }
    }

    package static func step(of standing: Double) -> Int { count - Int(Double(count) * max(0, min(1, standing))) }

    /// Moves `step` to that of a place, which is not before the place of the last call.
    @inline(__always)
    func advance(_ step: inout Int, to place: Int) {
        while step < Self.count, place >= starts[step] { step += 1 }
    }
}
