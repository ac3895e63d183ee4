import WaymarkText

/// Tables of plans beside the plain ways, as Markdown.
enum PlansReport {
    static func number(_ value: Double, _ decimals: Int = 3) -> String { NumberText.fixed(value, decimals: decimals) }

    private static func text(_ estimate: Estimate) -> String { number(estimate.mean) + " ± " + number(estimate.margin) }

    static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

    static func header(_ cells: [String], left: Int) -> String {
        row(cells) + row(cells.indices.map { $0 < left ? "---" : "---:" })
    }

    /// A row for each length of walks in a city: by how much more is seen than by the plain ways.
    static func cities(_ figures: [(city: String, hours: String, figures: CityPlans.Figures)]) -> String {
        let ways = PlanMethod.plain
        return header(
            ["city", "hours", "walks", "visits"] + ways.map { "beside \($0.rawValue)" }, left: 1)
            + figures.map { city, hours, figures in
                row(
                    [city, hours, String(figures.plans), number(figures.visits(.model), 1)]
                        + ways.map { text(figures.ratio(to: $0)) })
            }.joined()
    }

    /// A row for each set of questions and each way.
    static func methods(_ sets: [(name: String, figures: PlanFigures)], what: String) -> String {
        header(["", "questions", what] + PlanMethod.plain.map(\.rawValue), left: 1)
            + sets.map { name, figures in
                row([name, String(figures.count)] + PlanMethod.allCases.map { text(figures.mean($0)) })
                    + row(
                        ["planned less this", "", ""] + PlanMethod.plain.map { text(figures.gain(over: $0)) })
            }.joined()
    }
}
