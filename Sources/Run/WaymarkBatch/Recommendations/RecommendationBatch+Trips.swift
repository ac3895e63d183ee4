import WaymarkAttractions
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkRegions
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// The output for one trip.
private struct RecommendedTrip: Sendable {
    var rows: ContiguousArray<UInt8> = []
    var counts = BatchSummary()
}

extension RecommendationBatch {
    /// Answers all trips, or those of a part, several of them concurrently.
    func answerTrips(
        _ stops: consuming StopTable, _ output: OutputFile, rejects: String?, part: ShardSource?, jobs: Int,
        onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void
    ) async throws -> BatchSummary {
        let columns = stops.columns
        var reader = try TripReader(stops, tripOptions, part: part, keepsFields: rejects != nil, wantsNames: true)
        if part != nil { output.hash = XXH64() }
        let rows = RecommendationRows(options, recommender.places, hasTrips: reader.hasTrips)
        let solver = TripSolver(source: source, order: nil, width: TripOptions.usualWidth)
        // In a table without trips, stops stand alone; only a map shows them as one trip.
        let standsAlone = options.question.scope == .stop && !reader.hasTrips
        let isMap = options.format == .svg
        var summary = BatchSummary()
        do {
            var outputs = try BatchOutputs(rejects: rejects, header: reader.header, of: part?.shard)
            var followsRows = false
            if part != nil, options.format == .geojson {
                while !followsRows, let trip = try reader.nextTripBefore(collecting: options.isScattered) {
                    followsRows = try await answer(trip, solver, rows, standsAlone: standsAlone).counts.hits > 0
                }
            }
            var writer = RowWriter(output, rows.format, followsRows: followsRows)
            if !isMap, part?.shard.isFirst ?? true { try output.write(rows.opening.span) }
            let count = try await RowStage.run(
                trips: &reader, collecting: options.isScattered,
                width: source.isImmediate ? jobs + 2 : max(jobs + 2, TripOptions.usualWidth),
                oneTripIn: isMap ? options.format.rawValue : nil, outputs: &outputs, onRejection: onRejection,
                onProgress: onProgress
            ) { trips in
                // One, since no more stops are asked for together.
                try await answer(trips[0], solver, rows, standsAlone: standsAlone)
            } deliver: { answer in
                try writer.write(answer.rows.span)
                summary.add(answer.counts)
            }
            if isMap, count == 0 {
                let svg = RouteMap(language: mapLanguage).svg(of: Route(stops: [], legs: []))
                try writer.write(ContiguousArray(svg.utf8).span)
            }
            if !isMap, part?.shard.isLast ?? true { try output.write(rows.format.closing.span) }
            (summary.rowsIn, summary.rejected) = (reader.rowsIn, reader.rejected)
            let (trips, counts) = (reader.columns, summary)
            try outputs.commit(output) { (rejected) throws(TableError) in
                guard let part else { return nil }
                return try ShardManifest(
                    of: part, output, rejected, manifestQuestion(columns, trips: trips), counts)
            }
        } catch let error as TripReader.Scattered {
            throw BatchError.scattered(trip: error.trip, line: error.line)
        } catch let error as TableError {
            throw BatchError.table(error)
        }
        return summary
    }

    private func answer(
        _ trip: TableTrip, _ solver: TripSolver, _ rows: RecommendationRows, standsAlone: Bool
    ) async throws -> RecommendedTrip {
        let needsRoute = options.question.scope == .route || options.format == .svg
        var named = trip.stops
        if options.format == .svg {
            for i in named.indices { named[i].name = EnglishName.shown(named[i].name, in: options.language) }
        }
        let route = needsRoute ? try await solver.route(TableTrip(id: trip.id, stops: named)).route : nil
        let stops = trip.stops.map { RecommendedPlace(id: $0.id, name: $0.name, coordinate: $0.coordinate) }
        let lists = try await lists(trip, stops, route, solver.assembler, standsAlone: standsAlone)
        var answer = RecommendedTrip()
        answer.counts.answered = stops.count
        for list in lists {
            answer.counts.hits += list.recommendations.count
            answer.counts.add(list.reach)
            if list.recommendations.isEmpty {
                answer.counts.withoutHits += options.question.scope == .stop ? 1 : stops.count
            }
            if options.format != .svg { rows.append(list, to: &answer.rows) }
        }
        if options.format == .svg, let route { answer.rows = ContiguousArray(map(of: route, lists).utf8) }
        return answer
    }

