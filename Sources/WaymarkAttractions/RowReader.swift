import WaymarkGeodesy
import WaymarkTables

/// Reads the typed fields of one row.
struct RowReader {
    /// The text of each field, by the field's raw value.
    let values: [String]
    let coordinate: Coordinate
    /// Values that were dropped, and why.
    private(set) var unreadable: [(field: AttractionField, reason: String)] = []

    init(values: [String], coordinate: Coordinate) {
        self.values = values
        self.coordinate = coordinate
    }

    /// The row as an attraction; the id is empty where the row has none.
    mutating func attraction() -> Attraction {
        var attraction = Attraction(
            id: text(.id) ?? "", name: text(.name) ?? "", category: text(.category), coordinate: coordinate)
        attraction.roadAddress = text(.roadAddress)
        attraction.lotAddress = text(.lotAddress)
        attraction.areaSquareMeters = amount(.area)
        attraction.publicFacilities = list(.publicFacilities)
        attraction.lodgings = list(.lodgings)
        attraction.sportsFacilities = list(.sportsFacilities)
        attraction.cultureFacilities = list(.cultureFacilities)
        attraction.receptionFacilities = list(.receptionFacilities)
        attraction.supportFacilities = list(.supportFacilities)
        attraction.designated = date(.designated)
        attraction.capacity = count(.capacity)
        attraction.parkingSpaces = count(.parkingSpaces)
        attraction.introduction = text(.introduction)
        attraction.phone = text(.phone)
        attraction.managingOrganization = text(.managingOrganization)
        attraction.baseDate = date(.baseDate)
        attraction.providerCode = text(.providerCode)
        attraction.providerName = text(.providerName)
        return attraction
    }

    /// The decimal number that `text` is, without regard to the locale.
    static func number(_ text: String) -> Double? {
        NumberParser.double(ContiguousArray(text.utf8).span)
    }

    private func text(_ field: AttractionField) -> String? { PlainText.value(values[field.rawValue]) }

    private func list(_ field: AttractionField) -> [String] { FacilityList.items(values[field.rawValue]) }

    private mutating func date(_ field: AttractionField) -> CalendarDate? {
        guard let text = text(field) else { return nil }
        if let date = CalendarDate(text) { return date }
        return drop(field, text, "a day")
    }

    /// A number, with or without separators of thousands and a unit.
    private mutating func amount(_ field: AttractionField) -> Double? {
        guard let text = text(field) else { return nil }
        var digits = text[...]
        for unit in ["㎡", "m²", "m2", "명", "대", "면"] where digits.hasSuffix(unit) {
            digits = digits.dropLast(unit.count)
        }
        let plain = PlainText.trimmed(String(digits.filter { $0 != "," }))
        if let number = Self.number(plain), number >= 0 { return number }
        return drop(field, text, "a number")
    }

    private mutating func count(_ field: AttractionField) -> Int? {
        guard let number = amount(field) else { return nil }
        if let count = Int(exactly: number) { return count }
        return drop(field, values[field.rawValue], "a whole number")
    }

    private mutating func drop<Value>(_ field: AttractionField, _ text: String, _ expected: String) -> Value? {
        let shown = text.count > 40 ? text.prefix(40) + "..." : text[...]
        unreadable.append((field, "\"\(shown)\" is not \(expected); left out"))
        return nil
    }
}
