import WaymarkTables
import WaymarkThreads

extension RowStage {
    /// The same way for trips: they are read one by one, and answered by tasks, which may wait for legs.
    ///
    /// If `collecting`, all trips are read before the first is answered. Trips are handed to a task until they have
    /// `stopsTogether` stops. `document` is the format that holds one trip; nil if it holds any number.
    ///
    /// - Returns: The number of trips answered.
    /// - Throws: ``TripReader/Scattered`` at a trip that continues after others, unless they are collected;
    ///   ``BatchError/manyTrips(format:)``; the errors of reading, of `answer` and of `deliver`.
    @discardableResult
    static func run<Answer: Sendable>(
        trips reader: inout TripReader, collecting: Bool, stopsTogether: Int = 1, width: Int,
        oneTripIn document: String?,
        outputs: inout BatchOutputs, onRejection: (Rejection) -> Void, onProgress: (BatchProgress) -> Void,
        answer: @escaping @Sendable ([TableTrip]) async throws -> Answer, deliver: (Answer) throws -> Void
    ) async throws -> Int {
        var count = 0
        try await OrderedTasks.run(width: width) { () -> [TableTrip]? in
            var (trips, stops): ([TableTrip], Int) = ([], 0)
            while stops < stopsTogether,
                let trip = try reader.nextTrip(collecting: collecting, &outputs, onRejection)
            {
                trips.append(trip)
                stops += trip.stops.count
            }
            count += trips.count
            if let document, count > 1 { throw BatchError.manyTrips(format: document) }
            return trips.isEmpty ? nil : trips
        } work: { trips in
            try await answer(trips)
        } deliver: { made in
            try deliver(made)
            onProgress(reader.progress)
        }
        return count
    }
}
