import Foundation
import GRDB
import WaymarkTrips

/// The same in plain tables, read by plain SQL: what an app does without a store.
struct PlainStore {
    struct TripRow {
        let id, title, notes, zone: String
        let first, last: String?
    }

    struct Stop {
        let id, trip, name, notes: String
        let latitude, longitude: Double
        let arrival: Int?
    }

    struct Attachment {
        let id, owner, hash, mediaType, name: String
        let size: Int
    }

    private let pool: DatabasePool

    init(folder: String) throws { pool = try DatabasePool(path: folder + "/plain.sqlite") }

    static func make(in folder: String, from store: any TripStore) throws {
        let pool = try DatabasePool(path: folder + "/plain.sqlite")
        try pool.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE trip (id TEXT PRIMARY KEY, title TEXT, notes TEXT, zone TEXT, first TEXT, last TEXT);
                    CREATE TABLE stop (id TEXT PRIMARY KEY, trip TEXT, place INTEGER, name TEXT, notes TEXT, latitude REAL,
                        longitude REAL, arrival INTEGER);
                    CREATE INDEX stop_trip ON stop (trip, place);
                    CREATE TABLE attachment (id TEXT PRIMARY KEY, owner TEXT, place INTEGER, hash TEXT, size INTEGER,
                        media_type TEXT, name TEXT);
                    CREATE INDEX attachment_owner ON attachment (owner, place);
                    """)
            var place = 0
            for row in try store.records(TripQuery()) {
                place += 1
                switch row.record {
                case .trip(let trip):
                    try db.execute(
                        sql: "INSERT INTO trip VALUES (?, ?, ?, ?, ?, ?)",
                        arguments: [
                            "\(trip.id)", trip.title, trip.notes, trip.zone?.identifier ?? "",
                            trip.days.map { "\($0.lowerBound)" }, trip.days.map { "\($0.upperBound)" },
                        ])
                case .stop(let stop):
                    try db.execute(
                        sql: "INSERT INTO stop VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        arguments: [
                            "\(stop.id)", "\(stop.trip)", place, stop.name, stop.notes, stop.coordinate.latitude,
                            stop.coordinate.longitude, stop.arrival?.milliseconds,
                        ])
                case .attachment(let attachment):
                    try db.execute(
                        sql: "INSERT INTO attachment VALUES (?, ?, ?, ?, ?, ?, ?)",
                        arguments: [
                            "\(attachment.id)", "\(attachment.owner)", place, "\(attachment.content)", attachment.size,
                            attachment.mediaType, attachment.name,
                        ])
                default: break
                }
            }
        }
    }

    func count() throws -> Int { try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM trip") ?? 0 } }

    func trips() throws -> [TripRow] {
        try pool.read { db in
            try Row.fetchAll(
                db.cachedStatement(sql: "SELECT id, title, notes, zone, first, last FROM trip ORDER BY first, id")
            )
            .map { TripRow(id: $0[0], title: $0[1], notes: $0[2], zone: $0[3], first: $0[4], last: $0[5]) }
        }
    }

    private static let stopColumns = "id, trip, name, notes, latitude, longitude, arrival"

    private static func stop(_ row: Row) -> Stop {
        Stop(
            id: row[0], trip: row[1], name: row[2], notes: row[3], latitude: row[4], longitude: row[5], arrival: row[6])
    }

    func stops(of trip: RecordID) throws -> [Stop] {
        try pool.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.stopColumns) FROM stop WHERE trip = ? ORDER BY place")
            return try Row.fetchAll(statement, arguments: ["\(trip)"]).map(Self.stop)
        }
    }

    func attachments(of owner: String) throws -> [Attachment] {
        try pool.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, owner, hash, media_type, name, size FROM attachment WHERE owner = ? ORDER BY place")
            return try Row.fetchAll(statement, arguments: [owner])
                .map { Attachment(id: $0[0], owner: $0[1], hash: $0[2], mediaType: $0[3], name: $0[4], size: $0[5]) }
        }
    }

    /// The usual way: a pattern over every name.
    func search(_ text: String) throws -> [Stop] {
        try pool.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.stopColumns) FROM stop WHERE name LIKE ? OR notes LIKE ? LIMIT 20")
            return try Row.fetchAll(statement, arguments: ["%\(text)%", "%\(text)%"]).map(Self.stop)
        }
    }

    /// All rows as JSON, made by SQLite.
    func dump(to path: String) throws {
        let text = try pool.read { db in
            try ["trip", "stop", "attachment"].map { table in
                let columns = try db.columns(in: table).map(\.name)
                let fields = columns.map { "'\($0)', \($0)" }.joined(separator: ", ")
                return try String.fetchOne(
                    db, sql: "SELECT json_group_array(json_object(\(fields))) FROM (SELECT * FROM \(table) ORDER BY id)"
                ) ?? ""
            }
        }
        try Data(text.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    }
}
