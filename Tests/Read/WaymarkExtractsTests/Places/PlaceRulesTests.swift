import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkExtracts

@Suite struct PlaceRulesTests {
    /// Tags, the kind and the category: written by hand.
    @Test func objectsAreWhatATravellerWouldSay() throws {
        let text = try fileText(Repository.root.appending(path: "Tests/Vectors/osm-kinds.tsv").path)
        let lines = text.split(separator: "\n")
        #expect(lines.count > 80)
        for line in lines {
            let cells = line.split(separator: "\t")
            var tags: MapTags = [:]
            for tag in cells[0].split(separator: " ") {
                let parts = tag.split(separator: "=", maxSplits: 1)
                tags[String(parts[0])] =
                    parts[0] == "name" ? parts[1].replacingOccurrences(of: "_", with: " ") : String(parts[1])
            }
            let category = PlaceRules.standard.line(for: tags)?.category
            #expect(category?.kind.rawValue ?? "-" == cells[1], "\(line)")
            #expect(category?.name ?? "-" == cells[2], "\(line)")
        }
    }

    @Test func aCategoryIsOneOfItsName() throws {
        let categories = PlaceCategory.lines.compactMap(\.category)
        #expect(categories.count > 150)
        for category in categories {
            let named = try #require(PlaceCategory.named(category.name))
            #expect(named.kind == category.kind, "\(category.name)")
            #expect(named.korean == category.korean, "\(category.name)")
        }
        #expect(Set(categories.map(\.kind)) == Set(PlaceKind.allCases))
        #expect(PlaceCategory.named("restaurant")?.servesLunch == true)
        #expect(PlaceCategory.named("bar")?.servesLunch == false)
        #expect(PlaceCategory.named("관광지") == nil)
    }

    @Test func theFirstLineThatHoldsDecides() {
        func category(_ tags: MapTags) -> String? { PlaceRules.standard.line(for: tags)?.category?.name }
        // A hotel in a castle is a hotel, and a bar that is a cafe too the first of both.
        #expect(category(["historic": "castle", "tourism": "hotel"]) == "hotel")
        #expect(category(["amenity": "bar;cafe"]) == "cafe")
        #expect(category(["amenity": "bar; pub"]) == "bar")
        #expect(category(["historic": "no"]) == nil)
        #expect(category([:]) == nil)
    }

    private func worth(_ tags: MapTags, area: Double? = nil) throws -> Double {
        let line = try #require(PlaceRules.standard.line(for: tags))
        return MapWorth(tags, line).value(line, areaSquareMeters: area)
    }

    @Test func evidenceMakesAPlaceWorthMore() throws {
        let plain: MapTags = ["tourism": "museum", "name": "Museum"]
        let base = try worth(plain)
        #expect(abs(base - exp(0.5)) < 0.001)
        for more in [
            ["wikidata": "Q1"], ["wikipedia": "en:Museum"], ["heritage": "2"], ["website": "https://example.org"],
            ["name:en": "Museum", "name:fr": "Musée"],
        ] {
            #expect(try worth(plain.merging(more) { $1 }) > base, "\(more)")
        }
        // Those of the brand say nothing, nor does a second script of a language.
        for less in [
            ["brand:wikidata": "Q1"], ["operator:wikidata": "Q1"], ["name:en": "Museum"],
            ["name:ja": "館", "name:ja-Latn": "kan"], ["name:pre": "a", "name:abb": "b"],
        ] {
            #expect(try worth(plain.merging(less) { $1 }) == base, "\(less)")
        }
        #expect(try worth(["historic": "fort", "tourism": "attraction"]) > worth(["historic": "fort"]))
        #expect(try worth(plain, area: 100_000) > worth(plain, area: 1500))
        #expect(try worth(plain, area: 1500) == base)
    }

    @Test func noHotelIsWorthASight() throws {
        var tags: MapTags = [
            "tourism": "hotel", "wikidata": "Q1", "wikipedia": "en:Hotel", "heritage": "1", "image": "x",
            "website": "x",
            "phone": "1", "fee": "yes",
        ]
        for language in ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii"] {
            tags["name:\(language)"] = "x"
            tags["wikipedia:\(language)"] = "x"
        }
        #expect(try worth(tags) < 2)
        tags["tourism"] = "museum"
        let worth = try worth(tags, area: 1e9)
        #expect(worth > 5 && worth < 10)
        #expect(try self.worth(["natural": "spring"]) >= 0.368)
    }
}
