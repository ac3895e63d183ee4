internal import WaymarkText

/// A classifier by weights of features for labels: the label with the largest sum is the guess.
///
/// Multinomial logistic regression on features of length 1 (each of *n* features counts 1/√n).
struct NameClassifier: Sendable {
    let labels: [String]
    /// One weight per label.
    private(set) var bias: [Double]
    /// For each known feature, one weight per label.
    private(set) var weights: [String: [Double]]

    init(labels: [String], bias: [Double], weights: [String: [Double]]) {
        (self.labels, self.bias, self.weights) = (labels, bias, weights)
    }

    static func softmax(_ sums: [Double]) -> [Double] {
        var sums = sums
        softmax(&sums)
        return sums
    }

    static func softmax(_ sums: inout some MutableCollection<Double>) {
        let most = sums.max() ?? 0
        for i in sums.indices { sums[i] = Elementary.exponential(sums[i] - most) }
        let total = sums.reduce(0, +)
        for i in sums.indices { sums[i] /= total }
    }

    /// Learns from examples: finds the weights that make their labels most likely, with a penalty on large weights.
    ///
    /// - Parameters:
    ///   - labels: The labels to guess.
    ///   - examples: Features, and the number of the label.
    ///   - strength: The weight of the examples against the penalty (C of support vector machines).
    ///   - minCount: Features in fewer examples are left out.
    /// - Complexity: 400 passes over the examples.
    init(
        labels: [String], learnedFrom examples: [(features: [String], label: Int)], strength: Double = 8,
        minCount: Int = 2
    ) {
        var counts: [String: Int] = [:]
        for example in examples { for feature in example.features { counts[feature, default: 0] += 1 } }
        let kept = counts.filter { $0.value >= minCount }.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
        let rows = examples.map { $0.features.compactMap { numbers[$0] } }
        let descent = ClassifierDescent(
            rows: rows, labels: examples.map(\.label), labelCount: labels.count, featureCount: kept.count,
            strength: strength)
        let (weights, bias) = descent.solve(steps: 400)
        let columns = labels.indices
        self.init(
            labels: labels, bias: bias,
            weights: Dictionary(
                uniqueKeysWithValues: kept.enumerated().map { number, feature in
                    (feature, columns.map { weights[number * labels.count + $0] })
                }))
    }
}

/// Accelerated gradient descent with a fixed step (Nesterov 1983): deterministic, without a line search.
private struct ClassifierDescent {
    let rows: [[Int]]
    let labels: [Int]
    let labelCount: Int
    let featureCount: Int
    let strength: Double

