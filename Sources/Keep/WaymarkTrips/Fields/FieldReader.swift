import WaymarkGeodesy
import WaymarkGradients
import WaymarkText
import WaymarkTimes

/// Takes the fields of a record out of a JSON object; fields that are left are unknown.
///
/// A field that is null counts as missing. Values are made of the fields that are asked for, straight from the bytes.
struct FieldReader {
    private let bytes: ContiguousArray<UInt8>
    /// The fields that were not taken, sorted by the bytes of their names.
    private var members: ContiguousArray<JSONMember>
    /// The last zone that was read: records beside each other have the same one, and finding it takes longer than
    /// reading them.
    private(set) var zone: ClockZone?

    /// - Parameters:
    ///   - bytes: A text in UTF-8.
    ///   - range: The bytes of a JSON value in it.
    ///   - zone: The last zone that was read of another record.
    /// - Throws: ``FieldError/notJSON(reason:)``, ``FieldError/repeated(field:)``.
    init(
        _ bytes: ContiguousArray<UInt8>, in range: Range<Int>, after zone: ClockZone? = nil
    ) throws(FieldError) {
        (self.bytes, self.zone) = (bytes, zone)
        let found: ContiguousArray<JSONMember>?
        do throws(JSONParser.Fault) {
            found = try JSONParser.members(of: bytes, in: range)
        } catch {
            throw FieldError(error)
        }
        guard let found else { throw .notJSON(reason: "not a JSON object") }
        members = found
        // Stored objects are sorted.
        for sorted in [true, false] {
            guard let place = members.indices.dropFirst().first(where: { !isBefore(members[$0 - 1], members[$0]) })
            else { return }
            if !sorted { throw .repeated(field: members[place].name(in: bytes)) }
            members = ContiguousArray(members.sorted(by: isBefore))
        }
    }

    private func isBefore(_ a: JSONMember, _ b: JSONMember) -> Bool {
        if a.isEscaped || b.isEscaped { return CanonicalJSON.isBefore(a.name(in: bytes), b.name(in: bytes)) }
        return bytes[a.name].lexicographicallyPrecedes(bytes[b.name])
    }

    /// The fields that were not taken.
    ///
    /// - Throws: ``FieldError/notJSON(reason:)``.
    func unknown() throws(FieldError) -> [UnknownField] {
        var fields: [UnknownField] = []
        for member in members {
            fields.append(UnknownField(name: member.name(in: bytes), json: CanonicalJSON.text(try json(member.value))))
        }
        return fields
    }

    /// Takes the bytes of a field.
    private mutating func take(_ field: StaticString) -> Range<Int>? {
        guard let place = members.firstIndex(where: { isNamed($0, field) }) else { return nil }
        let value = members.remove(at: place).value
        return bytes[value.lowerBound] == UInt8(ascii: "n") ? nil : value
    }

    private func isNamed(_ member: JSONMember, _ field: StaticString) -> Bool {
        if member.isEscaped { return CanonicalJSON.areSame(member.name(in: bytes), "\(field)") }
        guard member.name.count == field.utf8CodeUnitCount else { return false }
        let name = bytes.span.extracting(member.name)
        for place in name.indices where unsafe name[place] != field.utf8Start[place] { return false }
        return true
    }

    private func json(_ range: Range<Int>) throws(FieldError) -> JSONValue {
        do throws(JSONParser.Fault) { return try JSONParser.value(of: bytes, in: range) } catch {
            throw FieldError(error)
        }
    }

    mutating func value(_ field: StaticString) throws(FieldError) -> JSONValue? {
        guard let range = take(field) else { return nil }
        return try json(range)
    }

    /// Calls `body` with the bytes of a text.
    private mutating func utf8<Value>(
        _ field: StaticString, _ body: (Span<UInt8>) throws(FieldError) -> Value
    ) throws(FieldError) -> Value? {
        guard let range = take(field) else { return nil }
        guard bytes[range.lowerBound] == UInt8(ascii: "\"") else {
            throw .invalid(field: "\(field)", reason: "is not a text")
        }
        let within = bytes.span.extracting(range.lowerBound + 1..<range.upperBound - 1)
        for place in within.indices where within[place] == UInt8(ascii: "\\") {
            guard case .string(let text) = try json(range) else { break }
            return try body(ContiguousArray(text.utf8).span)
        }
        return try body(within)
    }

