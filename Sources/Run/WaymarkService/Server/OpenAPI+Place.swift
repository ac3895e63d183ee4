import WaymarkAttractions
import WaymarkText

extension OpenAPI {
    /// The schemas of all that is kept of one place, by name.
    static let placeSchemas: String = {
        let (text, number) = (#"{"type":"string"}"#, #"{"type":"number"}"#)
        let texts = list(text)
        let place = object(
            [("id", text), ("name", text), ("latitude", number), ("longitude", number)],
            [("names", #"{"type":"object","additionalProperties":\#(texts)}"#), ("kind", choice(PlaceKind.self))]
                + [
                    "category", "category_ko", "theme", "road_address", "lot_address", "phone", "website",
                    "opening_hours", "wheelchair", "fee", "wikidata", "wikipedia", "introduction", "designated",
                    "managing_organization", "provider_code", "provider_name", "base_date",
                ].map { ($0, text) } + ["worth", "area_m2", "capacity", "parking_spaces"].map { ($0, number) }
                + [
                    "public_facilities", "lodgings", "sports_facilities", "culture_facilities",
                    "reception_facilities", "support_facilities",
                ].map { ($0, texts) })
        let answer = object([("data", text), ("place", reference("Place"))], [("attribution", text)])
        return [("Place", place), ("PlaceAnswer", answer)].map { "\(JSONText.of($0)):\($1)" }.joined(separator: ",")
    }()
}
