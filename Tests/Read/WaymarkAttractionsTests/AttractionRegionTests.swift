import Foundation
import RegionTestSupport
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRegions

@Suite("attractions in Korea's provinces", .enabled(if: SharedData.isPresent))
struct AttractionRegionTests {
    /// The provinces of 2013 by the beginning of addresses.
    private static let provinces = [
        "서울": "서울특별시", "부산": "부산광역시", "대구": "대구광역시", "인천": "인천광역시", "광주광": "광주광역시",
        "대전": "대전광역시", "울산": "울산광역시", "세종": "세종특별자치시", "경기": "경기도", "강원": "강원도",
        "충청북": "충청북도", "충청남": "충청남도", "전라북": "전라북도", "전북": "전라북도", "전라남": "전라남도",
        "전남": "전라남도", "경상북": "경상북도", "경북": "경상북도", "경상남": "경상남도", "경남": "경상남도", "제주특": "제주특별자치도",
        // Addresses without a province.
        "안성시": "경기도", "안동시": "경상북도", "양구군": "강원도",
    ]

    /// The attractions in another province than that of their address, and that province.
    private static let elsewhere = [
        // The boundaries are of 2013: Gunwi has since moved from Gyeongbuk to Daegu.
        "팔공산 하늘정원": "경상북도",
        // On borders: a river island, a lake, ridges and valleys that the simplified border cuts short.
        "남이섬": "경기도", "대청호반": "충청북도", "청계동솔바람야영장": "전라북도", "금정산": "경상남도", "국립5·18민주묘지": "전라남도",
        "태조대왕태실": "대전광역시",
    ]

    @Test("lie in the province of their address, except for those listed")
    func provinces() throws {
        let set = try Boundaries.provinces.regions()
        let shared = [
            "attractions-2024-04-dups.cp949.csv", "attractions-2021-09-blanks.cp949.csv",
            "attractions-2019-10.portal.json",
        ].map { SharedData.folder.path + "/attractions/" + $0 }
        var (count, elsewhere, atSea) = (0, Set<String>(), Set<String>())
        for path in [Repository.root.path + "/data/attractions.csv"] + shared {
            for attraction in try AttractionCatalog(contentsOf: path).attractions {
                guard let address = attraction.roadAddress ?? attraction.lotAddress else { continue }
                count += 1
                let own = try #require(Self.provinces.first { address.hasPrefix($0.key) }?.value, "\(address)")
                let match = try #require(
                    set.nearestRegion(to: attraction.coordinate, within: .kilometers(4)), "\(attraction.name)")
                if match.distance > .zero { atSea.insert(attraction.name) }
                let found = set.regions[match.index].name
                guard found != own else { continue }
                elsewhere.insert(attraction.name)
                #expect(Self.elsewhere[attraction.name] == found, "\(attraction.name), \(address)")
            }
        }
        #expect(count > 2_000, "\(count)")
        #expect(elsewhere == Set(Self.elsewhere.keys))
        // In the sea of the simplified coast, or on islands missing from it, but nearest to their own province.
        #expect(atSea.count == 53, "\(atSea.count)")
    }
}
