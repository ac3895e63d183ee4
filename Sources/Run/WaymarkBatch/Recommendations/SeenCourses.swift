import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkTables

/// The courses or trips of a table with a row for each visit to a known place.
public struct SeenCourses: Sendable {
    /// The distinct places of each course, by their positions.
    public private(set) var places: [[Int]] = []
    /// The summary.
    public let summary: BatchSummary

    private struct Key: Hashable {
        var user: String?
        var course: String
    }

    /// Reads courses.
    ///
    /// - Parameters:
    ///   - source: A CSV with a row for each visit.
    ///   - known: The places that visits refer to by id or name.
    ///   - names: The columns, if they do not have usual names.
    ///   - onRejection: Called with each rejection, in file order.
    /// - Throws: ``BatchError`` if the table cannot be read.
    /// - Complexity: O(*n*) in the rows and places; all are held in memory.
    public init(
        _ source: consuming any ByteSource, among known: RecommendedPlaces, columns names: CourseColumnNames = .init(),
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(BatchError) {
        let batch = try ColumnBatch(source, places: [names.place2D])
        let columns = try BatchError.opening { [names] () throws(PlaceTableError) in
            try CourseColumns(names, in: batch.table)
        }
        let known = CoursePlaces(known)
        var (courses, byKey) = ([(places: [Int], seen: Set<Int>)](), [Key: Int]())
        summary = try batch.run(onRejection: onRejection, makePart: { [(key: Key, place: Int)]() }) {
            let reader = columns.makeReader()
            return { (record, part) throws(Rejection) in
                let row = try columns.row(record, reader)
                do throws(CourseFault) {
                    part.append((Key(user: row.user, course: row.course), try known.position(of: row)))
                } catch {
                    throw Rejection(line: record.line, reason: error.reason)
                }
            }
        } deliver: { (part) throws(TableError) in
            for (key, place) in part {
                let course = byKey[key] ?? courses.count
                if course == courses.count {
                    byKey[key] = course
                    courses.append(([], []))
                }
                if courses[course].seen.insert(place).inserted { courses[course].places.append(place) }
            }
        } finish: {
        }
        places = courses.map(\.places)
    }
}
