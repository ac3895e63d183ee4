import WaymarkGround

import func WaymarkC.exp2

/// The colours and widths of the ground: paper, on which the trip is what one sees first.
struct GroundStyle {
    let land, sea, coast, shore, built, square, green, forest, sand, building, wall: String
    let street, streetEdge, major, majorEdge, motor, motorEdge, path, rail: String
    let placeName, streetName, greenName, waterName: String

    static func of(isDark: Bool) -> GroundStyle { isDark ? .dark : .light }

    static let light = GroundStyle(
        land: DrawingColors.light.land, sea: DrawingColors.light.sea, coast: DrawingColors.light.coast,
        shore: "#b9d2e4", built: "#f5f1e9", square: "#f3eee6",
        green: "#e7eeda", forest: "#dfe8d0", sand: "#f4ead3", building: "#eee8dc", wall: "#e2dacb", street: "#ffffff",
        streetEdge: "#ddd4c4", major: "#fffaf0", majorEdge: "#d3c7b1", motor: "#f3e7cd", motorEdge: "#c9b994",
        path: "#d6cab5", rail: "#cbc3b5", placeName: "#4b5768", streetName: "#7b7568", greenName: "#6f8259",
        waterName: "#5f86a3")
    static let dark = GroundStyle(
        land: DrawingColors.dark.land, sea: DrawingColors.dark.sea, coast: DrawingColors.dark.coast, shore: "#16283a",
        built: "#1e2834", square: "#212b37",
        green: "#1c2e2c", forest: "#1a2c28", sand: "#2b2c2c", building: "#232e3b", wall: "#2b3745", street: "#324051",
        streetEdge: "#141b25", major: "#3b4a5d", majorEdge: "#141b25", motor: "#4a566a", motorEdge: "#141b25",
        path: "#3a4655", rail: "#3b4655", placeName: "#c5cfdc", streetName: "#8794a6", greenName: "#7f9a80",
        waterName: "#7295b0")

    /// A street: its width at zoom 16, its colour and that of its edge.
    struct Street {
        let layer: GroundLayer
        let width: Double
        let fill: any KeyPath<GroundStyle, String> & Sendable
        let edge: any KeyPath<GroundStyle, String> & Sendable
    }

    /// The streets, from the smallest.
    static let streets: [Street] = [
        .init(layer: .service, width: 1.7, fill: \.street, edge: \.streetEdge),
        .init(layer: .pedestrian, width: 3, fill: \.street, edge: \.streetEdge),
        .init(layer: .living, width: 2.8, fill: \.street, edge: \.streetEdge),
        .init(layer: .street, width: 3.2, fill: \.street, edge: \.streetEdge),
        .init(layer: .tertiaryLink, width: 2.6, fill: \.street, edge: \.streetEdge),
        .init(layer: .secondaryLink, width: 3, fill: \.major, edge: \.majorEdge),
        .init(layer: .primaryLink, width: 3.6, fill: \.major, edge: \.majorEdge),
        .init(layer: .trunkLink, width: 4, fill: \.motor, edge: \.motorEdge),
        .init(layer: .motorwayLink, width: 4.2, fill: \.motor, edge: \.motorEdge),
        .init(layer: .tertiary, width: 4.4, fill: \.street, edge: \.streetEdge),
        .init(layer: .secondary, width: 5, fill: \.major, edge: \.majorEdge),
        .init(layer: .primary, width: 6, fill: \.major, edge: \.majorEdge),
        .init(layer: .trunk, width: 6.5, fill: \.motor, edge: \.motorEdge),
        .init(layer: .motorway, width: 7, fill: \.motor, edge: \.motorEdge),
        .init(layer: .runway, width: 9, fill: \.street, edge: \.streetEdge),
    ]
    static let streetLayers = Set(streets.map(\.layer))

    /// The areas without an edge, from the lowest, with their colours.
    static let areas: [(layer: GroundLayer, fill: any KeyPath<GroundStyle, String> & Sendable)] = [
        (.built, \.built), (.forest, \.forest), (.green, \.green), (.sand, \.sand), (.square, \.square),
        (.glacier, \.land), (.land, \.land),
    ]

    /// How a name is written.
    struct Name {
        let size: Double
        let fill: any KeyPath<GroundStyle, String> & Sendable
        var isBold = false
        var isItalic = false
    }

    static let names: [GroundLayer: Name] = [
        .city: Name(size: 17, fill: \.placeName, isBold: true), .town: Name(size: 16, fill: \.placeName, isBold: true),
        .village: Name(size: 14, fill: \.placeName, isBold: true),
        .suburb: Name(size: 14, fill: \.placeName, isBold: true),
        .quarter: Name(size: 13, fill: \.placeName, isBold: true), .hamlet: Name(size: 11.5, fill: \.placeName),
        .station: Name(size: 11.5, fill: \.streetName), .peak: Name(size: 11, fill: \.streetName),
        .green: Name(size: 11.5, fill: \.greenName), .forest: Name(size: 11.5, fill: \.greenName),
        .water: Name(size: 11.5, fill: \.waterName, isItalic: true), .sand: Name(size: 11, fill: \.streetName),
        .square: Name(size: 11, fill: \.streetName), .built: Name(size: 11, fill: \.streetName),
        .land: Name(size: 11, fill: \.waterName),
    ]

    /// The zooms from which lines have their names along them.
    static let lineNames: [GroundLayer: Double] = [
        .motorway: 13, .trunk: 13, .primary: 13, .secondary: 14, .tertiary: 14.5, .street: 16, .living: 16,
        .pedestrian: 15.5, .service: 17, .path: 16.5, .steps: 17, .river: 13, .brook: 15,
    ]

    /// The factor of widths at a zoom.
    static func scale(at zoom: Double) -> Double { max(0.22, exp2((zoom - 16) * 0.75)) }
}
