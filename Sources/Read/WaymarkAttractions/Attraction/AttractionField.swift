import WaymarkText

/// The fields of an attraction as tables name them: the id, then the 22 columns of the standard data in their order.
package enum AttractionField: Int, CaseIterable, Sendable {
    case id
    case name, category, roadAddress, lotAddress, latitude, longitude, area
    case publicFacilities, lodgings, sportsFacilities, cultureFacilities, receptionFacilities, supportFacilities
    case designated, capacity, parkingSpaces, introduction, phone, managingOrganization, baseDate
    case providerCode, providerName

    /// The 22 columns of the standard data, in order.
    static let standardColumns = Array(allCases.dropFirst())

    /// The column name in the standard data.
    var koreanName: String { Self.names[rawValue][0] }
    /// The key in the open API's answers.
    var serviceKey: String { Self.names[rawValue][1] }
    /// The property name in GeoJSON, that of ``Attraction``.
    var englishName: String { Self.names[rawValue][2] }

    /// The field that a header cell or a JSON key names, in any of the three ways, plainly written.
    static func named(_ plainName: String) -> AttractionField? { byPlainName[plainName] }

    private static let names: [[String]] = [
        ["id", "id", "id"],
        ["관광지명", "trrsrtNm", "name"],
        ["관광지구분", "trrsrtSe", "category"],
        ["소재지도로명주소", "rdnmadr", "roadAddress"],
        ["소재지지번주소", "lnmadr", "lotAddress"],
        ["위도", "latitude", "latitude"],
        ["경도", "longitude", "longitude"],
        ["면적", "ar", "areaSquareMeters"],
        ["공공편익시설정보", "cnvnncFclty", "publicFacilities"],
        ["숙박시설정보", "stayngInfo", "lodgings"],
        ["운동및오락시설정보", "mvmAmsmtFclty", "sportsFacilities"],
        ["휴양및문화시설정보", "recrtClturFclty", "cultureFacilities"],
        ["접객시설정보", "hospitalityFclty", "receptionFacilities"],
        ["지원시설정보", "sportFclty", "supportFacilities"],
        ["지정일자", "appnDate", "designated"],
        ["수용인원수", "aceptncCo", "capacity"],
        ["주차가능수", "prkplceCo", "parkingSpaces"],
        ["관광지소개", "trrsrtIntrcn", "introduction"],
        ["관리기관전화번호", "phoneNumber", "phone"],
        ["관리기관명", "institutionNm", "managingOrganization"],
        ["데이터기준일자", "referenceDate", "baseDate"],
        ["제공기관코드", "instt_code", "providerCode"],
        ["제공기관명", "instt_nm", "providerName"],
    ]

    private static let byPlainName: [String: AttractionField] = {
        var fields: [String: AttractionField] = [:]
        for field in allCases {
            for name in names[field.rawValue] { fields[PlainText.key(name)] = field }
        }
        return fields
    }()
}
