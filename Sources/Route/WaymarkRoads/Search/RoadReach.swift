package import WaymarkGeodesy

/// The lightest ways from a place to all others, by one sweep over the hierarchy from the top down (Delling, Goldberg, Nowatzyk and
/// Werneck 2011).
package struct RoadReach: Sendable {
    private let roads: RoadNetwork
    private let profile: Int
    private let start: [RoadPlace]
    /// By state: what it weighs to be at the end of its arc.
    private let weights: [UInt32]

    /// Finds the ways from a place.
    ///
    /// - Complexity: O(*j*) in the joints of the hierarchy.
    init(from start: RoadStart, _ roads: RoadNetwork, _ profile: Int) {
        (self.roads, self.profile, self.start) = (roads, profile, start.labels.map(\.place))
        let hierarchy = roads.hierarchies[profile]
        let count = hierarchy.count
        var weights = [UInt32](repeating: RoadWeight.never, count: count)
        for (_, label) in start.labels {
            for entry in label.entries { weights[Int(entry.state)] = min(weights[Int(entry.state)], entry.weight) }
        }
        // The states above the one that is looked at, by depth.
        var above: [Int] = []
        unsafe weights.withUnsafeMutableBufferPointer { weights in
            let (depths, joints) = unsafe (hierarchy.depths.start, hierarchy.weights.start)
            for state in (0..<count).reversed() {
                let depth = Int(hierarchy.record(state).depth)
                // Unless the file is damaged, it is below the last one of a lower depth.
                if depth <= above.count { above.removeSubrange(depth...) }
                var least = unsafe weights[state]
                for joint in hierarchy.joints(of: state).downs {
                    let higher = unsafe Int(depths[joint])
                    if higher < above.count { least = unsafe min(least, weights[above[higher]] &+ joints[joint]) }
                }
                unsafe weights[state] = min(least, RoadWeight.never)
                above.append(state)
            }
        }
        self.weights = weights
    }

    /// The seconds to a place; nil if no way leads there.
    package func seconds(to place: SegmentPlace) -> Double? {
        place.places.compactMap(weight).min().map { roads.seconds($0, profile) }
    }

    /// The lines of all roads that are reached within a time, to where it ends.
    ///
    /// - Complexity: O(*n*) in the roads.
    package func lines(within seconds: Double) -> [[Coordinate]] {
        var lines: [[Coordinate]] = []
        for segment in 0..<roads.graph.segmentCount {
            // How far along it one comes, from its first junction and from its last.
            var parts: [ClosedRange<Double>] = []
            forEachState(of: segment) { arc, weight in
                let whole = Double(roads.graph.time(of: arc, profile)) / 100
                guard weight < RoadWeight.never, whole > 0 else { return }
                let begins = start.filter { $0.segment == segment }.map { $0.share(of: arc) }.min() ?? 0
                let end = min(1, 1 + (seconds - roads.seconds(weight, profile)) / whole)
                guard end > begins else { return }
                parts.append(arc & 1 == 0 ? begins...end : 1 - end...1 - begins)
            }
            parts.sort { $0.lowerBound < $1.lowerBound }
            let merged = parts.reduce(into: [ClosedRange<Double>]()) { merged, part in
                if let last = merged.last, part.lowerBound <= last.upperBound {
                    merged[merged.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
                } else {
                    merged.append(part)
                }
            }
            for part in merged {
                let path = RoadPath(
                    weight: 0, start: RoadPlace(segment: segment, fraction: part.lowerBound),
                    goal: RoadPlace(segment: segment, fraction: part.upperBound), arcs: [Int32(2 * segment)])
                lines.append(roads.line(of: path))
            }
        }
        return lines
    }

    private func weight(to place: RoadPlace) -> UInt32? {
        let graph = roads.graph
        if start.contains(where: { $0.segment == place.segment }) {
            return roads.weight(from: roads.start(start, profile), to: roads.goal([place], profile), profile)
        }
        var best: UInt32?
        forEachState(of: place.segment) { arc, weight in
            let sum = weight - min(weight, graph.weight(of: arc, profile) - graph.weight(of: arc, to: place, profile))
            if weight < RoadWeight.never, sum < best ?? RoadWeight.farthest { best = sum }
        }
        return best
    }

    private func forEachState(of segment: Int, _ body: (_ arc: Int, _ weight: UInt32) -> Void) {
        let hierarchy = roads.hierarchies[profile]
        var state = hierarchy.lowest[segment]
        while Int(state) < weights.count {
            let record = hierarchy.record(Int(state))
            let arc = Int(record.arc & ~RoadHierarchy.long)
            guard arc >> 1 == segment else { return }
            body(arc, weights[Int(state)])
            state = record.parent > state ? record.parent : RoadHierarchy.none
        }
    }
}
