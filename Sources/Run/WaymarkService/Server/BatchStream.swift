import HTTPTypes
import Hummingbird
import NIOCore
import WaymarkBatch
import WaymarkC
import WaymarkFiles
import WaymarkQuestions
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// A batch whose rows come from the body of a request and whose answers go into the body of its response, as they are made.
///
/// A bounded number of bytes is in between. A client that goes away ends the batch.
final class BatchStream: Sendable {
    private let rows = BytePipe()
    private let answers = BytePipe()
    private let feeder: Task<Bool, Never>
    private let batch: Task<BatchSummary, any Error>
    private let rejections = Rejections()
    private let service: Service
    /// Whether it counts as a request in flight of its own, after its head.
    private let isCounted = Guarded(false)

    /// Begins to answer; with `isJSON` the rows are JSON lines, which are made into a table.
    init(
        _ question: BatchQuestion, _ work: BatchQuestion.Work, _ body: RequestBody, isJSON: Bool, _ service: Service
    ) {
        let (rows, answers, rejections, limits) = (rows, answers, rejections, service.limits)
        self.service = service
        feeder = Task {
            // Whether all of the body came.
            var count = 0
            var lines = isJSON ? JSONLines(columns: question.columns) : nil
            // How long the client was waited for: it may not hold a place of others by a byte now and then.
            var (waited, isSlow, since) = (Duration.zero, false, ContinuousClock.now)
            do {
                for try await buffer in body {
                    count += buffer.readableBytes
                    waited += ContinuousClock.now - since
                    isSlow = waited > limits.time && Double(count) < Limits.leastStream * (waited / .seconds(1))
                    if count > limits.stream || isSlow { break }
                    var chunk = ContiguousArray(buffer.readableBytesView)
                    if lines != nil { chunk = lines!.table(of: chunk) }
                    guard await rows.give(chunk) else { return false }
                    since = .now
                }
            } catch {
                count = .max
            }
            if isSlow { service.metrics.reject("time") }
            if count > limits.stream || isSlow {
                rows.breakOff()
                return false
            }
            if lines != nil { _ = await rows.give(lines!.end()) }
            rows.finish()
            return true
        }
        batch = Task(executorPreference: service.threads) {
            defer { service.batches.withLock { $0 += 1 } }
            let output = OutputFile(named: "the answer") { bytes in
                var chunk = ContiguousArray<UInt8>()
                chunk.append(utf8: bytes)
                return answers.giveBlocking(chunk) ? 0 : EPIPE
            }
            do {
                let counts = try await question.run(work, PipeSource(rows), output) { rejections.add($0) }
                answers.finish()
                return counts
            } catch {
                answers.finish()
                rows.breakOff()
                throw error
            }
        }
    }

    deinit { end() }

    private func end() {
        rows.breakOff()
        answers.breakOff()
        feeder.cancel()
        let wasCounted = isCounted.withLock { isCounted in
            defer { isCounted = false }
            return isCounted
        }
        if wasCounted { service.metrics.release() }
    }

    /// The response, once the batch has begun to answer.
    ///
    /// - Throws: The error of a batch that could not begin: nothing was sent then.
    func response(_ media: Media) async throws -> Response {
        let first = await answers.take()
        if first == nil {
            // All of a batch that has no answers, or cannot begin.
            do { _ = try await batch.value } catch {
                end()
                _ = await feeder.value
                throw error
            }
        }
        var headers = HTTPFields()
        headers[.contentType] = media.contentType
        headers[.trailer] = Self.trailers.map(\.rawName).joined(separator: ", ")
        service.metrics.begin()
        isCounted.withLock { $0 = true }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { [self] writer in
                defer { end() }
                var chunk = first
                while let bytes = chunk {
                    try await writer.write(ByteBuffer(bytes))
                    chunk = await answers.take()
                }
                // An error here breaks off the response without its end, so that nobody takes it for whole.
                let counts = try await batch.value
                guard await feeder.value else { throw Problem(.badRequest, "the body broke off") }
                service.metrics.rejectRows(counts.rejected)
                var trailers = HTTPFields()
                for (name, value) in zip(Self.trailers, [counts.rowsIn, counts.answered, counts.rejected]) {
                    trailers[name] = "\(value)"
                }
                if let first = rejections.first {
                    trailers[Self.trailers[3]] = Self.ascii("line \(first.line): \(first.reason)")
                }
                try await writer.finish(trailers)
            })
    }

    private static let trailers = [
        "Waymark-Rows-In", "Waymark-Rows-Answered", "Waymark-Rows-Rejected", "Waymark-First-Rejection",
    ]
    .compactMap { HTTPField.Name($0) }

    /// A text that a header can have.
    private static func ascii(_ text: String) -> String {
        String(text.unicodeScalars.prefix(300).map { $0.value >= 0x20 && $0.value < 0x7F ? Character($0) : "?" })
    }
}

/// Makes a table of JSON lines as they come: an object on each line, one row for each, so that line *n* becomes line *n* + 1 of the
/// table. A line that is no such object becomes a row without values, which is rejected.
struct JSONLines {
    private let columns: [Parameter]
    private var rest: ContiguousArray<UInt8> = []
    private var hasBegun = false
    /// The maximum number of bytes of a line.
    private static let longest = 1 << 20

    init(columns: [Parameter]) { self.columns = columns }

    /// The rows of the lines that are complete with some more bytes.
    mutating func table(of bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
        var buffer = opening()
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: Byte.lineFeed) {
            append(rest + bytes[start..<end], to: &buffer)
            rest.removeAll(keepingCapacity: true)
            start = end + 1
        }
        // What is too long for a line is no object; its first bytes are enough to say so.
        if rest.count < Self.longest { rest += bytes[start...] }
        return buffer.bytes
    }

    /// The row of a last line without its end.
    mutating func end() -> ContiguousArray<UInt8> {
        var buffer = opening()
        if !rest.allSatisfy({ $0 <= Byte.space }) { append(rest, to: &buffer) }
        return buffer.bytes
    }

    private mutating func opening() -> CSVBuffer {
        var buffer = CSVBuffer()
        if hasBegun { return buffer }
        hasBegun = true
        for column in columns { buffer.append(field: column.name) }
        buffer.endRecord()
        return buffer
    }

    private func append(_ line: ContiguousArray<UInt8>, to buffer: inout CSVBuffer) {
        var texts: [String?] = columns.map { _ in nil }
        if UTF8Validation.firstInvalid(line.span) == nil, let object = (try? JSONParser.value(line))?.object,
            let found = try? PlaceTableText.texts(of: object, columns: columns, place: "line")
        {
            texts = found
        }
        // No text of a row may end its line, or lines would no longer be counted.
        for text in texts { buffer.append(field: String((text ?? "").map { $0.isNewline ? " " : $0 })) }
        buffer.endRecord()
    }
}
