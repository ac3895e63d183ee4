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

    /// Begins to read a JSON value, `zone` being the last one of another record.
    ///
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

    /// A value that a backup can have too, which has it within a record within a list.
    private func json(_ range: Range<Int>) throws(FieldError) -> JSONValue {
        var (depth, deepest, isText, isEscaped) = (0, 0, false, false)
        for byte in bytes[range] {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isText
            case Byte.quote: isText.toggle()
            case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText: depth -= 1
            default: break
            }
            deepest = max(deepest, depth)
        }
        guard deepest <= JSONParser.depthLimit - 3 else { throw .notJSON(reason: "a value is nested too deep") }
        do throws(JSONParser.Fault) { return try JSONParser.value(of: bytes, in: range) } catch {
            throw FieldError(error)
        }
    }

    mutating func value(_ field: StaticString) throws(FieldError) -> JSONValue? {
        guard let range = take(field) else { return nil }
        return try json(range)
    }

    /// The JSON of an object, which each record of its kind has.
    mutating func object(_ field: StaticString) throws(FieldError) -> String {
        let object = try value(field).required("\(field)")
        guard case .object = object else { throw .invalid(field: "\(field)", reason: "is not an object") }
        return CanonicalJSON.text(object)
    }

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

    /// A number, which `read` makes of its digits.
    private mutating func number<Value>(
        _ field: StaticString, or reason: String, _ read: (Span<UInt8>) -> Value?
    ) throws(FieldError) -> Value? {
        guard let range = take(field) else { return nil }
        let first = bytes[range.lowerBound]
        guard first == Byte.minus || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            let number = read(bytes.span.extracting(range))
        else { throw .invalid(field: "\(field)", reason: reason) }
        return number
    }

    /// A value that `read` makes of the bytes of a text.
    private mutating func value<Value>(
        _ field: StaticString, or reason: String, _ read: (Span<UInt8>) -> Value?
    ) throws(FieldError) -> Value? {
        try utf8(field) { (text) throws(FieldError) in
            if let value = read(text) { return value }
            throw .invalid(field: "\(field)", reason: "\(String(utf8: text).debugDescription) is not \(reason)")
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
        try number(field, or: "is not a whole number") { NumberParser.integer($0).map(Int64.init) }
    }

    mutating func double(_ field: StaticString) throws(FieldError) -> Double? {
        try number(field, or: "is not a number") { NumberParser.double($0) }
    }

    mutating func id(_ field: StaticString) throws(FieldError) -> RecordID? {
        try value(field, or: "an id") { RecordID(utf8: $0) }
    }

    mutating func ids(_ field: StaticString) throws(FieldError) -> [RecordID] {
        var ids: [RecordID] = []
        for text in try texts(field) {
            guard let id = RecordID(text) else {
                throw .invalid(field: "\(field)", reason: "\(text.debugDescription) is not an id")
            }
            ids.append(id)
        }
        return ids
    }

    mutating func content(_ field: StaticString) throws(FieldError) -> ContentHash? {
        try value(field, or: "64 hexadecimal digits") { ContentHash(utf8: $0) }
    }

    mutating func rank(_ field: StaticString) throws(FieldError) -> Rank? {
        try value(field, or: "a rank") { Rank(String(utf8: $0)) }
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
        try value(field, or: "a day") { CalendarDate(utf8: $0) }
    }

    mutating func color(_ field: StaticString) throws(FieldError) -> RGBColor? {
        try value(field, or: "a colour") { RGBColor(hex: String(utf8: $0)) }
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
