import WaymarkAttractions
import WaymarkBatch

/// Lookups among the attractions of a kind, or all.
struct PlaceKindLookups: Sendable {
    /// The lookups of tables of places, of which only the attractions are used.
    let batch: LookupBatch
    /// The lookups of single places, by form.
    private let list, ndjson, geojson, csv: PlaceLookups

    /// - Complexity: O(1) for all attractions on the sphere, otherwise O(*n* log *n*).
    init(_ file: AttractionFile, ofKind kind: PlaceKind?, on surface: LookupSurface = .sphere) {
        var options = LookupBatchOptions(.within(.zero, limit: nil))
        (options.kind, options.surface) = (kind, surface)
        batch = LookupBatch(file, options)
        list = PlaceLookups(over: batch, .list)
        ndjson = PlaceLookups(over: batch, .document(.ndjson))
        geojson = PlaceLookups(over: batch, .document(.geojson))
        csv = PlaceLookups(over: batch, .document(.csv))
    }

    /// The lookups of single places whose answers have a form.
    func single(_ media: Media) -> PlaceLookups {
        switch media {
        case .json: list
        case .geojson: geojson
        case .csv: csv
        default: ndjson
        }
    }
}
