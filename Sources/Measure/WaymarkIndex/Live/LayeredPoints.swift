import WaymarkGeodesy
import WaymarkText

/// Points in layers, oldest first: a large packed base, a log-structured series of smaller packed layers, and a few
/// recent points that are scanned.
///
/// Points are numbered through all layers in the order they were added, including removed ones; searches return these
/// numbers. A point is also identified by its ticket, an increasing number that survives packing. Points removed from a
/// packed layer are marked there until the layer is packed again.
///
/// - SeeAlso: Bentley and Saxe 1980, doi:10.1016/0196-6774(80)90015-2 (the logarithmic method); O'Neil and others 1996,
///   doi:10.1007/s002360050048 (log-structured merging).
@usableFromInline
struct LayeredPoints: Sendable {
    /// Packed points.
    struct Layer: Sendable {
        let index: PointIndex
        let coordinates: ContiguousArray<Coordinate>
        let tickets: ContiguousArray<Int>
        var removed: RemovedPositions

        init(_ coordinates: ContiguousArray<Coordinate>, tickets: ContiguousArray<Int>) {
            self.coordinates = coordinates
            self.tickets = tickets
            index = PointIndex(coordinates)
            removed = RemovedPositions(below: coordinates.count)
        }

        /// A filter of removed points; nil if there are none.
        func filter(from start: Int, _ isIncluded: ((Int) -> Bool)?) -> ((Int) -> Bool)? {
            guard removed.count > 0 else { return isIncluded.map { isIncluded in { isIncluded(start + $0) } } }
            let removed = removed
            guard let isIncluded else { return { !removed.contains($0) } }
            return { !removed.contains($0) && isIncluded(start + $0) }
        }

        /// The points nearest to a place, sorted, without those removed.
        func nearest(
            to center: Coordinate, count: Int, within radius: Meters?, from start: Int, _ isIncluded: ((Int) -> Bool)?
        ) -> [Match] {
            // Usually few points are removed: a search without a filter is several times faster, and rarely insufficient.
            if isIncluded == nil, removed.count > 0, removed.count <= coordinates.count / 8,
                count <= Kernels.maxSearched - LayeredPoints.spare
            {
                var nearest = index.nearest(to: center, count: count + LayeredPoints.spare, within: radius)
                let isAll = nearest.count < count + LayeredPoints.spare
                nearest.removeAll { removed.contains($0.index) }
                if isAll || nearest.count >= count { return Array(nearest.prefix(count)) }
            }
            return index.nearest(to: center, count: count, within: radius, where: filter(from: start, isIncluded))
        }
    }

    /// A point that is scanned before it is packed.
    private struct RecentPoint: Sendable {
        let ticket: Int
        let coordinate: Coordinate
        let vector: UnitVector
    }

    /// The maximum number of scanned points, except during a bulk change.
    private static let maxRecent = 64

    /// The number of extra points requested from a layer, since some may have been removed.
    static let spare = 6

    /// A layer is packed together with the next larger one if that is less than this many times larger.
    static let growth = 4

    /// The base and the packed layers on top of it.
    private(set) var layers: ContiguousArray<Layer>
    /// The number of the first point of each layer, and last that of the first recent point.
    @usableFromInline private(set) var starts: ContiguousArray<Int>
    /// In the order of their tickets.
    private var recent: ContiguousArray<RecentPoint> = []
    /// The points removed from the base, in layers of their own on an empty base: a count is that of the base minus that
    /// of these. Nothing until one is removed.
    private var removedFromBase: ContiguousArray<LayeredPoints> = []
    private(set) var count: Int

    /// Points as one packed base.
    init(_ coordinates: ContiguousArray<Coordinate>, tickets: ContiguousArray<Int>) {
        layers = [Layer(coordinates, tickets: tickets)]
        starts = [0, coordinates.count]
        count = coordinates.count
    }

    // MARK: Changes

    /// The number of points outside the base, plus those removed from it.
    var overlay: Int { starts[starts.count - 1] - starts[1] + recent.count + layers[0].removed.count }

