extension Leg: Codable {
    /// Stores the leg as it stands within a stored route.
    ///
    /// - Throws: `EncodingError.invalidValue` for a duration beyond 285 years.
    public func encode(to encoder: any Encoder) throws { try StoredLeg(self).encode(to: encoder) }

    /// Reads a stored leg.
    ///
    /// - Throws: `DecodingError` for what is not of this form, for places off the Earth and for parts that do not make a leg.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredLeg(from: decoder)
        self = try DecodingError.refusing(at: decoder.codingPath) { () throws(RouteError) in try stored.leg(at: 0) }
    }
}

extension LegOutcome: Codable {
    /// Stores the outcome as it stands within a stored route.
    ///
    /// - Throws: `EncodingError.invalidValue` for a duration beyond 285 years.
    public func encode(to encoder: any Encoder) throws { try StoredOutcome(self).encode(to: encoder) }

    /// Reads a stored outcome.
    ///
    /// - Throws: `DecodingError` for what is not of this form, and for a found leg that is missing or none.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredOutcome(from: decoder)
        let path = decoder.codingPath
        self = try DecodingError.refusing(at: path) { () throws(RouteError) in try stored.outcome(at: 0) }
    }
}

extension DecodingError {
    /// Runs `body`; what it refuses is wrong at `path`.
    fileprivate static func refusing<Value>(
        at path: [any CodingKey], _ body: () throws(RouteError) -> Value
    ) throws -> Value {
        do throws(RouteError) {
            return try body()
        } catch {
            // By itself a leg has no position in a route.
            let reason = if case .invalidLeg(_, let reason) = error { reason } else { "\(error)" }
            throw DecodingError.dataCorrupted(
                Context(codingPath: path, debugDescription: reason, underlyingError: error))
        }
    }
}
