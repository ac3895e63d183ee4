import WaymarkGeodesy

/// The maximum depth of splits at the farthest vertex; deeper ranges are halved.
private let deepestSplit = 128

/// Whether each vertex is kept. `fixed` is ascending, with the first and the last vertex; `tolerance` is in radians.
func douglasPeucker(_ points: Span<UnitVector>, fixed: [Int], tolerance: Double) -> [Bool] {
    var isKept = [Bool](repeating: false, count: points.count)
    for vertex in fixed { isKept[vertex] = true }
    let limit = chordSquared(angle: tolerance)
    var ranges = zip(fixed, fixed.dropFirst()).map { (first: $0, last: $1, depth: 0) }
    while let (first, last, depth) = ranges.popLast() {
        guard last - first > 1 else { continue }
        let arc = ArcChords(from: points[first], to: points[last])
        let farthest = arc.farthest(of: points.extracting(first + 1..<last))
        guard farthest.chordSquared > limit else { continue }
        let split = depth < deepestSplit ? first + 1 + farthest.index : first + (last - first) / 2
        isKept[split] = true
        ranges.append((split, last, depth + 1))
        ranges.append((first, split, depth + 1))
    }
    return isKept
}

/// The square of the chord of an angle in radians; infinite from half a turn on.
private func chordSquared(angle: Double) -> Double {
    guard angle < .pi else { return .infinity }
    let sine = sinCos(degrees: degrees(angle / 2)).sin
    return 4 * sine * sine
}

/// The shorter arc between two points, for the squares of chords from others to the nearest place on it.
struct ArcChords {
    private let start: UnitVector
    private let end: UnitVector
    private let normal: UnitVector
    /// Along the arc at its start, and at its end.
    private let ahead: UnitVector
    private let beyond: UnitVector

    init(from start: UnitVector, to end: UnitVector) {
        let arc = Arc(from: start, to: end)
        self.start = start
        self.end = end
        normal = arc.normal
        ahead = arc.normal.cross(start)
        beyond = arc.normal.cross(end)
    }

    /// The farthest point from the arc, the first one in ties, and its distance. There is at least one point.
    func farthest(of points: Span<UnitVector>) -> (index: Int, chordSquared: Double) {
        // The farthest point beside the arc, by its squared height over the arc's plane; and the farthest before the
        // start or after the end, by its squared chord to the nearer end.
        var beside = (index: 0, heightSquared: -1.0)
        var outside = (index: 0, chordSquared: -1.0)
        for i in points.indices {
            let point = points[i]
            // From the start, which lies in the plane: the product with a near point is precise.
            let fromStart = UnitVector(x: point.x - start.x, y: point.y - start.y, z: point.z - start.z)
            let fromEnd = UnitVector(x: point.x - end.x, y: point.y - end.y, z: point.z - end.z)
            if fromStart.dot(ahead) > 0 && fromEnd.dot(beyond) < 0 {
                let height = fromStart.dot(normal)
                if height * height > beside.heightSquared { beside = (i, height * height) }
            } else {
                let chordSquared = min(fromStart.dot(fromStart), fromEnd.dot(fromEnd))
                if chordSquared > outside.chordSquared { outside = (i, chordSquared) }
            }
        }
        guard beside.heightSquared >= 0 else { return outside }
        // 2 - 2 cos θ, where sin θ is the height, in a precise form.
        let besideChord = 2 * beside.heightSquared / (1 + max(0, 1 - beside.heightSquared).squareRoot())
        if besideChord == outside.chordSquared { return (min(beside.index, outside.index), besideChord) }
        return besideChord > outside.chordSquared ? (beside.index, besideChord) : outside
    }
}
