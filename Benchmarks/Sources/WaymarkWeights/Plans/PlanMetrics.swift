/// Metrics of what a plan visits.
package enum PlanMetrics {
    /// The harmonic mean of the share of the visits that are wanted and the share of the wanted places that are visited; 0 without
    /// a hit.
    package static func f1<ID: Hashable>(_ visits: Set<ID>, wanted: Set<ID>) -> Double {
        let hits = visits.intersection(wanted).count
        return hits == 0 ? 0 : 2 * Double(hits) / Double(visits.count + wanted.count)
    }
}
