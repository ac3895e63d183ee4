import WaymarkTimes

/// A field's value, as writers need it.
enum AttractionValue {
    case none
    case text(String)
    case number(Double)
    case integer(Int)
    case list([String])

    init(_ text: String?) { self = text.map { .text($0) } ?? .none }
    /// A number that is not finite cannot be written.
    init(_ number: Double?) { self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .none }
    init(_ count: Int?) { self = count.map { .integer($0) } ?? .none }
    init(_ date: CalendarDate?) { self = date.map { .text($0.description) } ?? .none }
    init(_ items: [String]) { self = items.isEmpty ? .none : .list(items) }
}

extension Attraction {
    /// The value of one field.
    func value(of field: AttractionField) -> AttractionValue {
        switch field {
        case .id: .text(id)
        case .name: name.isEmpty ? .none : .text(name)
        case .category: .init(category)
        case .roadAddress: .init(roadAddress)
        case .lotAddress: .init(lotAddress)
        case .latitude: .number(coordinate.latitude)
        case .longitude: .number(coordinate.longitude)
        case .area: .init(areaSquareMeters)
        case .publicFacilities: .init(publicFacilities)
        case .lodgings: .init(lodgings)
        case .sportsFacilities: .init(sportsFacilities)
        case .cultureFacilities: .init(cultureFacilities)
        case .receptionFacilities: .init(receptionFacilities)
        case .supportFacilities: .init(supportFacilities)
        case .designated: .init(designated)
        case .capacity: .init(capacity)
        case .parkingSpaces: .init(parkingSpaces)
        case .introduction: .init(introduction)
        case .phone: .init(phone)
        case .managingOrganization: .init(managingOrganization)
        case .baseDate: .init(baseDate)
        case .providerCode: .init(providerCode)
        case .providerName: .init(providerName)
        }
    }
}
