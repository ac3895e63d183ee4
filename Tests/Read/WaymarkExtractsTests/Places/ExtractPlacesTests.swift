import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkExtracts
import WaymarkGeodesy

@Suite struct ExtractPlacesTests {
    @Test func objectsWithANameAndTagsOfAPlaceArePlaces() throws {
        let map = try MapText(
            """
            n 1 35.157 129.059 tourism=museum name=시립박물관 name:en=City~Museum
            n 2 35.158 129.059 amenity=restaurant name=밀면집 opening_hours=Tu-Su~11:00-20:00
            n 3 35.159 129.059 tourism=hotel name=Hotel
            n 4 35.160 129.059 railway=station station=subway name=서면
            n 5 35.161 129.059 amenity=bank name=은행
            n 6 35.162 129.059 amenity=bench
            n 7 35.163 129.059 amenity=restaurant
            n 8 35.164 129.059 highway=bus_stop name=서면역
            w 9 1,2 highway=residential name=가야대로
            r 10 outer:w9 type=route route=hiking historic=yes name=갈맷길
            """
        ).places()
        #expect(map.attractions.map(\.id) == ["n1", "n2", "n3", "n4", "n5"])
        #expect(map.attractions.map(\.placeKind) == [.sight, .food, .stay, .transport, .other])
        #expect(map.attractions.map(\.category) == ["museum", "restaurant", "hotel", "metro station", "bank"])
        #expect(map.attractions[0].otherNames == ["en=City Museum"])
        #expect(map.attractions[0].name(in: "en") == "City Museum")
        #expect(map.attractions[1].openingHours == "Tu-Su 11:00-20:00")
        #expect(map.attractions[1].placeTheme == "먹거리")
        #expect(map.report.kinds == [.sight: 1, .food: 1, .stay: 1, .transport: 1, .other: 1])
        #expect(map.report.withHours == [.food: 1])
        #expect(map.report.dropped["objects without a name"] == 2)
        #expect(map.report.dropped["named objects that are not places, such as streets"] == 2)
        #expect(map.report.dropped["relations of type route"] == 1)
        #expect(map.report.objects == (8, 1, 1))
    }

