import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

extension RecommendationBatch {
    /// Everything that affects the output, except the stops.
    func manifestQuestion(_ columns: PlaceColumns, trips: TripColumns? = nil) -> ShardManifest.Question {
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
        let radius = NumberText.shortest((options.question.radius ?? Reach.usualRadius).value)
        let widened = options.question.radius == nil ? ", widened" : ""
        let numbers = [columns.id, columns.name, columns.latitude, columns.longitude]
        var settings: [(String, String)] = [
            ("lookup", "recommend within \(radius) m\(widened), \(options.question.limit) at most"),
            ("weights", weights),
            ("visits", recommender.visits?.hash ?? "none"),
            ("diversity", NumberText.shortest(recommender.lists.strength) + quota + apart),
            ("interests", interests),
            ("visited", hash(options.visited.sorted().joined(separator: "\u{0}"))),
            ("lexicon", hash(recommender.lexicon.text)),
            ("facilities", recommender.includesFacilities ? "recommended" : "left out"),
            ("name of the worth", recommender.places.worthName ?? "none"),
            ("explained", options.question.isExplained ? options.language.rawValue : "no"),
            ("left out", options.question.showsLeftOut ? options.language.rawValue : "not shown"),
            ("format", options.format.rawValue),
            ("columns", numbers.map { $0.map { "#\($0 + 1)" } ?? "none" }.joined(separator: ",")),
            ("stops without coordinates", options.stops.finder == nil ? "rejected" : "found by name"),
            ("encoding of the stops", options.stops.encoding?.name ?? "detected"),
            ("delimiter of the stops", options.stops.delimiter.map { String(UnicodeScalar($0)) } ?? "detected"),
            ("header of the stops", options.stops.hasHeader.map { $0 ? "yes" : "no" } ?? "detected"),
            ("system of the stops", columns.system?.name ?? "degrees"),
        ]
        if let trips {
            let numbers = [trips.trip, trips.index].map { $0.map { "#\($0.number + 1)" } ?? "none" }
            func length(_ meters: Meters?) -> String { meters.map { "\(NumberText.shortest($0.value)) m" } ?? "any" }
            settings += [
                ("lists", "one per \(options.question.scope.rawValue)"),
                ("columns of trips", numbers.joined(separator: ",")),
                ("rows of a trip", options.isScattered ? "anywhere" : "together"), ("legs", self.source.name),
                ("detour", length(options.question.maxDetour)), ("ahead of", length(options.question.ahead)),
                ("order", options.question.order.rawValue),
            ]
        }
        return ((recommender.places.places.count, RecommendedAttractions.hash(of: recommender.places)), settings)
    }
}