    func solve(steps: Int) -> (weights: [Double], bias: [Double]) {
        let size = featureCount * labelCount + labelCount
        // The Hessian is at most half of X'X for each pair of labels.
        let step = 1 / (1 + strength * 0.5 * largestEigenvalue())
        var (current, ahead) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
        var momentum = 1.0
        for _ in 0..<steps {
            let gradient = gradient(at: ahead)
            let nextMomentum = (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
            let factor = (momentum - 1) / nextMomentum
            // Restarts the momentum after an overshoot (O'Donoghue, Candès 2015).
            var uphill = 0.0
            for i in 0..<size {
                let next = ahead[i] - step * gradient[i]
                let change = next - current[i]
                uphill += gradient[i] * change
                ahead[i] = next + factor * change
                current[i] = next
            }
            momentum = nextMomentum
            if uphill > 0 {
                momentum = 1
                ahead = current
            }
        }
        let split = featureCount * labelCount
        return (Array(current[..<split]), Array(current[split...]))
    }

    private func gradient(at weights: [Double]) -> [Double] {
        let split = featureCount * labelCount
        var gradient = weights
        for label in 0..<labelCount { gradient[split + label] = 0 }
        var sums = [Double](repeating: 0, count: labelCount)
        for (row, label) in zip(rows, labels) {
            let scale = row.isEmpty ? 0 : 1 / Double(row.count).squareRoot()
            for k in 0..<labelCount { sums[k] = 0 }
            for feature in row { for k in 0..<labelCount { sums[k] += weights[feature * labelCount + k] } }
            for k in 0..<labelCount { sums[k] = sums[k] * scale + weights[split + k] }
            var errors = NameClassifier.softmax(sums)
            errors[label] -= 1
            for k in 0..<labelCount { gradient[split + k] += strength * errors[k] }
            for k in 0..<labelCount { errors[k] *= strength * scale }
            for feature in row { for k in 0..<labelCount { gradient[feature * labelCount + k] += errors[k] } }
        }
        return gradient
    }

    /// The largest eigenvalue of X'X, where the bias is a column of ones; by power iteration, slightly overestimated.
    private func largestEigenvalue() -> Double {
        var vector = [Double](repeating: 1, count: featureCount + 1)
        var value = 1.0
        for _ in 0..<30 {
            var next = [Double](repeating: 0, count: featureCount + 1)
            for row in rows {
                let scale = row.isEmpty ? 0 : 1 / Double(row.count).squareRoot()
                let product = row.reduce(0) { $0 + vector[$1] } * scale + vector[featureCount]
                for feature in row { next[feature] += product * scale }
                next[featureCount] += product
            }
            value = next.reduce(0) { $0 + $1 * $1 }.squareRoot()
            guard value > 0 else { return 1 }
            vector = next.map { $0 / value }
        }
        return value * 1.05
    }
}

/// The features of a name for classifiers: endings, letter pairs and triples, and the meanings of its words.
enum NameFeatures {
    /// The distinct features of a name, sorted.
    ///
    /// - `사$`: the end of a word (one to four letters). `해수`: two or three letters in a word.
    /// - `#절`: the name has a term of that concept; `#절!`: that term is the head, the last term.
    /// - `=종교`, `=종교!`: the theme of the concept. `none`: no term.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - concepts: The concepts of its terms.
    ///   - head: The concept of the head; nil if the name has no term.
    /// - Returns: Each feature once, ascending.
    static func features(of name: String, _ concepts: [ThemeConcept], head: ThemeConcept?) -> [String] {
        var features: Set<String> = []
        for word in words(withoutAside(name)) {
            for length in 1...4 where length <= word.count { features.insert(String(word.suffix(length)) + "$") }
            for length in 2...3 where length <= word.count {
                for start in 0...word.count - length { features.insert(String(word[start..<start + length])) }
            }
        }
        if let head {
            features.formUnion(["#\(head.name)!", "=\(head.theme)!"])
        } else {
            features.insert("none")
        }
        for concept in concepts { features.formUnion(["#\(concept.name)", "=\(concept.theme)"]) }
        return features.sorted()
    }

    /// A name up to a parenthesis with letters before it.
    static func withoutAside(_ name: String) -> String {
        let utf8 = ContiguousArray(name.utf8)
        guard let open = utf8.firstIndex(of: UInt8(ascii: "(")) else { return name }
        let own = utf8.span.extracting(..<open)
        return letterCount(of: own) > 0 ? String(utf8: own) : name
    }

    /// The number of letters and digits of a name up to a parenthesis with letters before it, or of all `count`.
    @inline(__always)
    static func count(ofLetters count: Int, beforeAsideIn name: Span<UInt8>) -> Int {
        for index in name.indices where name[index] == UInt8(ascii: "(") {
            let own = letterCount(of: name.extracting(..<index))
            return own > 0 ? own : count
        }
        return count
    }

    private static func letterCount(of text: Span<UInt8>) -> Int {
        var count = 0
        NameFolding.forEachLetter(of: text) { _, _, _ in count += 1 }
        return count
    }

    /// The folded letters and digits of a text, word by word.
    private static func words(_ text: String) -> [[Character]] {
        var words: [[Character]] = []
        NameFolding.forEachLetter(of: ContiguousArray(text.utf8).span) { letter, _, isWordStart in
            guard let scalar = Unicode.Scalar(letter) else { return }
            if isWordStart { words.append([]) }
            words[words.count - 1].append(Character(scalar))
        }
        return words
    }
}
