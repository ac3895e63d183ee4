/// The fields of a record, in reused storage.
///
/// Removing all elements of an array while keeping its capacity calls generic code, which is slow for a short record;
/// here it only sets a number.
@usableFromInline
struct FieldList: Sendable {
    @usableFromInline var storage: ContiguousArray<CSVRecord.Field> = []
    @usableFromInline private(set) var count = 0

    var indices: Range<Int> { 0..<count }

    @inlinable
    subscript(_ index: Int) -> CSVRecord.Field {
        get { storage[index] }
        set { storage[index] = newValue }
    }

    @inline(__always)
    mutating func append(_ field: CSVRecord.Field) {
        if count < storage.count { storage[count] = field } else { storage.append(field) }
        count += 1
    }

    mutating func removeAll() { count = 0 }

    /// Replaces the fields by those written by `fill`, which is called again with more room if it returns nil.
    @inline(__always)
    mutating func replaceAll(_ fill: (UnsafeMutableBufferPointer<CSVRecord.Field>) -> Int?) {
        while true {
            let filled = unsafe storage.withUnsafeMutableBufferPointer { unsafe fill($0) }
            if let filled {
                precondition(filled <= storage.count, "more fields than there is room for")
                count = filled
                return
            }
            let none = CSVRecord.Field(start: 0, end: 0, kind: .plain)
            storage.append(contentsOf: repeatElement(none, count: max(16, storage.count)))
        }
    }
}
