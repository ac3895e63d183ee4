import WaymarkAttractions
import WaymarkDrawings
import WaymarkGround
import WaymarkText

/// Tiles of the ground.
enum TileAnswer {
    /// A tile by its zoom, column and row with its form: `15`, `16524`, `12102.svg`.
    ///
    /// - Throws: ``Problem`` if there is no such tile, or the data have no ground.
    static func of(_ numbers: [String], isDark: Bool, isPacked: Bool, _ data: ServiceData) throws -> Answer {
        let parts = numbers[2].split(separator: ".", omittingEmptySubsequences: false)
        // No tile has more than nine digits.
        let digits = [numbers[0], numbers[1], String(parts[0])].map { (text: String) -> Int? in
            text.utf8.count <= 9 && text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
        }
        guard parts.count == 2, let zoom = digits[0], let column = digits[1], let row = digits[2],
            let tile = GroundTile(zoom: zoom, column: column, row: row)
        else {
            throw Problem(
                .notFound, "There is no such tile: zooms are 0 to 18, and a zoom z has 2 to the z tiles each way.")
        }
        guard let ground = data.ground else { throw missing }
        guard let form = ["svg": Media.svg, "mvt": .vectors][parts[1]] else {
            throw Problem(.notFound, "A tile is a drawing, .svg, or vectors, .mvt.")
        }
        return try data.tiles.answer(
            for: .init(tile: tile, form: form, isDark: isDark && form == .svg, isPacked: isPacked)
        ) {
            var answer =
                form == .svg
                ? Answer(form, try tile.svg(of: ground, isDark: isDark)) : Answer(form, try tile.vectors(of: ground))
            if isPacked { answer.pack() }
            return answer
        }
    }

    private static let missing = Problem(
        .notFound, "The attractions have no ground: waymark town makes a file that has one, of OpenStreetMap.")

    /// The tiles of vectors in the form of TileJSON 3.0, with the address of the server, since its readers take no other.
    static func description(_ data: ServiceData, at address: String) throws(Problem) -> Answer {
        guard let ground = data.ground else { throw missing }
        let layers = Set(ground.kinds.compactMap(\.schema).map { $0.prefix { $0 != ":" } }).sorted().map { layer in
            "{\"id\":\(JSONText.of(String(layer))),\"fields\":{\"kind\":\"String\",\"name\":\"String\"}}"
        }
        let (low, high) = (ground.box.northWest.degrees, ground.box.southEast.degrees)
        let bounds = [low.longitude, high.latitude, high.longitude, low.latitude].map { NumberText.shortest($0) }
        return Answer(
            .json,
            "{\"tilejson\":\"3.0.0\",\"tiles\":[\(JSONText.of(address + "/tiles/{z}/{x}/{y}.mvt"))],\"minzoom\":0,\"maxzoom\":18,"
                + "\"bounds\":[\(bounds.joined(separator: ","))],\"attribution\":\(JSONText.of(Attribution.text)),"
                + "\"vector_layers\":[\(layers.joined(separator: ","))]}\n", isStable: false)
    }
}
