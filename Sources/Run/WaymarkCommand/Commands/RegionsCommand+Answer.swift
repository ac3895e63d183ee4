import WaymarkAreas
import WaymarkAttractions
import WaymarkBatch
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkGradients
import WaymarkGround
import WaymarkPlaces
import WaymarkPolylines
import WaymarkRegions
import WaymarkTables
import WaymarkText

extension RegionsCommand {
    func run() throws {
        let columns = PlaceColumnNames(
            id: idColumn, latitude: latitudeColumn, longitude: longitudeColumn, system: try system.system())
        for boundaries in namedBoundaries { try MemoryLimit.refuse(tooLarge: boundaries.path) }
        var (remarks, isFlawed): ([String], Bool) = ([], false)
        let summary = try arguments.answer(file) { files in
            let levels = try readLevels(&remarks, isFlawed: &isFlawed)
            return visited
                ? try visits(levels, columns, files, &remarks) : try places(levels, columns, files, &remarks)
        }
        if !arguments.output.quiet { remarks.forEach(Console.say) }
        try arguments.finish(summary, isFlawed: isFlawed)
    }

    /// Reads the regions; adds their faults to the remarks.
    private func readLevels(_ remarks: inout [String], isFlawed: inout Bool) throws -> RegionLevels {
        func property(_ names: [String], _ number: Int) -> String? { names.count > 1 ? names[number] : names.first }
        var levels: [RegionLevels.Level] = []
        for (number, boundaries) in namedBoundaries.enumerated() {
            let set = try Self.regions(
                boundaries.path,
                RegionOptions(
                    name: property(nameProperty, number), code: property(codeProperty, number)),
                boundariesEncoding)
            let report = set.report
            isFlawed = isFlawed || report.notes.contains { $0.action == .refused }
            remarks += report.notes.prefix(10).map { "\(report.file), \($0)" }
            if report.notes.count > 10 {
                remarks.append("... and \(report.notes.count - 10) more faults of \(report.file)")
            }
            levels.append(RegionLevels.Level(name: boundaries.name, regions: set))
        }
        return RegionLevels(levels)
    }

    /// Reads regions.
    ///
    /// - Throws: ``Failure`` where there are none, or none has a name or a code.
    static func regions(_ path: String, _ options: RegionOptions, _ encoding: TextEncoding?) throws -> RegionSet {
        let set = try RegionSet(contentsOf: path, options: options, encoding: encoding, mending: MendedBorders())
        let report = set.report
        guard !set.regions.isEmpty else {
            let first = report.notes.first.map { ": \($0)" } ?? ": the file has no features"
            throw Failure(.badData, "\(report.file): no region can be used\(first)")
        }
        if set.regions.allSatisfy({ $0.name.isEmpty && $0.code.isEmpty }) {
            let seen =
                report.properties.isEmpty
                ? "there are no properties" : "the properties are: " + report.properties.joined(separator: ", ")
            throw Failure(
                .badData,
                "\(report.file): no property is recognised as name or code; use --name-property or --code-property; \(seen)"
            )
        }
        return set
    }

    /// The position of the only level to write; nil for all.
    private var levelNumber: Int? { level.flatMap { level in namedBoundaries.firstIndex { $0.name == level } } }

    // MARK: Rows and counts

    private func places(
        _ levels: RegionLevels, _ columns: PlaceColumnNames, _ files: ColumnBatchArguments.Files,
        _ remarks: inout [String]
    ) throws -> BatchSummary {
        let table = RegionTable(levels, tolerance: tolerance?.meters, columns: columns, reading: files.reading)
        let ground = try ground.open(beside: [])
        let answer: RegionTable.Answer
        if count {
            answer = try table.count(
                rows: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                onRejection: files.onRejection
            ) { (counts, output) throws(TableError) in
                try output.write(text(of: levelNumber.map { [counts[$0]] } ?? counts, on: ground).span)
            }
        } else {
            answer = try table.append(
                rows: files.source, output: files.output, rejects: files.rejects, jobs: files.jobs,
                onRejection: files.onRejection)
        }
        for (level, count) in zip(levels.levels, answer.outside) where count > 0 {
            remarks.append("\(count) \(count == 1 ? "place lies" : "places lie") in no \(level.name)")
        }
        return answer.summary
    }

    private func text(of counts: [RegionCounts], on ground: Ground?) -> ContiguousArray<UInt8> {
        let classes = breaks.map { ValueClasses.breaks($0) } ?? .quantiles(5)
        switch format {
        case .csv:
            var rows = Self.heading(RegionCounts.columns)
            for counts in counts { counts.appendRows(leavesOutEmpty: skipEmpty, to: &rows) }
            return rows.bytes
        case .geojson: return counts[0].geoJSON(classes, leavesOutEmpty: skipEmpty)
        case .svg:
            return counts[0].svg(
                classes, leavesOutEmpty: skipEmpty, title: title, language: language ?? .ofLocale,
                ground: ground, attribution: Attribution.text, isDark: self.ground.isDark)
        }
    }

