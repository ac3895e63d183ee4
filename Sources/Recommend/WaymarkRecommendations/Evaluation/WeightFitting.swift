/// Fits weights that make held-out places the most likely of their rivals: a conditional logit with non-negative
/// weights.
///
/// McFadden 1974; projected Newton steps (Bertsekas 1982), deterministic.
package struct WeightFitting {
    /// A question: the parts of the rivals, the index of the answer among them, and the weight of the question.
    package struct Sample {
        package var rivals: [PartValues]
        package var answer: Int
        package var weight: Double

        package init(rivals: [PartValues], answer: Int, weight: Double) {
            (self.rivals, self.answer, self.weight) = (rivals, answer, weight)
        }
    }

    /// A sample reduced to the parts in use, rival by rival.
    private struct ReducedSample {
        var values: [Double]
        var answer: Int
        var weight: Double
    }

    private var rows: [ReducedSample] = []
    private let lanes: [Int]

    package init(parts: [ScorePart]) { lanes = parts.map(\.lane) }

    /// The number of nearest places that are rivals of the answer.
    static let rivalCount = 100

    package mutating func append(_ sample: Sample) {
        rows.append(
            ReducedSample(
                values: sample.rivals.flatMap { parts in lanes.map { parts[$0] } }, answer: sample.answer,
                weight: sample.weight))
    }

    /// Returns the weights; nil if the samples determine none.
    package func solve() -> ScoreWeights? {
        let total = rows.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return nil }
        let size = lanes.count
        var weights = [Double](repeating: 1, count: size)
        for _ in 0..<60 {
            var gradient = weights.map { -Self.ridge * $0 }
            var hessian = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
            for i in 0..<size { hessian[i][i] = Self.ridge }
            for row in rows { add(row, share: row.weight / total, weights, &gradient, &hessian) }
            let free = (0..<size).filter { weights[$0] > 0 || gradient[$0] > 0 }
            guard !free.isEmpty else { break }
            let step = Self.solution(free.map { i in free.map { hessian[i][$0] } }, free.map { gradient[$0] })
            // Only as far as the first weight that would become negative.
            var length = 1.0
            for (i, change) in zip(free, step) where change < 0 && weights[i] > 0 && weights[i] + change < 0 {
                length = min(length, -weights[i] / change)
            }
            for (i, change) in zip(free, step) {
                weights[i] = max(0, weights[i] + length * change)
                if weights[i] < 1e-7 { weights[i] = 0 }
            }
            if step.allSatisfy({ abs($0) < 1e-7 }) { break }
        }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return nil }
        var values = PartValues.zero
        for (lane, weight) in zip(lanes, weights) { values[lane] = weight / sum }
        return ScoreWeights(checked: values)
    }

    private static let ridge = 1e-3

    private func add(
        _ row: ReducedSample, share: Double, _ weights: [Double], _ gradient: inout [Double],
        _ hessian: inout [[Double]]
    ) {
        let size = lanes.count
        let values = row.values
        let starts = stride(from: 0, to: values.count, by: size)
        let chances = NameClassifier.softmax(
            starts.map { start in (0..<size).reduce(0) { $0 + values[start + $1] * weights[$1] } })
        var mean = [Double](repeating: 0, count: size)
        for (start, chance) in zip(starts, chances) { for i in 0..<size { mean[i] += chance * values[start + i] } }
        for (start, chance) in zip(starts, chances) {
            for i in 0..<size {
                let scaled = share * chance * (values[start + i] - mean[i])
                for j in 0...i { hessian[i][j] += scaled * (values[start + j] - mean[j]) }
            }
        }
        for i in 0..<size {
            gradient[i] += share * (values[row.answer * size + i] - mean[i])
            for j in 0..<i { hessian[j][i] = hessian[i][j] }
        }
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
