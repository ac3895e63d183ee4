import WaymarkText
import WaymarkTimes

/// The fields of an attraction in tables: the id, then the 22 columns of the standard data in order, then those of places of a map.
///
/// Each field is described only by its row of ``table``, which readers, writers, index files and headers use.
package enum AttractionField: Int, CaseIterable, Comparable, Sendable {
    case id
    case name, category, roadAddress, lotAddress, latitude, longitude, area
    case publicFacilities, lodgings, sportsFacilities, cultureFacilities, receptionFacilities, supportFacilities
    case designated, capacity, parkingSpaces, introduction, phone, managingOrganization, baseDate
    case providerCode, providerName
    case placeKind, placeTheme, otherNames, openingHours, website, wheelchair, fee, wikidata, wikipedia, placeWorth

    enum Property: Sendable {
        /// A text, empty for none.
        case name(any WritableKeyPath<Attraction, String> & Sendable)
        case text(any WritableKeyPath<Attraction, String?> & Sendable)
        /// The word of a ``PlaceKind``.
        case kind
        /// A part of the coordinate.
        case degrees(any KeyPath<Attraction, Double> & Sendable)
        /// A number of at least 0.
        case amount(any WritableKeyPath<Attraction, Double?> & Sendable)
        /// A whole number of at least 0.
        case count(any WritableKeyPath<Attraction, Int?> & Sendable)
        case date(any WritableKeyPath<Attraction, CalendarDate?> & Sendable)
        case list(any WritableKeyPath<Attraction, [String]> & Sendable)
    }

    /// A row of the table: the names in the standard data, in the open API's answers, and of ``Attraction`` and GeoJSON.
    private struct FieldRow: Sendable {
        let field: AttractionField
        let korean: String
        let service: String
        let english: String
        let property: Property
        /// Names in other tables, in the form of `PlainText.key`.
        let others: [String]

        init(
            _ field: AttractionField, _ korean: String, _ service: String, _ english: String, _ property: Property,
            others: [String] = []
        ) {
            (self.field, self.korean, self.service, self.english) = (field, korean, service, english)
            (self.property, self.others) = (property, others)
        }

        /// A field of places of a map, which the standard data does not have.
        init(_ field: AttractionField, map name: String, _ property: Property) {
            self.init(field, name, name, name, property)
        }
    }

    private static let table: [FieldRow] = [
        FieldRow(.id, "id", "id", "id", .name(\.id)),
        FieldRow(.name, "관광지명", "trrsrtNm", "name", .name(\.name)),
        FieldRow(.category, "관광지구분", "trrsrtSe", "category", .text(\.category)),
        FieldRow(
            .roadAddress, "소재지도로명주소", "rdnmadr", "roadAddress", .text(\.roadAddress),
            others: ["도로명주소", "주소", "address"]),
        FieldRow(.lotAddress, "소재지지번주소", "lnmadr", "lotAddress", .text(\.lotAddress), others: ["지번주소"]),
        FieldRow(.latitude, "위도", "latitude", "latitude", .degrees(\.coordinate.latitude)),
        FieldRow(.longitude, "경도", "longitude", "longitude", .degrees(\.coordinate.longitude)),
        FieldRow(.area, "면적", "ar", "areaSquareMeters", .amount(\.areaSquareMeters)),
        FieldRow(.publicFacilities, "공공편익시설정보", "cnvnncFclty", "publicFacilities", .list(\.publicFacilities)),
        FieldRow(.lodgings, "숙박시설정보", "stayngInfo", "lodgings", .list(\.lodgings)),
        FieldRow(.sportsFacilities, "운동및오락시설정보", "mvmAmsmtFclty", "sportsFacilities", .list(\.sportsFacilities)),
        FieldRow(.cultureFacilities, "휴양및문화시설정보", "recrtClturFclty", "cultureFacilities", .list(\.cultureFacilities)),
        FieldRow(
            .receptionFacilities, "접객시설정보", "hospitalityFclty", "receptionFacilities", .list(\.receptionFacilities)),
        FieldRow(.supportFacilities, "지원시설정보", "sportFclty", "supportFacilities", .list(\.supportFacilities)),
        FieldRow(.designated, "지정일자", "appnDate", "designated", .date(\.designated)),
        FieldRow(.capacity, "수용인원수", "aceptncCo", "capacity", .count(\.capacity)),
        FieldRow(.parkingSpaces, "주차가능수", "prkplceCo", "parkingSpaces", .count(\.parkingSpaces)),
        FieldRow(.introduction, "관광지소개", "trrsrtIntrcn", "introduction", .text(\.introduction)),
        FieldRow(.phone, "관리기관전화번호", "phoneNumber", "phone", .text(\.phone), others: ["전화번호"]),
        FieldRow(
            .managingOrganization, "관리기관명", "institutionNm", "managingOrganization", .text(\.managingOrganization)),
        FieldRow(.baseDate, "데이터기준일자", "referenceDate", "baseDate", .date(\.baseDate)),
        FieldRow(.providerCode, "제공기관코드", "instt_code", "providerCode", .text(\.providerCode)),
        FieldRow(.providerName, "제공기관명", "instt_nm", "providerName", .text(\.providerName)),
        FieldRow(.placeKind, map: "placeKind", .kind),
        FieldRow(.placeTheme, map: "placeTheme", .text(\.placeTheme)),
        FieldRow(.otherNames, map: "otherNames", .list(\.otherNames)),
        FieldRow(.openingHours, map: "openingHours", .text(\.openingHours)),
        FieldRow(.website, map: "website", .text(\.website)),
        FieldRow(.wheelchair, map: "wheelchair", .text(\.wheelchair)),
        FieldRow(.fee, map: "fee", .text(\.fee)),
        FieldRow(.wikidata, map: "wikidata", .text(\.wikidata)),
        FieldRow(.wikipedia, map: "wikipedia", .text(\.wikipedia)),
        FieldRow(.placeWorth, map: "placeWorth", .amount(\.placeWorth)),
    ]

    private var row: FieldRow { Self.table[rawValue] }

    package static func < (one: AttractionField, other: AttractionField) -> Bool { one.rawValue < other.rawValue }

    /// The 22 columns of the standard data, in order.
    static let standardColumns = allCases.filter { $0 > .id && $0 < .placeKind }
    /// The columns of places of a map.
    static let mapColumns = allCases.filter { $0 >= .placeKind }

    var koreanName: String { row.korean }
    /// The property name in GeoJSON, that of ``Attraction``.
    var englishName: String { row.english }
    var property: Property { Self.properties[rawValue] }

    private static let properties = table.map(\.property)

    /// The field of a header cell or a JSON key, given in the form of `PlainText.key`.
    static func named(_ key: String) -> AttractionField? { byKey[key] }

    private static let byKey: [String: AttractionField] = {
        precondition(table.map(\.field) == allCases, "the rows are not those of the fields in their order")
        var fields: [String: AttractionField] = [:]
        for row in table {
            for name in [row.korean, row.service, row.english] { fields[PlainText.key(name)] = row.field }
            for key in row.others { fields[key] = row.field }
        }
        return fields
    }()
}
