/// Weights that make the held-out places likeliest among their rivals: a conditional logit with weights of zero or more.
///
/// McFadden 1974; projected Newton steps (Bertsekas 1982), deterministic.
package struct WeightFitting {
    /// A question: the parts of the rivals, that of the answer, and how much it counts.
    package struct Sample {
        package var rivals: [PartValues]
        package var answer: Int
        package var weight: Double

        package init(rivals: [PartValues], answer: Int, weight: Double) {
            (self.rivals, self.answer, self.weight) = (rivals, answer, weight)
        }
    }

    private var samples: [Sample] = []
    private let lanes: [Int]

    package init(parts: [ScorePart]) { lanes = parts.map(\.lane) }

    /// How many of the nearest places are rivals of the answer.
    static let rivalCount = 100

    package mutating func append(_ sample: Sample) { samples.append(sample) }

    /// The weights; nil where the samples say nothing.
    package func solve() -> ScoreWeights? {
        let total = samples.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return nil }
        let size = lanes.count
        var weights = [Double](repeating: 1, count: size)
        for _ in 0..<60 {
            var gradient = weights.map { -Self.ridge * $0 }
            var hessian = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
            for i in 0..<size { hessian[i][i] = Self.ridge }
            for sample in samples { add(sample, share: sample.weight / total, weights, &gradient, &hessian) }
            let free = (0..<size).filter { weights[$0] > 0 || gradient[$0] > 0 }
            guard !free.isEmpty else { break }
            let step = Self.solution(free.map { i in free.map { hessian[i][$0] } }, free.map { gradient[$0] })
            // As far as the first weight that would become negative.
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
        _ sample: Sample, share: Double, _ weights: [Double], _ gradient: inout [Double], _ hessian: inout [[Double]]
    ) {
        let rows = sample.rivals.map { parts in lanes.map { parts[$0] } }
        let chances = NameClassifier.softmax(rows.map { row in zip(row, weights).reduce(0) { $0 + $1.0 * $1.1 } })
        var mean = [Double](repeating: 0, count: lanes.count)
        for (row, chance) in zip(rows, chances) { for i in row.indices { mean[i] += chance * row[i] } }
        for (row, chance) in zip(rows, chances) {
            for i in row.indices {
                for j in 0...i { hessian[i][j] += share * chance * (row[i] - mean[i]) * (row[j] - mean[j]) }
            }
        }
        for i in mean.indices {
            gradient[i] += share * (rows[sample.answer][i] - mean[i])
            for j in 0..<i { hessian[j][i] = hessian[i][j] }
        }
    }

    /// Solves a positive definite system by Cholesky's way.
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
