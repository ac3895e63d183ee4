/// The weights of two classifiers of names, so that a feature is looked up once for both.
struct JointWeights: Sendable, Equatable {
    private let first: NameClassifier
    private let second: NameClassifier
    /// The row of each feature in ``values``.
    private let rows: [String: Int]
    /// A row a feature: the weights of the first, then those of the second; zeros where one does not know it.
    private let values: ContiguousArray<Double>

    init(_ first: NameClassifier, _ second: NameClassifier) {
        (self.first, self.second) = (first, second)
        let features = Set(first.weights.keys).union(second.weights.keys).sorted()
        rows = Dictionary(uniqueKeysWithValues: features.enumerated().map { ($1, $0) })
        values = ContiguousArray(
            features.flatMap { feature in
                (first.weights[feature] ?? first.labels.map { _ in 0 })
                    + (second.weights[feature] ?? second.labels.map { _ in 0 })
            })
    }

    /// The row of a feature; nil for one that is not known.
    func row(of feature: String) -> Int? { rows[feature] }

    /// The probabilities of the labels of both, of features of length 1: each of *n* rows counts 1/√n.
    func probabilities(_ rows: [Int]) -> (first: [Double], second: [Double]) {
        let width = first.labels.count + second.labels.count
        var sums = [Double](repeating: 0, count: width)
        for row in rows { for label in 0..<width { sums[label] += values[row * width + label] } }
        let scale = rows.isEmpty ? 0 : 1 / Double(rows.count).squareRoot()
        for (label, bias) in (first.bias + second.bias).enumerated() { sums[label] = sums[label] * scale + bias }
        let split = first.labels.count
        return (NameClassifier.softmax(Array(sums[..<split])), NameClassifier.softmax(Array(sums[split...])))
    }
}
