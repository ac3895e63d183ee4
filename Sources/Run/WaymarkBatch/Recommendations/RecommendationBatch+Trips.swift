import WaymarkDrawings
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkRegions
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// What came of a trip.
private struct RecommendedTrip: Sendable {
    var number: Int
    var rows: ContiguousArray<UInt8> = []
    var counts = BatchSummary()
}

extension RecommendationBatch {
    /// Answers trip after trip, some of them at the same time.
    func answerTrips(
        _ stops: consuming StopTable, _ files: RecommendationFiles, _ onRejection: (Rejection) -> Void,
        _ onProgress: (BatchProgress) -> Void
    ) async throws -> BatchSummary {
        var reader = try TripReader(stops, tripOptions, keepsFields: files.rejects != nil, wantsNames: true)
        let rows = RecommendationRows(
            options.format.rows ?? .csv, recommender.places, options, hasTrips: reader.hasTrips)
        let solver = TripSolver(
            source: source, order: nil, turnstile: source.isImmediate ? nil : Turnstile(width: files.jobs))
        // Without trips the stops of a table stand alone: only a map shows them as one trip.
        let standsAlone = options.scope == .stop && !reader.hasTrips
        var summary = BatchSummary()
        do {
            var rejectsFile: RejectsFile? = nil
            if let rejects = files.rejects { rejectsFile = try RejectsFile(path: rejects, header: reader.header) }
            func reject(_ rejection: Rejection, isCause: Bool, fields: Span<UInt8>) throws(TableError) {
                summary.rejected += 1
                try rejectsFile?.append(rejection, fields: fields)
                if isCause { onRejection(rejection) }
            }
            if options.format != .svg { try files.output.write(rows.opening.span) }
            var hasRows = false
            func deliver(_ answer: RecommendedTrip) throws(TableError) {
                let skipped = options.format == .geojson && !hasRows && !answer.rows.isEmpty ? 1 : 0
                try files.output.write(answer.rows.span.extracting(skipped...))
                hasRows = hasRows || !answer.rows.isEmpty
                summary.add(answer.counts)
            }
            try await withThrowingTaskGroup(of: RecommendedTrip.self) { group in
                var (begun, delivered, running, isAtEnd) = (0, 0, 0, false)
                var waiting: [Int: RecommendedTrip] = [:]
                while !isAtEnd || running > 0 {
                    while !isAtEnd, running + waiting.count < files.jobs + 2 {
                        let next: TripRows?
                        do {
                            next = try reader.next(collecting: options.isScattered, reject: reject)
                        } catch let error as TripReader.Scattered {
                            throw BatchError.scattered(trip: error.trip, line: error.line)
                        }
                        guard var tripRows = next else {
                            isAtEnd = true
                            break
                        }
                        guard let trip = reader.finish(&tripRows) else {
                            try reader.reject(&tripRows, reject)
                            continue
                        }
                        if options.format == .svg, begun > 0 { throw BatchError.manyTrips(format: "svg") }
                        let number = begun
                        begun += 1
                        running += 1
                        group.addTask {
                            try await answer(trip, number, solver, rows, standsAlone: standsAlone)
                        }
                    }
                    guard let answer = try await group.next() else { break }
                    running -= 1
                    waiting[answer.number] = answer
                    while let next = waiting.removeValue(forKey: delivered) {
                        delivered += 1
                        try deliver(next)
                        onProgress(BatchProgress(rows: reader.rowsIn, bytesRead: reader.bytesRead, size: reader.size))
                    }
                }
                if options.format == .svg, begun == 0 {
                    try files.output.write(ContiguousArray(RouteMap().svg(of: Route(stops: [], legs: [])).utf8).span)
                }
            }
            summary.rowsIn = reader.rowsIn
            if options.format != .svg { try files.output.write(rows.closing.span) }
            try rejectsFile?.flush()
            try files.output.commit()
            try rejectsFile?.commit()
        } catch let error as TableError {
            throw BatchError.table(error)
        }
        return summary
    }

    private func answer(
        _ trip: Trip, _ number: Int, _ solver: TripSolver, _ rows: RecommendationRows, standsAlone: Bool
    ) async throws -> RecommendedTrip {
        let needsRoute = options.scope == .route || options.format == .svg
        let route = needsRoute ? try await solver.route(trip) : nil
        let stops = trip.stops.map {
            recommender.places.stop(id: $0.id, name: $0.name, coordinate: $0.coordinate, lexicon: options.lexicon)
        }
        let lists = try await lists(trip, stops, route, standsAlone: standsAlone)
        var answer = RecommendedTrip(number: number)
        answer.counts.answered = stops.count
        for list in lists {
            answer.counts.hits += list.recommendations.count
            if list.recommendations.isEmpty {
                answer.counts.withoutHits += options.scope == .stop ? 1 : stops.count
            }
            if options.format != .svg { rows.append(list, to: &answer.rows) }
        }
        if options.format == .svg, let route { answer.rows = ContiguousArray(map(of: route, lists).utf8) }
        return answer
    }

    private func lists(
        _ trip: Trip, _ stops: [RecommendedPlace], _ route: Route?, standsAlone: Bool
    ) async throws -> [RecommendationList] {
        func label(_ stop: RecommendedPlace) -> String { stop.name.isEmpty ? stop.id : stop.name }
        switch options.scope {
        case .stop:
            let lists =
                standsAlone
                ? stops.map(list)
                : recommender.recommendations(
                    forEach: stops, within: options.radius, count: options.limit, interests: options.interests,
                    visited: options.visited)
            return zip(stops, lists).map { stop, list in
                RecommendationList(
                    id: stop.id, label: label(stop), trip: trip.id, stops: standsAlone ? [stop] : stops,
                    recommendations: list)
            }
        case .trip:
            let list = recommender.recommendations(
                into: stops, within: options.radius, count: options.limit, interests: options.interests,
                visited: options.visited)
            return [RecommendationList(id: trip.id, label: trip.id, stops: stops, recommendations: list)]
        case .route:
            guard let route, !stops.isEmpty else { return [] }
            let found =
                source is GreatCircleLegs
                ? recommender.recommendations(
                    along: Corridor(along: route, width: options.radius), stops: stops, count: options.limit,
                    ahead: options.ahead, maxDetour: options.maxDetour, isSpread: options.isSpread,
                    interests: options.interests, visited: options.visited)
                : try await recommender.recommendations(
                    along: route, within: options.radius, stops: stops, count: options.limit, by: source,
                    ahead: options.ahead, maxDetour: options.maxDetour, isSpread: options.isSpread,
                    interests: options.interests, visited: options.visited)
            return [
                RecommendationList(
                    id: trip.id, label: trip.id, stops: stops, recommendations: found.map(\.recommendation),
                    along: found)
            ]
        }
    }

    /// The route with the places of all lists, the first of each list named first.
    private func map(of route: Route, _ lists: [RecommendationList]) -> String {
        var map = RouteMap(title: options.title, placesName: "Recommended")
        let longest = lists.map(\.recommendations.count).max() ?? 0
        var shown: Set<Int> = []
        for rank in 0..<longest {
            for list in lists where rank < list.recommendations.count {
                let number = list.recommendations[rank].place
                guard shown.insert(number).inserted else { continue }
                let place = recommender.places.places[number]
                map.places.append(RouteMap.Place(name: place.name, coordinate: place.coordinate))
            }
        }
        return map.svg(of: route)
    }
}
