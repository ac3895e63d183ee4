import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// Courses or trips read from a table with a row for each visit.
package struct CourseTable: Sendable {
    /// The source of the places' themes.
    package enum ThemeSource: String, Sendable {
        /// A column of themes.
        case column = "a column"
        /// The names, read by the lexicon.
        case names = "the names"
        /// The categories, because the lexicon knows few of the names.
        case categories = "the categories"
    }

    /// The courses and their places.
    package var data: VisitData
    /// The source of the themes.
    package var themes: ThemeSource
    /// The summary.
    package let summary: BatchSummary

    /// Whether visits have a traveller.
    package var hasVisitors: Bool { data.courses.contains { $0.visitor != nil } }

    /// Reads courses.
    ///
    /// Without `places`, each visit has coordinates. A visit belongs to the place of an earlier one with the same id within 100 m,
    /// else with an equal name within 1 km, else to the nearest that is the same by `SamePlace`; without a name, to that with
    /// the same coordinates to three decimals. The first visit gives the place's name and coordinates; its theme and
    /// number come from the first visit that has them.
    ///
    /// - Parameters:
    ///   - source: A CSV with a row for each visit.
    ///   - places: The places that visits refer to by id or name; nil if visits have coordinates.
    ///   - names: The columns, if they do not have usual names.
    ///   - options: The reading options.
    ///   - lexicon: Reads themes from names if there is no theme column.
    ///   - rejects: The path for rejected rows, with line, column and reason; nil discards them.
    ///   - jobs: The number of threads; the courses do not depend on it.
    ///   - onRejection: Called with each rejection, in file order, by the calling thread.
    /// - Throws: ``BatchError`` if the table cannot be read.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*) in the rows and places; all are held in memory.
    package init(
        _ source: consuming any ByteSource, places: CoursePlaces? = nil,
        columns names: CourseColumnNames = .init(),
        options: ColumnBatchOptions = .init(), lexicon: ThemeLexicon = .standard, rejects: String? = nil, jobs: Int = 1,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(BatchError) {
        let batch = try ColumnBatch(source, places: [names.place2D], options: options)
        var ofVisits = names
        if places != nil { ofVisits.worth = nil }
        let columns = try BatchError.opening { [ofVisits] () throws(PlaceTableError) in
            try CourseColumns(ofVisits, in: batch.table)
        }
        if places == nil, !columns.hasCoordinates {
            throw .stops(.noCoordinateColumns(file: batch.table.finder.file, seen: batch.table.finder.header))
        }
        var building = CourseBuilding(places?.places ?? [])
        summary = try batch.run(
            rejects: rejects, jobs: jobs, onRejection: onRejection, makePart: { [(row: CourseRow, place: Int?)]() }
        ) {
            let reader = columns.makeReader()
            return { (record, part) throws(Rejection) in
                let row = try columns.row(record, reader)
                var place: Int?
                do throws(CourseFault) {
                    place = try places?.position(of: row)
                } catch {
                    throw Rejection(line: record.line, reason: error.reason)
                }
                if places == nil, row.coordinate == nil {
                    throw reader?.rejection(of: record, "no coordinates")
                        ?? Rejection(line: record.line, reason: "no place")
                }
                part.append((row, place))
            }
        } deliver: { (part) throws(TableError) in
            for (row, place) in part { building.add(row, at: place) }
        } finish: {
        }
        (data, themes) = building.finish(lexicon, jobs: jobs)
    }
}

/// The courses collected while rows are read.
private struct CourseBuilding {
    private struct CourseKey: Hashable {
        var user: String?
        var course: String
    }

    /// The places of the visits, or those that were given.
    private var places: [RecommendedPlace]
    private var worths: [Double?] = []
    private var regions: [String?] = []
    private var byID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]
    private var known = GrowingPlaces()
    private var courses: [(key: CourseKey, visits: [(order: Double?, place: Int)])] = []
    private var byKey: [CourseKey: Int] = [:]

    /// Whether places take themes from the visits. With a file of places they do not, since a theme
    /// would then mark a place as visited.
    private let hasOwnPlaces: Bool

    init(_ places: [RecommendedPlace]) {
        self.places = places
        hasOwnPlaces = places.isEmpty
    }

    mutating func add(_ row: CourseRow, at known: Int?) {
        let key = CourseKey(user: row.user, course: row.course)
        let course = byKey[key] ?? courses.count
        if course == courses.count {
            byKey[key] = course
            courses.append((key, []))
        }
        let name = CourseName(row.name)
        let place = known ?? self.place(row, name)
        if hasOwnPlaces {
            if places[place].theme == nil { places[place].theme = row.theme }
            if worths[place] == nil { worths[place] = row.worth }
        }
        courses[course].visits.append((row.order, place))
    }

    private mutating func place(_ row: CourseRow, _ name: CourseName) -> Int {
        guard let coordinate = row.coordinate else { preconditionFailure("a visit without a place was kept") }
        func isWithin(_ radius: Meters, _ place: Int) -> Bool {
            Sphere.earth.distance(from: places[place].coordinate, to: coordinate) <= radius
        }
        let id = row.place ?? ""
        if let known = byID[id], isWithin(SamePlace.idRadius, known) { return known }
        // Without a name, only the same coordinates make the same place.
        let (latitude, longitude) = ((coordinate.latitude * 1000).rounded(), (coordinate.longitude * 1000).rounded())
        let key = name.name.isEmpty ? "\(name.written) \(latitude) \(longitude)" : NameFolding.key(name.name)
        let isNamed = !name.written.isEmpty
        if isNamed, let known = byName[key]?.first(where: { isWithin(SamePlace.maxRadius, $0) }) { return known }
        if let same = known.place(of: name.name, at: coordinate) { return same }
        let position = places.count
        if byID[id] == nil, !id.isEmpty { byID[id] = position }
        if isNamed { byName[key, default: []].append(position) }
        if !name.name.isEmpty { known.add(name.name, at: coordinate, place: position) }
        places.append(
            RecommendedPlace(
                // Ids in courses are not always ids of places; the number is unique.
                id: "\(position + 1)", name: name.name, coordinate: coordinate,
                theme: hasOwnPlaces ? row.theme : nil))
        worths.append(row.worth)
        regions.append(row.region)
        return position
    }

    mutating func finish(_ lexicon: ThemeLexicon, jobs: Int) -> (VisitData, CourseTable.ThemeSource) {
        var source = CourseTable.ThemeSource.column
        if hasOwnPlaces {
            for (i, worth) in RecommendedPlace.worths(byRank: worths).enumerated() { places[i].worth = worth }
        }
        if places.allSatisfy({ $0.theme == nil }) {
            let read = places.map { $0.name.isEmpty ? nil : lexicon.reading(of: $0.name).theme }
            let known = read.count { $0 != nil }
            source = 2 * known >= places.count || places.allSatisfy { $0.category == nil } ? .names : .categories
            for i in places.indices { places[i].theme = source == .names ? read[i] : places[i].category }
        }
        let built = courses.map { key, visits in
            // Visits without an order follow those with one; ties keep the order of the rows.
            let sorted = visits.enumerated().sorted { a, b in
                (a.element.order ?? .infinity, a.offset) < (b.element.order ?? .infinity, b.offset)
            }
            return VisitData.Course(id: key.course, places: sorted.map(\.element.place), visitor: key.user)
        }
        var data = VisitData(places: RecommendedPlaces(places, jobs: jobs), courses: built)
        if regions.count == places.count { data.regions = regions }
        return (data, source)
    }
}