    /// Whether there are too many recent points to scan in each search.
    var needsPacking: Bool { recent.count >= Self.maxRecent || removedFromBase.contains(where: \.needsPacking) }

    /// Adds a point, with a ticket above all others.
    mutating func append(_ coordinate: Coordinate, ticket: Int) {
        recent.append(RecentPoint(ticket: ticket, coordinate: coordinate, vector: UnitVector(coordinate)))
        count += 1
    }

    /// The place of the point with a ticket.
    ///
    /// - Complexity: O(log *n*).
    func coordinate(ofTicket ticket: Int) -> Coordinate {
        let (layer, position) = locate(ticket)
        return layer < layers.count ? layers[layer].coordinates[position] : recent[position].coordinate
    }

    /// Removes the point with a ticket; returns its position among the recent points if it was one of them.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(ticket: Int) -> Int? {
        let (layer, position) = locate(ticket)
        count -= 1
        guard layer < layers.count else {
            recent.remove(at: position)
            return position
        }
        layers[layer].removed.insert(position)
        if layer == 0 {
            if removedFromBase.isEmpty { removedFromBase.append(LayeredPoints([], tickets: [])) }
            removedFromBase[0].append(layers[0].coordinates[position], ticket: removedFromBase[0].count)
        }
        return nil
    }

    private func locate(_ ticket: Int) -> (layer: Int, position: Int) {
        for (i, layer) in layers.enumerated() {
            guard let last = layer.tickets.last, ticket <= last else { continue }
            return (i, layer.tickets.partitioningIndex { $0 >= ticket })
        }
        return (layers.count, recent.partitioningIndex { $0.ticket >= ticket })
    }

    /// The first layer to pack together with all after it: 0 packs everything.
    func firstLayerToPack() -> Int {
        var total = recent.count
        var first = layers.count
        while first > 1, layers[first - 1].coordinates.count < Self.growth * total {
            first -= 1
            total += layers[first].coordinates.count
        }
        return first
    }

    /// Packs all points from layer `first` on, including recent ones but not removed ones, into one layer.
    ///
    /// - Returns: The previous numbers of the packed points, in order.
    /// - Complexity: O(*m*) for *m* points in these layers.
    @discardableResult
    mutating func pack(from first: Int) -> ContiguousArray<Int> {
        var numbers = ContiguousArray<Int>()
        var coordinates = ContiguousArray<Coordinate>()
        var tickets = ContiguousArray<Int>()
        for (layer, start) in zip(layers[first...], starts[first...]) {
            for position in layer.coordinates.indices where !layer.removed.contains(position) {
                numbers.append(start + position)
                coordinates.append(layer.coordinates[position])
                tickets.append(layer.tickets[position])
            }
        }
        for (position, point) in recent.enumerated() {
            numbers.append(starts[layers.count] + position)
            coordinates.append(point.coordinate)
            tickets.append(point.ticket)
        }
        layers.removeSubrange(first...)
        starts.removeSubrange((first + 1)...)
        if first == 0 || !coordinates.isEmpty {
            layers.append(Layer(coordinates, tickets: tickets))
            starts.append(starts[first] + coordinates.count)
        }
        recent = []
        if first == 0 {
            removedFromBase = []
        } else if removedFromBase.contains(where: \.needsPacking) {
            let first = removedFromBase[0].firstLayerToPack()
            removedFromBase[0].pack(from: first)
        }
        return numbers
    }

    // MARK: Searches

    /// The points within a circle in the base and in the overlay, each sorted.
    @usableFromInline
    func sortedPoints(within radius: Meters, of center: Coordinate) -> (base: [Match], overlay: [Match]) {
        var base = layers[0].index.points(within: radius, of: center)
        let removed = layers[0].removed
        if removed.count > 0 { base.removeAll { removed.contains($0.index) } }
        var overlay: [Match] = []
        forEachInOverlay(within: radius, of: center, where: nil) { overlay.append($0) }
        overlay.sort()
        return (base, overlay)
    }

    /// Calls `body` with each point within a circle, in no particular order.
    @usableFromInline
    func forEachPoint<E: Error>(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)?,
        _ body: (Match) throws(E) -> Void
    ) throws(E) {
        try layers[0].index.forEachPoint(
            within: radius, of: center, where: layers[0].filter(from: 0, isIncluded), body)
        try forEachInOverlay(within: radius, of: center, where: isIncluded, body)
    }

    private func forEachInOverlay<E: Error>(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)?,
        _ body: (Match) throws(E) -> Void
    ) throws(E) {
        for i in 1..<layers.count {
            let start = starts[i]
            try layers[i].index.forEachPoint(
                within: radius, of: center, where: layers[i].filter(from: start, isIncluded)
            ) { (match) throws(E) in
                try body(Match(index: start + match.index, distance: match.distance))
            }
        }
        try forEachRecent(within: radius, of: center, where: isIncluded, body)
    }

    private func forEachRecent<E: Error>(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)?,
        _ body: (Match) throws(E) -> Void
    ) throws(E) {
        guard !recent.isEmpty else { return }
        let origin = UnitVector(center)
        // A chord is shorter than its arc, so a point beyond this is outside; the others are measured.
        let angle = radius / Sphere.earth.radius
        let limit = angle * angle * (1 + 1e-12) + 1e-300
        for (position, point) in recent.enumerated() where origin.chordSquared(to: point.vector) <= limit {
            let match = Match(
                index: starts[layers.count] + position, distance: Sphere.earth.distance(from: origin, to: point.vector))
            if match.distance <= radius, isIncluded?(match.index) ?? true { try body(match) }
        }
    }

    /// The number of points within a circle.
    func countOfPoints(within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)?) -> Int {
        var count = 0
        for (i, layer) in layers.enumerated() {
            if i == 0, isIncluded == nil {
                count += layer.index.countOfPoints(within: radius, of: center)
                count -= removedFromBase.first?.countOfPoints(within: radius, of: center, where: nil) ?? 0
            } else {
                count += layer.index.countOfPoints(
                    within: radius, of: center, where: layer.filter(from: starts[i], isIncluded))
            }
        }
        forEachRecent(within: radius, of: center, where: isIncluded) { _ in count += 1 }
        return count
    }

    /// The points nearest to a place, sorted.
    @usableFromInline
    func nearest(
        to center: Coordinate, count: Int, within radius: Meters?, where isIncluded: ((Int) -> Bool)?
    ) -> [Match] {
        var best = layers[0].nearest(to: center, count: count, within: radius, from: 0, isIncluded)
        guard count > 0 else { return best }
        // Points of the overlay farther than the worst so far are irrelevant.
        var reach: Meters? { best.count == count ? best[count - 1].distance : radius }
        func merge(_ more: [Match]) {
            guard !more.isEmpty else { return }
            best += more
            best.sort()
            if best.count > count { best.removeSubrange(count...) }
        }
        for i in 1..<layers.count {
            let start = starts[i]
            let more = layers[i].nearest(to: center, count: count, within: reach, from: start, isIncluded)
            merge(more.map { Match(index: start + $0.index, distance: $0.distance) })
        }
        var more: [Match] = []
        forEachRecent(within: reach ?? Meters(.infinity), of: center, where: isIncluded) { more.append($0) }
        merge(more)
        return best
    }

    /// The points in a box, ascending.
    @usableFromInline
    func points(in box: BoundingBox, where isIncluded: ((Int) -> Bool)?) -> [Int] {
        var found: [Int] = []
        for (i, layer) in layers.enumerated() {
            let start = starts[i]
            for position in layer.index.points(in: box, where: layer.filter(from: start, isIncluded)) {
                found.append(start + position)
            }
        }
        for (position, point) in recent.enumerated() where box.contains(point.coordinate) {
            let number = starts[layers.count] + position
            if isIncluded?(number) ?? true { found.append(number) }
        }
        return found
    }
}
