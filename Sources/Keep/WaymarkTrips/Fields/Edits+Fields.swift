import WaymarkText

extension RecordEdits {
    /// Takes the edits of a record that differ from the last one, and its other contents.
    init(
        from reader: inout FieldReader, _ life: EditStamp, _ kind: RecordKind, _ id: RecordID
    ) throws(FieldError) {
        let content = try reader.stamp("content_edit") ?? life
        self.init(content: content, place: kind.isOrdered ? try reader.stamp("place_edit") ?? life : content)
        for text in try reader.texts("seen_edits") {
            guard let stamp = EditStamp(text) else {
                throw .invalid(field: "seen_edits", reason: "\(text.debugDescription) is not an edit")
            }
            seen.append(stamp)
        }
        guard let value = try reader.value("copies") else { return }
        guard let values = value.array else { throw .invalid(field: "copies", reason: "is not a list") }
        for value in values {
            let bytes = ContiguousArray(CanonicalJSON.text(value).utf8)
            var reader = try FieldReader(bytes, in: bytes.indices)
            let stamp = try reader.stamp("edit").required("edit")
            let record = try Record(kind: kind, id: id, from: &reader)
            copies.append(RecordCopy(stamp: stamp, record: record, unknown: try reader.unknown()))
        }
    }

    /// Adds the edits that differ from the last one, and the other contents.
    func write(to writer: inout FieldWriter, _ life: EditStamp, isOrdered: Bool) {
        if content != life { writer.text("content_edit", "\(content)") }
        if isOrdered, place != life { writer.text("place_edit", "\(place)") }
        writer.texts("seen_edits", seen.map(\.description))
        if copies.isEmpty { return }
        let texts = copies.map { copy in
            var writer = FieldWriter(unknown: copy.unknown)
            copy.record.write(to: &writer)
            writer.text("edit", "\(copy.stamp)")
            return writer.text
        }
        writer.json("copies", "[" + texts.joined(separator: ",") + "]")
    }

    /// The edits as an object of their own; nil if all were the last one.
    package func json(_ life: EditStamp, isOrdered: Bool) -> String? {
        if content == life, !isOrdered || place == life, seen.isEmpty, copies.isEmpty { return nil }
        var writer = FieldWriter()
        write(to: &writer, life, isOrdered: isOrdered)
        return writer.text
    }

    /// Reads such an object.
    package init(
        json bytes: ContiguousArray<UInt8>, _ life: EditStamp, _ kind: RecordKind, _ id: RecordID
    ) throws(FieldError) {
        var reader = try FieldReader(bytes, in: bytes.indices)
        try self.init(from: &reader, life, kind, id)
    }
}

extension Tombstone {
    init(_ bytes: ContiguousArray<UInt8>, in range: Range<Int>) throws(FieldError) {
        var reader = try FieldReader(bytes, in: range)
        guard let kind = try reader.text("kind").flatMap(RecordKind.init) else { throw .missing(field: "kind") }
        self.init(
            id: try reader.id("id").required("id"), kind: kind, stamp: try reader.stamp("edit").required("edit"))
    }

    func write(to writer: inout FieldWriter) {
        writer.id("id", id)
        writer.text("kind", kind.rawValue)
        writer.text("edit", "\(stamp)")
    }
}

extension TripBackup.Origin {
    init(_ bytes: ContiguousArray<UInt8>, in range: Range<Int>) throws(FieldError) {
        var reader = try FieldReader(bytes, in: range)
        (device, start) = (try reader.device("device").required("device"), try reader.integer("start"))
        end = try reader.integer("end").required("end")
    }

    func write(to writer: inout FieldWriter) {
        writer.text("device", EditStamp.text(ofDevice: device))
        writer.integer("start", start)
        writer.integer("end", end)
    }
}

extension FieldReader {
    mutating func stamp(_ field: StaticString) throws(FieldError) -> EditStamp? {
        guard let text = try text(field) else { return nil }
        guard let stamp = EditStamp(text) else {
            throw .invalid(field: "\(field)", reason: "\(text.debugDescription) is not an edit")
        }
        return stamp
    }

    mutating func device(_ field: StaticString) throws(FieldError) -> UInt64? {
        guard let text = try text(field) else { return nil }
        guard let device = EditStamp.device(text: text) else {
            throw .invalid(field: "\(field)", reason: "\(text.debugDescription) is not a device")
        }
        return device
    }
}
