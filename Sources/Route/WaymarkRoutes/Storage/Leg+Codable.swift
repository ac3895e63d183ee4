extension Leg: Codable {
    /// Encodes the leg as in a stored route.
    ///
    /// - Throws: `EncodingError.invalidValue` for a duration beyond 285 years.
    public func encode(to encoder: any Encoder) throws { try StoredLeg(self).encode(to: encoder) }

    /// Decodes a leg.
    ///
    /// - Throws: `DecodingError` for any other form, for invalid coordinates and for parts that do not form a leg.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredLeg(from: decoder)
        self = try DecodingError.refusing(at: decoder.codingPath) { () throws(RouteError) in try stored.leg(at: 0) }
    }
}

extension LegOutcome: Codable {
    /// Encodes the outcome as in a stored route.
    ///
    /// - Throws: `EncodingError.invalidValue` for a duration beyond 285 years.
    public func encode(to encoder: any Encoder) throws { try StoredOutcome(self).encode(to: encoder) }

    /// Decodes an outcome.
    ///
    /// - Throws: `DecodingError` for any other form, and for a found leg that is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredOutcome(from: decoder)
        let path = decoder.codingPath
        self = try DecodingError.refusing(at: path) { () throws(RouteError) in try stored.outcome(at: 0) }
    }
}

extension DecodingError {
    /// Runs `body`, and reports its errors at `path`.
    fileprivate static func refusing<Value>(
        at path: [any CodingKey], _ body: () throws(RouteError) -> Value
    ) throws -> Value {
        do throws(RouteError) {
            return try body()
        } catch {
            // A single leg has no position in a route.
            let reason = if case .invalidLeg(_, let reason) = error { reason } else { "\(error)" }
            throw DecodingError.dataCorrupted(
                Context(codingPath: path, debugDescription: reason, underlyingError: error))
        }
    }
}
