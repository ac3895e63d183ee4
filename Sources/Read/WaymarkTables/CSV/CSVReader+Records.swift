import WaymarkText

// Finds the end and the fields of each record, decodes it and reports its faults.
extension CSVReader {
    private static let keptOfOverlong = 200

    /// Reads the next record without counting it; `false` at the end of the input.
    mutating func readRecord(into record: inout CSVRecord) throws(TableError) -> Bool {
        record.fields.removeAll()
        record.rejection = nil
        guard try window.skipBlankLines() else {
            record.utf8.removeAll(keepingCapacity: true)
            return false
        }
        record.line = window.line
        scanner.begin()
        while true {
            // One byte more than the limit, for the line end of a record of exactly that length.
            let available = min(window.end - window.start, recordLimit + 1)
            if let end = scanner.scan(window.buffer, window.start..<window.start + available, into: &record.fields) {
                try finish(&record, length: end)
                return true
            }
            let isOverLimit = available > recordLimit
            if !isOverLimit, try window.fill() { continue }
            if scanner.mode == .quoted, try finishUnclosed(&record, within: available, isOverLimit: isOverLimit) {
                return true
            }
            if isOverLimit {
                try finishOverlong(&record, within: available)
            } else {
                scanner.endField(into: &record.fields)
                try finish(&record, length: available)
            }
            return true
        }
    }

    /// Decodes a record whose fields are in the next `length` bytes, and advances past them.
    private mutating func finish(_ record: inout CSVRecord, length: Int) throws(TableError) {
        let isASCII = scanner.highBits & 0x8080_8080_8080_8080 == 0
        if !isASCII, encoding == nil { try detectEncoding() }
        let raw = window.start..<window.start + length
        if isASCII {
            record.utf8.replaceSubrange(0..<record.utf8.count, with: window.buffer[raw])
            if scanner.hasQuotes { FieldDecoding.unquote(&record) }
        } else {
            let encoding = encoding ?? .utf8
            let fault = FieldDecoding.decode(
                window.buffer, raw, as: encoding, hasQuotes: scanner.hasQuotes, into: &record)
            if let fault, record.rejection == nil { reject(&record, fault, encoding) }
        }
        if scanner.lineEnds != 0 { window.line += LineCounter.lineEnds(window.buffer.span.extracting(raw)) }
        window.consume(length)
    }

    private mutating func detectEncoding() throws(TableError) {
        try window.fill(to: EncodingDetection.window + 1)
        let end = min(window.end, window.start + EncodingDetection.window)
        encoding = EncodingDetection.encoding(
            of: window.buffer.span.extracting(window.start..<end), isCut: end < window.end)
    }

    private func reject(_ record: inout CSVRecord, _ fault: FieldDecoding.Fault, _ encoding: TextEncoding) {
        let place = LineCounter.place(
            of: fault.offset, in: window.buffer.span.extracting(window.start..<window.end))
        let bytes = fault.bytes.map(Hexadecimal.byte).joined(separator: " ")
        record.rejection = rejection(
            line: record.line + place.line - 1, field: fault.field,
            "invalid \(encoding.name) at byte \(place.byte) of the line: \(bytes)")
    }

    private func rejection(line: Int, field: Int, _ reason: String) -> Rejection {
        let name = field < header.count && !header[field].isEmpty ? header[field] : nil
        return Rejection(line: line, column: field + 1, columnName: name, reason: reason)
    }

    // MARK: Records that do not end

    /// Cuts a record with an unclosed quote at the end of the quote's line.
    ///
    /// - Returns: `false` if that line does not end within the limit either.
    private mutating func finishUnclosed(
        _ record: inout CSVRecord, within available: Int, isOverLimit: Bool
    ) throws(TableError) -> Bool {
        let quote = scanner.quoteOffset
        let (start, bytes) = (window.start, window.buffer)
        let end = quote + LineCounter.lengthOfLine(bytes.span.extracting(start + quote..<start + available))
        if end == available, isOverLimit { return false }
        let quoteLine = window.line + LineCounter.lineEnds(bytes.span.extracting(start..<start + quote))
        bytesRescanned += available - end
        if bytesRescanned > rescanAllowance + window.bytesConsumed {
            throw TableError.tooManyUnclosedQuotes(line: quoteLine)
        }
        record.fields.removeAll()
        scanner.begin(literalQuote: quote)
        _ = scanner.scan(window.buffer, window.start..<window.start + end, into: &record.fields)
        scanner.endField(into: &record.fields)
        let field = record.fields.indices.first { Int(record.fields[$0].end) >= quote } ?? 0
        record.rejection = rejection(line: quoteLine, field: field, "a quote opened here never closes")
        try finish(&record, length: end)
        return true
    }

    /// Keeps the beginning of a record beyond the limit and skips the rest of its last line.
    private mutating func finishOverlong(_ record: inout CSVRecord, within available: Int) throws(TableError) {
        let beginning = min(Self.keptOfOverlong, recordLimit)
        record.fields.removeAll()
        scanner.begin()
        _ = scanner.scan(window.buffer, window.start..<window.start + beginning, into: &record.fields)
        scanner.endField(into: &record.fields)
        record.rejection = Rejection(line: window.line, reason: "longer than \(recordLimit) bytes")
        // The line is counted below, over all of the record.
        let firstLine = window.line
        try finish(&record, length: beginning)
        let first = window.start - beginning
        window.line =
            firstLine + LineCounter.lineEnds(window.buffer.span.extracting(first..<first + recordLimit))
        window.consume(recordLimit - beginning)
        window.endLine()
        // A block keeps one of the skipped bytes, enough to show that the record is too long.
        if window.start < window.end, !Byte.isLineEnd(window.buffer[window.start]) { window.consume(1) }
        let kept = window.cut
        window.cut = nil
        defer { window.cut = kept }
        repeat {
            let rest = window.end - window.start
            let skipped = LineCounter.lengthOfLine(
                window.buffer.span.extracting(window.start..<window.end))
            window.consume(skipped)
            if skipped < rest { return }
        } while try window.fill()
    }
}
