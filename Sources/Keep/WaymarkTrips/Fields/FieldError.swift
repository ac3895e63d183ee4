/// Why a record cannot be stored, or a stored one cannot be read.
public enum FieldError: Error, Hashable, Sendable {
    /// A field that each record of its kind has is missing.
    case missing(field: String)
    /// A field has an invalid value.
    case invalid(field: String, reason: String)
    /// A field occurs twice.
    case repeated(field: String)
    /// The record is not JSON.
    case notJSON(reason: String)
}

extension FieldError: CustomStringConvertible {
    /// The field and its fault.
    public var description: String {
        switch self {
        case .missing(let field): "\(field) is missing"
        case .invalid(let field, let reason): "\(field): \(reason)"
        case .repeated(let field): "\(field) occurs twice"
        case .notJSON(let reason): reason
        }
    }
}
