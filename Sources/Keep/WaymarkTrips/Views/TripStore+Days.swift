import WaymarkRecommendations
public import WaymarkTimes

// The days of a diary.
extension TripStore {
    /// The entries that stand for a day, at most `count`, spread over its places and hours; earliest first.
    ///
    /// Entries have the place they name, otherwise that of their stop. Those with pictures come before others: without
    /// one, an entry stands for a day only if no entry of it has a picture.
    ///
    /// - Parameters:
    ///   - day: The day, by the clocks of the place of each entry.
    ///   - count: The maximum number of entries.
    /// - Returns: Entries, earliest first; empty for a day without placed entries.
    /// - Throws: ``TripStoreError`` from reading the store.
    /// - Precondition: `count` is not negative.
    /// - Complexity: O(*n*²) in the entries of the day.
    /// - SeeAlso: ``/WaymarkRecommendations/PlacedRecord/standing(for:count:)``
    public func entriesStanding(for day: CalendarDate, count: Int = 4) throws(TripStoreError) -> [DiaryEntry] {
        var placed: [(entry: DiaryEntry, record: PlacedRecord)] = []
        var pictured: [(entry: DiaryEntry, record: PlacedRecord)] = []
        for entry in try entries(days: day...day) {
            var place = entry.coordinate
            if place == nil, let subject = entry.subject { place = try record(subject)?.record.coordinate }
            guard let place else { continue }
            let record = PlacedRecord(coordinate: place, time: Double(entry.time.milliseconds) / 1000)
            placed.append((entry, record))
            if try !attachments(of: entry.id).isEmpty { pictured.append((entry, record)) }
        }
        let all = pictured.isEmpty ? placed : pictured
        return PlacedRecord.standing(for: all.map(\.record), count: count).map { all[$0].entry }
            .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }
}
