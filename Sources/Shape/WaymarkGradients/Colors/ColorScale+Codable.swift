extension ColorScale: Codable {
    private enum CodingKeys: String, CodingKey { case stops }

    /// The stored form of a stop: exact Oklab values.
    private struct StoredStop: Codable {
        let position: Double
        let lightness: Double
        let a: Double
        let b: Double
    }

    /// Encodes the stops: positions, and colours as exact Oklab values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(
            stops.map {
                StoredStop(
                    position: $0.position, lightness: $0.color.lightness, a: $0.color.a, b: $0.color.b)
            }, forKey: .stops)
    }

    /// Decodes a scale.
    ///
    /// - Throws: `DecodingError` for any other form, for a violated precondition of ``init(stops:)``, and for a colour
    ///   outside Oklab's range: a lightness outside 0 to 1, `a` or `b` outside -1 to 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stored = try container.decode([StoredStop].self, forKey: .stops)
        // Rounding may leave white slightly above 1.
        let (light, wide) = (-0.001...1.001, -1.0...1.0)
        if let wrong = stored.firstIndex(where: {
            !light.contains($0.lightness) || !wide.contains($0.a) || !wide.contains($0.b)
        }) {
            throw DecodingError.dataCorruptedError(
                forKey: .stops, in: container, debugDescription: "stop \(wrong) has no colour of Oklab")
        }
        let stops = stored.map {
            Stop(position: $0.position, color: Oklab(lightness: $0.lightness, a: $0.a, b: $0.b))
        }
        if let fault = Self.fault(stops) {
            throw DecodingError.dataCorruptedError(forKey: .stops, in: container, debugDescription: fault)
        }
        self.init(stops: stops)
    }
}
