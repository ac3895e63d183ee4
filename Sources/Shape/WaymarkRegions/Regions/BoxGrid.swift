/// A grid of equal cells over boxes, for finding the boxes around a place.
struct BoxGrid: Sendable {
    private var west = 0.0
    private var south = 0.0
    private var columnsPerDegree = 0.0
    private var rowsPerDegree = 0.0
    /// The numbers of columns and rows.
    private var side = 1
    /// The start of each cell's boxes; one more at the end.
    private var starts: ContiguousArray<UInt32> = [0, 0]
    /// Positions of boxes, ascending within a cell.
    private var boxes: ContiguousArray<UInt32> = []

    /// A grid over the boxes of shapes.
    ///
    /// - Complexity: O(*n* log *n*): the number of cells is limited so that a box is listed at most eight times on
    ///   average.
    init(_ shapes: ContiguousArray<RegionShapes.Shape>) {
        guard let first = shapes.first else { return }
        var (east, north) = (first.east, first.north)
        (west, south) = (first.west, first.south)
        for shape in shapes {
            (west, east) = (min(west, shape.west), max(east, shape.east))
            (south, north) = (min(south, shape.south), max(north, shape.north))
        }
        side = min(1024, 2 * Int(Double(shapes.count).squareRoot().rounded(.up)))
        repeat {
            columnsPerDegree = east > west ? min(Double(side) / (east - west), 1e300) : 0
            rowsPerDegree = north > south ? min(Double(side) / (north - south), 1e300) : 0
            if side == 1 { break }
            let named = shapes.reduce(0) { $0 + columns($1.west, $1.east).count * rows($1.south, $1.north).count }
            if named <= 8 * shapes.count + 64 { break }
            side /= 2
        } while true

        var counts = [UInt32](repeating: 0, count: side * side)
        for shape in shapes { forEachCell(of: shape) { counts[$0] += 1 } }
        starts = [0]
        for count in counts { starts.append(starts[starts.count - 1] + count) }
        boxes = ContiguousArray(repeating: 0, count: Int(starts[side * side]))
        var next = starts
        for (position, shape) in shapes.enumerated() {
            forEachCell(of: shape) { cell in
                boxes[Int(next[cell])] = UInt32(position)
                next[cell] += 1
            }
        }
    }

    // Numbers of columns and rows never decrease with the coordinate; outside places map to the rim.
    @inline(__always)
    private func column(_ x: Double) -> Int { cell((x - west) * columnsPerDegree) }
    @inline(__always)
    private func row(_ y: Double) -> Int { cell((y - south) * rowsPerDegree) }
    /// Clamped before conversion: around tiny regions, the cell numbers of far places would overflow.
    @inline(__always)
    private func cell(_ cells: Double) -> Int { Int(max(0, min(Double(side - 1), cells))) }
    private func columns(_ from: Double, _ to: Double) -> ClosedRange<Int> { column(from)...column(to) }
    private func rows(_ from: Double, _ to: Double) -> ClosedRange<Int> { row(from)...row(to) }

    private func forEachCell(of shape: RegionShapes.Shape, _ body: (Int) -> Void) {
        for row in rows(shape.south, shape.north) {
            for column in columns(shape.west, shape.east) { body(row * side + column) }
        }
    }

    /// The slots of the boxes that may contain a point, for ``box(at:)``; positions ascend.
    @inline(__always)
    func slots(at point: PlanePoint) -> Range<Int> {
        let cell = row(point.y) * side + column(point.x)
        return Int(starts[cell])..<Int(starts[cell + 1])
    }

    /// The position of the box in a slot.
    @inline(__always)
    func box(at slot: Int) -> Int { Int(boxes[slot]) }
}
