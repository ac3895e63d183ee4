package import WaymarkGeodesy
package import WaymarkPlaces
package import WaymarkTables
import WaymarkText
import WaymarkTimes

/// The columns of a table of visits, as names or numbers such as `#2`; nil finds a column by its usual names.
public struct CourseColumnNames: Sendable, Hashable {
    /// The course or trip of the visit.
    public var course: String?
    /// The position in the course, or the time of the visit.
    public var order: String?
    /// The id of the visited place.
    public var place: String?
    /// The place's name.
    public var name: String?
    /// The place's latitude.
    public var latitude: String?
    /// The place's longitude.
    public var longitude: String?
    /// The place's theme.
    public var theme: String?
    /// The traveller.
    public var user: String?
    /// A number of the place, by whose rank it has a worth; never found by a usual name.
    public var worth: String?
    /// The code of the place's region; never found by a usual name.
    package var region: String?

    /// Creates names that find all columns by their usual names.
    public init() {}

    /// The columns of coordinates.
    package var place2D: PlaceColumnNames { PlaceColumnNames(latitude: latitude, longitude: longitude) }
}

/// A visit in a table.
package struct CourseRow: Sendable {
    package var course: String
    package var user: String?
    /// Position or time; nil in a table without such a column.
    package var order: Double?
    package var place: String?
    package var name: String
    package var coordinate: Coordinate?
    package var theme: String?
    package var worth: Double?
    package var region: String?
}

/// The columns of a table of visits.
package struct CourseColumns: Sendable {
    private let course: TableColumn
    private let order: TableColumn?
    private let place: TableColumn?
    private let name: TableColumn?
    private let coordinates: PlaceColumns?
    private let theme: TableColumn?
    private let user: TableColumn?
    private let worth: TableColumn?
    private let region: TableColumn?
    private let header: [String]

    package init(_ names: CourseColumnNames, in table: borrowing PlaceTable) throws(PlaceTableError) {
        let finder = table.finder
        header = table.header
        guard let course = try finder.column(names.course, usual: Self.courseKeys) else {
            throw .columnNotFound(file: finder.file, name: "course_id", seen: finder.header)
        }
        self.course = course
        place = try finder.column(names.place, usual: Self.placeKeys)
        name = try finder.column(names.name, usual: Self.nameKeys)
        coordinates = try table.columnsIfAny(names.place2D)
        order = try finder.column(names.order, usual: Self.orderKeys)
        theme = try finder.column(names.theme, usual: Self.themeKeys)
        user = try finder.column(names.user, usual: Self.userKeys)
        worth = try finder.column(names.worth, usual: [])
        region = try finder.column(names.region, usual: [])
        if place == nil, name == nil {
            throw .columnNotFound(file: finder.file, name: "place_id", seen: finder.header)
        }
    }

    /// Whether visits have coordinates.
    package var hasCoordinates: Bool { coordinates != nil }

    /// Creates a coordinate reader for one thread; nil if visits have no coordinates.
    package func makeReader() -> PlaceReader? { coordinates.map { PlaceReader($0, header: header) } }

    /// The visit of a record.
    ///
    /// - Throws: The rejection, with line and column.
    package func row(_ record: CSVRecord, _ reader: PlaceReader?) throws(Rejection) -> CourseRow {
        guard let id = course.text(of: record) else { throw course.rejection(of: record, "no course") }
        var row = CourseRow(course: id, name: name?.text(of: record) ?? "")
        row.place = place?.text(of: record)
        if row.place == nil, row.name.isEmpty, let column = place ?? name {
            throw column.rejection(of: record, "no place")
        }
        row.coordinate = try reader?.coordinateIfAny(of: record)
        if let order, let text = order.text(of: record) {
            guard let value = NumberParser.double(text) ?? Self.seconds(text) else {
                throw order.rejection(of: record, "\"\(PlainText.shortened(text))\" is neither a number nor a time")
            }
            row.order = value
        }
        row.theme = theme?.text(of: record)
        row.user = user?.text(of: record)
        row.worth = worth?.text(of: record).flatMap(WorthColumn.number)
        row.region = region?.text(of: record)
        return row
    }

    /// The seconds since 1970 of a date or time; zones do not matter for the order within a course.
    private static func seconds(_ text: String) -> Double? {
        if let day = CalendarDate(text) { return Double(day.daysSince1970) * 86_400 }
        return ClockReading(Array(text.utf8)[...], form: .person).map { $0.moment(in: .utc).timeIntervalSince1970 }
    }

    // Usual names in the form of `PlainText.key`, the more specific ones first.
    private static let courseKeys = [
        "courseid", "tripid", "trajid", "trajectoryid", "routeid", "itineraryid", "sessionid", "course", "trip",
        "trajectory", "route", "itinerary", "session", "코스id", "코스번호", "코스명", "코스", "여행id", "여행번호", "여행", "경로id", "경로",
    ]
    private static let orderKeys = [
        "courseorder", "visitorder", "stopindex", "stopsequence", "order", "sequence", "seq", "position", "index",
        "방문순서", "코스순서", "여행순서", "순서", "순번", "starttime", "arrivaltime", "visittime", "visitedat", "arrival",
        "timestamp",
        "datetime", "time", "visitdate", "date", "시작시간", "방문시간", "방문시각", "방문일시", "방문일", "시각", "시간", "일시", "날짜",
    ]
    private static let placeKeys = [
        "placeid", "poiid", "attractionid", "spotid", "siteid", "venueid", "locationid", "관광지id", "장소id", "지점id",
        "관광지번호",
        "장소번호",
    ]
    package static let nameKeys = [
        "placename", "poiname", "attractionname", "spotname", "sitename", "name", "place", "spot", "관광지명", "관광지", "장소명",
        "장소",
        "지점명", "명칭", "이름", "명소명", "명소",
    ]
    package static let themeKeys = ["theme", "themename", "poitheme", "테마명", "테마분류", "테마", "주제"]
    private static let userKeys = [
        "userid", "visitorid", "travelerid", "travellerid", "memberid", "user", "visitor", "traveler", "traveller",
        "사용자id", "사용자", "회원id", "방문자", "여행자",
    ]
}
