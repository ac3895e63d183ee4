import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkPlans
import WaymarkTimes
import WaymarkTripDatabase
import WaymarkTrips

@Suite("waymark trips")
struct TripsCommandTests {
    @Test("list has each trip with its phase, days and counts, by first day")
    func list() throws {
        let store = try SampleStore()
        let result = try store.run(["trips", "list", "--format", "csv"])
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(
            result.lines.prefix(2) == [
                "trip_id,title,phase,first_day,last_day,time_zone,stops,entries,companions,color",
                "\(store.busan),부산,past,2020-05-05,2020-05-05,Asia/Seoul,0,0,0,",
            ])
        #expect(result.lines.count == 3)
        #expect(result.lines[2].hasSuffix(",2027-04-01,2027-04-03,Asia/Seoul,3,1,1,"))
        let past = try store.run(["trips", "list", "--phase", "past"])
        #expect(past.output.contains("부산") && !past.output.contains("제주"))
        #expect(try store.run(["trips", "list", "--phase", "soon"]).status == 64)
    }

    @Test("a trip without a title is shown with words for it; a table for programs has none")
    func untitled() throws {
        let store = try SampleStore()
        let (blank, stop) = (RecordID(high: 1, low: 7), RecordID(high: 2, low: 7))
        try TripDatabase(folder: store.path).commit([
            .put(.trip(Trip(id: blank, title: " \u{200B}\n\t"))),
            .put(.stop(TripStop(id: stop, trip: blank, coordinate: try Coordinate(latitude: 1, longitude: 2)))),
        ])
        let table = try store.run(["trips", "list"])
        #expect(table.lines.contains { $0.contains("\(blank)") && $0.contains("제목 없음") }, "\(table.output)")
        let csv = try store.run(["trips", "list", "--format", "csv"])
        #expect(csv.lines.contains { $0.hasPrefix("\(blank),,undated") }, "\(csv.output)")
        #expect(try store.run(["trips", "show", "\(blank)"]).output.hasPrefix("제목 없음\n"))
        for (format, text) in [("markdown", "# 제목 없음"), ("ics", "X-WR-CALNAME:제목 없음")] {
            let result = try store.run(["trips", "export", "\(blank)", "--format", format])
            #expect(result.status == 0 && result.output.contains(text), "\(format): \(result.output)")
        }
    }

    @Test("show says which stops are one place, and merges none")
    func duplicates() throws {
        let store = try SampleStore()
        let place = try Coordinate(latitude: 33.4732, longitude: 126.9335)
        try TripDatabase(folder: store.path).commit([
            .put(.stop(TripStop(id: RecordID(high: 2, low: 8), trip: store.jeju, name: "성산 항", coordinate: place))),
            .put(
                .stop(
                    TripStop(
                        id: RecordID(high: 2, low: 9), trip: store.jeju, coordinate: place, attraction: "77"))),
            .put(
                .stop(
                    TripStop(
                        id: RecordID(high: 2, low: 10), trip: store.jeju, coordinate: place, attraction: "77"))),
        ])
        let result = try store.run(["trips", "show", "제주"])
        #expect(result.output.contains("stops 5, 6: the same attraction\n"), "\(result.output)")
        #expect(result.output.contains("stops 1, 4: the same name within 100 m; perhaps one place\n"))
        #expect(try TripDatabase(folder: store.path).stops(of: store.jeju).count == 6)
    }