    private func lists(
        _ trip: TableTrip, _ stops: [RecommendedPlace], _ route: Route?, _ assembler: RouteAssembler,
        standsAlone: Bool
    ) async throws -> [RecommendationList] {
        func label(_ stop: RecommendedPlace) -> String { stop.name.isEmpty ? stop.id : stop.name }
        switch options.question.scope {
        case .stop:
            let lists =
                standsAlone
                ? stops.map(list)
                : recommender.recommendations(
                    forEach: stops, reach: options.question.reach, count: options.question.limit,
                    interests: options.interests, visited: options.visited)
            return zip(stops.indices, lists).map { number, found in
                let stop = stops[number]
                var list = RecommendationList(
                    id: stop.id, label: label(stop), trip: trip.id, stops: standsAlone ? [stop] : stops, found,
                    leftOut: leftOut(for: [stop]))
                if !standsAlone { for i in list.leftOut.indices { list.leftOut[i].stop = number } }
                return list
            }
        case .trip:
            let found = recommender.recommendations(
                into: stops, reach: options.question.reach, count: options.question.limit,
                interests: options.interests, visited: options.visited)
            return [
                RecommendationList(
                    id: trip.id, label: trip.id, stops: stops, found, leftOut: leftOut(for: stops))
            ]
        case .route:
            guard let route, !stops.isEmpty else { return [] }
            let (width, isSpread) = (options.question.radius ?? Reach.usualRadius, options.question.order == .way)
            let found =
                source.distanceKind == .greatCircle
                ? recommender.recommendations(
                    along: Corridor(along: route, width: width), stops: stops, count: options.question.limit,
                    ahead: options.question.ahead, maxDetour: options.question.maxDetour, isSpread: isSpread,
                    interests: options.interests, visited: options.visited)
                : try await recommender.recommendations(
                    along: route, within: width, stops: stops, count: options.question.limit, by: assembler,
                    ahead: options.question.ahead, maxDetour: options.question.maxDetour, isSpread: isSpread,
                    interests: options.interests, visited: options.visited)
            return [
                RecommendationList(
                    id: trip.id, label: trip.id, stops: stops,
                    .init(recommendations: found.map(\.recommendation), reach: .within(width)), along: found,
                    leftOut: leftOut(for: stops))
            ]
        }
    }

    private var mapLanguage: RouteMap.Language { options.language == .korean ? .korean : .english }

    /// Draws the route with the places of all lists, by stop.
    private func map(of route: Route, _ lists: [RecommendationList]) -> String {
        var map = RouteMap(title: options.title, language: mapLanguage)
        for (number, list) in lists.enumerated() {
            var explainer = Explainer(recommender.places, stops: list.stops, in: options.language)
            for (i, recommendation) in list.recommendations.enumerated() {
                let place = recommender.places.places[recommendation.place]
                // The list of a stop belongs to it, also if another stop is nearer.
                let stop = options.question.scope == .stop ? number : recommendation.nearestStop
                let reason = explainer.explanation(
                    of: recommendation, detour: options.question.scope == .route ? list.along[i].detour : nil)
                map.recommendations.append(
                    RouteMap.Recommendation(
                        name: recommender.places.shownName(of: recommendation.place, in: options.language),
                        coordinate: place.coordinate,
                        stop: stop,
                        distance: Sphere.earth.distance(from: route.stops[stop].coordinate, to: place.coordinate),
                        reason: reason))
            }
        }
        let listed = Set(lists.flatMap(\.recommendations).map(\.place))
        // Those of the usual radius also where a list looked farther: they are the ground of the map.
        let radius = options.question.radius ?? Reach.usualRadius
        map.surroundings = recommender.surroundings(of: route.stops.map(\.coordinate), within: radius)
            .filter { !listed.contains($0) }.map { recommender.places.places[$0].coordinate }
        (map.borders, map.ground, map.isDark) = (options.boundaries, options.ground, options.isDark)
        map.attribution =
            recommender.places.attribution ?? options.attribution ?? map.ground.map { _ in Attribution.text }
        return map.svg(of: route)
    }
}
