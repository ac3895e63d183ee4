import WaymarkTables

/// Remarks about rows: exact counts, and the first rows of each kind.
struct RowLog: Sendable {
    /// The maximum number of rows of each kind with details.
    static let limit = 1000

    /// The number of rows of each kind, by position in `Kind.allCases`.
    private(set) var counts: [Int]
    private var kept: [Int]
    private var entries: [(number: Int, entry: QualityReport.Entry)] = []

    init() {
        counts = Array(repeating: 0, count: QualityReport.Kind.allCases.count)
        kept = counts
    }

    func count(_ kind: QualityReport.Kind) -> Int { counts[kind.place] }

    /// Counts row `number`; `rejection` is called only for the first rows of its kind.
    mutating func add(_ kind: QualityReport.Kind, number: Int, _ rejection: @autoclosure () -> Rejection?) {
        counts[kind.place] += 1
        guard kept[kind.place] < Self.limit, let rejection = rejection() else { return }
        keep(number, QualityReport.Entry(kind, rejection))
    }

    private mutating func keep(_ number: Int, _ entry: QualityReport.Entry) {
        kept[entry.kind.place] += 1
        entries.append((number, entry))
    }

    /// Adds the remarks about later rows.
    mutating func append(_ other: RowLog) {
        for kind in counts.indices { counts[kind] += other.counts[kind] }
        for (number, entry) in other.entries where kept[entry.kind.place] < Self.limit { keep(number, entry) }
    }

    mutating func removeAll() { self = RowLog() }

    /// The entries sorted by row, or first by kind in the order of `kinds`.
    func sorted(byKind kinds: [QualityReport.Kind] = []) -> [QualityReport.Entry] {
        var ranks = [Int](repeating: 0, count: counts.count)
        for (rank, kind) in kinds.enumerated() { ranks[kind.place] = rank }
        return entries.enumerated().sorted { a, b in
            let (first, second) = (ranks[a.element.entry.kind.place], ranks[b.element.entry.kind.place])
            return (first, a.element.number, a.offset) < (second, b.element.number, b.offset)
        }.map(\.element.entry)
    }
}

extension QualityReport.Kind {
    /// Its position among all kinds.
    var place: Int {
        switch self {
        case .unreadable: 0
        case .withoutCoordinate: 1
        case .unparsable: 2
        case .outOfRange: 3
        case .swapped: 4
        case .outOfKorea: 5
        case .repeatedID: 6
        case .unreadableValue: 7
        }
    }
}
