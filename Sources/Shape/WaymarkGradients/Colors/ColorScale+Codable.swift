extension ColorScale: Codable {
    private enum CodingKeys: String, CodingKey { case stops }

    /// A stop as it is stored: Oklab, to the last bit.
    private struct StoredStop: Codable {
        let position: Double
        let lightness: Double
        let a: Double
        let b: Double
    }

    /// Stores the stops: positions, and colours in Oklab, to the last bit.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(
            stops.map {
                StoredStop(
                    position: $0.position, lightness: $0.color.lightness, a: $0.color.a, b: $0.color.b)
            }, forKey: .stops)
    }

    /// Reads a stored scale.
    ///
    /// - Throws: `DecodingError` for what is not of this form, for what ``init(stops:)`` requires and is not so, and for a
    ///   colour beyond Oklab's numbers: a lightness outside 0 to 1, `a` or `b` outside -1 to 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stored = try container.decode([StoredStop].self, forKey: .stops)
        // Rounding may leave white a little above 1.
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
