import WaymarkAreas
import WaymarkBatch
import WaymarkCommand
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkGradients
import WaymarkMaps
import WaymarkPolylines
import WaymarkTables
import WaymarkText

extension MapBatches {
    /// Regions, by libgeos.
    static func regions(_ question: RegionQuestion, _ files: Files) throws -> RegionAnswer {
        var remarks: [String] = []
        var isFlawed = false
        let levels = RegionLevels(
            try question.boundaries.map { boundaries in
                let set = try regions(of: boundaries, encoding: question.encoding)
                let report = set.report
                isFlawed = isFlawed || report.notes.contains { $0.action == .refused }
                remarks += report.notes.prefix(10).map { "\(report.file), \($0)" }
                if report.notes.count > 10 {
                    remarks.append("... and \(report.notes.count - 10) more faults of \(report.file)")
                }
                return RegionLevels.Level(name: boundaries.name, regions: set)
            })
        switch question.purpose {
        case .append:
            let table = RegionTable(
                levels, tolerance: question.tolerance, columns: question.columns, reading: files.reading)
            let answer = try table.append(
                rows: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                onRejection: files.onRejection)
            remarks += outside(answer, levels)
            return RegionAnswer(summary: answer.summary, remarks: remarks, isFlawed: isFlawed)
        case .count:
            let table = RegionTable(
                levels, tolerance: question.tolerance, columns: question.columns, reading: files.reading)
            let answer = try table.count(
                rows: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                onRejection: files.onRejection
            ) { (counts, output) throws(TableError) in
                try write(question.level.map { [counts[$0]] } ?? counts, question, to: output)
            }
            remarks += outside(answer, levels)
            return RegionAnswer(summary: answer.summary, remarks: remarks, isFlawed: isFlawed)
        case .visited(let visit):
            let (summary, more) = try visited(visit, question, levels, files)
            return RegionAnswer(summary: summary, remarks: remarks + more, isFlawed: isFlawed)
        }
    }

    private static func regions(of boundaries: RegionQuestion.Boundaries, encoding: TextEncoding?) throws -> RegionSet {
        let set: RegionSet
        do throws(AreaError) {
            set = try RegionSet(
                contentsOf: boundaries.path,
                options: RegionOptions(
                    name: boundaries.nameProperty, code: boundaries.codeProperty, encoding: encoding))
        } catch {
            switch error {
            case .file(let error): throw error
            case .contextUnavailable, .libraryTooOld: throw Fault.unavailable("\(error)")
            default: throw Fault.data("\(error)")
            }
        }
        let report = set.report
        guard !set.regions.isEmpty else {
            let first = report.notes.first.map { ": \($0)" } ?? ": there are no features"
            throw Fault.data("\(report.file): no region can be used\(first)")
        }
        if set.regions.allSatisfy({ $0.name.isEmpty && $0.code.isEmpty }) {
            let seen =
                report.properties.isEmpty ? "there are none" : "there are: " + report.properties.joined(separator: ", ")
            throw Fault.data(
                "\(report.file): no property is known to hold names or codes; say --name-property or --code-property; \(seen)"
            )
        }
        return set
    }

    private static func outside(_ answer: RegionTable.Answer, _ levels: RegionLevels) -> [String] {
        zip(levels.levels, answer.outside).filter { $1 > 0 }.map {
            "\($1) \($1 == 1 ? "place lies" : "places lie") in no \($0.name)"
        }
    }

    private static func write(
        _ counts: [RegionCounts], _ question: RegionQuestion, to output: OutputFile
    ) throws(TableError) {
        let classes = question.breaks.map { ValueClasses.breaks($0) } ?? .quantiles(5)
        switch question.format {
        case .csv:
            var rows = heading(RegionCounts.columns)
            for counts in counts { counts.appendRows(leavesOutEmpty: question.skipsEmpty, to: &rows) }
            try output.write(rows.bytes.span)
        case .geojson:
            try output.write(counts[0].geoJSON(classes, leavesOutEmpty: question.skipsEmpty).span)
        case .svg: try output.write(counts[0].svg(classes, leavesOutEmpty: question.skipsEmpty).span)
        }
    }

    private static func heading(_ columns: [String]) -> CSVBuffer {
        var rows = CSVBuffer()
        for column in columns { rows.append(field: column) }
        rows.endRecord()
        return rows
    }

    // MARK: Visits

