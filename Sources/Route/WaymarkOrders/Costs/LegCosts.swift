import WaymarkRoutes

/// Requests the costs of a source between different places: tables if it has them, otherwise legs.
struct LegCosts: Sendable {
    let stops: [Stop]
    let source: any LegSource
    let cost: LegCost
    let missing: @Sendable (MissingCost) throws -> Double

    /// Costs to request together.
    private enum Part: Sendable {
        /// A rectangle of the table.
        case table(rows: Range<Int>, columns: Range<Int>)
        /// Legs along a path of stops.
        case legs([Int])
    }

    /// The answer to a part: costs, with where they belong, and the parts to request for the others.
    private enum Answer: Sendable {
        case costs([(from: Int, to: Int, cost: Double)], more: [Part] = [])
        /// The source has no tables after all.
        case noTables
    }

    /// The costs, row after row, by up to `width` requests at once.
    func values(width: Int) async throws -> [Double] {
        var values = [Double](repeating: 0, count: stops.count * stops.count)
        var hasTables = source.maxPlacesPerTable > 1 && stops.count > 1
        var parts = hasTables ? tables : paths
        try await withThrowingTaskGroup(of: (part: Part, answer: Answer).self) { group in
            var pending = 0
            while true {
                while pending < width, let part = parts.popLast() {
                    // A failed table has put legs in its place.
                    if case .table = part, !hasTables { continue }
                    pending += 1
                    group.addTask { (part, try await answer(part)) }
                }
                guard let (part, answer) = try await group.next() else { break }
                pending -= 1
                switch answer {
                case .costs(let costs, let more):
                    for cost in costs { values[cost.from * stops.count + cost.to] = cost.cost }
                    parts += more
                case .noTables:
                    guard hasTables, case .table = part else { continue }
                    hasTables = false
                    parts = paths
                }
            }
        }
        return values
    }

    // MARK: Parts

    /// The whole table, or squares of it, the first one last.
    private var tables: [Part] {
        if stops.count <= source.maxPlacesPerTable { return [.table(rows: 0..<stops.count, columns: 0..<stops.count)] }
        let side = max(1, source.maxPlacesPerTable / 2)
        let sides = stride(from: 0, to: stops.count, by: side).map { $0..<min($0 + side, stops.count) }
        return sides.flatMap { rows in sides.map { .table(rows: rows, columns: $0) } }.reversed()
    }

    /// Pieces of a path over all legs, the first one last.
    private var paths: [Part] {
        let circuit = Self.circuit(stops.count)
        // No request waits for a formula.
        let maxLegs = source.isImmediate ? 4096 : max(1, source.maxLegsPerRequest)
        return stride(from: 0, to: max(0, circuit.count - 1), by: maxLegs).map { first in
            .legs(Array(circuit[first...min(first + maxLegs, circuit.count - 1)]))
        }.reversed()
    }

    /// A round trip that goes from each of `count` stops to each other once: 0 1 0 2 0 3, 1 2 1 3, 2 3, 0 for four. Empty
    /// for fewer than two.
    static func circuit(_ count: Int) -> [Int] {
        let pairs = (0..<count).flatMap { from in (from..<count).dropFirst().flatMap { [from, $0] } }
        return pairs.isEmpty ? [] : pairs + [0]
    }

    /// A table in two halves; a single cost as a leg.
    private func smaller(_ rows: Range<Int>, _ columns: Range<Int>) -> [Part] {
        if rows.count == 1, columns.count == 1 {
            return rows == columns ? [] : [.legs([rows.lowerBound, columns.lowerBound])]
        }
        func halves(_ range: Range<Int>) -> [Range<Int>] {
            let middle = range.lowerBound + range.count / 2
            return [range.lowerBound..<middle, middle..<range.upperBound]
        }
        return rows.count >= columns.count
            ? halves(rows).map { .table(rows: $0, columns: columns) }
            : halves(columns).map { .table(rows: rows, columns: $0) }
    }

    // MARK: Answers

    private func answer(_ part: Part) async throws -> Answer {
        try Task.checkCancellation()
        switch part {
        case .legs(let path):
            let outcomes = await source.everyOutcome(through: path.map { stops[$0] })
            return .costs(
                try outcomes.enumerated().map { leg, outcome in
                    let (from, to) = (path[leg], path[leg + 1])
                    return (from, to, try value(of: outcome, from, to))
                })
        case .table(let rows, let columns):
            var table: [[Double?]]?
            var reason: LegError?
            do {
                table = try await source.costs(from: Array(stops[rows]), to: Array(stops[columns]), by: cost)
            } catch LegError.refused {
                return .noTables
            } catch LegError.timedOut where rows.count + columns.count > 2 {
                return .costs([], more: smaller(rows, columns))
            } catch let error as LegError {
                // For all of these costs.
                reason = error
                table = Array(repeating: Array(repeating: nil, count: columns.count), count: rows.count)
            }
            guard let table, table.count == rows.count, table.allSatisfy({ $0.count == columns.count }) else {
                return .costs([], more: smaller(rows, columns))
            }
            var costs: [(from: Int, to: Int, cost: Double)] = []
            var more: [Part] = []
            for (from, row) in zip(rows, table) {
                for case (let to, let value) in zip(columns, row) where from != to {
                    if let value {
                        costs.append((from, to, value))
                    } else if let reason {
                        costs.append((from, to, try missing(MissingCost(from: from, to: to, reason: reason))))
                    } else {
                        // A table may lack a way that the leg has, and only the leg says why there is none.
                        more.append(.legs([from, to]))
                    }
                }
            }
            return .costs(costs, more: more)
        }
    }

    private func value(of outcome: LegOutcome, _ from: Int, _ to: Int) throws -> Double {
        let reason: LegError
        switch outcome {
        case .found(let leg) where leg.isFallback:
            // Beside the ways of the source, straight ones would be too short.
            reason = .other(leg.remark ?? "only a fallback")
        case .found(let leg):
            if let value = cost.value(of: leg) { return value }
            reason = .invalidAnswer(reason: "the leg has no duration")
        case .cancelled: throw CancellationError()
        case .notFound(let why): reason = .notFound(reason: why)
        case .failed(let why): reason = why
        }
        return try missing(MissingCost(from: from, to: to, reason: reason))
    }
}
