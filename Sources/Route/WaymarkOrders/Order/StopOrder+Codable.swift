extension StopOrder: Codable {
    private enum CodingKeys: String, CodingKey {
        case order, length, missed, conflicts, iterations
        case lowerBound = "lower_bound"
        case isProven = "is_proven"
    }

    /// Encodes the order; missed windows and conflicts only if there are any.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(order, forKey: .order)
        try container.encode(length, forKey: .length)
        try container.encode(lowerBound, forKey: .lowerBound)
        try container.encode(isProven, forKey: .isProven)
        if !missed.isEmpty { try container.encode(missed, forKey: .missed) }
        if !conflicts.isEmpty { try container.encode(conflicts.map(StoredConflict.init), forKey: .conflicts) }
        try container.encode(iterations, forKey: .iterations)
    }

    /// Decodes an order.
    ///
    /// - Throws: `DecodingError` for any other form, for an order that does not contain each stop once, for an unknown
    ///   stop, and for lengths and numbers that are negative or not finite.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func refusal(_ key: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
        let order = try container.decode([Int].self, forKey: .order)
        guard order.sorted() == Array(order.indices) else {
            throw refusal(.order, "an order must contain each stop from 0 once")
        }
        func amount(_ key: CodingKeys) throws -> Double {
            let value = try container.decode(Double.self, forKey: key)
            guard value >= 0, value.isFinite else { throw refusal(key, "\(value) is not a length") }
            return value
        }
        let (length, lowerBound) = (try amount(.length), try amount(.lowerBound))
        let iterations = try container.decode(Int.self, forKey: .iterations)
        guard iterations >= 0 else { throw refusal(.iterations, "\(iterations) is not a number of iterations") }
        let missed = try container.decodeIfPresent([MissedWindow].self, forKey: .missed) ?? []
        guard missed.allSatisfy({ order.indices.contains($0.stop) && $0.lateness >= 0 && $0.lateness.isFinite }) else {
            throw refusal(.missed, "a missed window needs a stop of the order and a positive lateness")
        }
        let stored = try container.decodeIfPresent([StoredConflict].self, forKey: .conflicts) ?? []
        let conflicts = try stored.map { stored in
            guard let conflict = stored.conflict, stored.stops.allSatisfy(order.indices.contains) else {
                throw refusal(.conflicts, "\(stored.kind) of stops \(stored.stops) is not a conflict of windows")
            }
            return conflict
        }
        self.init(
            order: order, length: length, lowerBound: lowerBound,
            isProven: try container.decode(Bool.self, forKey: .isProven), missed: missed, conflicts: conflicts,
            iterations: iterations)
    }
}

/// The stored form of a conflict of windows.
private struct StoredConflict: Codable {
    enum Kind: String, Codable {
        case unreachable, exclusive, blocked
        case noReturn = "no_return"
    }

    let kind: Kind
    let stops: [Int]
    let earliest: Double?

    init(_ conflict: WindowConflict) {
        switch conflict {
        case .unreachable(let stop, let time): (kind, stops, earliest) = (.unreachable, [stop], time)
        case .noReturn(let stop, let time): (kind, stops, earliest) = (.noReturn, [stop], time)
        case .exclusive(let stop, let other): (kind, stops, earliest) = (.exclusive, [stop, other], nil)
        case .blocked(let stop): (kind, stops, earliest) = (.blocked, [stop], nil)
        }
    }

    /// Nil if there are too few or too many stops, or a time is missing.
    var conflict: WindowConflict? {
        switch (kind, stops.count, earliest) {
        case (.unreachable, 1, let time?) where time.isFinite: .unreachable(stop: stops[0], earliest: time)
        case (.noReturn, 1, let time?) where time.isFinite: .noReturn(stop: stops[0], earliest: time)
        case (.exclusive, 2, nil): .exclusive(stops[0], stops[1])
        case (.blocked, 1, nil): .blocked(stop: stops[0])
        default: nil
        }
    }
}
