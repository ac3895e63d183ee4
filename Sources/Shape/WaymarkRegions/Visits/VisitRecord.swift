public import WaymarkFoundation
public import WaymarkGeodesy
public import WaymarkGradients

/// One visit in a travel diary.
public struct VisitRecord: Identifiable, Hashable, Sendable {
    /// Identifies this record: any text.
    public let id: String
    /// The place.
    public var coordinate: Coordinate
    /// The date; nil if unknown.
    public var date: Date?
    /// The colour for the land; nil for none.
    public var color: RGBColor?
    /// The owner of the visit; "" if unknown.
    public var owner: String

    /// A record.
    public init(id: String, coordinate: Coordinate, date: Date? = nil, color: RGBColor? = nil, owner: String = "") {
        self.id = id
        self.coordinate = coordinate
        self.date = date
        self.color = color
        self.owner = owner
    }
}

extension VisitRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, latitude, longitude, color, owner
        case date = "seconds_since_2001"
    }

    /// Encodes the record: the date exactly, in seconds since 2001, UTC; unknown values are omitted.
    ///
    /// - Throws: `EncodingError.invalidValue` for a date that is not finite.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let seconds = date?.timeIntervalSinceReferenceDate
        if let seconds, !seconds.isFinite {
            throw EncodingError.invalidValue(
                seconds,
                EncodingError.Context(
                    codingPath: encoder.codingPath + [CodingKeys.date], debugDescription: "the date is not finite"))
        }
        try container.encode(id, forKey: .id)
        try container.encode(coordinate.latitude, forKey: .latitude)
        try container.encode(coordinate.longitude, forKey: .longitude)
        try container.encodeIfPresent(seconds, forKey: .date)
        try container.encodeIfPresent(color, forKey: .color)
        if !owner.isEmpty { try container.encode(owner, forKey: .owner) }
    }

    /// Decodes a record.
    ///
    /// - Throws: `DecodingError` for any other form, and for invalid coordinates or a date that is not finite.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let coordinate: Coordinate
        do {
            coordinate = try Coordinate(
                latitude: container.decode(Double.self, forKey: .latitude),
                longitude: container.decode(Double.self, forKey: .longitude))
        } catch let error as CoordinateError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
        }
        let seconds = try container.decodeIfPresent(Double.self, forKey: .date)
        if let seconds, !seconds.isFinite {
            throw container.fault(.date, "the date is not finite")
        }
        self.init(
            id: try container.decode(String.self, forKey: .id), coordinate: coordinate,
            date: seconds.map(Date.init(timeIntervalSinceReferenceDate:)),
            color: try container.decodeIfPresent(RGBColor.self, forKey: .color),
            owner: try container.decodeIfPresent(String.self, forKey: .owner) ?? "")
    }
}
