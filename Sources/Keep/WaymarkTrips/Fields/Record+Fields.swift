extension Trip {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self.init(id: id)
        title = try reader.text("title") ?? ""
        switch (try reader.day("first_day"), try reader.day("last_day")) {
        case (nil, nil): break
        case (nil, _): throw .missing(field: "first_day")
        case (_, nil): throw .missing(field: "last_day")
        case (let first?, let last?):
            guard first <= last else { throw .invalid(field: "last_day", reason: "\(last) is before \(first)") }
            days = first...last
        }
        zone = try reader.zone("time_zone")
        color = try reader.color("color")
        notes = try reader.text("notes") ?? ""
        companions = try reader.ids("companions")
    }

    func write(to writer: inout FieldWriter) {
        writer.text("title", ifNotEmpty: title)
        writer.text("first_day", days.map { "\($0.lowerBound)" })
        writer.text("last_day", days.map { "\($0.upperBound)" })
        writer.zone("time_zone", zone)
        writer.color("color", color)
        writer.text("notes", ifNotEmpty: notes)
        writer.texts("companions", companions.map(\.description))
    }
}

extension TripStop {
    /// The stay; nil if it is not in whole milliseconds from 0 to 100 years.
    var stayMilliseconds: Int64? {
        let (seconds, attoseconds) = stay.components
        guard stay >= .zero, seconds <= 3_155_760_000, attoseconds % 1_000_000_000_000_000 == 0 else { return nil }
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        let trip = try reader.id("trip").required("trip")
        self.init(id: id, trip: trip, coordinate: try reader.coordinate().required("latitude"))
        name = try reader.text("name") ?? ""
        attraction = try reader.text("attraction")
        arrival = try reader.moment("arrival_unix_ms")
        arrivalDay = try reader.day("arrival_day")
        zone = try reader.zone("time_zone")
        stay = .milliseconds(try reader.integer("stay_ms") ?? 0)
        nights = Int(try reader.integer("nights") ?? 0)
        isPinned = try reader.bool("pinned")
        notes = try reader.text("notes") ?? ""
    }

    func write(to writer: inout FieldWriter) {
        writer.id("trip", trip)
        writer.text("name", ifNotEmpty: name)
        writer.coordinate(coordinate)
        writer.text("attraction", attraction)
        writer.moment("arrival_unix_ms", arrival)
        writer.text("arrival_day", arrivalDay.map { "\($0)" })
        writer.zone("time_zone", zone)
        writer.integer("stay_ms", ifNotZero: stayMilliseconds ?? 0)
        writer.integer("nights", ifNotZero: Int64(nights))
        writer.bool("pinned", isPinned)
        writer.text("notes", ifNotEmpty: notes)
    }
}

extension TripRoute {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self.init(id: id, trip: try reader.id("trip").required("trip"), json: try reader.object("route"))
    }

    func write(to writer: inout FieldWriter) {
        writer.id("trip", trip)
        writer.json("route", json)
    }
}

extension KeptPlan {
    init(id: RecordID, from reader: inout FieldReader) throws(FieldError) {
        self.init(id: id, trip: try reader.id("trip").required("trip"), json: try reader.object("plan"))
    }

    func write(to writer: inout FieldWriter) {
        writer.id("trip", trip)
        writer.json("plan", json)
    }
}

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
        isLost = try reader.bool("lost")
    }

    func write(to writer: inout FieldWriter) {
        writer.id("owner", owner)
        writer.content("sha256", content)
        writer.integer("size", ifNotZero: Int64(size))
        writer.text("media_type", ifNotEmpty: mediaType)
        writer.text("name", ifNotEmpty: name)
        writer.bool("lost", isLost)
    }
}

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
