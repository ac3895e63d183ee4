import ArgumentParser
import WaymarkBatch
import WaymarkGround
import WaymarkIndex

/// The ground under svg maps, and whether they are dark.
struct GroundArguments: ParsableArguments {
    @Option(
        name: .customLong("ground"),
        help: ArgumentHelp(
            "A file of `waymark town` whose streets, water and buildings lie under an svg map. (default: the attractions, "
                + "if they are such a file)", valueName: "file"),
        completion: .file(extensions: ["waymark"]))
    var file: String?
    @Flag(name: .customLong("no-ground"), help: "Draw an svg map without streets, water and buildings.")
    var hasNone = false
    @Flag(name: .customLong("dark"), help: "Draw an svg map for a dark page.")
    var isDark = false

    func validate() throws {
        if hasNone, file != nil { throw ValidationError("--ground and --no-ground exclude each other.") }
    }

    /// The ground of the option, else of the attractions; nil for none.
    func open(beside attractions: [String?]) throws -> Ground? {
        if hasNone { return nil }
        guard let file else { return try Ground.ofFirst(of: attractions.compactMap(\.self)) }
        guard let ground = try Ground(IndexFile(contentsOf: file)) else {
            throw Failure(.badData, "\(file): there is no ground in it; `waymark town` makes a file that has one")
        }
        return ground
    }
}
