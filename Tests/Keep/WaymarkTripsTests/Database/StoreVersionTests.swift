import Foundation
import TestSupport
import Testing
import WaymarkTripDatabase
import WaymarkTrips

/// A store of each released version, as its program wrote it, is opened with all it had.
///
/// A statement here is never changed: a new version gets a test of its own.
@Suite("Stores of older versions")
struct StoreVersionTests {
    private static let version1 = """
        CREATE TABLE record (
            id BLOB NOT NULL PRIMARY KEY, kind INTEGER NOT NULL, json TEXT NOT NULL, modified INTEGER NOT NULL, rank BLOB,
            root BLOB, deleted INTEGER, scope BLOB, sort_time INTEGER NOT NULL, first_day INTEGER, last_day INTEGER,
            latitude REAL, longitude REAL, content TEXT
        ) STRICT;
        CREATE UNIQUE INDEX record_order ON record (kind, scope, rank) WHERE rank IS NOT NULL;
        CREATE INDEX record_kind ON record (kind, id);
        CREATE INDEX record_time ON record (kind, sort_time, id);
        CREATE INDEX record_root ON record (root) WHERE root IS NOT NULL;
        CREATE INDEX record_latitude ON record (latitude) WHERE latitude IS NOT NULL;
        CREATE INDEX record_content ON record (content) WHERE content IS NOT NULL;
        CREATE TABLE link (
            target BLOB NOT NULL, keeps INTEGER NOT NULL, id BLOB NOT NULL, PRIMARY KEY (target, keeps, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX link_id ON link (id);
        CREATE TABLE change (
            number INTEGER NOT NULL, place INTEGER NOT NULL, id BLOB NOT NULL, kind INTEGER NOT NULL, action TEXT NOT NULL,
            PRIMARY KEY (number, place)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE history (
            one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL, number INTEGER NOT NULL,
            forgotten INTEGER NOT NULL
        ) STRICT;
        INSERT INTO history VALUES (1, x'01900000000070008000000000000001', 2, 0);
        INSERT INTO record VALUES (x'01900000000070008000000000000002', 2,
            '{"first_day":"2027-04-01","last_day":"2027-04-03","later":[1.50,null],"time_zone":"Asia/Seoul","title":"제주"}',
            1800000000000, NULL, NULL, NULL, NULL, 1806537600000, 20909, 20911, NULL, NULL, NULL);
        INSERT INTO record VALUES (x'01900000000070008000000000000003', 3,
            '{"latitude":33.458,"longitude":126.942,"name":"성산일출봉","trip":"01900000-0000-7000-8000-000000000002"}',
            1800000000000, x'80', NULL, NULL, x'01900000000070008000000000000002', 0, NULL, NULL, 33.458, 126.942, NULL);
        INSERT INTO record VALUES (x'01900000000070008000000000000004', 3,
            '{"latitude":33.5,"longitude":126.5,"name":"공항","trip":"01900000-0000-7000-8000-000000000002"}',
            1800000001000, x'7F', x'01900000000070008000000000000004', 1800000001000,
            x'01900000000070008000000000000002', 0, NULL, NULL, 33.5, 126.5, NULL);
        INSERT INTO link VALUES (x'01900000000070008000000000000002', 0, x'01900000000070008000000000000003');
        INSERT INTO link VALUES (x'01900000000070008000000000000002', 0, x'01900000000070008000000000000004');
        INSERT INTO change VALUES (1, 0, x'01900000000070008000000000000002', 2, 'inserted');
        INSERT INTO change VALUES (1, 1, x'01900000000070008000000000000003', 3, 'inserted');
        INSERT INTO change VALUES (1, 2, x'01900000000070008000000000000004', 3, 'inserted');
        INSERT INTO change VALUES (2, 0, x'01900000000070008000000000000004', 3, 'deleted');
        PRAGMA application_id = 1464685650;
        PRAGMA user_version = 1;
        """

    private static let version2 =
        version1 + """
            CREATE INDEX record_trip ON record (sort_time, id, json, modified, root, deleted, rank, kind) WHERE kind = 2;
            PRAGMA user_version = 2;
            """

    private func makeStore(_ sql: String, in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Database(file: folder + "/" + TripDatabase.fileName).execute(sql: sql)
    }

    /// The columns of all tables and indexes, and the version.
    private func tables(of folder: String) throws -> [String] {
        let database = try Database(file: folder + "/" + TripDatabase.fileName)
        let columns = """
            SELECT printf('%s %s %s %s %s %s %s', m.name, t.name, t.type, t."notnull", t.dflt_value, t.pk, t.hidden)
            FROM sqlite_master m, pragma_table_xinfo(m.name) t ORDER BY m.name, t.cid
            """
        let keys = """
            SELECT printf('%s %s %s %s %s %s %s', m.name, i.seqno, i.cid, i.name, i."desc", i.coll, i.key)
            FROM sqlite_master m, pragma_index_xinfo(m.name) i ORDER BY m.name, i.seqno
            """
        let version = try database.integer(sql: "PRAGMA user_version") ?? 0
        return try ["\(version)"] + database.texts(sql: columns) + database.texts(sql: keys)
    }

    @Test("versions 1 and 2", arguments: [version1, version2])
    func old(version: String) throws {
        try withFolder { folder in
            try makeStore(version, in: folder)
            let store = try TripDatabase(folder: folder)
            let trip = try #require(store.trips().first)
            #expect(trip.title == "제주" && trip.zone.identifier == "Asia/Seoul")
            #expect(trip.days.map { "\($0.lowerBound) \($0.upperBound)" } == "2027-04-01 2027-04-03")
            #expect(try store.stops(of: trip.id).map(\.name) == ["성산일출봉"])
            let start = try #require(ChangeCursor("01900000-0000-7000-8000-000000000001/0"))
            #expect(try store.changes(after: start, limit: 9).map(\.changes.count) == [3, 1])
            #expect(try TripCheck(store, store.files).faults.isEmpty)
            let json = String(decoding: try TripBackup.json(of: store), as: UTF8.self)
            #expect(json.contains(#""later":[1.50,null]"#) && json.contains(#""deleted_unix_ms":1800000001000"#))
            // It is written as ever.
            let deleted = try #require(RecordID("01900000-0000-7000-8000-000000000004"))
            try store.commit([.undelete(deleted), .move(deleted, after: nil)])
            #expect(try store.stops(of: trip.id).map(\.name) == ["공항", "성산일출봉"])
            #expect(try store.cursor().number == 3)
            #expect(try store.faults().isEmpty)
            // Edits are later than all it had, by whatever clock.
            let row = try #require(try store.record(deleted))
            #expect(try row.life.device == store.device() && row.life.device != 0)
            #expect(row.edits.content == EditStamp(time: Moment(milliseconds: 1_800_000_001_000)!, device: 0))
            // Two that were opened apart are two devices, and what both had is the same.
            try makeStore(version, in: folder + "/other")
            let other = try TripDatabase(folder: folder + "/other")
            #expect(try other.device() != store.device())
            try other.apply(store.sharedChanges(since: nil))
            #expect(try TripBackup.json(of: other) == TripBackup.json(of: store))
        }
    }

    @Test("the tables of a new store are those of the last version here")
    func same() throws {
        try withFolder { folder in
            try makeStore(Self.version2, in: folder + "/old")
            _ = try TripDatabase(folder: folder + "/old")
            _ = try TripDatabase(folder: folder + "/new")
            let (old, new) = (try tables(of: folder + "/old"), try tables(of: folder + "/new"))
            #expect(old == new)
        }
    }
}
