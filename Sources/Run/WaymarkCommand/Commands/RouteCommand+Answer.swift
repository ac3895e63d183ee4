import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkDrawings
import WaymarkOrders
import WaymarkPlaces
import WaymarkRoads
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

extension RouteCommand {
    /// Joins the stops, and says what was done.
    func answer() async throws {
        // Before anything is read or written: an option may give an invalid server or system.
        let roads = steps ? try legs.roadLegs(travel.travelMode) : nil
        var source: any LegSource = if let roads { roads } else { try legs.source(travel.travelMode) }
        if roads != nil, legs.fallback != nil { source = source.fallback(to: legs.circles(travel.travelMode)) }
        if !quiet, let remark = legs.remark { Console.say(remark) }
        let system = try system.system()
        var options = TripOptions(
            stops: StopOptions(
                columns: PlaceColumnNames(
                    id: idColumn, name: nameColumn, latitude: latitudeColumn, longitude: longitudeColumn,
                    system: system),
                encoding: encoding, delimiter: delimiter?.byte, hasHeader: noHeader ? false : nil),
            tripColumn: tripColumn, indexColumn: indexColumn, isScattered: scattered, order: optimize,
            writesTotals: totals, precision: precision, coloring: gradient, width: jobs)
        options.formats = try formats()
        options.travel = OrderTravel.Requests(
            cost: by, fallback: legs.fallback == nil ? nil : legs.circles(travel.travelMode), timeLimit: legs.timeLimit,
            width: jobs)
        options.tripIDs = tripID.isEmpty ? nil : Set(tripID)
        options.departure = depart
        options.timeColumns = TimeColumnNames(arrival: arrivalColumn, stay: stayColumn, timeZone: timeZoneColumn)
        (options.timeZone, options.writesTimes, options.attribution) = (timeZone, times, legs.choice.attribution)
        (options.map.title, options.map.language, options.map.isDark) = (title, language ?? .ofLocale, ground.isDark)
        options.radius = radius.meters
        options.steps = roads.map {
            ($0, language == .korean || language == nil && Locale.language == "ko" ? .korean : .english)
        }
        let stored = try stored.open()
        let name = stops ?? stored?.source.name ?? ""
        if scattered, let stops { try MemoryLimit.refuse(tooLarge: stops) }
        if findStops, let attractions {
            let finder = try CatalogArguments.stopFinder([attractions])
            (options.stops.finder, options.attribution) = (finder, options.attribution ?? finder.attribution)
        }
        if options.formats.contains(.svg) { options.map.ground = try ground.open(beside: [attractions]) }
        if options.formats.contains(.svg), let attractions {
            try MemoryLimit.refuse(tooLarge: attractions)
            do {
                options.attractions = try AttractionCatalog(contentsOf: attractions, jobs: JobsArguments.cores)
            } catch {
                throw Failure(error, optionPrefix: "attractions-")
            }
            try options.attractions?.report.refuseNothing(of: attractions)
        }
        var progress = ProgressLine(output: paths.first { $0 == "-" } ?? paths[0])
        defer { progress.clear() }
        let noComplaints = Complaints(file: name, isShown: !quiet && rejects == nil)
        var complaints = noComplaints
        let batch = TripBatch(options, source: source)
        let summary: TripSummary
        if let stored {
            summary = try await batch.run(
                stops: stored.source, outputs: paths, rejects: rejects,
                onRejection: { complaints.add($0) }, onProgress: { progress.show($0) })
        } else {
            summary = try await batch.run(
                stops: name, outputs: paths, rejects: rejects, onRejection: { complaints.add($0) },
                onScattered: { trip, line in
                    progress.clear()
                    complaints = noComplaints
                    if !quiet {
                        Console.say(
                            "\(name), line \(line): trip \(trip) continues after other trips: reading again with all trips in memory"
                        )
                    }
                }, onProgress: { progress.show($0) })
        }
        progress.clear()
        if !quiet {
            complaints.end(untold: summary.untold)
            for legs in summary.missing { Console.say(legs.line) }
            for line in summary.orderLines + summary.timeLines { Console.say(line) }
            if let attribution = options.attribution, !Set(options.formats).isSubset(of: [.geojson, .gpx, .kml, .svg]) {
                Console.say(attribution)
            }
            Console.say(summary.line)
        }
        try NothingAnswered.refuse(rowsIn: summary.rowsIn, answered: summary.answered, complaints)
        if strict,
            summary.rejected > 0 || summary.missingLegs > 0 || summary.lateStops > 0 || summary.unordered.count > 0
        {
            throw Failure.rejectedRows
        }
    }
}

