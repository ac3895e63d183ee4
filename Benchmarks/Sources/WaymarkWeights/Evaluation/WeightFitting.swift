import WaymarkBatch
import WaymarkRecommendations

/// Fits weights that make held-out places the most likely of their rivals: a conditional logit with non-negative
/// weights.
///
/// McFadden 1974; projected Newton steps (Bertsekas 1982), each shortened until the likelihood rises; deterministic.
package struct WeightFitting: Sendable {
    /// A question: the parts of the rivals, the index of the answer among them, and the weight of the question.
    package struct Sample: Sendable {
        package var rivals: [PartValues]
        package var answer: Int
        package var weight: Double

        package init(rivals: [PartValues], answer: Int, weight: Double) {
            (self.rivals, self.answer, self.weight) = (rivals, answer, weight)
        }
    }

    /// Fitted weights, and whether the steps came to an end.
    package struct Solution: Sendable {
        package var weights: ScoreWeights
        package var isConverged: Bool
    }

    /// A sample reduced to the columns in use, rival by rival.
    private struct Row: Sendable {
        var values: ContiguousArray<Double>
        package var answer: Int
        package var weight: Double
    }

    private var rows: [Row] = []
    private let lanes: [Int]

    /// Prepares a fit of the weights of some parts.
    package init(parts: [ScorePart]) { lanes = parts.map(\.lane) }

    private var size: Int { lanes.count }

    /// The number of nearest places that are rivals of the answer.
    static let rivalCount = 100

    package mutating func append(_ sample: Sample) {
        var values = ContiguousArray<Double>()
        values.reserveCapacity(sample.rivals.count * size)
        for rival in sample.rivals {
            for lane in lanes { values.append(rival[lane]) }
        }
        rows.append(Row(values: values, answer: sample.answer, weight: sample.weight))
    }

    /// The maximum number of steps.
    private static let maxSteps = 100
    private static let ridge = 1e-3

    /// Returns the weights; nil if the samples determine none.
    package func solve() -> Solution? {
        let total = rows.reduce(0) { $0 + $1.weight }
        let size = size
        guard total > 0, size > 0 else { return nil }
        var weights = [Double](repeating: 1, count: size)
        var state = slope(weights, total)
        var isConverged = false
        for _ in 0..<Self.maxSteps {
            let free = (0..<size).filter { weights[$0] > 0 || state.gradient[$0] > 0 }
            if free.allSatisfy({ abs(state.gradient[$0]) < 1e-10 }) {
                isConverged = true
                break
            }
            let step = Self.solution(
                free.map { i in free.map { state.hessian[i][$0] } }, free.map { state.gradient[$0] })
            // Only as far as the first weight that would become negative, and until the likelihood rises.
            var length = 1.0
            for (i, change) in zip(free, step) where change < 0 && weights[i] > 0 && weights[i] + change < 0 {
                length = min(length, -weights[i] / change)
            }
            let rise = zip(free, step).reduce(0) { $0 + state.gradient[$1.0] * $1.1 }
            var (next, reached) = (weights, state)
            for _ in 0..<40 {
                next = weights
                for (i, change) in zip(free, step) {
                    next[i] = max(0, weights[i] + length * change)
                    if next[i] < 1e-7 { next[i] = 0 }
                }
                reached = slope(next, total)
                if reached.likelihood >= state.likelihood + 1e-4 * length * rise { break }
                length /= 2
            }
            let change = zip(next, weights).reduce(0) { max($0, abs($1.0 - $1.1)) }
            if reached.likelihood >= state.likelihood { (weights, state) = (next, reached) }
            if change < 1e-7 || reached.likelihood < state.likelihood {
                isConverged = change < 1e-7
                break
            }
        }
        return named(weights).map { Solution(weights: $0, isConverged: isConverged) }
    }

    /// The weights by part, with sum 1.
    private func named(_ weights: [Double]) -> ScoreWeights? {
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return nil }
        var values = PartValues.zero
        for (lane, weight) in zip(lanes, weights) { values[lane] = weight / sum }
        return ScoreWeights(checked: values)
    }

    private struct Slope {
        var likelihood: Double
        var gradient: [Double]
        var hessian: [[Double]]
    }

    /// The penalised logarithm of the likelihood, with its derivatives; the second ones negative.
    private func slope(_ weights: [Double], _ total: Double) -> Slope {
        let size = size
        var likelihood = -Self.ridge / 2 * weights.reduce(0) { $0 + $1 * $1 }
        var gradient = weights.map { -Self.ridge * $0 }
        // The lower triangle, row by row.
        var triangle = ContiguousArray<Double>(repeating: 0, count: size * size)
        var chances = ContiguousArray<Double>()
        var mean = ContiguousArray<Double>(repeating: 0, count: size)
        for row in rows {
            let share = row.weight / total
            let count = row.values.count / size
            chances.removeAll(keepingCapacity: true)
            var most = -Double.infinity
            for rival in 0..<count {
                var sum = 0.0
                for i in 0..<size { sum += row.values[rival * size + i] * weights[i] }
                chances.append(sum)
                most = max(most, sum)
            }
            let answer = chances[row.answer]
            var sum = 0.0
            for rival in 0..<count {
                chances[rival] = Elementary.exponential(chances[rival] - most)
                sum += chances[rival]
            }
            likelihood += share * (answer - most - Elementary.logarithm(sum))
            for i in 0..<size { mean[i] = 0 }
            for rival in 0..<count {
                chances[rival] /= sum
                for i in 0..<size { mean[i] += chances[rival] * row.values[rival * size + i] }
            }
            for rival in 0..<count {
                for i in 0..<size {
                    let scaled = share * chances[rival] * (row.values[rival * size + i] - mean[i])
                    for j in 0...i { triangle[i * size + j] += scaled * (row.values[rival * size + j] - mean[j]) }
                }
            }
            for i in 0..<size { gradient[i] += share * (row.values[row.answer * size + i] - mean[i]) }
        }
        var hessian = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
        for i in 0..<size {
            for j in 0...i { (hessian[i][j], hessian[j][i]) = (triangle[i * size + j], triangle[i * size + j]) }
            hessian[i][i] += Self.ridge
        }
        return Slope(likelihood: likelihood, gradient: gradient, hessian: hessian)
    }

    /// Solves a positive definite system by Cholesky decomposition.
    package static func solution(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
        let n = right.count
        var factor = matrix
        for i in 0..<n {
            for j in 0...i {
                var sum = matrix[i][j]
                for k in 0..<j { sum -= factor[i][k] * factor[j][k] }
                factor[i][j] = i == j ? max(sum, 1e-12).squareRoot() : sum / factor[j][j]
            }
        }
        var values = right
        for i in 0..<n {
            for k in 0..<i { values[i] -= factor[i][k] * values[k] }
            values[i] /= factor[i][i]
        }
        for i in (0..<n).reversed() {
            for k in i + 1..<max(n, i + 1) { values[i] -= factor[k][i] * values[k] }
            values[i] /= factor[i][i]
        }
        return values
    }
}
