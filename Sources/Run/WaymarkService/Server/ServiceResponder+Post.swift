import HTTPTypes
import Hummingbird
import NIOCore
import WaymarkQuestions

/// What one route answers to a body: JSON with a list of places, or a stream of rows.
extension ServiceResponder {
    static func post(
        _ endpoint: Endpoint, _ request: Request, _ query: [(name: String, value: String)], _ accept: String?,
        _ data: ServiceData, _ service: Service
    ) async throws -> Response {
        let type = request.headers[.contentType].map { String($0.prefix { $0 != ";" }).lowercased() } ?? ""
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        if let question = endpoint.streams,
            endpoint.tables.contains(type == "application/ndjson" ? Media.ndjson.rawValue : type)
        {
            if length > service.limits.stream { throw tooLarge(service.limits.stream, option: "max-stream", service) }
            let asked = try Asked(query, of: endpoint.bodyParameters)
            // The usual form of an answer is that of the rows.
            let forms = type == "text/csv" ? [.csv] + question.forms.filter { $0 != .csv } : question.forms
            guard let media = Media.accepted(accept, of: forms) else { throw unacceptable(forms) }
            let hasRoom = service.batches.withLock { rest in
                if rest > 0 { rest -= 1; return true }
                return false
            }
            guard hasRoom else {
                service.metrics.reject("batches")
                throw Problem.limit(
                    .serviceUnavailable,
                    "\(service.limits.batches) batches are being answered already; ask again later",
                    option: "max-batches", retryAfter: 5)
            }
            let stream = BatchStream(
                question, .init(asked: asked, data: data, legs: service.legs.over(data), form: media), request.body,
                isJSON: type != "text/csv", service)
            return stamped(try await stream.response(media), endpoint, data, tag: nil, service)
        }
        if length > service.limits.body { throw tooLarge(service.limits.body, option: "max-body", service) }
        if case .trip(let question) = endpoint.kind, question.readsTables, type == "text/csv" {
            let asked = try Asked(query, of: endpoint.bodyParameters)
            guard let media = Media.accepted(accept, of: question.forms) else { throw unacceptable(question.forms) }
            let stops = PlaceTableText(rows: try await collected(request.body, service))
            let answer = try await trip(question, stops, asked, media, data, service)
            return stamped(answer.response(), endpoint, data, tag: nil, service)
        }
        guard type == Media.json.rawValue else {
            let types = [Media.json.rawValue] + endpoint.tables
            throw Problem(
                .unsupportedMediaType, "Send \(types.joined(separator: ", or ")), named by Content-Type.",
                parameter: "Content-Type")
        }
        if let first = query.first {
            throw Problem.bad(
                first.name, "With a body of JSON, parameters are members of its object, not of the query.")
        }
        let bytes = try await collected(request.body, service)
        if case .plan = endpoint.kind {
            guard let media = Media.accepted(accept, of: endpoint.forms) else { throw unacceptable(endpoint.forms) }
            let question = try JSONQuestion(bytes, object: PlanAnswer.earlier, most: service.limits.coordinates)
            let asked = try Asked(question.values, of: endpoint.bodyParameters)
            let answer = try await plan(asked, keeping: question.object, media, data, service)
            return stamped(answer.response(), endpoint, data, tag: nil, service)
        }
        let question = try JSONQuestion(
            bytes, list: endpoint.list, columns: endpoint.columns, most: service.limits.coordinates)
        let forms: [Media] = endpoint.streams.map { [.json] + $0.forms } ?? endpoint.forms
        guard let media = Media.accepted(accept, of: forms) else { throw unacceptable(forms) }
        let asked = try Asked(question.values, of: endpoint.bodyParameters)
        let answer: Answer
        if case .trip(let trip) = endpoint.kind {
            let stops = PlaceTableText(question.places, columns: trip.columns)
            answer = try await Self.trip(trip, stops, asked, media, data, service)
        } else if let many = endpoint.streams {
            answer = try await whole(
                many, asked, PlaceTableText(question.places, columns: many.columns), media, data, service)
        } else {
            preconditionFailure("a route by POST has places")
        }
        return stamped(answer.response(), endpoint, data, tag: nil, service)
    }

    static func tooLarge(_ most: Int, option: String, _ service: Service) -> Problem {
        service.metrics.reject("body")
        return .limit(.contentTooLarge, "The body has more than \(most) bytes", option: option)
    }

    /// All of a body, if it is not too large and comes in time.
    static func collected(_ body: RequestBody, _ service: Service) async throws -> ContiguousArray<UInt8> {
        let (most, time) = (service.limits.body, service.limits.time)
        return try await withThrowingTaskGroup(of: ContiguousArray<UInt8>?.self) { group in
            group.addTask {
                var bytes = ContiguousArray<UInt8>()
                for try await buffer in body {
                    if bytes.count + buffer.readableBytes > most {
                        throw tooLarge(most, option: "max-body", service)
                    }
                    bytes.append(contentsOf: buffer.readableBytesView)
                }
                return bytes
            }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let bytes = first else {
                service.metrics.reject("time")
                throw Problem.limit(
                    .requestTimeout, "The body did not come within \(time)", option: "max-time")
            }
            return bytes
        }
    }
}
