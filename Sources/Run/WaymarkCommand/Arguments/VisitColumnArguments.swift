import ArgumentParser
import WaymarkBatch
import WaymarkPlaces
import WaymarkTables

/// The columns of a table of stops or visits.
package struct VisitColumnArguments: ParsableArguments {
    @Option(
        name: [.customLong("trip-column"), .customLong("course-column")],
        help: ArgumentHelp("Column of the trip or course, by name or number (#2).", valueName: "name"))
    var trip: String?
    @Option(
        name: [.customLong("index-column"), .customLong("order-column")],
        help: ArgumentHelp(
            "Column of the position in the trip; of a visit also its time. Without one rows are in order.",
            valueName: "name"))
    var index: String?
    @Option(
        name: [.customLong("id-column"), .customLong("place-column")],
        help: ArgumentHelp("Column of the id of the stop or the visited place.", valueName: "name"))
    var id: String?
    @Option(name: .customLong("name-column"), help: ArgumentHelp("Column of its name.", valueName: "name"))
    var name: String?
    @Option(name: .customLong("latitude-column"), help: ArgumentHelp("Column of its latitude.", valueName: "name"))
    var latitude: String?
    @Option(name: .customLong("longitude-column"), help: ArgumentHelp("Column of its longitude.", valueName: "name"))
    var longitude: String?
    @Option(name: .customLong("user-column"), help: ArgumentHelp("Column of who visited.", valueName: "name"))
    var user: String?
    @Flag(help: "The table has no header: give columns by number.")
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the table: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Field delimiter of the table; detected by default.", valueName: "character"))
    var delimiter: Delimiter?

    package init() {}

    /// The columns of visits.
    package var courses: CourseColumnNames {
        var names = CourseColumnNames()
        (names.course, names.order, names.place, names.name) = (trip, index, id, name)
        (names.latitude, names.longitude, names.user) = (latitude, longitude, user)
        return names
    }

    /// How visits are read.
    package var reading: ColumnBatchOptions {
        var options = ColumnBatchOptions(encoding: encoding, delimiter: delimiter?.byte)
        options.hasHeader = noHeader ? false : nil
        return options
    }

    /// How stops are read.
    func stops(in system: PlaceSystem?) -> StopOptions {
        StopOptions(
            columns: PlaceColumnNames(id: id, name: name, latitude: latitude, longitude: longitude, system: system),
            encoding: encoding, delimiter: delimiter?.byte, hasHeader: noHeader ? false : nil)
    }
}
