import WaymarkBatch
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// The figures of an evaluation as readable tables or as rows.
package struct EvaluationReport: Sendable {
    private let evaluation: Evaluation
    private let files: [String]

    /// Creates a report on an evaluation of some files.
    package init(_ evaluation: Evaluation, files: [String]) { (self.evaluation, self.files) = (evaluation, files) }

    private static let metrics: [Evaluation.Metric] = [
        .reciprocalRank, .recall5, .recall10, .nDCG, .f1, .diversity,
    ]

    /// Means with 95 % intervals, the gains of the model over the simple methods, and the weights.
    package var text: String {
        var text = Self.table(
            Self.metrics.map(\.rawValue),
            methods.map { method in
                (
                    method.rawValue,
                    Self.metrics.map { Self.text(evaluation.estimate($0, of: method)) }
                )
            })
        let plain: [Evaluation.Method] = [.nearest, .sumOfDistances, .popularity]
        text += "\nGains over the plain ways, question by question:\n\n"
        text += Self.table(
            Self.metrics.map(\.rawValue),
            [Evaluation.Method.model, .diverse].flatMap { method in
                plain.map { other in
                    (
                        "\(method.rawValue) - \(other.rawValue)",
                        Self.metrics.map {
                            Self.text(evaluation.gain($0, of: method, over: other), sign: true)
                        }
                    )
                }
            })
        if files.count > 1 { text += "\nF1 by file:\n\n" + byFile }
        let title =
            evaluation.areWeightsGiven
            ? "Weights, as given"
            : "Weights of each fold, fitted without it"
                + (evaluation.unsettledFolds > 0 ? "; in \(evaluation.unsettledFolds) they had not settled" : "")
                + (evaluation.foldsWithoutFit > 0
                    ? "; in \(evaluation.foldsWithoutFit) the standard ones, since the rest asks nothing to fit them on"
                    : "")
        return text + "\n\(title):\n\n" + weights
    }

    /// A row for each method and metric: `file,method,metric,mean,margin`; the file is empty for the total over all
    /// files.
    package var csv: ContiguousArray<UInt8> {
        var rows = CSVBuffer()
        rows.append(record: ["file", "method", "metric", "mean", "margin"])
        for file in [nil] + (files.count > 1 ? files.indices.map { Optional($0) } : []) {
            guard file.map({ evaluation.files.contains($0) }) ?? true else { continue }
            for method in methods {
                for metric in Self.metrics {
                    let estimate = evaluation.estimate(metric, of: method, file: file)
                    rows.append(field: file.map { files[$0] } ?? "")
                    rows.append(field: method.rawValue)
                    rows.append(field: metric.rawValue)
                    rows.append(fixed: estimate.mean, decimals: 6)
                    if estimate.margin.isFinite {
                        rows.append(fixed: estimate.margin, decimals: 6)
                    } else {
                        rows.appendEmpty()
                    }
                    rows.endRecord()
                }
            }
        }
        return rows.bytes
    }

    private var methods: [Evaluation.Method] { Evaluation.Method.allCases }

    /// F1 of each file, and the mean over files; and by how much the model's is larger.
    private var byFile: String {
        let present = Set(evaluation.files).sorted()
        func row(_ name: String, sign: Bool = false, _ figure: (Int) -> Estimate) -> (String, [String]) {
            let estimates = present.map(figure)
            return (name, (estimates + [Estimate(meanOf: estimates)]).map { Self.text($0, sign: sign) })
        }
        let rows = methods.map { method in
            row(method.rawValue) { evaluation.estimate(.f1, of: method, file: $0) }
        }
        let gains = [Evaluation.Method.nearest, .sumOfDistances, .popularity].map { other in
            row("model - \(other.rawValue)", sign: true) {
                evaluation.gain(.f1, of: .model, over: other, file: $0)
            }
        }
        return Self.table(present.map { files[$0] } + ["mean of files"], rows + gains)
    }

    private var weights: String {
        let parts = ScorePart.allCases.filter { part in evaluation.foldWeights.contains { $0[part] > 0 } }
        return Self.table(
            parts.map(\.rawValue),
            evaluation.foldWeights.enumerated().map { fold, weights in
                ("\(fold + 1)", parts.map { NumberText.fixed(weights[$0], decimals: 3) })
            })
    }

    /// Tables of the figures of models with other score parts, and of their differences from the first, question by
    /// question: a name and an evaluation for each model.
    package static func ablation(_ rows: [(name: String, evaluation: Evaluation)]) -> String {
        guard let (_, first) = rows.first else { return "" }
        let shown = metrics.prefix(5)
        let means = table(
            shown.map(\.rawValue),
            rows.map { name, evaluation in (name, shown.map { text(evaluation.estimate($0, of: .model)) }) })
        let gains = table(
            shown.map(\.rawValue),
            rows.dropFirst().map { name, evaluation in
                (name, shown.map { text(evaluation.gain($0, over: first), sign: true) })
            })
        return means + "\nDifferences from all of these, question by question:\n\n" + gains
    }

    private static func text(_ estimate: Estimate, sign: Bool = false) -> String {
        let mean = NumberText.fixed(estimate.mean, decimals: 3)
        let margin = estimate.margin.isFinite ? " ± " + NumberText.fixed(estimate.margin, decimals: 3) : ""
        return (sign && estimate.mean > 0 ? "+" : "") + mean + margin
    }

    private static func table(_ titles: [String], _ rows: [(String, [String])]) -> String {
        var table = TextTable(
            columns: [.init(title: "")] + titles.map { TextTable.Column(title: $0, alignment: .right) })
        for (name, cells) in rows { table.add([name] + cells) }
        return table.render()
    }
}
