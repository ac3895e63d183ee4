import WaymarkGeodesy
import WaymarkText
public import WaymarkTimes

/// A place worth a visit, with all fields of the Korean tourist-site standard data (전국관광지정보표준데이터), and those of places of
/// OpenStreetMap.
///
/// A field that is blank, `-` or `NULL` in the source is `nil`; a list of facilities that is blank or 없음 ("none") is
/// empty.
public struct Attraction: Hashable, Sendable, Codable {
    /// Identifies the place within a catalog; ``AttractionID`` describes how it is derived if the source has none.
    public var id: String
    /// 관광지명, the name; empty if the source has none.
    public var name: String
    /// 관광지구분, such as 관광지 or 관광단지.
    public var category: String?
    /// 소재지도로명주소, the address by road.
    public var roadAddress: String?
    /// 소재지지번주소, the address by lot number.
    public var lotAddress: String?
    /// 위도 and 경도, WGS 84.
    public var coordinate: Coordinate
    /// 면적, in square metres.
    public var areaSquareMeters: Double?
    /// 공공편익시설정보: car parks, toilets, offices.
    public var publicFacilities: [String] = []
    /// 숙박시설정보: lodging.
    public var lodgings: [String] = []
    /// 운동및오락시설정보: sports and amusement.
    public var sportsFacilities: [String] = []
    /// 휴양및문화시설정보: recreation and culture.
    public var cultureFacilities: [String] = []
    /// 접객시설정보: food and reception.
    public var receptionFacilities: [String] = []
    /// 지원시설정보: support.
    public var supportFacilities: [String] = []
    /// 지정일자, the date of designation.
    public var designated: CalendarDate?
    /// 수용인원수, the visitor capacity.
    public var capacity: Int?
    /// 주차가능수, the number of parking spaces.
    public var parkingSpaces: Int?
    /// 관광지소개, a description in Korean.
    public var introduction: String?
    /// 관리기관전화번호, the phone number of the managing institution.
    public var phone: String?
    /// 관리기관명, the managing institution.
    public var managingOrganization: String?
    /// 데이터기준일자, the reference date of the data.
    public var baseDate: CalendarDate?
    /// 제공기관코드, the code of the authority that published the row.
    public var providerCode: String?
    /// 제공기관명, the authority that published the row.
    public var providerName: String?
    /// What somebody goes there for; nil unless the place is one of a map.
    public var placeKind: PlaceKind?
    /// The theme, where it follows from the map.
    public var placeTheme: String?
    /// Other names, each behind its language or what kind of name it is: `en=Bulguksa Temple`, `alt=`, `old=`, `short=`, `official=`.
    public var otherNames: [String] = []
    /// Opening hours as OpenStreetMap writes them: `Tu-Su 10:00-18:00`.
    public var openingHours: String?
    /// The address of its own page.
    public var website: String?
    /// Whether wheelchairs can enter: yes, limited, no or designated.
    public var wheelchair: String?
    /// Whether there is a fee, or how much: yes, no, 3 EUR.
    public var fee: String?
    /// The item of Wikidata, such as Q485089.
    public var wikidata: String?
    /// The article of Wikipedia, behind its language: `ko:불국사`.
    public var wikipedia: String?
    /// How much it is worth a way, by the map: 1 where nothing is known, 5 and more for the best known.
    public var placeWorth: Double?

    /// A place with a name and a coordinate; the other fields start empty.
    public init(id: String, name: String, category: String? = nil, coordinate: Coordinate) {
        self.id = id
        self.name = name
        self.category = category
        self.coordinate = coordinate
    }
}

/// What somebody goes to a place for.
public enum PlaceKind: String, CaseIterable, Codable, Sendable {
    /// To see it.
    case sight
    /// To eat or drink.
    case food
    /// To sleep.
    case stay
    /// To go elsewhere.
    case transport
    /// For another purpose: a shop, a school, a quarter of the town.
    case other
}

extension Attraction {
    /// A name of ``otherNames`` without its language.
    package static func name(_ labelled: some StringProtocol) -> String {
        labelled.firstIndex(of: "=").map { String(labelled[labelled.index(after: $0)...]) } ?? String(labelled)
    }

    /// Takes from a place of a map that is the same what is missing here: its links and hours, and its names beside.
    package mutating func complete(from mapped: Attraction, namedBy label: String) {
        let known = [name] + otherNames.map { Self.name($0) }
        if !known.contains(mapped.name) { otherNames.append("\(label)=\(mapped.name)") }
        otherNames += mapped.otherNames.filter { Self.name($0) != name && !otherNames.contains($0) }
        for field in [
            \Attraction.roadAddress, \.phone, \.openingHours, \.website, \.wheelchair, \.fee, \.wikidata, \.wikipedia,
        ] where self[keyPath: field] == nil {
            self[keyPath: field] = mapped[keyPath: field]
        }
        if areaSquareMeters == nil { areaSquareMeters = mapped.areaSquareMeters }
        if capacity == nil { capacity = mapped.capacity }
    }

    /// The name in a language of ``otherNames``, such as `en`; nil if the map has none.
    public func name(in language: String) -> String? {
        otherNames.lazy.compactMap { $0.hasPrefix("\(language)=") ? String($0.dropFirst(language.count + 1)) : nil }
            .first
    }
}

/// A field's value, for writers.
enum AttractionValue {
    case none
    case text(String)
    case number(Double)
    case integer(Int)
    case list([String])

    /// The value in the form of an index file: lists as JSON.
    var storedText: String {
        switch self {
        case .none: return ""
        case .text(let text): return text
        case .number(let number): return NumberText.shortest(number)
        case .integer(let number): return String(number)
        case .list(let items): return FieldText.json(items)
        }
    }
}

extension Attraction {
    /// The value of one field; `.none` for an empty name or list, and for a number that is not finite.
    func value(of field: AttractionField) -> AttractionValue {
        switch field.property {
        case .name(let path):
            let text = self[keyPath: path]
            return text.isEmpty ? .none : .text(text)
        case .text(let path): return self[keyPath: path].map { .text($0) } ?? .none
        case .kind: return placeKind.map { .text($0.rawValue) } ?? .none
        case .degrees(let path): return .number(self[keyPath: path])
        case .amount(let path): return self[keyPath: path].flatMap { $0.isFinite ? .number($0) : nil } ?? .none
        case .count(let path): return self[keyPath: path].map { .integer($0) } ?? .none
        case .date(let path): return self[keyPath: path].map { .text($0.description) } ?? .none
        case .list(let path):
            let items = self[keyPath: path]
            return items.isEmpty ? .none : .list(items)
        }
    }

    /// Sets a field to the value of its stored text, which is not empty; the coordinate stays.
    mutating func set(_ field: AttractionField, stored utf8: Span<UInt8>) {
        let text = String(utf8: utf8)
        switch field.property {
        case .name(let path): self[keyPath: path] = text
        case .text(let path): self[keyPath: path] = text
        case .kind: placeKind = PlaceKind(rawValue: text)
        case .degrees: break
        case .amount(let path): self[keyPath: path] = NumberParser.double(text)
        case .count(let path): self[keyPath: path] = Int(text)
        case .date(let path): self[keyPath: path] = CalendarDate(text)
        case .list(let path): self[keyPath: path] = FieldText.items(json: text)
        }
    }
}
