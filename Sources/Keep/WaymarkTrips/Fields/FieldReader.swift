import WaymarkGeodesy
import WaymarkGradients
import WaymarkText
import WaymarkTimes

/// Takes the fields of a record out of a JSON object; what is left is unknown.
///
/// A field that is null counts as missing.
struct FieldReader {
    private var members: [(key: String, value: JSONValue)]

    /// - Throws: ``FieldError/repeated(field:)``.
    init(_ object: JSONObject) throws(FieldError) {
        members = object.members
        // Stored objects are sorted.
        for sorted in [true, false] {
            guard
                let place = members.indices.dropFirst().first(where: {
                    !CanonicalJSON.isBefore(members[$0 - 1].key, members[$0].key)
                })
            else { return }
            if !sorted { throw .repeated(field: members[place].key) }
            members.sort { CanonicalJSON.isBefore($0.key, $1.key) }
        }
    }

    /// The fields that were not taken.
    var unknown: [UnknownField] {
        members.map { UnknownField(name: $0.key, json: CanonicalJSON.text($0.value)) }
    }

    mutating func value(_ field: String) -> JSONValue? {
        guard let place = members.firstIndex(where: { $0.key == field }) else { return nil }
        let value = members.remove(at: place).value
        if case .null = value { return nil }
        return value
    }

    // MARK: Fields that may be missing

    mutating func text(_ field: String) throws(FieldError) -> String? {
        guard let value = value(field) else { return nil }
        guard case .string(let text) = value else { throw .invalid(field: field, reason: "is not a text") }
        return text
    }

    mutating func texts(_ field: String) throws(FieldError) -> [String] {
        guard let value = value(field) else { return [] }
        guard let values = value.array else { throw .invalid(field: field, reason: "is not a list") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw .invalid(field: field, reason: "has what is not a text") }
            texts.append(text)
        }
        return texts
    }

    mutating func bool(_ field: String) throws(FieldError) -> Bool {
        guard let value = value(field) else { return false }
        guard case .bool(let bool) = value else { throw .invalid(field: field, reason: "is neither true nor false") }
        return bool
    }

    mutating func integer(_ field: String) throws(FieldError) -> Int64? {
        guard let value = value(field) else { return nil }
        guard case .number(let text) = value, let integer = Int64(text) else {
            throw .invalid(field: field, reason: "is not a whole number")
        }
        return integer
    }

    mutating func double(_ field: String) throws(FieldError) -> Double? {
        guard let value = value(field) else { return nil }
        guard case .number(let text) = value, let number = NumberParser.double(text) else {
            throw .invalid(field: field, reason: "is not a number")
        }
        return number
    }

    mutating func id(_ field: String) throws(FieldError) -> RecordID? {
        guard let text = try text(field) else { return nil }
        return try Self.id(text, field)
    }

    mutating func ids(_ field: String) throws(FieldError) -> [RecordID] {
        var ids: [RecordID] = []
        for text in try texts(field) { ids.append(try Self.id(text, field)) }
        return ids
    }

    private static func id(_ text: String, _ field: String) throws(FieldError) -> RecordID {
        guard let id = RecordID(text) else {
            throw .invalid(field: field, reason: "\(text.debugDescription) is not an id")
        }
        return id
    }

    mutating func moment(_ field: String) throws(FieldError) -> Moment? {
        guard let milliseconds = try integer(field) else { return nil }
        guard let moment = Moment(milliseconds: milliseconds) else {
            throw .invalid(field: field, reason: "\(milliseconds) is outside the years 1 to 9999")
        }
        return moment
    }

    /// The zone of a name, which a newer database may have.
    mutating func zone(_ field: String) throws(FieldError) -> ClockZone? {
        try text(field).map(ClockZone.init(stored:))
    }

    mutating func day(_ field: String) throws(FieldError) -> CalendarDate? {
        guard let text = try text(field) else { return nil }
        guard let day = CalendarDate(text) else {
            throw .invalid(field: field, reason: "\(text.debugDescription) is not a day")
        }
        return day
    }

    mutating func color(_ field: String) throws(FieldError) -> RGBColor? {
        guard let text = try text(field) else { return nil }
        guard let color = RGBColor(hex: text) else {
            throw .invalid(field: field, reason: "\(text.debugDescription) is not a colour")
        }
        return color
    }

    /// `latitude` and `longitude`.
    mutating func coordinate() throws(FieldError) -> Coordinate? {
        switch (try double("latitude"), try double("longitude")) {
        case (nil, nil): return nil
        case (nil, _): throw .missing(field: "latitude")
        case (_, nil): throw .missing(field: "longitude")
        case (let latitude?, let longitude?):
            do {
                return try Coordinate(latitude: latitude, longitude: longitude)
            } catch {
                throw .invalid(field: abs(latitude) > 90 ? "latitude" : "longitude", reason: "\(error)")
            }
        }
    }
}

extension Optional {
    /// The value of a field that each record of its kind has.
    func required(_ field: String) throws(FieldError) -> Wrapped {
        guard let self else { throw .missing(field: field) }
        return self
    }
}
