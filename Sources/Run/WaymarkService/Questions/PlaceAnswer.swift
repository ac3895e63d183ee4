import WaymarkAttractions
import WaymarkGeodesy
import WaymarkText

/// All that is kept of one place, by its id.
enum PlaceAnswer {
    /// The answer; what is not known of the place has no member.
    ///
    /// - Throws: ``Problem`` if no place has the id.
    static func of(id: String, _ data: ServiceData) throws(Problem) -> Answer {
        guard let position = data.position(ofID: id) else {
            throw Problem(.notFound, "No place has the id \(PlainText.shortened(id)).", parameter: "id")
        }
        let members = members(of: data.file[position], theme: data.recommended.places[position].shownTheme)
        return Answer(
            .json,
            "{\"data\":\(JSONText.of(data.version)),\(Attribution.member(data.attribution))\"place\":{"
                + members.map { "\(JSONText.of($0)):\($1)" }.joined(separator: ",") + "}}\n")
    }

    /// The members of a place with their values in JSON; `theme` is that of a place whose theme no map says.
    static func members(of place: Attraction, theme: String?) -> [(name: String, value: String)] {
        var members = [("id", JSONText.of(place.id)), ("name", JSONText.of(place.name))]
        func add(_ name: String, _ text: String?) { if let text { members.append((name, JSONText.of(text))) } }
        func add(_ name: String, number: Double?) {
            if let number, number.isFinite { members.append((name, NumberText.shortest(number))) }
        }
        func add(_ name: String, list: [String]) {
            if !list.isEmpty { members.append((name, "[\(list.map(JSONText.of).joined(separator: ","))]")) }
        }
        if !place.otherNames.isEmpty { members.append(("names", names(place.otherNames))) }
        add("category", place.category)
        add("category_ko", place.placeKind.flatMap { _ in PlaceCategory.named(place.category)?.korean })
        add("kind", place.placeKind?.rawValue)
        add("theme", place.placeTheme ?? theme)
        add("latitude", number: place.coordinate.latitude)
        add("longitude", number: place.coordinate.longitude)
        add("road_address", place.roadAddress)
        add("lot_address", place.lotAddress)
        add("phone", place.phone)
        add("website", place.website)
        add("opening_hours", place.openingHours)
        add("wheelchair", place.wheelchair)
        add("fee", place.fee)
        add("wikidata", place.wikidata)
        add("wikipedia", place.wikipedia)
        add("worth", number: place.placeWorth)
        add("introduction", place.introduction)
        add("area_m2", number: place.areaSquareMeters)
        add("capacity", number: place.capacity.map(Double.init))
        add("parking_spaces", number: place.parkingSpaces.map(Double.init))
        add("public_facilities", list: place.publicFacilities)
        add("lodgings", list: place.lodgings)
        add("sports_facilities", list: place.sportsFacilities)
        add("culture_facilities", list: place.cultureFacilities)
        add("reception_facilities", list: place.receptionFacilities)
        add("support_facilities", list: place.supportFacilities)
        add("designated", place.designated?.description)
        add("managing_organization", place.managingOrganization)
        add("provider_code", place.providerCode)
        add("provider_name", place.providerName)
        add("base_date", place.baseDate?.description)
        return members
    }

    /// Names as an object: by language, or by what kind of name they are, a list of those in their order.
    private static func names(_ all: [String]) -> String {
        var lists: [(key: Substring, names: [String])] = []
        for text in all {
            let key = text.prefix { $0 != "=" }
            let name = String(text.dropFirst(key.count + 1))
            if let known = lists.firstIndex(where: { $0.key == key }) {
                lists[known].names.append(name)
            } else {
                lists.append((key, [name]))
            }
        }
        let members = lists.map { key, names in
            "\(JSONText.of(String(key))):[\(names.map(JSONText.of).joined(separator: ","))]"
        }
        return "{\(members.joined(separator: ","))}"
    }
}
