/// The data of a place that scores need, as numbers.
struct PlaceFacts: Sendable {
    /// Metres to its nearest, 2nd, 4th, ... 32nd nearest other place; infinite in the two unused lanes.
    var neighbours: SIMD8<Float>
    /// Its rating by its data; 0.5 if unknown.
    var standing: Double
    /// The number of its theme; -1 if unknown.
    var theme: Int32
    /// The number of its municipality; -1 if unknown.
    var municipality: Int32

    /// The number of ranks in ``neighbours``: 1, 2, 4, ... 32.
    static let doublings = 6

    /// The number of ranks whose neighbour is nearer than a distance in metres.
    @inline(__always)
    func neighboursNearer(than distance: Double) -> Int {
        var isNearer = SIMD8<Int32>.zero
        isNearer.replace(with: 1, where: neighbours .< Float(distance))
        return Int(isNearer.wrappedSum())
    }
}
