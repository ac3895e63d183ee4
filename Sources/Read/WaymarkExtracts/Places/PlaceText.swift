import WaymarkAttractions
import WaymarkText

/// What the tags of a place say in words.
enum PlaceText {
    /// The name: that of the map, else that in English, else the first of all languages; nil if all are blank.
    static func name(of tags: MapTags) -> String? {
        if let name = tags["name"].flatMap(PlainText.value) ?? tags["name:en"].flatMap(PlainText.value) { return name }
        let keys =
            tags.keys.filter { language(ofKey: $0) != nil }.sorted()
            + ["official_name", "int_name", "loc_name", "short_name", "alt_name"]
        return keys.lazy.compactMap { tags[$0].flatMap(PlainText.value) }.first
    }

    /// Whether a key is that of a name.
    static func isName(_ key: String) -> Bool { key == "name" || otherKeys[key] != nil || language(ofKey: key) != nil }

    /// What two names that are the same have in common.
    static func key(_ name: String) -> String {
        let key = NameFolding.key(name)
        return key.isEmpty ? name : key
    }

    /// Sets the names, the address and what else is kept of a place.
    static func describe(_ place: inout Attraction, by tags: MapTags) {
        func value(_ keys: String...) -> String? { keys.lazy.compactMap { tags[$0].flatMap(PlainText.value) }.first }
        place.otherNames = otherNames(tags, beside: place.name)
        place.roadAddress = address(tags)
        place.phone = value("phone", "contact:phone")
        place.website = value("website", "contact:website", "url")
        place.openingHours = value("opening_hours")
        place.wheelchair = value("wheelchair")
        place.fee = value("charge", "fee")
        place.wikidata = value("wikidata")
        place.wikipedia =
            value("wikipedia")
            ?? tags.keys.filter { $0.hasPrefix("wikipedia:") }.min().flatMap { key in
                tags[key].map { "\(key.dropFirst(10)):\($0)" }
            }
        place.capacity = tags["capacity"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The other names in the order of their keys, each once.
    private static func otherNames(_ tags: MapTags, beside name: String) -> [String] {
        var names: [String] = []
        for (key, value) in tags.sorted(by: { $0.key < $1.key }) {
            guard let label = language(ofKey: key) ?? otherKeys[key] else { continue }
            for part in value.split(separator: ";") {
                guard let text = PlainText.value(String(part)), text != name else { continue }
                let entry = "\(label)=\(text)"
                if !names.contains(entry) { names.append(entry) }
            }
        }
        return names
    }

    private static let otherKeys = [
        "alt_name": "alt", "int_name": "int", "loc_name": "loc", "official_name": "official", "old_name": "old",
        "short_name": "short",
    ]

    /// The language of a key such as `name:ja-Latn`; nil for one of another kind, such as `name:etymology`.
    static func language(ofKey key: String) -> String? {
        guard key.hasPrefix("name:") else { return nil }
        let language = key.dropFirst(5)
        let first = language.prefix { $0.isASCII && $0.isLowercase }
        let rest = language.dropFirst(first.count)
        guard 2...3 ~= first.count, rest.isEmpty || rest.first == "-" || rest.first == "_", rest.count <= 12,
            !["pre", "abb"].contains(first)
        else { return nil }
        return String(language)
    }

    /// The address in one line, in the order of its country where `addr:full` does not give it.
    private static func address(_ tags: MapTags) -> String? {
        func part(_ key: String) -> String? { tags["addr:" + key].flatMap(PlainText.value) }
        if let full = part("full") { return full }
        let street = part("street") ?? part("place") ?? part("hamlet")
        let number = part("housenumber")
        // From large to small where the street is written so.
        if let street,
            street.unicodeScalars.contains(where: { 0xAC00...0xD7A3 ~= $0.value || 0x3040...0x30FF ~= $0.value })
        {
            let parts = [part("province"), part("city"), part("district"), part("subdistrict"), street, number]
            return parts.compactMap(\.self).joined(separator: " ")
        }
        let line = [street, number].compactMap(\.self).joined(separator: " ")
        let town = [part("postcode"), part("city")].compactMap(\.self).joined(separator: " ")
        let parts = [line, town].filter { !$0.isEmpty }
        // A town alone is no address.
        return street == nil && number == nil ? nil : parts.joined(separator: ", ")
    }
}
