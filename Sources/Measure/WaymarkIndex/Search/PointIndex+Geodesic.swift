import WaymarkGeodesy

extension PointIndex {
    /// The points within `radius` of `center` on an ellipsoid, nearest first or unsorted.
    ///
    /// Every answer equals a linear scan with ``GeodesicSurface/distance(from:to:)``.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: As on the sphere up to 199 km; beyond, a long geodesic for each point inside.
    package func points(
        within radius: Meters, of center: Coordinate, on surface: GeodesicSurface,
        where isIncluded: ((Int) -> Bool)? = nil, isSorted: Bool = true
    ) -> [Match] {
        matches(
            in: GeodesicCircle(center: center, UnitVector(center), radius: radius, on: surface), where: isIncluded,
            isSorted: isSorted)
    }

    /// The number of points within `radius` of `center` on an ellipsoid.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: As on the sphere up to 199 km; beyond, a long geodesic for each point near the rim.
    package func countOfPoints(
        within radius: Meters, of center: Coordinate, on surface: GeodesicSurface,
        where isIncluded: ((Int) -> Bool)? = nil
    ) -> Int {
        let circle = GeodesicCircle(center: center, UnitVector(center), radius: radius, on: surface)
        guard tree.count > 0 else { return 0 }
        if isIncluded == nil, let found = circle.count(tree) {
            if found.unsure == 0 { return found.inside }
        } else if isIncluded == nil {
            return countByDistance(circle)
        }
        var count = 0
        forEachPoint(in: circle, where: isIncluded) { _ in count += 1 }
        return count
    }

    /// The same for long geodesics: only points near the rim are measured.
    private func countByDistance(_ circle: GeodesicCircle) -> Int {
        let inner = circle.bracket.inner
        var count = 0
        forEachRun(circle) { slots in
            for slot in slots {
                let isInside = circle.center.chordSquared(to: store.vector(at: slot)) <= inner
                if isInside || circle.distance(to: slot, in: store) != nil { count += 1 }
            }
        }
        return count
    }

    /// The `count` points nearest to `center` on an ellipsoid, nearest first; within `radius` if given.
    ///
    /// The `count` points nearest on the sphere all lie within a distance that follows from the farthest of them; other
    /// points within it may replace some.
    ///
    /// - Precondition: `count` is not negative; `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *k* log *k*) on average for *k* = `count`, with a long geodesic for each of *k* beyond 199 km.
    package func nearest(
        to center: Coordinate, count: Int, within radius: Meters? = nil, on surface: GeodesicSurface,
        where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Match] {
        precondition(count >= 0, "the count is negative: \(count)")
        let vector = UnitVector(center)
        let circle = GeodesicCircle(center: center, vector, radius: radius ?? Meters(.infinity), on: surface)
        guard count > 0, tree.count > 0 else { return [] }
        if isIncluded == nil, let matches = nearestOfFew(circle, count: min(count, self.count)) { return matches }
        let near = nearest(
            to: center, count: count, within: radius.map { _ in circle.wide.radius }, where: isIncluded)
        guard near.count == count, let farthest = near.last?.distance else {
            return matches(in: circle, where: isIncluded, isSorted: true)
        }
        let reach = Meters(farthest.value * surface.maxRatio * (1 + 1e-12) + 2 * GeodesicSurface.margin)
        let all = matches(
            in: reach < circle.radius
                ? GeodesicCircle(center: center, vector, radius: reach, on: surface) : circle,
            where: isIncluded, isSorted: true)
        return Array(all.prefix(count))
    }

    /// The same from slightly more than `count` points, the nearest on the sphere; nil if these cannot decide.
    private func nearestOfFew(_ circle: GeodesicCircle, count: Int) -> [Match]? {
        // The number that costs no more to search for.
        let asked = count < 3 ? 3 : count < 11 ? 11 : count + 3 + count / 8
        let short = circle.surface.short
        guard asked <= Kernels.maxSearched else { return nil }
        let center = short.surfacePoint(circle.center)
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Kernels.searchRoom) { keys in
            unsafe withUnsafeTemporaryAllocation(of: Match.self, capacity: Kernels.searchRoom) { matches in
                let keys = keys.baseAddress!
                let matches = matches.baseAddress!
                unsafe Kernels.best.search(
                    tree.searched, from: circle.center, limit: circle.possiblyInside, count: asked, keys: keys)
                var (found, inside) = (0, 0)
                while found < asked, unsafe keys[found] < Kernels.noKey {
                    let slot = unsafe Int(keys[found] & 0xFFFF_FFFF)
                    found += 1
                    let place = short.surfacePoint(store.vector(at: slot))
                    guard let square = short.squaredLength(from: center, to: place) else { return nil }
                    let distance = Meters(short.semiMajorAxis.value * square.squareRoot())
                    guard distance <= circle.radius else { continue }
                    let match = Match(index: store.position(at: slot), distance: distance)
                    var at = inside
                    while at > 0, unsafe match < matches[at - 1] {
                        unsafe (matches + at).initialize(to: matches[at - 1])
                        at -= 1
                    }
                    unsafe (matches + at).initialize(to: match)
                    inside += 1
                }
                let kept = min(count, inside)
                if found == asked {
                    // Excluded points are no nearer on the sphere than the last one found.
                    let chord = unsafe Double(bitPattern: keys[found - 1] & ~0xFFFF_FFFF).squareRoot()
                    let farthest = unsafe kept == count ? matches[kept - 1].distance : circle.radius
                    if !circle.surface.isFarther(than: farthest, chord: chord, from: circle.center) { return nil }
                }
                return unsafe Array(UnsafeBufferPointer(start: matches, count: kept))
            }
        }
    }
}
