import WaymarkAttractions
import WaymarkGeodesy
import WaymarkTables

/// The 22 columns of the standard data.
let standardHeader = """
    관광지명,관광지구분,소재지도로명주소,소재지지번주소,위도,경도,면적,공공편익시설정보,숙박시설정보,운동및오락시설정보,휴양및문화시설정보,\
    접객시설정보,지원시설정보,지정일자,수용인원수,주차가능수,관광지소개,관리기관전화번호,관리기관명,데이터기준일자,제공기관코드,제공기관명
    """

/// A generated row with every field filled.
let fullRow = """
    해맑은호수,관광지,강원도 춘천시 물결로 1,강원도 춘천시 가상동 1-1,37.88,127.73,"1,200.5",주차장+기반시설(도로+광장)+ 화장실,없음,-,\
    전시관,매점,안내소,1999.7.1,300,20,"물이 맑다, 아주",033-000-0000,춘천시청,2021-03-30,4180000,강원도 춘천시
    """

/// The same lake and a beach, in CP949: `이름,위도,경도` and two rows.
let cp949Table: [UInt8] =
    [0xC0, 0xCC, 0xB8, 0xA7, 0x2C, 0xC0, 0xA7, 0xB5, 0xB5, 0x2C, 0xB0, 0xE6, 0xB5, 0xB5, 0x0A]  // 이름,위도,경도
    + [0xC8, 0xA3, 0xBC, 0xF6] + Array(",37.88,127.73\n".utf8)  // 호수
    + [0xC7, 0xD8, 0xBA, 0xAF] + Array(",35.15,129.16\n".utf8)  // 해변

func catalog(
    _ text: String, name: String = "test", _ options: CatalogOptions = .init()
) throws(AttractionError) -> AttractionCatalog {
    try AttractionCatalog(bytes: ContiguousArray(text.utf8), name: name, options: options)
}

/// The error of reading `text`.
func failure(_ text: String, _ options: CatalogOptions = .init()) -> AttractionError? {
    do {
        _ = try catalog(text, options)
        return nil
    } catch {
        return error
    }
}

func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    try! Coordinate(latitude: latitude, longitude: longitude)
}

extension AttractionCatalog {
    /// The catalog as CSV.
    var csv: String {
        var bytes: [UInt8] = []
        writeCSV { piece in for index in piece.indices { bytes.append(piece[index]) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The catalog as GeoJSON.
    var geoJSON: String {
        var bytes: [UInt8] = []
        writeGeoJSON { piece in for index in piece.indices { bytes.append(piece[index]) } }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension QualityReport {
    /// Whether every row has one outcome, every rejected row one reason, and every entry is counted.
    var isBalanced: Bool {
        let exchanged = swapped - swappedMended
        let rejected = [rowsUnreadable, rowsWithoutCoordinate, unparsable, outOfRange, exchanged]
        let noted = [swappedMended, outOfKorea, unreadableValues, repeatedIDs]
        // Of each kind the first thousand are kept.
        func kept(_ counts: [Int]) -> Int { counts.reduce(0) { $0 + min($1, 1000) } }
        return rowsIn == rowsKept + rowsRejected + duplicatesMerged && rowsRejected == rejected.reduce(0, +)
            && rejections.count == kept(rejected) && notes.count == kept(noted)
    }
}
