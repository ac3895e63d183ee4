import WaymarkText

/// How the numbers of a block become points.
private struct PointScale {
    /// In 1e-9 degrees.
    var granularity: Int64 = 100
    var latitudeOffset: Int64 = 0
    var longitudeOffset: Int64 = 0

    /// Whether the numbers are 1e-7 degrees, which is usual.
    var isPlain: Bool { granularity == 100 && latitudeOffset == 0 && longitudeOffset == 0 }

    @inline(__always)
    func point(_ latitude: Int64, _ longitude: Int64, isPlain: Bool) -> MapPoint {
        if isPlain { return MapPoint(longitude: longitude, latitude: latitude) }
        return MapPoint(
            longitude: units(longitude, from: longitudeOffset), latitude: units(latitude, from: latitudeOffset))
    }

    /// A number in 1e-7 degrees, the nearest; those beyond 64 bits become the nearest that fit.
    private func units(_ value: Int64, from offset: Int64) -> Int64 {
        let (product, isBeyond) = value.multipliedReportingOverflow(by: granularity)
        if isBeyond { return value < 0 ? .min : .max }
        let (nano, isTooFar) = product.addingReportingOverflow(offset)
        if isTooFar { return offset < 0 ? .min : .max }
        let (units, rest) = nano.quotientAndRemainder(dividingBy: 100)
        return units + (rest >= 50 ? 1 : rest <= -50 ? -1 : 0)
    }
}

extension MapBlock {
    /// Reads what is asked for of a `PrimitiveBlock`, but the bytes of its texts; their places are those in the message.
    ///
    /// Source: wiki.openstreetmap.org/wiki/PBF_Format.
    ///
    /// - Parameters:
    ///   - block: The message.
    ///   - contents: What is asked for.
    ///   - waysHaveLocations: Whether ways have the points of their nodes.
    /// - Returns: What the block may have, asked for or not. If none of it is asked for, nothing more is read.
    /// - Throws: `WireFault`.
    mutating func decode(
        _ block: WireReader, _ contents: MapContents, waysHaveLocations: Bool
    ) throws(WireFault) -> MapContents {
        removeObjects()
        var (scale, present) = (PointScale(), MapContents())
        var texts = block.nothing
        var message = block
        while let field = try message.field() {
            switch field.number {
            case 1: texts = try message.message(field)
            case 2: present.formUnion(try Self.kinds(of: try message.message(field)))
            case 17: scale.granularity = Int64(bitPattern: try message.number(field))
            case 19: scale.latitudeOffset = Int64(bitPattern: try message.number(field))
            case 20: scale.longitudeOffset = Int64(bitPattern: try message.number(field))
            default: try message.skip(field)
            }
        }
        guard scale.granularity > 0 else { throw block.fault("a granularity of \(scale.granularity)") }
        if waysHaveLocations, present.contains(.ways) { present.insert(.locations) }
        // Some of it may come behind the objects that need it, so these are read now.
        guard !present.isDisjoint(with: contents) else { return present }
        strings.places.removeAll(keepingCapacity: true)
        if !contents.subtracting(.locations).isDisjoint(with: present) { try readTexts(texts) }
        let hasWayLocations = waysHaveLocations && contents.contains(.locations)
        message = block
        while let field = try message.field() {
            guard field.number == 2 else {
                try message.skip(field)
                continue
            }
            var group = try message.message(field)
            while let field = try group.field() {
                switch field.number {
                case 1 where contents.contains(.locations) || contents.contains(.taggedNodes):
                    try readNode(try group.message(field), scale, contents)
                case 2 where contents.contains(.locations) || contents.contains(.taggedNodes):
                    try readDenseNodes(try group.message(field), scale, contents)
                case 3 where contents.contains(.ways) || hasWayLocations:
                    try readWay(try group.message(field), hasWayLocations ? scale : nil, contents)
                case 4 where contents.contains(.relations): try readRelation(try group.message(field))
                default: try group.skip(field)
                }
            }
        }
        return present
    }

    /// What a `PrimitiveGroup` may have.
    private static func kinds(of group: WireReader) throws(WireFault) -> MapContents {
        var (group, kinds) = (group, MapContents())
        while let field = try group.field() {
            switch field.number {
            case 1: kinds.formUnion([.locations, .taggedNodes])
            case 2:
                kinds.insert(.locations)
                var nodes = try group.message(field)
                while let field = try nodes.field() {
                    if field.number == 10 { kinds.insert(.taggedNodes) }
                    try nodes.skip(field)
                }
                continue
            case 3: kinds.insert(.ways)
            case 4: kinds.insert(.relations)
            default: break
            }
            try group.skip(field)
        }
        return kinds
    }

