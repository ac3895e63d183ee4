import WaymarkText
import WaymarkTimes

/// A field's value, for writers.
enum AttractionValue {
    case none
    case text(String)
    case number(Double)
    case integer(Int)
    case list([String])

    /// The value in the form of an index file: lists as JSON.
    var storedText: String {
        switch self {
        case .none: return ""
        case .text(let text): return text
        case .number(let number): return NumberText.shortest(number)
        case .integer(let number): return String(number)
        case .list(let items): return FieldText.json(items)
        }
    }
}

extension Attraction {
    /// The value of one field; `.none` for an empty name or list, and for a number that is not finite.
    func value(of field: AttractionField) -> AttractionValue {
        switch field.property {
        case .name(let path):
            let text = self[keyPath: path]
            return text.isEmpty ? .none : .text(text)
        case .text(let path): return self[keyPath: path].map { .text($0) } ?? .none
        case .degrees(let path): return .number(self[keyPath: path])
        case .amount(let path): return self[keyPath: path].flatMap { $0.isFinite ? .number($0) : nil } ?? .none
        case .count(let path): return self[keyPath: path].map { .integer($0) } ?? .none
        case .date(let path): return self[keyPath: path].map { .text($0.description) } ?? .none
        case .list(let path):
            let items = self[keyPath: path]
            return items.isEmpty ? .none : .list(items)
        }
    }

    /// Sets a field to the value of its stored text, which is not empty; the coordinate stays.
    mutating func set(_ field: AttractionField, stored utf8: Span<UInt8>) {
        let text = String(utf8: utf8)
        switch field.property {
        case .name(let path): self[keyPath: path] = text
        case .text(let path): self[keyPath: path] = text
        case .degrees: break
        case .amount(let path): self[keyPath: path] = NumberParser.double(text)
        case .count(let path): self[keyPath: path] = Int(text)
        case .date(let path): self[keyPath: path] = CalendarDate(text)
        case .list(let path): self[keyPath: path] = FieldText.items(json: text)
        }
    }
}
