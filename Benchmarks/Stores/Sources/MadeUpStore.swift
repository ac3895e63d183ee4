import WaymarkGeodesy
import WaymarkTimes
import WaymarkTripDatabase
import WaymarkTrips

/// A made-up store: the same each time.
enum MadeUpStore {
    static func make(in folder: String) throws {
        let store = try TripDatabase(folder: folder, now: { Moment(milliseconds: 1_800_000_000_000)! })
        let names = ["성산일출봉", "경복궁", "해운대", "불국사", "남이섬", "한라산", "통인시장", "첨성대"]
        let seoul = ClockZone(identifier: "Asia/Seoul")!
        for trip in 0..<UInt64(StoreTimes.tripCount) {
            let id = RecordID(high: 1, low: trip)
            let first = CalendarDate(
                year: 2019 + Int(trip / 120), month: 1 + Int(trip / 10 % 12), day: 1 + Int(trip % 10) * 2)!
            let last = CalendarDate(
                year: 2019 + Int(trip / 120), month: 1 + Int(trip / 10 % 12), day: 3 + Int(trip % 10) * 2)!
            var edits: [TripEdit] = [
                .put(.trip(Trip(id: id, title: "제주 여행 \(trip)", days: first...last, zone: seoul, notes: "메모 \(trip)")))
            ]
            for stop in 0..<UInt64(StoreTimes.stopCount) {
                let stopID = RecordID(high: 2, low: trip << 16 | stop)
                edits.append(
                    .put(
                        .stop(
                            TripStop(
                                id: stopID, trip: id, name: "\(names[Int((trip + stop) % 8)]) \(stop)",
                                coordinate: try Coordinate(
                                    latitude: 33 + Double(trip % 100) / 100, longitude: 126 + Double(stop) / 100),
                                arrival: Moment(milliseconds: 1_600_000_000_000 + Int64(trip) * 86_400_000),
                                stay: .seconds(3600), notes: "두 시간"))))
                for attachment in 0..<UInt64(StoreTimes.attachmentCount) {
                    let number = RecordID(high: 3, low: trip << 16 | stop << 8 | attachment)
                    edits.append(
                        .put(
                            .attachment(
                                Attachment(
                                    id: number, owner: stopID,
                                    content: ContentHash(ContiguousArray("\(number)".utf8).span),
                                    size: 2_000_000, mediaType: "image/jpeg", name: "IMG_\(attachment).jpg"))))
                }
            }
            try store.commit(edits)
        }
    }
}
