import WaymarkBatch
import WaymarkRecommendations

/// Metrics of ranked lists, named as in RecTools and ranx.
package enum RankingMetrics {
    /// The reciprocal of the rank of the first hit among the first `k`; 0 without one.
    package static func reciprocalRank<ID: Hashable>(_ list: [ID], truth: Set<ID>, k: Int) -> Double {
        list.prefix(k).firstIndex(where: truth.contains).map { 1 / Double($0 + 1) } ?? 0
    }

    /// The share of `truth` among the first `k`; 0 if `truth` is empty.
    package static func recall<ID: Hashable>(_ list: [ID], truth: Set<ID>, k: Int) -> Double {
        truth.isEmpty ? 0 : Double(list.prefix(k).count(where: truth.contains)) / Double(truth.count)
    }

    /// The discounted gain of the hits among the first `k`, divided by that of the best list; each hit counts 1.
    package static func nDCG<ID: Hashable>(_ list: [ID], truth: Set<ID>, k: Int) -> Double {
        guard !truth.isEmpty, k > 0 else { return 0 }
        func gain(_ rank: Int) -> Double {
            Elementary.logarithm(2) / Elementary.logarithm(Double(rank + 2))
        }
        let found = list.prefix(k).enumerated().reduce(0) { $0 + (truth.contains($1.element) ? gain($1.offset) : 0) }
        return found / (0..<min(k, truth.count)).reduce(0) { $0 + gain($1) }
    }

    /// Intra-list diversity: the mean of 1 - similarity over all pairs; 0 for fewer than two.
    package static func diversity<ID>(_ list: [ID], similarity: (ID, ID) -> Double) -> Double {
        guard list.count > 1 else { return 0 }
        var sum = 0.0
        for i in list.indices { for j in list.indices where j > i { sum += 1 - similarity(list[i], list[j]) } }
        return sum / (Double(list.count * (list.count - 1)) / 2)
    }
}

/// A mean with its standard error.
package struct Estimate: Hashable, Sendable {
    /// The mean.
    package var mean: Double
    /// The standard error of the mean.
    package var standardError: Double

    /// The mean of values in groups, such as courses or cities, within which values are not independent.
    ///
    /// The standard error is that of a ratio over groups; NaN for fewer than two groups.
    ///
    /// - Precondition: There are as many groups as values, and at least one.
    package init(_ values: [Double], groups: [Int]) {
        precondition(
            values.count == groups.count && !values.isEmpty, "\(groups.count) groups for \(values.count) values")
        let mean = values.reduce(0, +) / Double(values.count)
        var sums: [Int: Double] = [:]
        for (value, group) in zip(values, groups) { sums[group, default: 0] += value - mean }
        let count = Double(sums.count)
        let squares = sums.keys.sorted().reduce(0) { $0 + sums[$1]! * sums[$1]! }
        self.mean = mean
        standardError =
            count > 1 ? (squares * count / (count - 1)).squareRoot() / Double(values.count) : .nan
    }

    /// The ratio of two sums over the same units, such as visitors; its error is that of a ratio over units.
    ///
    /// - Precondition: There are as many of both, and those below do not sum to zero.
    package init(ratioOf above: [Double], to below: [Double]) {
        precondition(above.count == below.count, "\(above.count) values beside \(below.count)")
        let sum = below.reduce(0, +)
        precondition(sum != 0, "a ratio to zero")
        let (ratio, count) = (above.reduce(0, +) / sum, Double(above.count))
        let squares = zip(above, below).reduce(0) { $0 + ($1.0 - ratio * $1.1) * ($1.0 - ratio * $1.1) }
        mean = ratio
        standardError = count > 1 ? (squares * count / (count - 1)).squareRoot() / abs(sum) : .nan
    }

    /// The mean of independent estimates, such as those of several cities: how it varies by what they vary by, not by the
    /// choice of cities.
    ///
    /// - Precondition: There is an estimate.
    package init(meanOf estimates: [Estimate]) {
        precondition(!estimates.isEmpty, "there are no estimates")
        let count = Double(estimates.count)
        mean = estimates.reduce(0) { $0 + $1.mean } / count
        standardError = estimates.reduce(0) { $0 + $1.standardError * $1.standardError }.squareRoot() / count
    }

    /// Half the width of the 95 % interval.
    package var margin: Double { 1.96 * standardError }
}
