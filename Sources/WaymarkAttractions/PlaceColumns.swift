/// Which columns of a table hold the id, the name, the kind and the coordinate of a place; numbers count from 0.
///
/// ```swift
/// let columns = try PlaceColumns(header: ["정류소명", "X좌표", "Y좌표"])  // name 0, longitude 1, latitude 2
/// ```
public struct PlaceColumns: Sendable, Equatable {
    /// The column that names each place for programs, if there is one.
    public var id: Int?
    /// The column that names each place for people, if there is one.
    public var name: Int?
    /// The column of the kind of place, if there is one.
    public var category: Int?
    /// The column of degrees north.
    public var latitude: Int
    /// The column of degrees east.
    public var longitude: Int

    /// Columns that are known.
    public init(id: Int? = nil, name: Int? = nil, category: Int? = nil, latitude: Int, longitude: Int) {
        self.id = id
        self.name = name
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Finds the columns of a header by `names`, and where those are `nil` by their usual names in Korean and English.
    ///
    /// Letter case, blanks, underscores, punctuation and a byte order mark do not matter. Where several columns have a
    /// usual name, the more telling name wins (`stop_id` over `code`), then the first column.
    ///
    /// - Parameters:
    ///   - header: The names of the columns; may be empty when `names` gives numbers such as `#5`.
    ///   - names: Names, or numbers, that the caller knows.
    ///   - file: What to call the input in errors; may be left out.
    ///   - count: The number of columns, where the table has no header.
    /// - Throws: `AttractionError.columnNotFound` for a given name that is absent; `.noCoordinateColumns`;
    ///   `.oneColumnForBoth`.
    public init(
        header: [String], names: PlaceColumnNames = .init(), file: String = "", count: Int? = nil
    ) throws(AttractionError) {
        // Columns without a header are listed by number.
        let header = header.isEmpty ? Array(repeating: "", count: count ?? 0) : header
        let finder = Finder(header: header, keys: header.map(PlainText.key), count: count ?? header.count, file: file)
        let latitude = try finder.column(names.latitude, Self.latitudeKeys)
        let longitude = try finder.column(names.longitude, Self.longitudeKeys)
        guard let latitude, let longitude else { throw .noCoordinateColumns(file: file, seen: header) }
        guard latitude != longitude else {
            let name = header[latitude].isEmpty ? "#\(latitude + 1)" : header[latitude]
            throw .oneColumnForBoth(file: file, column: name)
        }
        self.latitude = latitude
        self.longitude = longitude
        let taken: Set<Int> = [latitude, longitude]
        id = try finder.column(names.id, Self.idKeys, except: taken)
        name = try finder.column(names.name, Self.nameKeys, except: taken)
        category = try finder.column(names.category, Self.categoryKeys, except: taken)
    }

    private struct Finder {
        let header: [String]
        let keys: [String]
        let count: Int
        let file: String

        func column(_ given: String?, _ usual: [String], except taken: Set<Int> = []) throws(AttractionError) -> Int? {
            guard let given else {
                for key in usual {
                    if let column = keys.indices.first(where: { keys[$0] == key && !taken.contains($0) }) {
                        return column
                    }
                }
                return nil
            }
            if let column = header.firstIndex(of: given) { return column }
            if let number = PlaceColumnNames.number(given), number < count { return number }
            let key = PlainText.key(given)
            if PlaceColumnNames.number(given) == nil, !key.isEmpty, let column = keys.firstIndex(of: key) {
                return column
            }
            throw .columnNotFound(file: file, name: given, seen: header)
        }
    }

    private static let latitudeKeys = [
        "latitude", "위도", "lat", "위도wgs84", "wgs84위도", "latitudewgs84", "wgs84latitude", "latwgs84", "wgs84lat",
        "stoplat", "gpslat", "gpslatitude", "placelat", "placelatitude", "stoplatitude", "latdeg", "latitudedeg",
        "위도좌표",
        "좌표위도", "위도y", "y위도", "위도y좌표", "y좌표", "좌표y", "ywgs84", "wgs84y", "mapy", "gpsy", "ycoord",
        "ycoordinate", "좌표정보y", "y",
    ]
    private static let longitudeKeys = [
        "longitude", "경도", "lon", "lng", "long", "경도wgs84", "wgs84경도", "longitudewgs84", "wgs84longitude", "lonwgs84",
        "lngwgs84", "wgs84lon", "stoplon", "stoplng", "gpslon", "gpslng", "gpslongitude", "placelon", "placelng",
        "placelongitude", "stoplongitude", "londeg", "longitudedeg", "경도좌표", "좌표경도", "경도x", "x경도", "경도x좌표", "x좌표",
        "좌표x", "xwgs84", "wgs84x", "mapx", "gpsx", "xcoord", "xcoordinate", "좌표정보x", "x",
    ]
    private static let idKeys = [
        "id", "attractionid", "stopid", "placeid", "poiid", "siteid", "geonameid", "노드id", "nodeid", "정류소id", "정류장id",
        "관광지id", "장소id", "시설id", "콘텐츠id", "컨텐츠id", "contentid", "objectid", "osmid", "uuid", "uid", "아이디", "식별자",
        "관리번호", "고유번호", "시설번호", "정류소번호", "정류장번호", "mgtno", "code",
    ]
    private static let nameKeys = [
        "name", "관광지명", "trrsrtnm", "명칭", "이름", "장소명", "장소", "stopname", "placename", "attractionname", "poiname",
        "sitename", "displayname", "title", "제목", "관광지", "여행지", "여행지명", "명소", "명소명", "공원명", "시설명", "시설명칭", "정류소명",
        "정류장명", "정류소", "정류장", "야영캠핑장명", "야영장명", "캠핑장명", "설치장소명", "사업장명", "업소명", "상호명", "상호", "업체명",
        "향토문화유적명", "문화유적명", "문화재명", "박물관미술관명", "축제명", "주차장명", "도서관명", "역사명", "역명", "건물명", "지점명", "숙소명",
        "숙박시설명", "길명", "거리명", "전통시장명", "시장명", "휴양림명", "해수욕장명", "nameko", "namekr", "namekorean", "koreanname",
        "nameen", "englishname", "asciiname", "stop", "place", "attraction", "label",
    ]
    private static let categoryKeys = [
        "category", "관광지구분", "trrsrtse", "분류", "구분", "유형", "종류", "카테고리", "type", "kind", "class", "공원구분", "야영캠핑장구분",
        "야영장구분", "캠핑장구분", "설치시설구분", "정류소타입", "정류소유형", "업태구분명", "업태", "업종명", "업종", "향토문화유적구분", "시설구분", "시설유형",
        "박물관미술관구분", "도서관유형", "주차장구분", "관광숙박업상세명", "문화체육업종명", "contenttype", "featurecode", "placetype",
    ]
}
