import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

extension RecommendationBatch {
    /// The manifest of a part after all its rows are written.
    func manifest(
        of source: ShardSource, _ output: OutputFile, rejects: (path: String, hash: XXH64?)?, columns: PlaceColumns,
        counts: BatchSummary
    ) throws(TableError) -> ShardManifest {
        let kept = try source.kept()
        func hash(_ text: String) -> String {
            var hash = XXH64()
            hash.update(ContiguousArray(text.utf8).span)
            return hash.text
        }
        let interests =
            options.interests?.byTheme.sorted { $0.key < $1.key }
            .map { "\($0.key):\(NumberText.shortest($0.value))" }.joined(separator: ",") ?? "none"
        let weights = ScorePart.allCases.map { NumberText.shortest(recommender.weights[$0]) }.joined(separator: ",")
        let quota = recommender.lists.quota.map { ", \($0) of a theme at most" } ?? ""
        let apart = recommender.lists.clusterRadius.map { ", \(NumberText.shortest($0.value)) m apart" } ?? ""
        let numbers = [columns.id, columns.name, columns.latitude, columns.longitude]
        let settings: [(String, String)] = [
            ("lookup", "recommend within \(NumberText.shortest(options.radius.value)) m, \(options.limit) at most"),
            ("weights", weights),
            ("visits", recommender.visits?.hash ?? "none"),
            ("diversity", NumberText.shortest(recommender.lists.strength) + quota + apart),
            ("interests", interests),
            ("visited", hash(options.visited.sorted().joined(separator: "\u{0}"))),
            ("lexicon", hash(options.lexicon.text())),
            ("explained", options.isExplained ? options.language.rawValue : "no"),
            ("format", options.format.rawValue),
            ("columns", numbers.map { $0.map { "#\($0 + 1)" } ?? "none" }.joined(separator: ",")),
            ("stops without coordinates", options.stops.finder == nil ? "rejected" : "found by name"),
            ("encoding of the stops", options.stops.encoding?.name ?? "detected"),
            ("delimiter of the stops", options.stops.delimiter.map { String(UnicodeScalar($0)) } ?? "detected"),
            ("header of the stops", options.stops.hasHeader.map { $0 ? "yes" : "no" } ?? "detected"),
            ("system of the stops", columns.system?.name ?? "degrees"),
        ]
        return ShardManifest(
            shard: source.shard, part: .init(output.hash),
            rejects: rejects.map { (SiblingPath.of($0.path, from: output.name), .init($0.hash)) },
            stops: .init(size: source.fileSize, before: kept.before, through: kept.through),
            attractions: (recommender.places.places.count, RecommendedAttractions.hash(of: recommender.places)),
            question: settings.map { .init(name: $0.0, value: $0.1) }, counts: counts)
    }
}
