import WaymarkGeodesy
import WaymarkGradients
import WaymarkText
import WaymarkTimes

/// Collects the fields of a record, and writes them as a JSON object whose names are sorted.
///
/// What is nil, empty, zero or false is omitted.
struct FieldWriter {
    private var json = ContiguousArray<UInt8>()
    /// The fields with their places in ``json``, sorted by name.
    private var fields: ContiguousArray<(name: String, json: Range<Int>)> = []

    /// A writer that has fields of a newer version.
    init(unknown: [UnknownField] = []) { start(with: unknown) }

    /// Begins another record, in the same memory.
    mutating func start(with unknown: [UnknownField]) {
        json.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        for field in unknown { self.json(field.name, field.json) }
    }

    private mutating func add(_ name: String, _ write: (inout ContiguousArray<UInt8>) -> Void) {
        let start = json.count
        write(&json)
        var place = fields.count
        while place > 0, CanonicalJSON.isBefore(name, fields[place - 1].name) { place -= 1 }
        fields.insert((name, start..<json.count), at: place)
    }

    /// The object.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        bytes.append("{")
        for (place, field) in fields.enumerated() {
            if place > 0 { bytes.append(",") }
            JSONText.append(field.name, to: &bytes)
            bytes.append(":")
            bytes.append(contentsOf: json[field.json])
        }
        bytes.append("}")
    }

    var text: String { String(append) }

    mutating func json(_ name: String, _ json: String) { add(name) { $0.append(contentsOf: json.utf8) } }

    mutating func text(_ name: String, _ text: String?) {
        guard let text else { return }
        add(name) { JSONText.append(text, to: &$0) }
    }

    mutating func text(_ name: String, ifNotEmpty text: String) {
        if !text.isEmpty { self.text(name, text) }
    }

    mutating func texts(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { add(name) { JSONText.append(texts, to: &$0) } }
    }

    mutating func integer(_ name: String, _ integer: Int64?) {
        guard let integer else { return }
        add(name) { NumberText.append(integer: Int(integer), to: &$0) }
    }

    mutating func integer(_ name: String, ifNotZero integer: Int64) {
        if integer != 0 { self.integer(name, integer) }
    }

    mutating func double(_ name: String, _ double: Double) {
        add(name) { NumberText.append(shortest: double, to: &$0) }
    }

    mutating func bool(_ name: String, _ bool: Bool) {
        if bool { json(name, "true") }
    }

    mutating func id(_ name: String, _ id: RecordID?) {
        if let id { digits(name, id.append) }
    }

    mutating func rank(_ name: String, _ rank: Rank?) {
        if let rank { digits(name, rank.append) }
    }

    mutating func content(_ name: String, _ content: ContentHash) { digits(name, content.append) }

    /// A text that needs no escapes.
    private mutating func digits(_ name: String, _ append: (inout ContiguousArray<UInt8>) -> Void) {
        add(name) {
            $0.append("\"")
            append(&$0)
            $0.append("\"")
        }
    }

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
