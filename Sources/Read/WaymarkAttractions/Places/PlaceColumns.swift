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
    /// The column of degrees north; of y, which runs to the north, where there is a system.
    public var latitude: Int
    /// The column of degrees east; of x, which runs to the east, where there is a system.
    public var longitude: Int
    /// The projected system of the coordinates; nil for degrees on WGS 84.
    public var system: PlaceSystem?

    /// Columns that are known.
    public init(
        id: Int? = nil, name: Int? = nil, category: Int? = nil, latitude: Int, longitude: Int,
        system: PlaceSystem? = nil
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.system = system
    }

    /// Finds the columns of a header by `names`, and where those are `nil` by their usual names in Korean and English.
    ///
    /// Letter case, blanks, underscores, punctuation and a byte order mark do not matter. Where several columns have a
    /// usual name, the more telling name wins (`stop_id` over `code`), then the first column. In a projected system only x
    /// and y, east and north are looked for: a table may have degrees beside them.
    ///
    /// - Parameters:
    ///   - header: The names of the columns; may be empty when `names` gives numbers such as `#5`.
    ///   - names: Names, or numbers, that the caller knows.
    ///   - file: What to call the input in errors; may be left out.
    ///   - count: The number of columns, where the table has no header.
    /// - Throws: `AttractionError.columnNotFound` for a given name that is absent; `.noCoordinateColumns`;
    ///   `.noProjectedColumns`, `.ambiguousColumns`, `.oneColumnForBoth`.
    public init(
        header: [String], names: PlaceColumnNames = .init(), file: String = "", count: Int? = nil
    ) throws(AttractionError) {
        // Columns without a header are listed by number.
        let header = header.isEmpty ? Array(repeating: "", count: count ?? 0) : header
        let finder = Finder(header: header, keys: header.map(PlainText.key), count: count ?? header.count, file: file)
        system = names.system
        let latitude = try finder.column(names.latitude, system == nil ? Self.latitudeKeys : Self.northKeys)
        let longitude = try finder.column(names.longitude, system == nil ? Self.longitudeKeys : Self.eastKeys)
        guard let latitude, let longitude else {
            if let system { throw .noProjectedColumns(file: file, system: system.name, seen: header) }
            throw .noCoordinateColumns(file: file, seen: header)
        }
        if system != nil {
            // What is appended beside an `x` is called `x_2`: it may be of another system.
            for (given, column) in [(names.latitude, latitude), (names.longitude, longitude)] where given == nil {
                let second = "\(header[column])_2"
                guard !header.contains(second) else {
                    throw .ambiguousColumns(file: file, names: [header[column], second])
                }
            }
        }
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

    /// The column that is given by name or number, or the first that has a usual name, the more telling ones first.
    ///
    /// - Parameters:
    ///   - given: A name, or a number such as `#5`.
    ///   - usual: Names as ``PlainText/key(_:)`` has them.
    ///   - header: The names of the columns; empty where there are none.
    ///   - file: What to call the input in errors.
    ///   - count: The number of columns.
    /// - Returns: Its number from 0; nil where none is given and none has a usual name.
    /// - Throws: `AttractionError.columnNotFound` for a given name that is absent.
    package static func column(
        _ given: String?, usual: [String], header: [String], file: String, count: Int
    ) throws(AttractionError) -> Int? {
        let header = header.isEmpty ? Array(repeating: "", count: count) : header
        let finder = Finder(header: header, keys: header.map(PlainText.key), count: count, file: file)
        return try finder.column(given, usual)
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
    private static let northKeys = [
        "좌표정보y", "y좌표", "좌표y", "y", "north", "northing", "ycoord", "ycoordinate", "coordy", "ypos", "posy", "pointy",
        "mapy", "tmy", "ytm", "utmy", "utmky", "yutmk", "utmkn", "northm", "ym", "북", "북거", "stopy", "placey",
    ]
    private static let eastKeys = [
        "좌표정보x", "x좌표", "좌표x", "x", "east", "easting", "xcoord", "xcoordinate", "coordx", "xpos", "posx", "pointx",
        "mapx", "tmx", "xtm", "utmx", "utmkx", "xutmk", "utmke", "eastm", "xm", "동", "동거", "stopx", "placex",
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