    @Test("show has the stops as a table, and as CSV for the other commands")
    func show() throws {
        let store = try SampleStore()
        let table = try store.run(["trips", "show", "제주"])
        #expect(table.status == 0)
        for text in ["2027-04-01 – 2027-04-03", "companions: 곰", "성산일출봉", "첫날", "2027-04-01T09:00:00+09:00"] {
            #expect(table.output.contains(text), "\(text)")
        }
        let csv = try store.run(["trips", "show", "\(store.jeju)", "--format", "csv"])
        #expect(
            csv.lines == [
                "trip_id,stop_index,stop_id,name,latitude,longitude,arrival,stay_seconds,time_zone,nights,pinned,attraction",
                "\(store.jeju),1,\(store.port),성산항,33.4731,126.9335,2027-04-01T09:00:00+09:00,5400,Asia/Seoul,0,true,",
                "\(store.jeju),2,\(store.peak),\"성산일출봉, \"\"봉\"\"\",33.4581,126.9425,,,Asia/Seoul,0,false,",
                "\(store.jeju),3,\(store.beach),섭지코지,33.424,126.93,,,Asia/Seoul,2,false,",
            ])
    }

    @Test("a trip that is missing, or whose title is that of others, is an error that names them")
    func names() throws {
        let store = try SampleStore()
        let missing = try store.run(["trips", "show", "경주"])
        #expect(missing.status == 66 && missing.errors.contains("경주"))
        #expect(try store.run(["trips", "show", "\(store.peak)"]).status == 66)
        let twin = RecordID(high: 1, low: 3)
        try TripDatabase(folder: store.path).commit([.put(.trip(Trip(id: twin, title: "제주")))])
        let several = try store.run(["trips", "show", "제주"])
        #expect(several.status == 64 && several.errors.contains("\(store.jeju), \(twin)"))
    }

    @Test(
        "a folder without a store is no input, and is left as it is",
        arguments: [
            ["list"], ["show", "a"], ["delete", "a"], ["undelete", "a"], ["rename", "a", "b"], ["check"], ["collect"],
            ["backup", "--output", "out.zip"],
        ])
    func noStore(arguments: [String]) throws {
        let folder = try Folder()
        let result = try Tool.run(["trips"] + arguments + ["--store", folder.path("none")])
        #expect(result.status == 66 && result.errors.contains("there is no store of trips"))
        #expect(try folder.names.isEmpty)
    }

    @Test("a store of a newer version, one that is damaged, and the database of another program are bad data")
    func otherStores() throws {
        let store = try SampleStore()
        let database = "\(store.path)/\(TripDatabase.fileName)"
        // A store that was closed has all of it in one file, whose header has the version at byte 60.
        var bytes = try Data(contentsOf: URL(filePath: database))
        #expect(bytes.count > 4096)
        bytes[63] = 9
        try Data(bytes).write(to: URL(filePath: database))
        let newer = try store.run(["trips", "list"])
        #expect(newer.status == 65 && newer.errors.contains("version 9"), "\(newer.errors)")
        try Data(
            "no database at all, but a text that is longer than the header of one, which has a hundred bytes, or so it seems"
                .utf8
        )
        .write(to: URL(filePath: database))
        let other = try store.run(["trips", "list"])
        #expect(other.status == 65 && other.errors.contains("cannot be opened"), "\(other.errors)")
    }

    @Test("a backup restored is the store, its files too; restoring again changes nothing")
    func backupAndRestore() throws {
        let store = try SampleStore()
        let zip = store.folder.path("trips.zip")
        #expect(try store.run(["trips", "backup", "--output", zip]).status == 0)
        let again = store.folder.path("again.zip")
        #expect(try store.run(["trips", "backup", "--output", again]).status == 0)
        #expect(FileManager.default.contentsEqual(atPath: zip, andPath: again), "the same store, the same bytes")
        let copy = store.folder.path("copy")
        let restored = try Tool.run(["trips", "restore", zip, "--store", copy])
        #expect(restored.status == 0 && restored.errors.contains("8 records: 8 added"), "\(restored.errors)")
        #expect(try TripBackup.json(of: TripDatabase(folder: copy)) == store.json())
        #expect(try Tool.run(["trips", "check", "--store", copy]).errors == "8 records, 1 files\n")
        let twice = try Tool.run(["trips", "restore", zip, "--yes", "--store", copy])
        #expect(twice.status == 0 && twice.errors.contains("8 records: 8 same"))
        #expect(try TripBackup.json(of: TripDatabase(folder: copy)) == store.json())
        // From a pipe.
        let pipe = try Tool.shell("\"$WAYMARK\" trips restore - --merge --store '\(copy)' <'\(zip)'")
        #expect(pipe.status == 0 && pipe.errors.contains("8 same"))
    }

    @Test("the JSON alone is a backup, without files, which the restore says")
    func json() throws {
        let store = try SampleStore()
        let path = store.folder.path("trips.json")
        #expect(try store.run(["trips", "backup", "--json", "--output", path]).status == 0)
        #expect(try ContiguousArray(Data(contentsOf: URL(filePath: path))) == store.json())
        let copy = store.folder.path("copy")
        let result = try Tool.run(["trips", "restore", path, "--store", copy])
        #expect(result.status == 0 && result.errors.contains("1 files of attachments are missing"))
        let check = try Tool.run(["trips", "check", "--store", copy])
        #expect(check.status == 65 && check.output.contains("its file \(store.photo) is missing"))
    }

    @Test("a store with trips is not replaced without a question or --yes; --merge keeps them and reports")
    func asks() throws {
        let store = try SampleStore()
        let zip = store.folder.path("trips.zip")
        _ = try store.run(["trips", "backup", "--output", zip])
        try TripDatabase(folder: store.path).commit([
            .put(.trip(Trip(id: RecordID(high: 1, low: 9), title: "새 여행"))), .delete(store.busan),
        ])
        let before = try store.json()
        let refused = try store.run(["trips", "restore", zip])
        #expect(refused.status == 64 && refused.errors.contains("has 2 trips"), "\(refused.errors)")
        #expect(try store.json() == before)
        let report = store.folder.path("report.csv")
        let merged = try store.run(["trips", "restore", zip, "--merge", "--report", report])
        #expect(merged.status == 0 && merged.errors.contains("1 kept, 7 same, 1 alone"), "\(merged.errors)")
        #expect(try store.json() == before)
        let lines = try store.folder.text("report.csv").split(separator: "\n")
        #expect(lines.first == "kind,id,decision,adjusted" && lines.count == 10)
        #expect(lines.contains("trip,\(store.busan),kept,false"))
        #expect(try store.run(["trips", "restore", zip, "--yes", "--quiet"]).errors.isEmpty)
        #expect(try TripDatabase(folder: store.path).trips().map(\.title) == ["부산\n둘째 줄", "제주"])
    }

    @Test("a backup that is damaged, of a newer version or missing leaves the store as it was, with the reason")
    func badBackups() throws {
        let store = try SampleStore()
        let zip = store.folder.path("trips.zip")
        _ = try store.run(["trips", "backup", "--output", zip])
        let before = try store.json()
        var bytes = Array(try Data(contentsOf: URL(filePath: zip)))
        bytes[bytes.count / 2] ^= 4
        let damaged = try store.folder.file("damaged.zip", bytes).path
        let newer = try store.folder.file("newer.json", #"{"waymark_trips":9}"#)
        for (path, status, reason) in [
            (damaged, Int32(65), "damaged"), (newer, 65, "version 9"),
            (store.folder.path("none.zip"), 66, "no such file"),
            (store.folder.url.path, 66, "folder"),
        ] {
            let result = try store.run(["trips", "restore", path, "--yes"])
            #expect(result.status == status && result.errors.contains(reason), "\(path): \(result.errors)")
            #expect(try store.json() == before)
        }
    }

    @Test("check finds damaged and missing files, and what another program did to the database")
    func check() throws {
        let store = try SampleStore()
        let fine = try store.run(["trips", "check"])
        #expect(fine.status == 0 && fine.output.isEmpty && fine.errors == "8 records, 1 files\n", "\(fine)")
        try Data("a phony".utf8).write(to: URL(filePath: store.photoPath))
        let damaged = try store.run(["trips", "check"])
        #expect(damaged.status == 65 && damaged.output.contains("its file \(store.photo) are others"))
        try FileManager.default.removeItem(atPath: store.photoPath)
        let missing = try store.run(["trips", "check", "--quiet"])
        #expect(missing.status == 65 && missing.output.contains("is missing"))
    }

    @Test("a backup that lacks a picture or a record goes beside the complete one and ends with 1")
    func incomplete() throws {
        let store = try SampleStore()
        let zip = store.folder.path("trips.zip")
        #expect(try store.run(["trips", "backup", "--output", zip]).status == 0)
        let before = try Data(contentsOf: URL(filePath: zip))
        try Data("a phony".utf8).write(to: URL(filePath: store.photoPath))
        let damaged = try store.run(["trips", "backup", "--output", zip])
        #expect(damaged.status == 1 && damaged.errors.contains("damaged, and not in the backup: file \(store.photo)"))
        #expect(damaged.errors.contains("trips.incomplete.zip, and \(zip) is as it was"), "\(damaged.errors)")
        try FileManager.default.removeItem(atPath: store.photoPath)
        let missing = try store.run(["trips", "backup", "--quiet", "--output", zip])
        #expect(missing.status == 1 && missing.errors.contains("trips.incomplete-2.zip"), "\(missing.errors)")
        // A pipe gets what there is.
        let piped = try store.run(["trips", "backup", "--output", "-"])
        #expect(piped.status == 1 && piped.output.hasPrefix("PK"))
        let script =
            "import sqlite3,sys; c = sqlite3.connect(sys.argv[1]); "
            + "c.execute(\"UPDATE record SET json = '{' WHERE kind = 4\"); c.commit()"
        let made = try Tool.shell("python3 -c '\(script.replacing("'", with: "'\\''"))' '\(store.path)/trips.sqlite'")
        try #require(made.status == 0, "\(made.errors)")
        let json = store.folder.path("trips.json")
        let unread = try store.run(["trips", "backup", "--json", "--output", json])
        #expect(
            unread.status == 1 && unread.errors.contains("not in the backup: record \(store.entry)"), "\(unread.errors)"
        )
        #expect(!FileManager.default.fileExists(atPath: json))
        #expect(try store.run(["trips", "backup", "--json", "--output", "-"]).status == 65)
        #expect(try Data(contentsOf: URL(filePath: zip)) == before)
        // The complete one mends all of it.
        #expect(try store.run(["trips", "restore", zip]).errors.contains("records that cannot be read"))
        #expect(try store.run(["trips", "restore", zip, "--yes"]).status == 0)
        #expect(try store.run(["trips", "check"]).status == 0)
    }

    @Test("restoring a backup mends a damaged file")
    func mends() throws {
        let store = try SampleStore()
        let zip = store.folder.path("trips.zip")
        _ = try store.run(["trips", "backup", "--output", zip])
        try Data("a phony".utf8).write(to: URL(filePath: store.photoPath))
        #expect(try store.run(["trips", "restore", zip, "--merge"]).status == 0)
        #expect(try store.run(["trips", "check"]).status == 0)
    }

    @Test("collect removes files that no attachment has, and with --purge what was deleted")
    func collect() throws {
        let store = try SampleStore()
        let database = try TripDatabase(folder: store.path)
        let other = try database.files.add(ContiguousArray("another".utf8).span)
        let old = Date(timeIntervalSinceNow: -7200)
        for content in [other, store.photo] {
            try FileManager.default.setAttributes(
                [.modificationDate: old], ofItemAtPath: database.files.path(of: content))
        }
        let first = try store.run(["trips", "collect"])
        #expect(first.errors == "1 files removed: 7 bytes\n", "\(first.errors)")
        #expect(!database.files.contains(other) && database.files.contains(store.photo))
        try database.commit([.delete(store.jeju)])
        #expect(try store.run(["trips", "collect"]).errors == "0 files removed: 0 bytes\n")
        #expect(try store.run(["trips", "collect", "--purge", "1"]).errors.hasPrefix("0 records forgotten"))
        let purged = try store.run(["trips", "collect", "--purge", "0"])
        #expect(purged.errors == "6 records forgotten; 1 files removed: 7 bytes\n", "\(purged.errors)")
        #expect(try store.run(["trips", "collect", "--purge", "-1"]).status == 64)
    }

    @Test("a deleted trip is listed as such, and comes back whole by its title or its id")
    func deleteAndUndelete() throws {
        let store = try SampleStore()
        let before = try store.run(["trips", "list", "--format", "csv"])
        #expect(try store.run(["trips", "list", "--deleted"]).output.contains("제주") == false)
        let deleted = try store.run(["trips", "delete", "제주"])
        let words = "1 trip, 3 stops, 1 entry, 1 attachment"
        #expect(
            deleted.status == 0 && deleted.output.isEmpty
                && deleted.errors
                    == "제주: \(words) deleted; `waymark trips undelete \(store.jeju)` brings it back\n",
            "\(deleted)")
        #expect(try store.run(["trips", "delete", "제주"]).status == 66)
        #expect(try store.run(["trips", "delete", "\(store.jeju)"]).status == 66)
        #expect(try store.run(["trips", "list"]).output.contains("제주") == false)
        // The stops and entries are those that come back.
        let list = try store.run(["trips", "list", "--deleted", "--format", "csv"])
        let zone = try #require(ClockZone(identifier: "Asia/Seoul"))
        let today = try #require(Moment.now.day(in: zone))
        #expect(list.lines.count == 2 && list.lines[0].hasSuffix(",color,deleted"), "\(list)")
        #expect(list.lines[1].hasPrefix("\(store.jeju),제주,") && list.lines[1].hasSuffix(",3,1,1,,\(today)"), "\(list)")
        let back = try store.run(["trips", "undelete", "제주"])
        #expect(back.status == 0 && back.errors == "제주: \(words) brought back\n", "\(back)")
        #expect(try store.run(["trips", "list", "--format", "csv"]).output == before.output)
        #expect(try store.run(["trips", "undelete", "제주"]).status == 66)
        #expect(try store.run(["trips", "delete", "\(store.jeju)", "--quiet"]).errors.isEmpty)
        #expect(try store.run(["trips", "undelete", "\(store.jeju)"]).status == 0)
        #expect(try store.run(["trips", "check"]).status == 0)
    }

    @Test("of deleted trips with one title the id is asked for; a stop that was deleted before stays so")
    func deletedTwins() throws {
        let store = try SampleStore()
        let twin = RecordID(high: 1, low: 3)
        try TripDatabase(folder: store.path).commit([
            .delete(store.beach), .put(.trip(Trip(id: twin, title: "제주"))), .delete(twin), .delete(store.jeju),
        ])
        let several = try store.run(["trips", "undelete", "제주"])
        #expect(several.status == 64 && several.errors.contains("2 deleted trips have the title 제주"), "\(several)")
        #expect(several.errors.contains("\(store.jeju)") && several.errors.contains("\(twin)"))
        let list = try store.run(["trips", "list", "--deleted", "--format", "csv"])
        #expect(list.lines.contains { $0.hasPrefix("\(store.jeju)") && $0.contains(",2,1,1,,") }, "\(list)")
        #expect(try store.run(["trips", "undelete", "\(store.jeju)"]).errors.contains("1 trip, 2 stops, 1 entry"))
        #expect(try TripDatabase(folder: store.path).stops(of: store.jeju).map(\.id) == [store.port, store.peak])
        // A title of a trip that is there is none among the deleted.
        #expect(try store.run(["trips", "undelete", "부산"]).status == 66)
    }

    @Test("a plan is kept with its trip: shown, exported as it was, backed up, replaced and deleted with it")
    func plans() throws {
        let store = try SampleStore()
        func made(_ days: String) throws -> String {
            let path = store.folder.path("plan\(days).json")
            let result = try Tool.run([
                "plan", "--attractions", "data/attractions.csv", "--start", "37.5,127", "--days", days, "--date",
                "2027-04-01", "--effort", "20", "--format", "json", "--output", path, "--quiet",
            ])
            try #require(result.status == 0, "\(result)")
            return path
        }
        let export = ["trips", "export", "제주", "--format", "plan"]
        #expect(try store.run(export).status == 66)
        let two = try made("2")
        #expect(try store.run(["trips", "keep-plan", "제주", two]).errors == "제주: 1 plan kept\n")
        #expect(try store.run(["trips", "keep-plan", "제주", two]).errors == "제주: nothing changed\n")
        #expect(try store.run(["trips", "show", "제주"]).output.contains("\nplan: 2 days from 2027-04-01\n"))
        let bytes = ContiguousArray(try Data(contentsOf: URL(filePath: two)))
        let canonical = try KeptPlan(id: store.jeju, trip: store.jeju, json: bytes).json + "\n"
        #expect(try store.run(export).output == canonical)
        let replanned = try Tool.shell(
            "\"$WAYMARK\" trips export 제주 --format plan --store '\(store.path)' | "
                + "\"$WAYMARK\" plan --attractions data/attractions.csv --replan - --effort 20 --format json --quiet")
        #expect(replanned.status == 0 && replanned.output.hasPrefix("{"), "\(replanned)")
        // A backup and an exported trip have it.
        let (zip, gpx) = (store.folder.path("trips.zip"), store.folder.path("trip.gpx"))
        _ = try store.run(["trips", "backup", "--output", zip])
        _ = try store.run(["trips", "export", "제주", "--output", gpx])
        for call in [["restore", zip], ["import", gpx]] {
            let copy = store.folder.path(call[0])
            #expect(try Tool.run(["trips"] + call + ["--store", copy]).status == 0)
            #expect(try Tool.run(export + ["--store", copy]).output == canonical, "\(call)")
        }
        // One that is kept later takes its place; what is no plan does not.
        let one = try made("1")
        #expect(try Tool.shell("\"$WAYMARK\" trips keep-plan 제주 - --store '\(store.path)' <'\(one)'").status == 0)
        for text in ["{}", "[1", #"{"days":[]}"#] {
            let path = try store.folder.file("bad.json", text)
            let refused = try store.run(["trips", "keep-plan", "제주", path])
            #expect(refused.status == 65 && refused.errors.contains("bad.json"), "\(refused)")
        }
        let shown = try store.run(["trips", "show", "제주"]).output
        #expect(shown.contains("plan: 1 day from 2027-04-01\n") && !shown.contains("2 days"), "\(shown)")
        #expect(try store.run(["trips", "check"]).status == 0)
        #expect(try store.run(["trips", "delete", "제주"]).errors.contains("1 attachment, 1 plan deleted"))
        _ = try store.run(["trips", "undelete", "제주"])
        #expect(try store.run(["trips", "show", "제주"]).output == shown)
    }

    @Test("a plan is imported as a trip with its stops, and comes back as it was, to be planned anew")
    func importedPlan() throws {
        let folder = try Folder()
        let (plan, store) = (folder.path("plan.json"), folder.path("trips"))
        let made = try Tool.run([
            "plan", "--attractions", "data/attractions.csv", "--start", "37.5547,126.9707", "--days", "2", "--date",
            "2027-04-01", "--effort", "20", "--format", "json", "--output", plan, "--quiet",
        ])
        try #require(made.status == 0, "\(made)")
        let imported = try Tool.run(["trips", "import", plan, "--store", store, "--title", "서울"])
        #expect(imported.status == 0 && imported.errors.contains("1 trip, ") && imported.errors.contains(", 1 plan;"))
        let shown = try Tool.run(["trips", "show", "서울", "--store", store]).output
        #expect(
            shown.contains("2027-04-01 – 2027-04-02, Asia/Seoul") && shown.contains("plan: 2 days from 2027-04-01\n"))
        let text = try String(contentsOfFile: plan, encoding: .utf8)
        let visits = try TripPlan(parsing: Array(text.utf8)).days.flatMap { day in
            day.visits.map { "\($0.name),\($0.latitude),\($0.longitude),\(day.date!)T\($0.start):00+09:00" }
        }
        let rows = try Tool.run(["trips", "show", "서울", "--store", store, "--format", "csv"]).output
        #expect(!visits.isEmpty && visits.allSatisfy(rows.contains), "\(rows)")
        let export = ["trips", "export", "서울", "--format", "plan", "--store", store]
        #expect(try Tool.run(export).output == text)
        let anew = try Tool.shell(
            "\"$WAYMARK\" trips export 서울 --format plan --store '\(store)' | "
                + "\"$WAYMARK\" plan --attractions data/attractions.csv --replan - --effort 20 --format json --quiet")
        #expect(anew.status == 0 && anew.output.hasPrefix("{"), "\(anew)")
        // Twice is once; what is no plan is not imported.
        #expect(try Tool.run(["trips", "import", plan, "--store", store]).errors.contains("nothing changed"))
        let bad = try folder.file("bad.json", #"{"days":[{"date":"2027-04-01"}]}"#)
        let refused = try Tool.run(["trips", "import", bad, "--store", store])
        #expect(refused.status == 65 && refused.errors.contains("is missing, which plans have"), "\(refused)")
    }

    @Test("a renamed trip keeps all else")
    func rename() throws {
        let store = try SampleStore()
        let before = try TripDatabase(folder: store.path).trips()
        let renamed = try store.run(["trips", "rename", "제주", "제주 2027"])
        #expect(renamed.status == 0 && renamed.errors == "제주: 1 trip renamed: 제주 2027\n", "\(renamed)")
        let after = try TripDatabase(folder: store.path).trips()
        #expect(after.map(\.title) == ["부산\n둘째 줄", "제주 2027"])
        var expected = before
        expected[1].title = "제주 2027"
        #expect(after == expected)
        #expect(try store.run(["trips", "rename", "제주 2027", "제주 2027"]).errors == "제주 2027: nothing changed\n")
        #expect(try store.run(["trips", "rename", "제주", "경주"]).status == 66)
        #expect(try store.run(["trips", "rename", "제주"]).status == 64)
    }

    @Test("route, order and recommend take a stored trip in place of a table, with the same answers")
    func otherCommands() throws {
        let store = try SampleStore()
        let csv = store.folder.path("stops.csv")
        _ = try store.run(["trips", "show", "제주", "--format", "csv", "--output", csv])
        for format in ["csv", "geojson", "gpx"] {
            let stored = try store.run(["route", "--trip", "제주", "--format", format, "--quiet"])
            let table = try Tool.run(["route", csv, "--format", format, "--quiet"])
            #expect(stored.status == 0 && stored.output == table.output && !stored.output.isEmpty)
        }
        // The first stop is pinned.
        let stored = try store.run(["order", "--trip", "제주", "--quiet"])
        let table = try Tool.run(["order", csv, "--start", "\(store.port)", "--quiet"])
        #expect(stored.status == 0 && stored.output == table.output && stored.lines[1].contains("성산항"), "\(stored)")
        let places = store.folder.path("places.csv")
        try
            "id,name,category,latitude,longitude\n1,혼인지,역사,33.45,126.90\n2,광치기해변,자연,33.455,126.93\n3,성산일출봉,자연,33.458,126.942\n"
            .write(toFile: places, atomically: true, encoding: .utf8)
        let seen = try store.run(["recommend", "--trip", "제주", "--attractions", places, "--per", "trip"])
        #expect(seen.status == 0 && seen.output.contains("혼인지"), "\(seen)")
    }

    @Test(
        "a stored trip and a table exclude each other, and options of tables do not apply",
        arguments: [
            ["route", "data/stops.csv", "--trip", "a", "--store", "b"], ["route"], ["order"],
            ["route", "--trip", "a"],
            ["order", "--store", "a"], ["route", "--trip", "a", "--store", "b", "--crs", "EPSG:5179"],
        ])
    func usage(arguments: [String]) throws {
        #expect(try Tool.run(arguments).status == 64)
    }

    @Test("an exported trip is imported as it was; twice changes nothing; a foreign file becomes a trip")
    func importAndExport() throws {
        let store = try SampleStore()
        let gpx = store.folder.path("jeju.gpx")
        #expect(try store.run(["trips", "export", "제주", "--output", gpx]).status == 0)
        let copy = store.folder.path("copy")
        let first = try Tool.run(["trips", "import", gpx, "--store", copy])
        #expect(
            first.status == 0 && first.errors.contains("1 trip, 3 stops, 1 entry, 1 attachment; 0 refused"),
            "\(first.errors)")
        // Of the attachment, all but the bytes of its file: a backup has these.
        #expect(first.errors.contains("1 files of attachments are missing"), "\(first.errors)")
        #expect(try TripDatabase(folder: copy).attachments(of: store.peak).map(\.content) == [store.photo])
        let zip = store.folder.path("trips.zip")
        _ = try store.run(["trips", "backup", "--output", zip])
        #expect(try Tool.run(["trips", "restore", zip, "--merge", "--store", copy]).status == 0)
        #expect(try Tool.run(["trips", "check", "--store", copy]).status == 0)
        let again = try Tool.run(["trips", "import", gpx, "--store", copy])
        #expect(again.status == 0 && again.errors.contains("nothing changed; 0 refused"), "\(again.errors)")
        let both = try [copy, store.path].map {
            try Tool.run(["trips", "show", "제주", "--format", "csv", "--store", $0]).output
        }
        #expect(both[0] == both[1])
        let csv = try store.folder.file("stops.csv", "name,latitude,longitude\n서울역,37.55,126.97\n북쪽,91,127\n")
        let rejects = store.folder.path("bad.csv")
        let table = try Tool.run([
            "trips", "import", csv, "--title", "서울", "--rejects", rejects, "--strict", "--store", copy,
        ])
        #expect(table.status == 1 && table.errors.contains("1 trip, 1 stop; 1 refused"), "\(table.errors)")
        let refused = try store.folder.text("bad.csv").split(separator: "\n")
        #expect(refused.first == "line,column,reason,name,latitude,longitude")
        #expect(refused.last?.hasPrefix("3,2 (latitude),") == true && refused.last?.hasSuffix(",북쪽,91,127") == true)
        #expect(try Tool.run(["trips", "list", "--store", copy]).output.contains("서울"))
    }

    @Test("each format is written, a diary with its pictures; a KMZ archive is read")
    func formats() throws {
        let store = try SampleStore()
        for (format, start) in [
            ("gpx", "<?xml"), ("kml", "<?xml"), ("geojson", "{"), ("ics", "BEGIN:VCALENDAR"), ("markdown", "# 제주"),
            ("csv", "trip_id,"),
        ] {
            let result = try store.run(["trips", "export", "제주", "--format", format])
            #expect(result.status == 0 && result.output.hasPrefix(start), "\(format): \(result)")
        }
        let diary = store.folder.path("diary")
        #expect(try store.run(["trips", "export", "제주", "--format", "markdown", "--output", diary]).status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(diary)/diary.md"))
        #expect(FileManager.default.fileExists(atPath: "\(diary)/files/\(store.photo).jpg"))
        let kml = store.folder.path("doc.kml")
        _ = try store.run(["trips", "export", "제주", "--format", "kml", "--output", kml])
        let kmz = store.folder.path("jeju.kmz")
        #expect(try Tool.shell("python3 -m zipfile -c '\(kmz)' '\(kml)'").status == 0)
        let result = try Tool.run(["trips", "import", kmz, "--store", store.folder.path("copy")])
        #expect(result.status == 0 && result.errors.contains("3 stops"), "\(result.errors)")
    }

    @Test("the format of an export is that of its name, and the titles of imports are too")
    func namedFormats() throws {
        let store = try SampleStore()
        for (name, start) in [
            ("a.gpx", "<?xml"), ("a.KML", "<?xml"), ("a.geojson", "{"), ("a.ics", "BEGIN:VCALENDAR"), ("a.md", "# 제주"),
            ("a.csv", "trip_id,"), ("제주 길.kml", "<?xml"),
        ] {
            let path = store.folder.path(name)
            #expect(try store.run(["trips", "export", "제주", "--output", path]).status == 0)
            #expect(try store.folder.text(name).hasPrefix(start), "\(name)")
            #expect(try store.folder.text(name).contains("<kml") == name.lowercased().hasSuffix(".kml"))
        }
        let copy = store.folder.path("copy")
        let table = try store.folder.file("부산 봄.csv", "name,latitude,longitude\n해운대,35.1587,129.1604\n")
        for _ in 0..<2 { _ = try Tool.run(["trips", "import", table, "--store", copy]) }
        let list = try Tool.run(["trips", "list", "--format", "csv", "--store", copy])
        #expect(list.lines.count == 2 && list.lines[1].contains(",부산 봄,undated,,,Asia/Seoul,1,"), "\(list.output)")
    }

    @Test("an import keeps what the store changed or deleted, and says so, unless it is to overwrite")
    func overwriting() throws {
        let store = try SampleStore()
        let csv = store.folder.path("jeju.csv")
        _ = try store.run(["trips", "export", "제주", "--output", csv])
        let before = try store.json()
        #expect(try store.run(["trips", "import", csv]).errors.contains("nothing changed; 0 refused"))
        #expect(try store.json() == before)
        try TripDatabase(folder: store.path).commit([.delete(store.peak)])
        let kept = try store.run(["trips", "import", csv])
        #expect(kept.status == 0 && kept.errors.contains("1 kept as the store has them"), "\(kept.errors)")
        #expect(kept.errors.contains("--overwrite") && kept.errors.contains("nothing changed"))
        let taken = try store.run(["trips", "import", csv, "--overwrite"])
        #expect(taken.errors.contains("1 stop; 0 refused"), "\(taken.errors)")
        #expect(try TripDatabase(folder: store.path).stops(of: store.jeju).count == 3)
        let gpx = store.folder.path("jeju.gpx")
        _ = try store.run(["trips", "export", "제주", "--output", gpx])
        #expect(try store.run(["trips", "import", gpx, "--title", "a"]).status == 64)
    }

    @Test("a local time of an unknown place is asked for its zone")
    func zones() throws {
        let folder = try Folder()
        let csv = try folder.file("a.csv", "name,lat,lon,arrival\n하카타,33.5902,130.4207,2027-04-01T09:00\n")
        let store = folder.path("store")
        let refused = try Tool.run(["trips", "import", csv, "--store", store])
        #expect(refused.status == 65 && refused.errors.contains("line 2, column 4"), "\(refused.errors)")
        #expect(refused.errors.contains("--time-zone"))
        let read = try Tool.run(["trips", "import", csv, "--store", store, "--time-zone", "Asia/Tokyo"])
        #expect(read.status == 0, "\(read.errors)")
        #expect(try Tool.run(["trips", "show", "a", "--store", store]).output.contains("2027-04-01T09:00:00+09:00"))
    }

    @Test("texts with characters that XML cannot have are counted where KML changes them; GPX brings them back")
    func forbiddenCharacters() throws {
        let folder = try Folder()
        let store = folder.path("store")
        let csv = try folder.file("stops.csv", "name,lat,lon\n강\u{1},37,127\n\u{FFFE},38,127\n산,38,128\n")
        #expect(try Tool.run(["trips", "import", csv, "--title", "여행", "--store", store]).status == 0)
        let kml = try Tool.run(["trips", "export", "여행", "--format", "kml", "--store", store])
        #expect(kml.status == 0 && kml.output.contains("<name>강\u{FFFD}</name>"), "\(kml)")
        #expect(
            kml.errors.contains("2 texts have characters that XML cannot have: they became U+FFFD"), "\(kml.errors)")
        let gpx = folder.path("trip.gpx")
        let export = try Tool.run(["trips", "export", "여행", "--output", gpx, "--store", store])
        #expect(export.status == 0 && export.errors.isEmpty, "\(export.errors)")
        let copy = folder.path("copy")
        #expect(try Tool.run(["trips", "import", gpx, "--store", copy]).status == 0)
        let back = try Tool.run(["trips", "export", "여행", "--format", "gpx", "--store", copy])
        let bytes = try Data(contentsOf: URL(filePath: gpx))
        // The extension has the texts as they are.
        #expect(String(decoding: bytes, as: UTF8.self).contains("강\\u0001"), "\(back)")
        #expect(Data(back.output.utf8) == bytes, "\(back)")
    }

    @Test("a file that cannot be imported is an error with its place, and makes no store")
    func badImports() throws {
        let folder = try Folder()
        for (name, text, status) in [
            ("a.gpx", "<gpx><wpt lat='1'", Int32(65)), ("a.csv", "a,b\n1,2\n", 65), ("a.kmz", "PK\u{3}\u{4}", 65),
            ("a.bin", "", 64), ("none.gpx", "", 66),
        ] {
            let path = name == "none.gpx" ? folder.path(name) : try folder.file(name, text)
            let result = try Tool.run(["trips", "import", path, "--store", folder.path("store")])
            #expect(result.status == status, "\(name): \(result)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
        }
    }
}