    private mutating func readTexts(_ texts: WireReader) throws(WireFault) {
        var texts = texts
        while let field = try texts.field() {
            guard field.number == 1 else {
                try texts.skip(field)
                continue
            }
            let text = try texts.message(field).range
            // A block has at most 32 MiB.
            strings.places.append(Int32(text.lowerBound)..<Int32(text.upperBound))
        }
    }

    // MARK: Nodes

    private mutating func readDenseNodes(
        _ nodes: WireReader, _ scale: PointScale, _ contents: MapContents
    ) throws(WireFault) {
        let (hasLocations, hasNodes) = (contents.contains(.locations), contents.contains(.taggedNodes))
        var nodes = nodes
        var (ids, latitudes, longitudes, tags) = (nodes.nothing, nodes.nothing, nodes.nothing, nodes.nothing)
        while let field = try nodes.field() {
            switch field.number {
            case 1: try nodes.readList(field, into: &ids)
            case 5: try Self.refuseDeleted(try nodes.message(field))
            case 8: try nodes.readList(field, into: &latitudes)
            case 9: try nodes.readList(field, into: &longitudes)
            case 10 where hasNodes: try nodes.readList(field, into: &tags)
            default: try nodes.skip(field)
            }
        }
        let (isPlain, hasTags) = (scale.isPlain, !tags.isAtEnd)
        var (id, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
        while !ids.isAtEnd {
            // Sums beyond 64 bits are as wrong as any other wrong number.
            id &+= try ids.signed()
            latitude &+= try latitudes.signed()
            longitude &+= try longitudes.signed()
            let point = scale.point(latitude, longitude, isPlain: isPlain)
            if hasLocations { locations.append((id, point)) }
            guard hasTags else { continue }
            let first = self.tags.count
            while true {
                let key = try tags.varint()
                if key == 0 { break }
                try addTag(key, try tags.varint(), tags)
            }
            if self.tags.count > first { self.nodes.append((id, point, first..<self.tags.count)) }
        }
        guard latitudes.isAtEnd, longitudes.isAtEnd else { throw ids.fault("more coordinates than nodes") }
        guard tags.isAtEnd else { throw tags.fault("more tags than nodes") }
    }

    private mutating func readNode(
        _ node: WireReader, _ scale: PointScale, _ contents: MapContents
    ) throws(WireFault) {
        var object = ObjectFields(node)
        var (latitude, longitude): (Int64?, Int64?) = (nil, nil)
        while let field = try object.next() {
            switch field.number {
            case 1: object.id = try object.message.signedNumber(field)
            case 8: latitude = try object.message.signedNumber(field)
            case 9: longitude = try object.message.signedNumber(field)
            default: try object.message.skip(field)
            }
        }
        guard let id = object.id, let latitude, let longitude else {
            throw node.fault("a node without an id or a coordinate")
        }
        let point = scale.point(latitude, longitude, isPlain: false)
        if contents.contains(.locations) { locations.append((id, point)) }
        guard contents.contains(.taggedNodes) else { return }
        let tags = try addTags(object)
        if !tags.isEmpty { nodes.append((id, point, tags)) }
    }

    // MARK: Ways and relations

    /// Reads a way; with a scale, also the points of its nodes, as locations.
    private mutating func readWay(
        _ way: WireReader, _ scale: PointScale?, _ contents: MapContents
    ) throws(WireFault) {
        var object = ObjectFields(way)
        var (nodes, latitudes, longitudes) = (way.nothing, way.nothing, way.nothing)
        while let field = try object.next() {
            switch field.number {
            case 1: object.id = Int64(bitPattern: try object.message.number(field))
            case 8: try object.message.readList(field, into: &nodes)
            case 9: try object.message.readList(field, into: &latitudes)
            case 10: try object.message.readList(field, into: &longitudes)
            default: try object.message.skip(field)
            }
        }
        guard let id = object.id else { throw way.fault("a way without an id") }
        if let scale, !latitudes.isAtEnd { try readLocations(nodes, latitudes, longitudes, scale) }
        guard contents.contains(.ways) else { return }
        let first = refs.count
        var ref = Int64(0)
        while !nodes.isAtEnd {
            ref &+= try nodes.signed()
            refs.append(ref)
        }
        ways.append((id, first..<refs.count, try addTags(object)))
    }

    /// Reads the points of a way's nodes.
    private mutating func readLocations(
        _ nodes: WireReader, _ latitudes: WireReader, _ longitudes: WireReader, _ scale: PointScale
    ) throws(WireFault) {
        var (nodes, latitudes, longitudes) = (nodes, latitudes, longitudes)
        var (id, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
        while !nodes.isAtEnd {
            id &+= try nodes.signed()
            latitude &+= try latitudes.signed()
            longitude &+= try longitudes.signed()
            locations.append((id, scale.point(latitude, longitude, isPlain: false)))
        }
        guard latitudes.isAtEnd, longitudes.isAtEnd else { throw nodes.fault("more coordinates than nodes of a way") }
    }

    private mutating func readRelation(_ relation: WireReader) throws(WireFault) {
        var object = ObjectFields(relation)
        var (roles, ids, kinds) = (relation.nothing, relation.nothing, relation.nothing)
        while let field = try object.next() {
            switch field.number {
            case 1: object.id = Int64(bitPattern: try object.message.number(field))
            case 8: try object.message.readList(field, into: &roles)
            case 9: try object.message.readList(field, into: &ids)
            case 10: try object.message.readList(field, into: &kinds)
            default: try object.message.skip(field)
            }
        }
        guard let id = object.id else { throw relation.fault("a relation without an id") }
        let first = members.count
        var member = Int64(0)
        while !ids.isAtEnd {
            member &+= try ids.signed()
            let (kind, role) = (try kinds.varint(), try roles.varint())
            guard kind <= 2, let kind = MapObjectKind(rawValue: UInt8(kind)) else {
                throw kinds.fault("a member of an unknown kind: \(kind)")
            }
            guard role < UInt64(strings.count) else { throw roles.fault(Self.noText(role, strings.count)) }
            members.append((member, kind, Int32(role)))
        }
        guard roles.isAtEnd, kinds.isAtEnd else { throw ids.fault("more roles or kinds than members") }
        relations.append((id, first..<members.count, try addTags(object)))
    }

    // MARK: Tags

    /// Adds the tags of an object; returns their range.
    private mutating func addTags(_ object: borrowing ObjectFields) throws(WireFault) -> Range<Int> {
        var (keys, values) = (object.keys, object.values)
        let first = tags.count
        while !keys.isAtEnd { try addTag(try keys.varint(), try values.varint(), keys) }
        guard values.isAtEnd else { throw values.fault("more values than keys") }
        return first..<tags.count
    }

    @inline(__always)
    private mutating func addTag(_ key: UInt64, _ value: UInt64, _ reader: WireReader) throws(WireFault) {
        guard max(key, value) < UInt64(strings.count) else {
            throw reader.fault(Self.noText(max(key, value), strings.count))
        }
        tags.append((Int32(truncatingIfNeeded: key), Int32(truncatingIfNeeded: value)))
    }

    private static func noText(_ number: UInt64, _ count: Int) -> String {
        "text \(number) of a block that has \(count) texts"
    }

    /// Refuses objects that are said to be deleted, by an `Info` or a `DenseInfo`.
    fileprivate static func refuseDeleted(_ info: WireReader) throws(WireFault) {
        var info = info
        while let field = try info.field() {
            guard field.number == 6 else {
                try info.skip(field)
                continue
            }
            let isDeleted = field.form == 2 ? try info.message(field).contains(0) : try info.number(field) == 0
            if isDeleted {
                throw WireFault(reason: "a deleted object", offset: info.position, isDeletedObject: true)
            }
        }
    }
}

/// The fields that all objects have.
private struct ObjectFields {
    var message: WireReader
    var id: Int64?
    private(set) var keys: WireReader
    private(set) var values: WireReader

    init(_ message: WireReader) {
        self.message = message
        (keys, values) = (message.nothing, message.nothing)
    }

    /// The next field of those that only this kind of object has, and its id; nil at the end.
    @inline(__always)
    mutating func next() throws(WireFault) -> WireReader.Field? {
        while let field = try message.field() {
            switch field.number {
            case 2: try message.readList(field, into: &keys)
            case 3: try message.readList(field, into: &values)
            case 4: try MapBlock.refuseDeleted(try message.message(field))
            default: return field
            }
        }
        return nil
    }
}

extension WireReader {
    /// Reads a packed list.
    fileprivate mutating func readList(_ field: Field, into list: inout WireReader) throws(WireFault) {
        // Encoders may cut a list into pieces; none does.
        guard list.isAtEnd else { throw fault("a list in pieces") }
        list = try message(field)
    }
}