    private static func visited(
        _ visit: RegionQuestion.VisitQuestion, _ question: RegionQuestion, _ levels: RegionLevels, _ files: Files
    ) throws -> (BatchSummary, [String]) {
        let table = VisitTable(
            columns: VisitTable.ColumnNames(
                place: question.columns, date: visit.date, color: visit.color, owner: visit.owner),
            reading: files.reading)
        let answer = try table.read(
            rows: files.source, into: VisitedLand(levels: levels, tolerance: question.tolerance ?? .zero),
            output: files.output, rejects: files.rejects, jobs: files.jobs, onRejection: files.onRejection
        ) { (answer, output) throws(TableError) in
            try write(answer, visit, question, to: output)
        }
        var remarks: [String] = []
        if answer.replaced > 0 {
            remarks.append(
                "\(answer.replaced) row\(answer.replaced == 1 ? "" : "s") took the place of an earlier one with the same id"
            )
        }
        if let fault = lackOfColors(answer, visit) { remarks.append(fault) }
        let absent = visit.ownerColors.keys.filter { !$0.isEmpty && !answer.owners.contains($0) }.sorted()
        if !absent.isEmpty {
            let owners = answer.owners.sorted()
            let known = owners.isEmpty ? "no row has an owner" : "there are: \(list(owners))"
            remarks.append("--owner-color: there is no owner \(list(absent)); \(known)")
        }
        for (number, level) in levels.levels.enumerated() {
            let share = answer.land.share(ofLevel: number)
            let outside = answer.land.recordsOutside(level: number).count
            remarks.append(
                "\(level.name): \(share.visited) of \(share.total) visited (\(percent(share.regions)); "
                    + "\(percent(share.area)) of the area)" + (outside > 0 ? "; \(outside) in none" : ""))
        }
        return (answer.summary, remarks)
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", ..." : "")
    }

    private static func percent(_ share: Double) -> String { NumberText.fixed(100 * share, decimals: 1) + " %" }

    private static func write(
        _ answer: VisitTable.Answer, _ visit: RegionQuestion.VisitQuestion, _ question: RegionQuestion,
        to output: OutputFile
    ) throws(TableError) {
        let (land, fill) = (answer.land, fill(answer, visit, question))
        let levels = question.level.map { [$0] } ?? Array(land.levels.levels.indices)
        switch question.format {
        case .csv where visit.wantsShares:
            var rows = heading(VisitedLand.shareColumns)
            land.appendShares(to: &rows)
            try output.write(rows.bytes.span)
        case .csv:
            var rows = heading(VisitedLand.columns)
            for level in levels {
                land.appendRows(
                    ofLevel: level, fill: fill, leavesOutUnvisited: question.skipsEmpty, dates: answer.dates, to: &rows)
            }
            try output.write(rows.bytes.span)
        case .geojson:
            let text = land.geoJSON(
                ofLevel: levels[0], fill: fill, leavesOutUnvisited: question.skipsEmpty, dates: answer.dates)
            try output.write(text.span)
        case .svg:
            let text = land.svg(ofLevel: levels[0], fill: fill, leavesOutUnvisited: question.skipsEmpty)
            try output.write(text.span)
        }
    }

    private static func fill(
        _ answer: VisitTable.Answer, _ visit: RegionQuestion.VisitQuestion, _ question: RegionQuestion
    ) -> VisitFill {
        let usual: RegionQuestion.VisitQuestion.Coloring =
            !visit.ownerColors.isEmpty ? .owner : answer.hasColors && question.breaks == nil ? .row : .visits
        switch visit.coloring ?? usual {
        case .visits:
            return .classes(question.breaks.map { .breaks($0) } ?? .quantiles(5), ColorScale.viridis.reversed)
        case .owner: return .owners(named: answer.owners, given: visit.ownerColors, others: uncolored)
        case .row: return .records(others: uncolored)
        }
    }

    /// Visited regions of whose records none tells a colour.
    private static let uncolored = RGBColor(0x888888)

    /// Why all visited regions have one colour, where rows do not have what colours were to go by.
    private static func lackOfColors(
        _ answer: VisitTable.Answer, _ visit: RegionQuestion.VisitQuestion
    ) -> String? {
        let what: String
        switch visit.coloring {
        case .owner where answer.owners.isEmpty: what = "an owner"
        case .row where !answer.hasColors: what = "a colour"
        default: return nil
        }
        return "--color-by: no row has \(what): every visited region is \(uncolored)"
    }
}
