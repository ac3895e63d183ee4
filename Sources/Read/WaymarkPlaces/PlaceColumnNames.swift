package import WaymarkTables

/// Names of columns given by the caller, and the system of their numbers; `nil` finds a column by its usual names.
///
/// A column with exactly the given name has priority; two with the same name are refused. Otherwise `#5` is the fifth
/// column only, never a column called `5`, and missing if there are fewer. Any other name is compared without regard to
/// letter case, blanks and punctuation.
public struct PlaceColumnNames: Sendable, Equatable {
    /// The id column.
    public var id: String?
    /// The name column.
    public var name: String?
    /// The category column.
    public var category: String?
    /// The column of degrees north, or of y with a projected system.
    public var latitude: String?
    /// The column of degrees east, or of x with a projected system.
    public var longitude: String?
    /// The projected system of the coordinates; nil for degrees on WGS 84.
    public var system: PlaceSystem?

    /// Names of columns; omitted ones are found by their usual names.
    public init(
        id: String? = nil, name: String? = nil, category: String? = nil, latitude: String? = nil,
        longitude: String? = nil, system: PlaceSystem? = nil
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.system = system
    }

    /// The column number, from 0, in a name such as `#5`.
    static func number(_ name: String) -> Int? {
        guard name.hasPrefix("#"), let number = Int(name.dropFirst()), number > 0 else { return nil }
        return number - 1
    }

    /// The maximum column number, from 0, among the names; -1 if there is none.
    var highestNumber: Int {
        [id, name, category, latitude, longitude].compactMap { $0.flatMap(Self.number) }.max() ?? -1
    }

    /// Whether both coordinate columns are given by number and have numbers in the first record of a table, which is
    /// then a row instead of a header.
    package func pointAtNumbers(in first: CSVRecord) -> Bool {
        guard let latitude = latitude.flatMap(Self.number), let longitude = longitude.flatMap(Self.number) else {
            return false
        }
        return first.double(latitude) != nil && first.double(longitude) != nil
    }
}

// The usual names of columns, in the form of `PlainText.key`, the more specific ones first.
extension PlaceColumns {
    static let latitudeKeys = [
        "latitude", "위도", "lat", "위도wgs84", "wgs84위도", "latitudewgs84", "wgs84latitude", "latwgs84", "wgs84lat",
        "stoplat", "gpslat", "gpslatitude", "placelat", "poilat", "poilatitude", "placelatitude", "stoplatitude",
        "latdeg", "latitudedeg",
        "위도좌표",
        "좌표위도", "위도y", "y위도", "위도y좌표", "y좌표", "좌표y", "ywgs84", "wgs84y", "mapy", "gpsy", "ycoord",
        "ycoordinate", "좌표정보y", "y",
    ]
    static let longitudeKeys = [
        "longitude", "경도", "lon", "lng", "long", "경도wgs84", "wgs84경도", "longitudewgs84", "wgs84longitude", "lonwgs84",
        "lngwgs84", "wgs84lon", "stoplon", "stoplng", "gpslon", "gpslng", "gpslongitude", "placelon", "placelng",
        "poilon", "poilng", "poilongitude",
        "placelongitude", "stoplongitude", "londeg", "longitudedeg", "경도좌표", "좌표경도", "경도x", "x경도", "경도x좌표", "x좌표",
        "좌표x", "xwgs84", "wgs84x", "mapx", "gpsx", "xcoord", "xcoordinate", "좌표정보x", "x",
    ]
    static let northKeys = [
        "좌표정보y", "y좌표", "좌표y", "y", "north", "northing", "ycoord", "ycoordinate", "coordy", "ypos", "posy", "pointy",
        "mapy", "tmy", "ytm", "utmy", "utmky", "yutmk", "utmkn", "northm", "ym", "북", "북거", "stopy", "placey",
    ]
    static let eastKeys = [
        "좌표정보x", "x좌표", "좌표x", "x", "east", "easting", "xcoord", "xcoordinate", "coordx", "xpos", "posx", "pointx",
        "mapx", "tmx", "xtm", "utmx", "utmkx", "xutmk", "utmke", "eastm", "xm", "동", "동거", "stopx", "placex",
    ]
    static let idKeys = [
        "id", "attractionid", "stopid", "placeid", "poiid", "siteid", "geonameid", "노드id", "nodeid", "정류소id", "정류장id",
        "관광지id", "장소id", "시설id", "콘텐츠id", "컨텐츠id", "contentid", "objectid", "osmid", "uuid", "uid", "아이디", "식별자",
        "관리번호", "고유번호", "시설번호", "정류소번호", "정류장번호", "mgtno", "code",
    ]
    static let nameKeys = [
        "name", "관광지명", "trrsrtnm", "명칭", "이름", "장소명", "장소", "stopname", "placename", "attractionname", "poiname",
        "sitename", "displayname", "title", "제목", "관광지", "여행지", "여행지명", "명소", "명소명", "공원명", "시설명", "시설명칭", "정류소명",
        "정류장명", "정류소", "정류장", "야영캠핑장명", "야영장명", "캠핑장명", "설치장소명", "사업장명", "업소명", "상호명", "상호", "업체명",
        "향토문화유적명", "문화유적명", "문화재명", "박물관미술관명", "축제명", "주차장명", "도서관명", "역사명", "역명", "건물명", "지점명", "숙소명",
        "숙박시설명", "길명", "거리명", "전통시장명", "시장명", "휴양림명", "해수욕장명", "nameko", "namekr", "namekorean", "koreanname",
        "nameen", "englishname", "asciiname", "stop", "place", "attraction", "label",
    ]
    static let categoryKeys = [
        "category", "관광지구분", "trrsrtse", "분류", "구분", "유형", "종류", "카테고리", "type", "kind", "class", "공원구분", "야영캠핑장구분",
        "야영장구분", "캠핑장구분", "설치시설구분", "정류소타입", "정류소유형", "업태구분명", "업태", "업종명", "업종", "향토문화유적구분", "시설구분", "시설유형",
        "박물관미술관구분", "도서관유형", "주차장구분", "관광숙박업상세명", "문화체육업종명", "contenttype", "featurecode", "placetype", "poicat",
        "poicategory",
    ]
}