    @Test func aPlaceKeepsItsNamesAddressAndLinks() throws {
        let place = try MapText(
            """
            n 1 42.5 1.5 tourism=museum name=Museu name:ca=Museu name:fr=Musée name:ja-Latn=Myuze name:etymology=Muse \
            alt_name=El~Museu;La~Casa old_name=Fàbrica short_name=MT name:etymology:wikidata=Q1 \
            addr:street=Carrer~Major addr:housenumber=17 addr:postcode=AD600 addr:city=Sant~Julià \
            contact:phone=+376~741~545 url=https://museudeltabac.com wheelchair=limited charge=7~EUR fee=yes \
            wikidata=Q1 wikipedia:fr=Musée~du~tabac
            """
        ).place()
        #expect(
            place.otherNames == [
                "alt=El Museu", "alt=La Casa", "fr=Musée", "ja-Latn=Myuze", "old=Fàbrica", "short=MT",
            ])
        #expect(place.roadAddress == "Carrer Major 17, AD600 Sant Julià")
        #expect(place.phone == "+376 741 545")
        #expect(place.website == "https://museudeltabac.com")
        #expect((place.wheelchair, place.fee) == ("limited", "7 EUR"))
        #expect((place.wikidata, place.wikipedia) == ("Q1", "fr:Musée du tabac"))
        let korean = try MapText(
            "n 1 35.1 129.0 tourism=museum name=박물관 addr:city=부산광역시 addr:district=부산진구 addr:street=시민공원로 addr:housenumber=73"
        ).place()
        #expect(korean.roadAddress == "부산광역시 부산진구 시민공원로 73")
        // A town alone is no address, and a name in another language is better than none.
        let only = try MapText("n 1 35.1 129.0 amenity=cafe name:zh=店 name:ja=喫茶 addr:city=부산").place()
        #expect((only.name, only.roadAddress) == ("喫茶", nil))
        #expect(try MapText("n 1 35.1 129.0 amenity=cafe name=~~ name:en=Shop").place().name == "Shop")
    }

    @Test func aPlaceOfAnAreaLiesInItAndKnowsItsSize() throws {
        let park = try MapText(
            MapText.square(1, 35.15, 129.05, side: 0.01) + "\nw 10 1,2,3,4,1 leisure=park name=Park"
        ).place()
        #expect(park.id == "w10")
        #expect(abs(park.coordinate.latitude - 35.155) < 0.001)
        let side = Sphere.earth.radius.value * 0.01 * .pi / 180
        let area = try #require(park.areaSquareMeters)
        #expect(abs(area / (side * side * cos(35.155 * .pi / 180)) - 1) < 1e-4)
        // With most of its middle cut out, the point is beside the hole.
        let ring = try MapText(
            MapText.square(1, 35.15, 129.05, side: 0.01) + "\n" + MapText.square(5, 35.151, 129.051, side: 0.008)
                + "\nw 10 1,2,3 -=-\nw 11 3,4,1 -=-\nw 12 5,6,7,8,5 -=-"
                + "\nr 20 outer:w10,outer:w11,inner:w12 type=multipolygon leisure=park name=Ring"
        ).place()
        #expect(ring.id == "r20")
        let (latitude, longitude) = (ring.coordinate.latitude, ring.coordinate.longitude)
        #expect(35.15...35.16 ~= latitude && 129.05...129.06 ~= longitude)
        #expect(!(35.151...35.159 ~= latitude && 129.051...129.059 ~= longitude))
        #expect(abs(try #require(ring.areaSquareMeters) / area - 0.36) < 0.001)
        // A line is shown at its middle, and has no area.
        let line = try MapText("n 1 42.5 1.5\nn 2 42.5 1.52\nw 3 1,2 highway=via_ferrata name=Via").place()
        #expect((line.areaSquareMeters, line.coordinate.longitude) == (nil, 1.51))
    }

    @Test func whatIsMappedTwiceIsOnePlace() throws {
        let area = MapText.square(1, 35.15, 129.05, side: 0.002) + "\nw 10 1,2,3,4,1 tourism=museum name=Museum"
        let twice = try MapText(
            area
                + "\nn 20 35.1505 129.0505 tourism=museum name=MUSEUM name:fr=Musée opening_hours=10:00-18:00 wikidata=Q1"
        ).places()
        #expect(twice.attractions.map(\.id) == ["w10"])
        #expect(twice.attractions[0].otherNames == ["alt=MUSEUM", "fr=Musée"])
        #expect(twice.attractions[0].openingHours == "10:00-18:00")
        let alone = try MapText(area).place()
        #expect(try #require(twice.attractions[0].placeWorth) > alone.placeWorth!)
        #expect(twice.report.joinedTwice.map(\.gone) == ["n20"])
        // Another kind, another name, another place: they stay.
        for other in [
            "n 20 35.1505 129.0505 amenity=cafe name=Museum", "n 20 35.1505 129.0505 tourism=museum name=Museum~2",
            "n 20 35.1530 129.0505 tourism=museum name=Museum",
        ] {
            #expect(try MapText(area + "\n" + other).places().attractions.count == 2, "\(other)")
        }
        // A bank in a quarter of its name is not the quarter.
        let quarter = MapText.square(1, 35.15, 129.05, side: 0.01) + "\nw 10 1,2,3,4,1 place=quarter name=Nobel"
        #expect(try MapText(quarter + "\nn 20 35.155 129.055 amenity=bank name=Nobel").places().attractions.count == 2)
        // Two shops of a chain in one street are two.
        let shops = try MapText(
            "n 1 35.15 129.05 shop=convenience name=CU\nn 2 35.1505 129.05 shop=convenience name=CU"
        ).places()
        #expect(shops.attractions.count == 2)
    }

    @Test func whatIsWrongIsSaidAndNothingIsLost() throws {
        let map = try MapText(
            """
            n 1 35.15 129.05
            n 2 35.15 129.06
            n 3 35.16 129.06
            n 4 95.0 129.05 tourism=museum name=North~of~the~Pole
            n 5 35.15 181.0 tourism=museum name=East~of~the~Date
            w 10 1 leisure=park name=One~Node
            w 11 - leisure=park name=No~Node
            w 12 77,78,77 leisure=park name=Nodes~Elsewhere
            w 13 1,2,77,3 leisure=park name=One~Elsewhere
            w 14 1,2,3 -=-
            r 20 outer:w14 type=multipolygon leisure=park name=Broken
            r 21 outer:w99 type=multipolygon leisure=park name=Missing
            r 22 :r23,:w14 type=site historic=yes name=Cyclic
            r 23 :r22 type=site historic=yes name=Cyclic~Too
            r 24 :n1,:n2 type=site historic=yes name=Of~Nodes
            """
        ).places()
        #expect(
            map.attractions.map(\.name) == ["One Node", "One Elsewhere", "Broken", "Cyclic", "Of Nodes"])
        let lost = map.report.lost.map { "\($0.place): \($0.loss.rawValue)" }
        #expect(
            lost == [
                "No Node (w11): places without any node in the extract",
                "Nodes Elsewhere (w12): places without any node in the extract",
                "Missing (r21): places without any node in the extract",
                "Cyclic Too (r23): places without any node in the extract",
                "North of the Pole (n4): places off the planet", "East of the Date (n5): places off the planet",
            ])
        #expect(map.report.faults.contains { $0.place == "Broken (r20)" })
        #expect(map.report.faults.filter { $0.fault == .clipped }.map(\.place) == ["One Elsewhere (w13)"])
        #expect(map.report.faults.filter { $0.fault == .nested }.map(\.place) == ["Cyclic (r22)"])
    }

    @Test func anAreaWithoutSomeOfItsNodesHasNoExtent() throws {
        let nodes = MapText.square(1, 35.15, 129.05, side: 0.01)
        let whole = try MapText(nodes + "\nw 10 1,2,3,4,1 leisure=park name=Park").places()
        let clipped = try MapText(nodes + "\nw 10 1,2,3,77,4,1 leisure=park name=Park").places()
        #expect(whole.attractions[0].areaSquareMeters != nil && clipped.attractions[0].areaSquareMeters == nil)
        #expect(whole.attractions[0].placeWorth! > clipped.attractions[0].placeWorth!)
        #expect(clipped.report.faults.map(\.fault) == [.clipped])
    }

    @Test func anObjectThatComesTwiceIsTwoPlaces() throws {
        let map = try MapText(
            "n 5 35.1 129.0 tourism=museum name=One\nn 6 35.1 129.0\nn 5 35.2 129.0 tourism=museum name=Other"
        ).places()
        #expect(map.attractions.map(\.id) == ["n5", "n5-2"])
    }

    @Test func manyPlacesOfOneNameAreFast() throws {
        let shops = (0..<20_000).map {
            "n \($0) \(35.0 + Double($0 / 200) * 0.01) \(129.0 + Double($0 % 200) * 0.01) amenity=cafe name=Cafe"
        }
        #expect(try MapText(shops.joined(separator: "\n")).places().attractions.count == 20_000)
    }

    @Test func tenThousandTagsAreRead() throws {
        let tags = (0..<10_000).map { "name:x\($0)=v\($0)" }.joined(separator: " ")
        let place = try MapText("n 1 35.1 129.0 tourism=museum name=Museum name:en=Museum~of~Tags \(tags)").place()
        #expect(place.otherNames == ["en=Museum of Tags"])
    }

    @Test func anExtractWithoutPlacesHasNone() throws {
        let map = try MapText("n 1 35.1 129.0\nn 2 35.1 129.1\nw 3 1,2 highway=primary").places()
        #expect(map.attractions.isEmpty)
        #expect(map.report.objects == (0, 1, 0))
    }

    @Test func anyNumberOfThreadsFindsTheSame() throws {
        let extract = try MapExtract(contentsOf: seomyeon)
        let one = try ExtractPlaces(extract, jobs: 1)
        #expect(one.attractions.count > 600)
        var shares: [Double] = []
        let many = try ExtractPlaces(extract, jobs: 5) { shares.append($0) }
        #expect(many.attractions == one.attractions)
        #expect(shares == shares.sorted() && shares.last == 1)
    }

    private let seomyeon = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path

    // MARK: Worth

    @Test func aParkOfTheCityIsFirstAroundSeomyeon() throws {
        let places = try ExtractPlaces(MapExtract(contentsOf: seomyeon), jobs: 2).attractions
        let sights = places.filter { $0.placeKind == .sight }.sorted { $0.placeWorth! > $1.placeWorth! }
        #expect(sights.first?.name == "부산시민공원")
        #expect(sights.prefix(8).contains { $0.name == "부전시장" })
    }

    @Test(.enabled(if: SharedData.isPresent, "needs the shared extracts"))
    func whatGuidesNameFirstIsWorthMost() throws {
        func ranks(_ file: String) throws -> [String: Int] {
            let path = SharedData.folder.deletingLastPathComponent().appending(path: "osm/\(file).osm.pbf").path
            let places = try ExtractPlaces(MapExtract(contentsOf: path), jobs: 2).attractions
            let sights = places.filter { $0.placeKind == .sight }.sorted { $0.placeWorth! > $1.placeWorth! }
            return Dictionary(sights.enumerated().map { ($1.name, $0) }, uniquingKeysWith: min)
        }
        let monaco = try ranks("monaco")
        for name in ["Musée Océanographique", "Casino de Monte Carlo", "Palais Princier de Monaco", "Jardin Exotique"] {
            #expect(try #require(monaco[name]) < 10, "\(name)")
        }
        let andorra = try ranks("andorra")
        let wanted = ["Santuari de Nostra Senyora de Meritxell", "Vall del Madriu-Perafita-Claror", "Museu del Tabac"]
        for name in wanted { #expect(try #require(andorra[name]) < 15, "\(name)") }
        #expect(andorra.count > 400)
    }
}
