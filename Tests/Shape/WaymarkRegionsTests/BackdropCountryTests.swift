import Testing
import WaymarkRegions

@Suite("countries of the backdrop")
struct BackdropCountryTests {
    @Test(
        "a place is in South Korea on its land and off its coast, and not on other land",
        arguments: [
            ("서울", 37.55, 126.97, true), ("제주", 33.38, 126.53, true), ("울릉도", 37.5, 130.87, true),
            ("백령도", 37.95, 124.68, true), ("마라도", 33.118, 126.267, true), ("성산항", 33.4731, 126.9335, true),
            ("대마도", 34.7, 129.45, false), ("対馬 北", 34.69, 129.44, false), ("福岡", 33.59, 130.4, false),
            ("개성", 37.97, 126.55, false), ("판문각", 37.957, 126.677, false), ("해주", 38.04, 125.71, false),
            ("평양", 39.02, 125.75, false), ("대한해협", 34.8, 129.2, false), ("上海", 31.2, 121.5, false),
        ])
    func country(name: String, latitude: Double, longitude: Double, isKorea: Bool) {
        #expect(BackdropCountry.isSouthKorea(latitude: latitude, longitude: longitude) == isKorea, "\(name)")
    }
}
