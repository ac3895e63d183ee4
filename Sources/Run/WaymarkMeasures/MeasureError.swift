public import WaymarkBatch
public import WaymarkProjections

/// Why distances or projected rows could not be started or completed.
public enum MeasureError: Error, Equatable, Sendable {
    /// The batch could not be started or completed.
    case batch(BatchError)
    /// An error of PROJ, or of a requested system.
    case projection(ProjectionError)
}

extension MeasureError {
    /// Opens or runs a batch, whose error ends it.
    static func running<Answer: ~Copyable>(
        _ body: () throws(BatchError) -> Answer
    ) throws(MeasureError) -> Answer {
        do throws(BatchError) { return try body() } catch { throw .batch(error) }
    }

    /// Finds a system, whose error ends the batch.
    static func projecting<Answer>(_ body: () throws(ProjectionError) -> Answer) throws(MeasureError) -> Answer {
        do throws(ProjectionError) { return try body() } catch { throw .projection(error) }
    }
}

extension MeasureError: CustomStringConvertible {
    /// One line with the error and its position.
    public var description: String {
        switch self {
        case .batch(let error): "\(error)"
        case .projection(let error): "\(error)"
        }
    }
}
