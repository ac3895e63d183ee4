package import WaymarkAttractions
import WaymarkC

/// How much a place is worth a way, by its tags alone: *e* to a sum of parts, 1 for an ordinary sight of which nothing more is
/// known, 0.37 at least, below 10. Nothing depends on the other places of the extract.
///
/// The parts of a sight:
/// - the base of its category;
/// - languages: 0.28 ln(*L*) for *L* languages of its name, at least 1;
/// - article: 0.5 for an article of Wikipedia or an item of Wikidata; 0.25 for an item alone where the base is below 0: springs and
///   lakes have items by the thousand;
/// - articles: 0.2 ln(*A*) for articles in *A* languages;
/// - heritage: 0.7 of UNESCO or the first grade, 0.4 of the second and third, 0.2 of others;
/// - 0.3 for `tourism=attraction`;
/// - details: 0.08 for each, at most 0.32;
/// - extent: 0.25 ln(*area* / *usual*), from -0.1 to 0.5.
///
/// Above 1.5 the sum bends towards ln 10. Of other places all but the base counts half, and the sum bends from 0.3 towards ln 2: no
/// hotel is a sight.
package struct MapWorth: Sendable {
    /// The sum of all parts but the base and the extent.
    private var sum: Double

    package init(_ tags: MapTags, _ line: PlaceCategory.Line) {
        sum = 0.28 * log(Double(max(1, Self.languages(of: tags))))
        var articles: Set<Substring> = []
        for (key, value) in tags {
            // en:Title, but no address of a page.
            if key == "wikipedia", let end = value.firstIndex(of: ":"), !value[end...].hasPrefix("://") {
                articles.insert(value[..<end])
            }
            if key.hasPrefix("wikipedia:") { articles.insert(key.dropFirst(10)) }
        }
        if !articles.isEmpty {
            sum += 0.5
        } else if tags["wikidata"] != nil {
            sum += line.base < 0 ? 0.25 : 0.5
        }
        sum += 0.2 * log(Double(max(1, articles.count)))
        sum += Self.heritage(of: tags)
        let details = Self.detailKeys.count { keys in keys.contains { tags[$0] != nil } }
        sum += min(0.32, 0.08 * Double(details))
        if line.category?.kind == .sight, tags["tourism"]?.split(separator: ";").contains("attraction") == true {
            sum += 0.3
        }
    }

    /// The worth of a place with an extent in square metres; nil for a point or a line.
    package func value(_ line: PlaceCategory.Line, areaSquareMeters area: Double?) -> Double {
        var sum = sum
        if let area, area > 0, let usual = line.usualArea { sum += max(-0.1, min(0.5, 0.25 * log(area / usual))) }
        let isSight = line.category?.kind == .sight
        let whole =
            isSight
            ? Self.bent(line.base + sum, from: 1.5, to: log(10)) : Self.bent(line.base + sum / 2, from: 0.3, to: log(2))
        // The same on every machine, whatever the last digits of its logarithms.
        return (exp(max(-1, whole)) * 1000).rounded() / 1000
    }

    /// A number as it is up to `start`, and nearer and nearer to `end` above.
    private static func bent(_ number: Double, from start: Double, to end: Double) -> Double {
        let above = number - start
        return above <= 0 ? number : start + above / (1 + above / (end - start))
    }

    /// The number of languages of `name:xx`, without a script.
    private static func languages(of tags: MapTags) -> Int {
        var found: Set<String> = []
        for key in tags.keys {
            let parts = PlaceText.language(ofKey: key)?.split(separator: "-", omittingEmptySubsequences: false) ?? []
            guard let language = parts.first, !language.utf8.contains(UInt8(ascii: "_")),
                parts.count == 1 || parts.count == 2 && variants.contains(parts[1])
            else { continue }
            found.insert(String(language))
        }
        return found.count
    }

    private static func heritage(of tags: MapTags) -> Double {
        let grade = tags["heritage"] ?? "no"
        if grade == "1" || tags["heritage:operator"] == "whc" || tags["ref:whc"] != nil
            || tags["whc:inscription_date"] != nil
        {
            return 0.7
        }
        return grade == "no" ? 0 : ["2", "3"].contains(grade) ? 0.4 : 0.2
    }

    private static let variants: Set<Substring> = ["Hans", "Hant", "simple", "classical", "tw", "hk"]
    /// What says more of a place; the keys of one entry count once.
    private static let detailKeys: [[String]] = [
        ["image"], ["wikimedia_commons"], ["description"], ["opening_hours"], ["fee"], ["start_date"], ["architect"],
        ["inscription"], ["building:architecture"], ["website", "contact:website", "url"],
        ["phone", "contact:phone", "email", "contact:email"],
    ]
}