    private static func heading(_ columns: [String]) -> CSVBuffer {
        var rows = CSVBuffer()
        rows.append(record: columns)
        return rows
    }

    // MARK: Visits

    private func visits(
        _ levels: RegionLevels, _ columns: PlaceColumnNames, _ files: ColumnBatchArguments.Files,
        _ remarks: inout [String]
    ) throws -> BatchSummary {
        let table = VisitTable(
            columns: VisitTable.ColumnNames(place: columns, date: dateColumn, color: colorColumn, owner: ownerColumn),
            reading: files.reading)
        let ground = try ground.open(beside: [])
        let answer = try table.read(
            rows: files.source, into: VisitedLand(levels: levels, tolerance: tolerance?.meters ?? .zero),
            output: files.output, rejects: files.rejects, jobs: files.jobs, onRejection: files.onRejection
        ) { (answer, output) throws(TableError) in
            try output.write(text(of: answer, on: ground).span)
        }
        if answer.replaced > 0 {
            remarks.append(
                "\(answer.replaced) row\(answer.replaced == 1 ? "" : "s") replaced an earlier one with the same id"
            )
        }
        if let fault = lackOfColors(answer) { remarks.append(fault) }
        let absent = ownerColors.keys.filter { !$0.isEmpty && !answer.owners.contains($0) }.sorted()
        if !absent.isEmpty {
            let owners = answer.owners.sorted()
            let known = owners.isEmpty ? "no row has an owner" : "the owners are: \(Self.list(owners))"
            remarks.append("--owner-color: no row has the owner \(Self.list(absent)); \(known)")
        }
        for (number, level) in levels.levels.enumerated() {
            let share = answer.land.share(ofLevel: number)
            let outside = answer.land.recordsOutside(level: number).count
            remarks.append(
                "\(level.name): \(share.visited) of \(share.total) visited (\(Self.percent(share.regions)); "
                    + "\(Self.percent(share.area)) of the area)" + (outside > 0 ? "; \(outside) in none" : ""))
        }
        return answer.summary
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", ..." : "")
    }

    private static func percent(_ share: Double) -> String { NumberText.fixed(100 * share, decimals: 1) + " %" }

    private func text(of answer: VisitTable.Answer, on ground: Ground?) -> ContiguousArray<UInt8> {
        let (land, fill) = (answer.land, fill(answer))
        let levels = levelNumber.map { [$0] } ?? Array(land.levels.levels.indices)
        switch format {
        case .csv where shares:
            var rows = Self.heading(VisitedLand.shareColumns)
            land.appendShares(to: &rows)
            return rows.bytes
        case .csv:
            var rows = Self.heading(VisitedLand.columns)
            for level in levels {
                land.appendRows(
                    ofLevel: level, fill: fill, leavesOutUnvisited: skipEmpty, dates: answer.dates, to: &rows)
            }
            return rows.bytes
        case .geojson:
            return land.geoJSON(ofLevel: levels[0], fill: fill, leavesOutUnvisited: skipEmpty, dates: answer.dates)
        case .svg:
            return land.svg(
                ofLevel: levels[0], fill: fill, leavesOutUnvisited: skipEmpty, title: title,
                language: language ?? .ofLocale, ground: ground, attribution: Attribution.text,
                isDark: self.ground.isDark)
        }
    }

    private var ownerColors: [String: RGBColor] { Dictionary(ownerColor.map { ($0.name, $0.color) }) { $1 } }

    private func fill(_ answer: VisitTable.Answer) -> VisitFill {
        let usual: Coloring =
            !ownerColor.isEmpty ? .owner : answer.hasColors && breaks == nil ? .row : .visits
        switch colorBy ?? usual {
        case .visits:
            return .classes(breaks.map { .breaks($0) } ?? .quantiles(5), ColorScale.viridis.reversed)
        case .owner: return .owners(named: answer.owners, given: ownerColors, others: Self.uncolored)
        case .row: return .records(others: Self.uncolored)
        }
    }

    /// Visited regions without a record that has a colour.
    private static let uncolored = RGBColor(0x888888)

    /// Why all visited regions have one colour, if rows lack the values for colours.
    private func lackOfColors(_ answer: VisitTable.Answer) -> String? {
        let what: String
        switch colorBy {
        case .owner where answer.owners.isEmpty: what = "an owner"
        case .row where !answer.hasColors: what = "a colour"
        default: return nil
        }
        return "--color-by: no row has \(what): every visited region is \(Self.uncolored)"
    }
}
