extension Leg: Codable {
    /// Encodes the leg as in a stored route.
    ///
    /// - Throws: `EncodingError.invalidValue` for a duration beyond 285 years.
    public func encode(to encoder: any Encoder) throws { try StoredLeg(self).encode(to: encoder) }

    /// Decodes a leg.
    ///
    /// - Throws: `DecodingError` for any other form, for invalid coordinates and for parts that do not form a leg.
    public init(from decoder: any Decoder) throws {
        self = try StoredRefusal.asDecodingError(at: decoder.codingPath, StoredLeg(from: decoder).leg)
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
        self = try StoredRefusal.asDecodingError(at: decoder.codingPath, StoredOutcome(from: decoder).outcome)
    }
}
