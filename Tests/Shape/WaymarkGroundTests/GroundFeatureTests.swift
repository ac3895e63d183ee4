import Testing
import WaymarkGround

@Suite struct GroundFeatureTests {
    @Test func layersHaveTheNamesOfTheTable() {
        #expect(GroundLayer(rawValue: "tertiary_link") == .tertiaryLink)
        #expect(GroundLayer.allCases.first == .land)
    }
}
