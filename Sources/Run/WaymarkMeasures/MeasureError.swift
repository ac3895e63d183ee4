public import WaymarkBatch
public import WaymarkProjections
import WaymarkTables

/// Why distances or projected rows could not be started or completed.
public enum MeasureError: Error, Equatable, Sendable {
    /// The batch could not be started or completed.
    case batch(BatchError)
    /// An error of PROJ, or of a requested system.
    case projection(ProjectionError)
}

extension MeasureError {
    /// Runs a batch, whose errors are its own, those of tables and those of PROJ.
    static func running(_ body: () throws -> BatchSummary) throws(MeasureError) -> BatchSummary {
        do {
            return try body()
        } catch let error as BatchError {
            throw .batch(error)
        } catch let error as TableError {
            throw .batch(.table(error))
        } catch let error as ProjectionError {
            throw .projection(error)
        } catch {
            preconditionFailure("another error was thrown: \(error)")
        }
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
