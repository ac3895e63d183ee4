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

    private static let version4 =
        version2 + """
            DROP INDEX record_order;
            CREATE INDEX record_order ON record (kind, scope, rank, id) WHERE rank IS NOT NULL;
            CREATE TABLE tombstone (
                id BLOB NOT NULL PRIMARY KEY, root BLOB NOT NULL, time INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            PRAGMA user_version = 4;
            """

    /// Version 3, of states of `main` that were never released: two stops in one place, one with a copy of its content, and
    /// a purged one.
    private static let version3 =
        version2 + """
            ALTER TABLE record ADD COLUMN device INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE record ADD COLUMN edits TEXT;
            ALTER TABLE record ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
            DROP INDEX record_order;
            CREATE INDEX record_order ON record (kind, scope, rank, id) WHERE rank IS NOT NULL;
            DROP INDEX record_trip;
            CREATE INDEX record_trip
            ON record (sort_time, id, json, modified, root, deleted, rank, kind, device, edits) WHERE kind = 2;
            CREATE INDEX record_number ON record (number) WHERE number > 0;
            CREATE TABLE tombstone (
                id BLOB NOT NULL PRIMARY KEY, kind INTEGER NOT NULL, time INTEGER NOT NULL, device INTEGER NOT NULL,
                number INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE device (
                one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), id INTEGER NOT NULL, clock INTEGER NOT NULL,
                number INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE applied (device INTEGER NOT NULL PRIMARY KEY, number INTEGER NOT NULL) STRICT;
            INSERT INTO device VALUES (1, 42177801725611, 1800000002000, 5);
            INSERT INTO applied VALUES (7, 3);
            INSERT INTO tombstone VALUES (x'01900000000070008000000000000009', 3, 1800000001500, 42177801725611, 4);
            UPDATE record SET device = 42177801725611, modified = 1800000002000, edits =
                '{"content_edit":"1800000001700-265c48e3a6ab","copies":[{"edit":"1800000001600-000000000007","latitude":33.458,"longitude":126.942,"name":"일출봉","trip":"01900000-0000-7000-8000-000000000002"}],"seen_edits":["1800000001000-000000000007"]}'
            WHERE id = x'01900000000070008000000000000003';
            INSERT INTO record VALUES (x'01900000000070008000000000000005', 3,
                '{"latitude":33.4,"longitude":126.9,"name":"섭지코지","trip":"01900000-0000-7000-8000-000000000002"}',
                1800000001900, x'80', NULL, NULL, x'01900000000070008000000000000002', 0, NULL, NULL, 33.4, 126.9, NULL,
                7, NULL, 0);
            INSERT INTO link VALUES (x'01900000000070008000000000000002', 0, x'01900000000070008000000000000005');
            PRAGMA user_version = 3;
            """

    private func makeStore(_ sql: String, in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + TripDatabase.fileName
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        try Database(file: path).execute(sql: sql)
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

    @Test("versions 1, 2 and 4", arguments: [version1, version2, version4])
    func old(version: String) throws {
        try withFolder { folder in
            try makeStore(version, in: folder)
            let store = try TripDatabase(folder: folder)
            let trip = try #require(store.trips().first)
            #expect(trip.title == "제주" && trip.zone?.identifier == "Asia/Seoul")
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
        }
    }

    @Test("version 3, which was never released, is refused, and mended with all its records")
    func three() throws {
        try withFolder { folder in
            try makeStore(Self.version3, in: folder)
            let path = folder + "/" + TripDatabase.fileName
            let reason = "its version is 3, which was never released; mending keeps its records"
            #expect(throws: TripStoreError.cannotOpen(path: path, reason: reason)) { try TripDatabase(folder: folder) }
            #expect(throws: TripStoreError.cannotOpen(path: path, reason: reason)) {
                try TripDatabase(reading: folder)
            }
            #expect(try TripDatabase.mend(folder: folder).leftovers == nil)
            let store = try TripDatabase(folder: folder)
            let trip = try #require(store.trips().first)
            #expect(trip.title == "제주")
            #expect(try store.stops(of: trip.id).map(\.name) == ["성산일출봉", "섭지코지"])
            let deleted = try #require(RecordID("01900000-0000-7000-8000-000000000004"))
            #expect(try store.record(deleted)?.isLive == false)
            #expect(try TripCheck(store, store.files).faults.isEmpty)
            // Those of one place are moved past each other.
            let stops = try store.stops(of: trip.id)
            try store.commit([.move(stops[0].id, after: stops[1].id)])
            #expect(try store.stops(of: trip.id).map(\.name) == ["섭지코지", "성산일출봉"])
        }
    }

    @Test("the tables of a new store are those of the last version here", arguments: [version1, version2, version4])
    func same(version: String) throws {
        try withFolder { folder in
            try makeStore(version, in: folder + "/old")
            _ = try TripDatabase(folder: folder + "/old")
            _ = try TripDatabase(folder: folder + "/new")
            let (old, new) = (try tables(of: folder + "/old"), try tables(of: folder + "/new"))
            #expect(old == new)
        }
    }
}
