extension DiaryEntry {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self.init(id: id, time: try reader.moment("time_unix_ms").required("time_unix_ms"))
        title = try reader.text("title") ?? ""
        text = try reader.text("text") ?? ""
        zone = try reader.zone("time_zone") ?? .utc
        category = try reader.id("category")
        subject = try reader.id("subject")
        coordinate = try reader.coordinate()
    }

    func write(to writer: inout FieldWriter) {
        writer.moment("time_unix_ms", time)
        writer.text("title", ifNotEmpty: title)
        writer.text("text", ifNotEmpty: text)
        writer.zone("time_zone", zone)
        writer.id("category", category)
        writer.id("subject", subject)
        writer.coordinate(coordinate)
    }
}

extension Attachment {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        let owner = try reader.id("owner").required("owner")
        let content = try reader.content("sha256").required("sha256")
        self.init(id: id, owner: owner, content: content, size: Int(try reader.integer("size") ?? 0))
        mediaType = try reader.text("media_type") ?? ""
        name = try reader.text("name") ?? ""
    }

    func write(to writer: inout FieldWriter) {
        writer.id("owner", owner)
        writer.content("sha256", content)
        writer.integer("size", ifNotZero: Int64(size))
        writer.text("media_type", ifNotEmpty: mediaType)
        writer.text("name", ifNotEmpty: name)
    }
}
