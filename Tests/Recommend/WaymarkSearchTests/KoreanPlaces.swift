import Foundation
import TestSupport
import WaymarkGeodesy
import WaymarkSearch
import WaymarkTables

/// The names in the shared Korean files together: attractions, parks, bus stops, places with WiFi, campsites, heritage.
enum KoreanPlaces {
    static let shared = Result { try read() }

    private static func read() throws -> ContiguousArray<SearchedPlace> {
        var places = ContiguousArray<SearchedPlace>()
        func add(_ name: String, _ category: String, _ texts: [String], _ latitude: Double?, _ longitude: Double?) {
            guard let latitude, let longitude, let place = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return }
            places.append(
                SearchedPlace(
                    id: String(places.count), name: name, category: category.isEmpty ? nil : category,
                    coordinate: place, addresses: texts.filter { !$0.isEmpty }))
        }
        func table(_ file: String, name: String, category: String, texts: [String], latitude: String, longitude: String)
            throws
        {
            var reader = try CSVReader(MemorySource(ContiguousArray(SharedData.bytes(file))))
            func column(_ name: String) -> Int? { reader.header.firstIndex(of: name) }
            let (nameColumn, categoryColumn) = (column(name), column(category))
            let (latitudeColumn, longitudeColumn) = (column(latitude), column(longitude))
            let textColumns = texts.compactMap(column)
            guard let nameColumn, let latitudeColumn, let longitudeColumn else {
                throw CocoaError(.fileReadCorruptFile)
            }
            var record = CSVRecord()
            while try reader.read(into: &record) {
                guard record.count >= reader.header.count else { continue }
                add(
                    record[nameColumn], categoryColumn.map { record[$0] } ?? "", textColumns.map { record[$0] },
                    record.double(latitudeColumn), record.double(longitudeColumn))
            }
        }
        let address = ["소재지도로명주소", "소재지지번주소"]
        for file in ["2024-04-dups", "2021-09-blanks"] {
            try table(
                "attractions/attractions-\(file).cp949.csv", name: "관광지명", category: "관광지구분",
                texts: address + ["관광지소개"],
                latitude: "위도", longitude: "경도")
        }
        try table(
            "poi-kr/parks-2022.cp949-crlf.csv.gz", name: "공원명", category: "공원구분", texts: address, latitude: "위도",
            longitude: "경도")
        try table(
            "poi-kr/wifi-2016.cp949.csv.gz", name: "설치장소명", category: "설치시설구분", texts: address + ["설치장소상세"],
            latitude: "위도",
            longitude: "경도")
        try table(
            "poi-kr/seoul-bus-stops.utf8.csv.gz", name: "정류소명", category: "정류소 타입", texts: [], latitude: "Y좌표",
            longitude: "X좌표")
        for (file, name, kind) in [
            ("heritage-2019-malformed", "향토문화유적명", "향토문화유적구분"), ("campsites-2019", "야영(캠핑)장명", "야영(캠핑)장구분"),
        ] {
            let text = String(decoding: try SharedData.bytes("poi-kr/\(file).json.gz"), as: UTF8.self)
            // Lone backslashes are this file's fault.
            let mended = text.replacing(/\\(?!["\\\/bfnrtu])/, with: "")
            let document = try JSONSerialization.jsonObject(with: Data(mended.utf8)) as? [String: Any]
            for case let record as [String: Any] in document?["records"] as? [Any] ?? [] {
                func text(_ key: String) -> String { record[key] as? String ?? "" }
                add(text(name), text(kind), address.map(text), Double(text("위도")), Double(text("경도")))
            }
        }
        return places
    }
}
