extension Visit {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self.init(id: id, coordinate: try reader.coordinate().required("latitude"))
        name = try reader.text("name") ?? ""
        time = try reader.moment("time_unix_ms")
        zone = try reader.zone("time_zone") ?? .utc
        color = try reader.color("color")
        visitor = try reader.text("visitor") ?? ""
    }

    func write(to writer: inout FieldWriter) {
        writer.text("name", ifNotEmpty: name)
        writer.coordinate(coordinate)
        writer.moment("time_unix_ms", time)
        writer.zone("time_zone", zone)
        writer.color("color", color)
        writer.text("visitor", ifNotEmpty: visitor)
    }
}

extension Companion {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self.init(
            id: id, name: try reader.text("name") ?? "", interests: try reader.texts("interests"))
    }

    func write(to writer: inout FieldWriter) {
        writer.text("name", ifNotEmpty: name)
        writer.texts("interests", interests)
    }
}

extension TripCategory {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self.init(id: id, name: try reader.text("name") ?? "", color: try reader.color("color"))
    }

    func write(to writer: inout FieldWriter) {
        writer.text("name", ifNotEmpty: name)
        writer.color("color", color)
    }
}
