import WaymarkExtracts
import WaymarkFiles

/// What is read of an extract, a line for each object.
func objectLines(_ bytes: [UInt8], _ contents: MapContents = .all, jobs: Int = 1) throws(ExtractError) -> [String] {
    try objectLines(of: MapExtract(PositionedBytes(ContiguousArray(bytes), name: "test.osm")), contents, jobs: jobs)
}

/// The same of an extract.
func objectLines(of extract: MapExtract, _ contents: MapContents, jobs: Int) throws(ExtractError) -> [String] {
    var lines: [String] = []
    var last = 0
    var isInOrder = true
    try extract.read(contents, jobs: jobs) {
        lineTexts(of: $0)
    } take: { part, end in
        isInOrder = isInOrder && end >= last && end <= extract.size
        last = end
        lines += part
    }
    return isInOrder ? lines : ["the parts come out of order"]
}

private func lineTexts(of block: borrowing MapBlock) -> [String] {
    let block = copy block
    let strings = block.strings
    func tags(_ range: Range<Int>) -> String {
        block.tags[range].map { " \(strings.text(of: $0.key))=\(strings.text(of: $0.value))" }.joined()
    }
    var lines = block.locations.map { "point \($0.id) \($0.point.latitude) \($0.point.longitude)" }
    lines += block.nodes.map { "node \($0.id) \($0.point.latitude) \($0.point.longitude)\(tags($0.tags))" }
    lines += block.ways.map { "way \($0.id) \(block.refs[$0.refs])\(tags($0.tags))" }
    lines += block.relations.map {
        let members = block.members[$0.members].map { "\($0.kind)\($0.id)/\(strings.text(of: $0.role))" }
        return "relation \($0.id) \(members)\(tags($0.tags))"
    }
    return lines
}

/// The message of the error of reading.
func errorText(_ bytes: [UInt8], _ contents: MapContents = .all, jobs: Int = 1) -> String {
    do throws(ExtractError) {
        return "no error but \(try objectLines(bytes, contents, jobs: jobs))"
    } catch {
        return error.description
    }
}
