import WaymarkGeodesy
import WaymarkGradients
import WaymarkText
import WaymarkTimes

/// Collects the fields of a record, and writes them as a JSON object whose names are sorted.
///
/// What is nil, empty, zero or false is omitted.
struct FieldWriter {
    private var fields: [(name: String, json: ContiguousArray<UInt8>)] = []

    init(unknown: [UnknownField]) {
        for field in unknown { fields.append((field.name, ContiguousArray(field.json.utf8))) }
    }

    /// The object.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        bytes.append("{")
        for (place, field) in fields.sorted(by: { CanonicalJSON.isBefore($0.name, $1.name) }).enumerated() {
            if place > 0 { bytes.append(",") }
            JSONText.append(field.name, to: &bytes)
            bytes.append(":")
            bytes.append(contentsOf: field.json)
        }
        bytes.append("}")
    }

    /// The object as text.
    var text: String {
        var bytes = ContiguousArray<UInt8>()
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func json(_ name: String, _ json: String) { fields.append((name, ContiguousArray(json.utf8))) }

    mutating func text(_ name: String, _ text: String?) {
        guard let text else { return }
        var json = ContiguousArray<UInt8>()
        JSONText.append(text, to: &json)
        fields.append((name, json))
    }

    mutating func text(_ name: String, ifNotEmpty text: String) {
        if !text.isEmpty { self.text(name, text) }
    }

    mutating func texts(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        var json = ContiguousArray<UInt8>()
        JSONText.append(texts, to: &json)
        fields.append((name, json))
    }

    mutating func integer(_ name: String, _ integer: Int64?) {
        guard let integer else { return }
        var json = ContiguousArray<UInt8>()
        NumberText.append(integer: Int(integer), to: &json)
        fields.append((name, json))
    }

    mutating func integer(_ name: String, ifNotZero integer: Int64) {
        if integer != 0 { self.integer(name, integer) }
    }

    mutating func double(_ name: String, _ double: Double) {
        var json = ContiguousArray<UInt8>()
        NumberText.append(shortest: double, to: &json)
        fields.append((name, json))
    }

    mutating func bool(_ name: String, _ bool: Bool) {
        if bool { json(name, "true") }
    }

    mutating func id(_ name: String, _ id: RecordID?) { text(name, id.map { "\($0)" }) }

    mutating func moment(_ name: String, _ moment: Moment?) { integer(name, moment?.milliseconds) }

    mutating func zone(_ name: String, _ zone: ClockZone?) { text(name, zone?.identifier) }

    mutating func color(_ name: String, _ color: RGBColor?) { text(name, color.map { "\($0)" }) }

    /// `latitude` and `longitude`.
    mutating func coordinate(_ coordinate: Coordinate?) {
        guard let coordinate else { return }
        double("latitude", coordinate.latitude)
        double("longitude", coordinate.longitude)
    }
}
