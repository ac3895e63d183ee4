import WaymarkText

/// Converts the raw bytes of a record with known fields to UTF-8 without quotes.
enum FieldDecoding {
    /// The first bytes of a record that are invalid in its encoding.
    struct Fault {
        var offset: Int
        var field: Int
        /// The first of the bytes, at most four.
        var bytes: [UInt8]
    }

    /// Decodes `raw`, a part of `buffer`, into `record`, whose fields have raw positions and are converted to decoded
    /// ones.
    ///
    /// - Returns: The first fault, with U+FFFD instead of all invalid bytes; `nil` if there is none.
    static func decode(
        _ buffer: ContiguousArray<UInt8>, _ raw: Range<Int>, as encoding: TextEncoding, hasQuotes: Bool,
        into record: inout CSVRecord
    ) -> Fault? {
        var fault: Fault?
        let bytes = buffer.span.extracting(raw)
        record.utf8.removeAll(keepingCapacity: true)
        switch encoding {
        case .utf8:
            if UTF8Validation.firstInvalid(bytes) == nil {
                record.utf8.append(contentsOf: buffer[raw])
            } else {
                fault = decodeLossily(bytes, as: encoding, into: &record)
            }
        case .cp949:
            if !decodeCP949(bytes, into: &record) {
                record.utf8.removeAll(keepingCapacity: true)
                fault = decodeLossily(bytes, as: encoding, into: &record)
            }
        }
        if hasQuotes { unquote(&record) }
        return fault
    }

    /// Moves each quoted field's bounds inside its quotes, and removes the quotes that are not text.
    static func unquote(_ record: inout CSVRecord) {
        for index in record.fields.indices {
            switch record.fields[index].kind {
            case .plain:
                break
            case .quoted:
                record.fields[index].start += 1
                record.fields[index].end -= 1
            case .mixed:
                unquoteMixed(&record, index)
            }
        }
    }

    private static func unquoteMixed(_ record: inout CSVRecord, _ index: Int) {
        let end = Int(record.fields[index].end)
        var from = Int(record.fields[index].start) + 1
        var to = from - 1
        var isInside = true
        while from < end {
            let byte = record.utf8[from]
            from += 1
            if isInside, byte == Byte.quote {
                guard from < end, record.utf8[from] == Byte.quote else {
                    isInside = false
                    continue
                }
                from += 1
            }
            record.utf8[to] = byte
            to += 1
        }
        record.fields[index].end = Int32(to)
    }

    /// Decodes a record; `false` if a sequence is invalid, with unchanged fields.
    private static func decodeCP949(_ bytes: Span<UInt8>, into record: inout CSVRecord) -> Bool {
        // The whole record at once: delimiters and quotes are ASCII and keep their order.
        if CP949.decode(bytes, appendingTo: &record.utf8) != nil { return false }
        var from = 0
        var to = 0
        for index in record.fields.indices {
            let field = record.fields[index]
            // Between two fields there is one delimiter, one byte in both forms.
            to += Int(field.start) - from
            from = Int(field.start)
            record.fields[index].start = Int32(to)
            while from < Int(field.end) {
                if bytes[from] < 0x80 {
                    from += 1
                    to += 1
                } else {
                    from += 2
                    to += record.utf8[to] < 0xE0 ? 2 : 3
                }
            }
            record.fields[index].end = Int32(to)
        }
        return true
    }

    private static func decodeLossily(
        _ bytes: Span<UInt8>, as encoding: TextEncoding, into record: inout CSVRecord
    ) -> Fault? {
        var fault: Fault?
        for index in record.fields.indices {
            let field = record.fields[index]
            let start = record.utf8.count
            if index > 0 { record.utf8.append(bytes[Int(field.start) - 1]) }
            let content = bytes.extracting(Int(field.start)..<Int(field.end))
            let decoded = index > 0 ? start + 1 : start
            let offset = decodeLossily(content, as: encoding, into: &record.utf8)
            record.fields[index].start = Int32(decoded)
            record.fields[index].end = Int32(record.utf8.count)
            if fault == nil, let offset {
                let shown = run(of: content, at: offset, encoding)
                fault = Fault(offset: Int(field.start) + offset, field: index, bytes: shown)
            }
        }
        return fault
    }

    /// Appends `bytes` with U+FFFD for each invalid sequence; returns the offset of the first one.
    private static func decodeLossily(
        _ bytes: Span<UInt8>, as encoding: TextEncoding, into output: inout ContiguousArray<UInt8>
    ) -> Int? {
        var first: Int?
        var index = 0
        while index < bytes.count {
            let step = encoding.step(bytes, at: index)
            if step.kind == .valid {
                let sequence = bytes.extracting(index..<index + step.length)
                switch encoding {
                case .utf8: for offset in sequence.indices { output.append(sequence[offset]) }
                case .cp949: _ = CP949.decode(sequence, appendingTo: &output)
                }
            } else {
                first = first ?? index
                output.append(contentsOf: [0xEF, 0xBF, 0xBD])
            }
            index += step.length
        }
        return first
    }

    /// The consecutive invalid bytes from `start`, at most four.
    private static func run(of bytes: Span<UInt8>, at start: Int, _ encoding: TextEncoding) -> [UInt8] {
        var end = start
        while end < bytes.count, end - start < 4 {
            let step = encoding.step(bytes, at: end)
            if step.kind == .valid { break }
            end += step.length
        }
        return (start..<min(end, start + 4)).map { bytes[$0] }
    }
}