extension MissingLegs {
    /// The missing leg and the reason, in one line.
    fileprivate var line: String {
        let others =
            count > 1 ? "; and \(count - 1) more for \(status == .fallback ? "such reasons" : "the same reason")" : ""
        if status == .fallback { return "straight line from \(from) to \(to) of trip \(trip): \(reason)\(others)" }
        return "no leg from \(from) to \(to) of trip \(trip), \(status.rawValue): \(reason)\(others)"
    }
}

extension ClockZone {
    /// - Throws: `ValidationError` that states the format of a time zone.
    init(argument: String) throws {
        guard let zone = ClockZone(identifier: argument) else {
            throw ValidationError("a time zone must be a name such as Asia/Seoul, or an offset such as +09:00.")
        }
        self = zone
    }
}

extension TripSummary {
    /// What became of orders, one line each.
    fileprivate var orderLines: [String] {
        let kinds = [
            (orderedByStraightLines, "ordered by straight lines instead"),
            (orderedByEstimates, "ordered by the roads as far as there are"), (unordered, "in the order of the file"),
        ]
        return kinds.filter { $0.0.count > 0 }.map { trips, words in
            "\(trips.count == 1 ? "1 trip is" : "\(trips.count) trips are") \(words): \(trips.reason)"
        }
    }

    /// The faults of times, one line each.
    fileprivate var timeLines: [String] {
        var lines: [String] = []
        if let late = firstLate {
            let stops = lateStops == 1 ? "1 stop is" : "\(lateStops) stops are"
            let seconds = NumberText.fixed(late.lateness / .seconds(1), decimals: 1)
            lines.append(
                "\(stops) reached after the planned arrival: \(lateStops == 1 ? "" : "first ")"
                    + "\(PrintableText.of(late.stop)) of trip \(PrintableText.of(late.trip)), \(seconds) s late")
        }
        if changedNames > 0 {
            let stops = changedNames == 1 ? "1 stop has" : "\(changedNames) stops have"
            lines.append("\(stops) characters in name or id that XML cannot have: they became U+FFFD")
        }
        if untimedTrips > 0, untimedTrips == trips {
            lines.append("times are unknown: no first stop has a planned arrival")
        } else if untimedTrips > 0 {
            let whose = untimedTrips == 1 ? "its first stop has" : "their first stops have"
            lines.append("times are unknown for \(untimedTrips) of \(trips) trips: \(whose) no planned arrival")
        }
        return lines
    }

    var line: String {
        let spoiled = spoiledTrips > 0 ? " (\(spoiledTrips) \(spoiledTrips == 1 ? "trip" : "trips"))" : ""
        let counts = LegStatus.allCases.compactMap { status in legs[status].map { "\($0) \(status.rawValue)" } }
        let time = duration > .zero ? " in \(NumberText.fixed(duration / .seconds(1), decimals: 3)) s" : ""
        return
            "\(rowsIn) rows in: \(answered) answered, \(rejected) rejected\(spoiled); \(trips) \(trips == 1 ? "trip" : "trips"); "
            + "legs: \(counts.isEmpty ? "none" : counts.joined(separator: ", "))\(time)"
    }
}
