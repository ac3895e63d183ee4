import CWaymarkKernels
import WaymarkText

/// Splits lines without quotes into fields.
enum PlainLine {
    /// Fills `list` with the fields from `from` to the line end; returns its position.
    static func fields(_ bytes: Span<UInt8>, from: Int, delimiter: UInt8, into list: inout FieldList) -> Int {
        var lineEnd = from
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe list.replaceAll { fields in
                guard let found = unsafe Self.fields(bytes, from, delimiter, into: fields) else { return nil }
                lineEnd = found.end
                return found.count
            }
        }
        return lineEnd
    }

    /// Writes the fields; nil if they do not all fit.
    @unsafe @inline(__always)
    private static func fields(
        _ bytes: UnsafeRawBufferPointer, _ from: Int, _ delimiter: UInt8,
        into fields: UnsafeMutableBufferPointer<CSVRecord.Field>
    ) -> (count: Int, end: Int)? {
        let size = bytes.count
        var (at, start, count) = (from, from, 0)

        @inline(__always)
        func add(_ end: Int) -> Bool {
            guard count < fields.count else { return false }
            unsafe fields[count] = CSVRecord.Field(
                start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), kind: .plain)
            count &+= 1
            return true
        }
        while at + 64 <= size {
            let marks = unsafe wm_mark(bytes.baseAddress! + at, delimiter)
            var found = marks.delimiters | marks.ends
            while found != 0 {
                let place = at &+ found.trailingZeroBitCount
                guard add(place) else { return nil }
                // The lowest bit of both is the same if a line end comes first.
                if found & (0 &- found) & marks.ends != 0 { return (count, place) }
                start = place &+ 1
                found &= found &- 1
            }
            at += 64
        }
        while at < size {
            let byte = unsafe bytes[at]
            if byte == delimiter {
                guard add(at) else { return nil }
                start = at + 1
            } else if Byte.isLineEnd(byte) {
                break
            }
            at += 1
        }
        return add(at) ? (count, at) : nil
    }
}
