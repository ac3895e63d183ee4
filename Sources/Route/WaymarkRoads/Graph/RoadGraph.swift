package import WaymarkExtracts
import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkRoutes
import WaymarkText

import func WaymarkC.atan2
import func WaymarkC.cos

/// The roads of an extract as a graph: segments from junction to junction, and what turns between them cost each profile.
///
/// A segment can be travelled in both directions, which are arcs: arc 2 *i* is segment *i* in the direction of its way, arc 2 *i* + 1
/// against it. Segments lie along a Hilbert curve, so that near ones are near in memory.
package struct RoadGraph: Sendable {
    /// What is true of a segment for all profiles.
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let roundabout = Flags(rawValue: 1)
        static let ferry = Flags(rawValue: 2)
        /// A ramp.
        static let link = Flags(rawValue: 4)
        static let motorway = Flags(rawValue: 8)
        static let toll = Flags(rawValue: 16)
    }

    /// What turns cost the profiles, by their numbers.
    package let profiles: [RoadCosts]
    /// The first and the last junction of each segment.
    let ends: RoadArray<UInt32>
    /// The length of each segment.
    package let millimeters: RoadArray<UInt32>
    /// The line of each segment: where it ends among ``vertices``.
    let lineEnds: RoadArray<UInt32>
    /// Longitude and latitude in 1e-7 degrees.
    let vertices: RoadArray<Int32>
    /// The number of each segment's names, from 1; 0 for none.
    let names: RoadArray<UInt32>
    let nameEnds: RoadArray<UInt32>
    let nameTexts: RoadArray<UInt8>
    let flags: RoadArray<UInt8>
    /// By segment: the profiles for which it is at the begin or the end of a trip only, as bits.
    let endOnly: RoadArray<UInt8>
    /// By junction: the profiles that do not pass, as bits, and above them a signal and a crossing.
    let marks: RoadArray<UInt16>
    /// Where the arcs that leave each junction end among ``arcsOut``.
    let outEnds: RoadArray<UInt32>
    let arcsOut: RoadArray<UInt32>
    /// By profile: hundredths of a second of each arc; ``never`` if it is not travelled.
    let times: [RoadArray<UInt32>]
    /// The turns that are forbidden.
    package let turns: ForbiddenTurns

    /// The number of bytes, and of them those of lines and names.
    package var size: (all: Int, lines: Int) {
        let lines = lineEnds.size + vertices.size + names.size + nameEnds.size + nameTexts.size
        let rest = [ends.size, millimeters.size, flags.size, endOnly.size, marks.size, outEnds.size, arcsOut.size]
        return (lines + rest.reduce(0, +) + times.reduce(0) { $0 + $1.size }, lines)
    }

    /// The time of an arc that is not travelled.
    package static let never = UInt32.max
    /// The time of an arc: nothing is in no time, so that no way is a circle; what is too long is not travelled.
    static func time(hundredths: Double) -> UInt32 {
        hundredths > Double(RoadWeight.longest) ? never : UInt32(max(1, hundredths.rounded()))
    }

    static let signal: UInt16 = 1 << 8
    static let crossing: UInt16 = 1 << 9

    /// The number of segments.
    package var segmentCount: Int { millimeters.count }
    /// The number of arcs.
    package var arcCount: Int { 2 * segmentCount }
    /// The number of junctions.
    package var nodeCount: Int { outEnds.count }

    /// Makes the graph of an extract.
    ///
    /// - Throws: `ExtractError` if it cannot be read.
    package init(_ extract: MapExtract, _ profiles: [RoadProfile], jobs: Int) throws(ExtractError) {
        self = try RoadGraphBuilder.graph(of: extract, profiles, jobs: jobs)
    }

    init(_ parts: RoadGraphBuilder) {
        profiles = parts.profiles
        ends = RoadArray(parts.ends)
        millimeters = RoadArray(parts.millimeters)
        lineEnds = RoadArray(parts.lineEnds)
        vertices = RoadArray(parts.vertices)
        names = RoadArray(parts.names.numbers)
        nameEnds = RoadArray(parts.names.ends)
        nameTexts = RoadArray(parts.names.bytes)
        flags = RoadArray(parts.flags)
        endOnly = RoadArray(parts.endOnly)
        marks = RoadArray(parts.marks)
        outEnds = RoadArray(parts.outEnds)
        arcsOut = RoadArray(parts.arcsOut)
        times = parts.times.map { RoadArray($0) }
        turns = ForbiddenTurns(arcCount: parts.arcCount)
    }

    /// The same graph with other forbidden turns, or other times.
    init(_ graph: RoadGraph, _ turns: ForbiddenTurns? = nil, times: [RoadArray<UInt32>]? = nil) {
        (profiles, ends, millimeters, lineEnds) = (graph.profiles, graph.ends, graph.millimeters, graph.lineEnds)
        (vertices, names, nameEnds, nameTexts) = (graph.vertices, graph.names, graph.nameEnds, graph.nameTexts)
        (flags, endOnly, marks, outEnds) = (graph.flags, graph.endOnly, graph.marks, graph.outEnds)
        (arcsOut, self.times, self.turns) = (graph.arcsOut, times ?? graph.times, turns ?? graph.turns)
    }

    // MARK: In a file

    /// The sections of a file, by their names.
    var sections: [(name: String, bytes: ContiguousArray<UInt8>)] {
        let about = profiles.map(\.line).joined(separator: "\n")
        return [
            ("about", ContiguousArray(about.utf8)), ("end", ends.section), ("length", millimeters.section),
            ("line", lineEnds.section), ("vertex", vertices.section), ("name", names.section),
            ("name.end", nameEnds.section), ("name.text", nameTexts.section), ("flag", flags.section),
            ("destination", endOnly.section), ("mark", marks.section), ("out.end", outEnds.section),
            ("out", arcsOut.section), ("turn", RoadArray<UInt32>.bytes(of: turns.numbersForFile)),
        ] + times.enumerated().map { ("time.\($0.offset)", $0.element.section) }
    }

    /// Reads the graph of a file.
    ///
    /// - Throws: `.damaged` if the sections do not fit together.
    init(_ sections: RoadSections) throws(IndexFileError) {
        let about: RoadArray<UInt8> = try sections.array("about")
        let lines = String(decoding: about.section, as: UTF8.self).split(separator: "\n")
        profiles = lines.compactMap(RoadCosts.init)
        (ends, millimeters, lineEnds) = (
            try sections.array("end"), try sections.array("length"), try sections.array("line")
        )
        (vertices, names) = (try sections.array("vertex"), try sections.array("name"))
        (nameEnds, nameTexts) = (try sections.array("name.end"), try sections.array("name.text"))
        (flags, endOnly, marks) = (
            try sections.array("flag"), try sections.array("destination"), try sections.array("mark")
        )
        (outEnds, arcsOut) = (try sections.array("out.end"), try sections.array("out"))
        var times: [RoadArray<UInt32>] = []
        for number in profiles.indices { times.append(try sections.array("time.\(number)")) }
        self.times = times
        let count = millimeters.count
        let isFitting =
            profiles.count == lines.count && (1...8).contains(profiles.count) && ends.count == 2 * count
            && [lineEnds.count, names.count, flags.count, endOnly.count].allSatisfy { $0 == count }
            && times.allSatisfy { $0.count == 2 * count } && marks.count == outEnds.count
            && arcsOut.count == 2 * count && count < Int32.max / 4
        guard isFitting, let turns = ForbiddenTurns(try sections.array("turn"), arcCount: 2 * count) else {
            throw sections.damaged("the sections of its roads do not fit together")
        }
        self.turns = turns
    }

    // MARK: Arcs

    package func tail(of arc: Int) -> Int { Int(ends[arc]) }
    package func head(of arc: Int) -> Int { Int(ends[arc ^ 1]) }

    /// The arcs that leave a junction.
    package func arcs(from node: Int) -> some Sequence<Int> {
        // All are arcs, unless the file is damaged.
        outEnds.range(node, within: arcsOut.count).lazy.map { [arcsOut] in Int(arcsOut[$0]) }.filter { [arcCount] in
            $0 < arcCount
        }
    }

    /// The points of a segment.
    func vertexRange(of segment: Int) -> Range<Int> { lineEnds.range(segment, within: vertices.count / 2) }

    func vertex(_ number: Int) -> MapPoint {
        MapPoint(longitude: Int64(vertices[2 * number]), latitude: Int64(vertices[2 * number + 1]))
    }

    /// The line of an arc, in its direction.
    package func line(of arc: Int) -> [MapPoint] {
        let line = vertexRange(of: arc >> 1).map(vertex)
        return arc & 1 == 0 ? line : line.reversed()
    }

    /// Whether a profile travels an arc.
    package func isUsed(_ arc: Int, _ profile: Int) -> Bool { times[profile][arc] != Self.never }

    /// Whether a profile travels a segment, in one direction at least.
    package func usesSegment(_ segment: Int, _ profile: Int) -> Bool {
        isUsed(2 * segment, profile) || isUsed(2 * segment + 1, profile)
    }

    /// Hundredths of a second of an arc.
    package func time(of arc: Int, _ profile: Int) -> UInt32 { times[profile][arc] }

    // MARK: Turns

    /// The bearing of an arc at its begin, and at its end, in degrees from north.
    func bearings(of arc: Int) -> (first: Double, last: Double) {
        let range = vertexRange(of: arc >> 1)
        guard range.count > 1 else { return (0, 0) }
        let (low, high) = (range.lowerBound, range.upperBound)
        if arc & 1 == 0 {
            return (
                Self.bearing(vertex(low), vertex(low + 1)), Self.bearing(vertex(high - 2), vertex(high - 1))
            )
        }
        return (Self.bearing(vertex(high - 1), vertex(high - 2)), Self.bearing(vertex(low + 1), vertex(low)))
    }

    private static func bearing(_ a: MapPoint, _ b: MapPoint) -> Double {
        let latitude = Double(a.latitude) / 1e7 * .pi / 180
        let (east, north) = (
            Double(Int64(b.longitude) - Int64(a.longitude)) * cos(latitude),
            Double(Int64(b.latitude) - Int64(a.latitude))
        )
        return atan2(east, north) * 180 / .pi
    }

    /// By how many degrees one turns to the right from an arc into another, -180 to 180: 0 is straight on.
    package func angle(ofTurn first: Int, _ next: Int) -> Double {
        (bearings(of: next).first - bearings(of: first).last).remainder(dividingBy: 360)
    }

    /// The weight of a turn from an arc into another, at the end of the first; nil if it is not made.
    ///
    /// One turns back only where no other way leads on, and at a barrier. The angle costs where more than two roads of the profile meet.
    package func weight(ofTurn first: Int, _ next: Int, angle: Double, _ profile: Int) -> UInt32? {
        let node = head(of: first)
        let (mark, isBack) = (marks[node], first ^ 1 == next)
        let isBlocked = mark >> profile & 1 == 1
        if isBlocked, !isBack { return nil }
        let costs = profiles[profile]
        var spent = (mark & Self.signal != 0 ? costs.signal : 0) + (mark & Self.crossing != 0 ? costs.crossing : 0)
        if isBack {
            if !isBlocked, !arcs(from: node).allSatisfy({ $0 == next || !isUsed($0, profile) }) { return nil }
            spent += costs.uTurn
        } else if hasChoice(at: node, besides: first >> 1, next >> 1, profile) {
            // The other carriageway is as good as the way back.
            spent += costs.seconds(ofTurn: angle) + (abs(angle) >= 170 ? costs.uTurn : 0)
        }
        let mask = UInt8(1) << profile
        let isEntry = endOnly[next >> 1] & mask != 0 && endOnly[first >> 1] & mask == 0
        return RoadWeight.sum(RoadWeight.of(seconds: spent), isEntry ? RoadWeight.entry(costs.destination) : 0)
    }

    /// Whether a profile uses a third segment at a junction.
    private func hasChoice(at node: Int, besides first: Int, _ next: Int, _ profile: Int) -> Bool {
        arcs(from: node).contains { arc in
            arc >> 1 != first && arc >> 1 != next && usesSegment(arc >> 1, profile)
        }
    }

    // MARK: Names

    /// A name of a segment: of the street, its number, and the name in a language.
    struct StreetName: Hashable, Sendable {
        /// `name`.
        var name = ""
        /// `ref`.
        var reference = ""
        /// `name:en`.
        var english = ""
        /// `name:ko`.
        var korean = ""

        /// The name, or else the number.
        var label: String { name.isEmpty ? reference : name }

        var text: String { [name, reference, english, korean].joined(separator: "\t") }

    }

    /// The names of a segment.
    func streetName(of segment: Int) -> StreetName {
        let number = Int(names[segment])
        guard number > 0 else { return StreetName() }
        let range = nameEnds.range(number - 1, within: nameTexts.count)
        return StreetName(String(decoding: range.lazy.map { nameTexts[$0] }, as: UTF8.self))
    }

    func flags(of segment: Int) -> Flags { Flags(rawValue: flags[segment]) }
}

extension RoadGraph.StreetName {
    /// Reads ``text``; no names from another text.
    init(_ text: String) {
        let cells = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 4 else {
            self.init()
            return
        }
        self.init(name: cells[0], reference: cells[1], english: cells[2], korean: cells[3])
    }
}
