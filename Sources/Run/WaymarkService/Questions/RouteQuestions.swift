import WaymarkBatch
import WaymarkFiles
import WaymarkOrders
import WaymarkQuestions
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// A question about the stops of one trip.
struct TripQuestion: Sendable {
    /// The columns that a stop in a request may have.
    let columns: [Parameter]
    /// The forms of answers, the usual one first.
    let forms: [Media]
    /// Whether the stops may come as a table of their own.
    var readsTables = false
    let answer: @Sendable (BatchQuestion.Work, PlaceTableText, Limits) async throws -> Answer
}

/// The questions about the stops of one trip.
enum RouteQuestions {
    /// The columns of a stop.
    static let stop =
        BatchQuestion.place + [
            Parameter("arrival", .text(40), "The planned arrival: 2027-05-01T09:00, with or without offset."),
            Parameter("stay", .text(40), "The stay: minutes, 1h30m or PT45M."),
            Parameter("time_zone", .text(60), "The time zone: Asia/Seoul, -05:00."),
        ]

    /// The columns of a stop to be ordered.
    static let timedStop =
        BatchQuestion.place + [
            Parameter("opens", .text(40), "The opening time: 09:30."),
            Parameter("closes", .text(40), "The closing time: 18:00."),
            Parameter("stay", .text(40), "The stay: minutes, 1h30m or PT45M."),
            Parameter("time_zone", .text(60), "The time zone: Asia/Seoul, -05:00."),
        ]

    /// The stops joined by legs, as the command writes them.
    static func route(_ work: BatchQuestion.Work, _ stops: PlaceTableText) async throws -> Answer {
        let asked = work.asked
        var options = TripOptions(
            order: asked.text("optimize").flatMap { TripOrder(rawValue: $0) },
            format: format(work.form))
        options.map.title = asked.text("title")
        options.coloring = asked.text("gradient").flatMap { RouteColoring(rawValue: $0) }
        let source = try work.legs.source(
            mode: asked.text("mode"), isFallback: asked.text("fallback") != nil || work.legs.fallsBack)
        let bytes = Received()
        let rejections = Rejections()
        do {
            _ = try await TripBatch(options, source: source).run(
                stops: MemorySource(stops.bytes, name: "the stops"), output: bytes.output(),
                onRejection: { rejections.add($0) })
        } catch BatchError.legsUnavailable(let source, let reason) {
            throw LegService.problem(reason, source: source)
        }
        if let first = rejections.first { throw first.problem(of: "stops") }
        return Answer(work.form, bytes.bytes, isStable: !work.legs.isServer)
    }

    private static func format(_ media: Media) -> TripFormat {
        switch media {
        case .geojson: .geojson
        case .csv: .csv
        case .gpx: .gpx
        case .kml: .kml
        case .svg: .svg
        default: .json
        }
    }

    /// The best order of the stops, as `waymark order --format json` writes it.
    static func order(_ work: BatchQuestion.Work, _ stops: PlaceTableText, most: Duration) async throws -> Answer {
        let asked = work.asked
        let options = OrderOptions(
            departure: asked.text("depart").flatMap { ClockTime($0) },
            timeZone: asked.text("time-zone").flatMap { ClockZone(identifier: $0) },
            speed: asked.metersPerSecond("speed")
                ?? asked.text("mode").flatMap {
                    work.legs.isServer || work.legs.roads != nil ? nil : TravelMode(rawValue: $0).usualSpeed
                },
            leavesByClosing: asked.flag("leave-by-closing"))
        if asked.text("depart") != nil, options.departure == nil {
            throw Problem.bad("depart", "depart must be a time such as 09:30 or 2027-05-01T09:30.")
        }
        if asked.text("time-zone") != nil, options.timeZone == nil {
            throw Problem.bad("time-zone", "time-zone must be a name such as Asia/Seoul, or an offset such as +09:00.")
        }
        var effort =
            asked.integer("iterations").map { SearchEffort.iterations($0, seed: UInt64(asked.integer("seed") ?? 0)) }
            ?? SearchEffort(seed: UInt64(asked.integer("seed") ?? 0))
        effort.budget = min(asked.duration("time") ?? effort.budget, most)
        let rejections = Rejections()
        do {
            let file = try OrderFile(
                MemorySource(stops.bytes, name: "the stops"), options: options,
                onRejection: { rejections.add($0) })
            if let first = rejections.first { throw first.problem(of: "stops") }
            let travel = try await work.legs.costs(of: file, asked)
            let began = ContinuousClock.now
            let answer = try OrderAnswer(
                file, start: asked.text("start"), end: asked.text("end"), isRoundTrip: asked.flag("round-trip"),
                travel: travel, effort: effort)
            let text = answer.json(seconds: (ContinuousClock.now - began) / .seconds(1))
            return Answer(.json, text, isStable: false)
        } catch let error as OrderError {
            throw Problem.bad("stops", "\(error)")
        }
    }
}