    private mutating func number(
        _ field: StaticString, or reason: String
    ) throws(FieldError) -> Range<Int>? {
        guard let range = take(field) else { return nil }
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return range
        default: throw .invalid(field: "\(field)", reason: reason)
        }
    }

    // MARK: Fields that may be missing

    mutating func text(_ field: StaticString) throws(FieldError) -> String? { try utf8(field, String.init(utf8:)) }

    mutating func texts(_ field: StaticString) throws(FieldError) -> [String] {
        guard let value = try value(field) else { return [] }
        guard let values = value.array else { throw .invalid(field: "\(field)", reason: "is not a list") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else {
                throw .invalid(field: "\(field)", reason: "has what is not a text")
            }
            texts.append(text)
        }
        return texts
    }

    mutating func bool(_ field: StaticString) throws(FieldError) -> Bool {
        guard let value = try value(field) else { return false }
        guard case .bool(let bool) = value else {
            throw .invalid(field: "\(field)", reason: "is neither true nor false")
        }
        return bool
    }

    mutating func integer(_ field: StaticString) throws(FieldError) -> Int64? {
        let reason = "is not a whole number"
        guard let range = try number(field, or: reason) else { return nil }
        guard let integer = NumberParser.integer(bytes.span.extracting(range)) else {
            throw .invalid(field: "\(field)", reason: reason)
        }
        return Int64(integer)
    }

    mutating func double(_ field: StaticString) throws(FieldError) -> Double? {
        let reason = "is not a number"
        guard let range = try number(field, or: reason) else { return nil }
        guard let number = NumberParser.double(bytes.span.extracting(range)) else {
            throw .invalid(field: "\(field)", reason: reason)
        }
        return number
    }

    mutating func id(_ field: StaticString) throws(FieldError) -> RecordID? {
        try utf8(field) { (text) throws(FieldError) in
            guard let id = RecordID(utf8: text) else { throw Self.noID(String(utf8: text), field) }
            return id
        }
    }

    mutating func ids(_ field: StaticString) throws(FieldError) -> [RecordID] {
        var ids: [RecordID] = []
        for text in try texts(field) {
            guard let id = RecordID(text) else { throw Self.noID(text, field) }
            ids.append(id)
        }
        return ids
    }

    private static func noID(_ text: String, _ field: StaticString) -> FieldError {
        .invalid(field: "\(field)", reason: "\(text.debugDescription) is not an id")
    }

    mutating func content(_ field: StaticString) throws(FieldError) -> ContentHash? {
        try utf8(field) { (text) throws(FieldError) in
            guard let content = ContentHash(utf8: text) else {
                let text = String(utf8: text).debugDescription
                throw .invalid(field: "\(field)", reason: "\(text) is not 64 hexadecimal digits")
            }
            return content
        }
    }

    mutating func moment(_ field: StaticString) throws(FieldError) -> Moment? {
        guard let milliseconds = try integer(field) else { return nil }
        guard let moment = Moment(milliseconds: milliseconds) else {
            throw .invalid(field: "\(field)", reason: "\(milliseconds) is outside the years 1 to 9999")
        }
        return moment
    }

    /// The zone of a name, which a newer database may have.
    mutating func zone(_ field: StaticString) throws(FieldError) -> ClockZone? {
        guard let name = try text(field) else { return nil }
        if let zone, CanonicalJSON.areSame(zone.identifier, name) { return zone }
        zone = ClockZone(stored: name)
        return zone
    }

    mutating func day(_ field: StaticString) throws(FieldError) -> CalendarDate? {
        try utf8(field) { (text) throws(FieldError) in
            if let day = Self.plainDay(text) ?? CalendarDate(String(utf8: text)) { return day }
            throw .invalid(field: "\(field)", reason: "\(String(utf8: text).debugDescription) is not a day")
        }
    }

    /// `2027-04-01`, as stored; nil for other forms.
    private static func plainDay(_ text: Span<UInt8>) -> CalendarDate? {
        guard text.count == 10, text[4] == Byte.minus, text[7] == Byte.minus else { return nil }
        func number(_ range: Range<Int>) -> Int {
            var value = 0
            for place in range {
                let digit = Int(text[place]) - Int(Byte.zero)
                // No year, month or day has as many digits.
                value = (0...9).contains(digit) ? value * 10 + digit : 100_000
            }
            return value
        }
        return CalendarDate(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    }

    mutating func color(_ field: StaticString) throws(FieldError) -> RGBColor? {
        guard let text = try text(field) else { return nil }
        guard let color = RGBColor(hex: text) else {
            throw .invalid(field: "\(field)", reason: "\(text.debugDescription) is not a colour")
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

extension FieldError {
    /// The fault of a text that is not JSON.
    init(_ fault: JSONParser.Fault) {
        self = .notJSON(reason: "line \(fault.line), column \(fault.column): \(fault.reason)")
    }
}

extension Optional {
    /// The value of a field that each record of its kind has.
    func required(_ field: String) throws(FieldError) -> Wrapped {
        guard let self else { throw .missing(field: field) }
        return self
    }
}
