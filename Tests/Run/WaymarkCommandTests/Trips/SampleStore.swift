import Foundation
import WaymarkGeodesy
import WaymarkTables
import WaymarkTimes
import WaymarkTripDatabase
import WaymarkTrips

/// A store with trips, made for a test.
struct SampleStore {
    let folder = try! Folder()
    let path: String
    let jeju = RecordID(high: 1, low: 1)
    let busan = RecordID(high: 1, low: 2)
    let peak = RecordID(high: 2, low: 1)
    let port = RecordID(high: 2, low: 2)
    let beach = RecordID(high: 2, low: 3)
    let entry = RecordID(high: 3, low: 1)
    let photo = ContentHash(ContiguousArray("a photo".utf8).span)

    init() throws {
        path = folder.path("trips")
        let store = try TripDatabase(folder: path)
        guard let seoul = ClockZone(identifier: "Asia/Seoul"), let first = CalendarDate("2027-04-01"),
            let last = CalendarDate("2027-04-03"), let past = CalendarDate("2020-05-05"),
            let time = Moment(milliseconds: 1_806_537_600_000)
        else { throw CocoaError(.featureUnsupported) }
        let gom = RecordID(high: 4, low: 1)
        _ = try store.files.add(ContiguousArray("a photo".utf8).span)
        try store.commit([
            .put(.companion(Companion(id: gom, name: "곰", interests: ["역사", "낚시"]))),
            .put(.trip(Trip(id: jeju, title: "제주", days: first...last, zone: seoul, companions: [gom]))),
            .put(.trip(Trip(id: busan, title: "부산\n둘째 줄", days: past...past, zone: seoul))),
            .put(
                .stop(
                    TripStop(
                        id: port, trip: jeju, name: "성산항",
                        coordinate: try Coordinate(latitude: 33.4731, longitude: 126.9335),
                        arrival: time, stay: .seconds(5400), isPinned: true))),
            .put(
                .stop(
                    TripStop(
                        id: peak, trip: jeju, name: "성산일출봉, \"봉\"",
                        coordinate: try Coordinate(latitude: 33.4581, longitude: 126.9425)))),
            .put(
                .stop(
                    TripStop(
                        id: beach, trip: jeju, name: "섭지코지",
                        coordinate: try Coordinate(latitude: 33.4240, longitude: 126.9300), nights: 2))),
            .put(.entry(DiaryEntry(id: entry, text: " \n첫날", time: time, zone: seoul, subject: port))),
            .put(
                .attachment(
                    Attachment(
                        id: RecordID(high: 5, low: 1), owner: peak, content: photo, size: 7, mediaType: "image/jpeg"
                    ))),
        ])
    }

    /// Runs `waymark ... --store` on this store.
    func run(_ arguments: [String]) throws -> Tool.Result { try Tool.run(arguments + ["--store", path]) }

    /// What the store has, as the bytes of its backup.
    func json() throws -> ContiguousArray<UInt8> { try TripBackup.json(of: TripDatabase(folder: path)) }

    /// The path of the file of the photo.
    var photoPath: String { "\(path)/files/\("\(photo)".prefix(2))/\(photo)" }
}
