import WaymarkTables

/// Remarks about rows: exact counts, and the first rows of each kind.
struct RowLog: Sendable {
    /// The maximum number of rows of each kind with details.
    static let limit = 1000

    private var counts: [QualityReport.Kind: Int] = [:]
    private var kept: [QualityReport.Kind: Int] = [:]
    private var entries: [(number: Int, entry: QualityReport.Entry)] = []

    var count: Int { counts.values.reduce(0, +) }

    func count(_ kind: QualityReport.Kind) -> Int { counts[kind, default: 0] }

    /// Counts row `number`; `rejection` is called only for the first rows of its kind.
    mutating func add(_ kind: QualityReport.Kind, number: Int, _ rejection: @autoclosure () -> Rejection?) {
        counts[kind, default: 0] += 1
        guard kept[kind, default: 0] < Self.limit, let rejection = rejection() else { return }
        keep(number, QualityReport.Entry(kind, rejection))
    }

    private mutating func keep(_ number: Int, _ entry: QualityReport.Entry) {
        kept[entry.kind, default: 0] += 1
        entries.append((number, entry))
    }

    mutating func append(_ other: RowLog) {
        counts.merge(other.counts, uniquingKeysWith: +)
        for (number, entry) in other.entries where kept[entry.kind, default: 0] < Self.limit { keep(number, entry) }
    }

    /// Keeps only the counts.
    mutating func forgetWords() { (kept, entries) = ([:], []) }

    mutating func removeAll() { self = RowLog() }

    /// The entries sorted by row, or first by kind in the order of `kinds`.
    func sorted(byKind kinds: [QualityReport.Kind] = []) -> [QualityReport.Entry] {
        func rank(_ entry: QualityReport.Entry) -> Int { kinds.firstIndex(of: entry.kind) ?? 0 }
        return entries.enumerated().sorted { a, b in
            (rank(a.element.entry), a.element.number, a.offset) < (rank(b.element.entry), b.element.number, b.offset)
        }.map(\.element.entry)
    }
}
