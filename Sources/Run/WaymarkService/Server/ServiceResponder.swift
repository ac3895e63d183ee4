import HTTPTypes
import Hummingbird
import NIOCore
import WaymarkAttractions
import WaymarkBatch
import WaymarkFiles
import WaymarkIndex
import WaymarkMeasures
import WaymarkRoutes
import WaymarkTables
import WaymarkText

/// The context of a request: the client's address.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let client: String

    init(source: Source) {
        coreContext = .init(source: source)
        client = source.channel.remoteAddress?.ipAddress ?? "-"
    }
}

/// Answers every request: what holds for all routes is here, what each does is in the table of routes.
struct ServiceResponder: HTTPResponder {
    private let service: Service
    private let router: RouterResponder<ServiceContext>

    init(_ service: Service) {
        self.service = service
        let router = Router(context: ServiceContext.self, options: [.autoGenerateHeadEndpoints])
        for endpoint in Endpoint.all {
            for method in endpoint.methods {
                router.on(RouterPath(endpoint.path), method: method) { request, context in
                    try await Self.answer(endpoint, request, context, service)
                }
            }
        }
        self.router = router.buildResponder()
    }

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let began = ContinuousClock.now
        service.metrics.begin()
        let endpoint = Endpoint.at(request.uri.path)
        let client = client(of: request, context)
        var response: Response
        do {
            response = try await admitted(request, context, endpoint, client)
        } catch {
            response = Self.response(to: error)
        }
        if let origin = request.headers[.origin], service.origins.contains(origin) || service.origins.contains("*") {
            response.headers[.accessControlAllowOrigin] = service.origins.contains("*") ? "*" : origin
            response.headers[.vary] = "Accept, Origin"
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        if service.isDraining { response.headers[.connection] = "close" }
        let time = ContinuousClock.now - began
        service.metrics.end(endpoint?.name ?? "-", response.status.code, time)
        service.log.add(
            RequestLog.Entry(
                method: request.method.rawValue, route: endpoint?.name ?? "-", target: request.head.path ?? "",
                status: response.status.code, time: time, client: client, trace: request.headers[.traceParent]))
        return response
    }

    private func client(of request: Request, _ context: ServiceContext) -> String {
        guard service.isForwarded, let hops = request.headers[.forwardedFor],
            let last = hops.split(separator: ",").last
        else { return context.client }
        let address = last.filter { $0.isASCII && ($0.isHexDigit || $0 == "." || $0 == ":") }
        return address.isEmpty ? context.client : String(address.prefix(45))
    }

    /// Answers a request that no limit and no missing token refuses.
    private func admitted(
        _ request: Request, _ context: ServiceContext, _ endpoint: Endpoint?, _ client: String
    ) async throws -> Response {
        if request.method == .options, let origin = request.headers[.origin], let endpoint {
            return try preflight(origin, endpoint)
        }
        if endpoint?.isOpen != true {
            if let wait = service.rate?.wait(of: client) {
                service.metrics.reject("rate")
                throw Problem.limit(
                    .tooManyRequests,
                    "More than \(NumberText.shortest(service.limits.rate ?? 0)) requests a second; ask again in \(wait) s",
                    option: "rate", retryAfter: wait)
            }
            if let tokens = service.tokens, !tokens.allow(request.headers[.authorization]) {
                var problem = Problem(.unauthorized, "This server needs a token: Authorization: Bearer TOKEN.")
                problem.headers[.wwwAuthenticate] = "Bearer"
                throw problem
            }
        }
        guard let endpoint else {
            throw Problem(.notFound, "No such path; /docs lists what there is.")
        }
        guard endpoint.methods.contains(request.method) || request.method == .head else {
            let methods = endpoint.methods.map(\.rawValue).joined(separator: ", ")
            var problem = Problem(.methodNotAllowed, "This path answers \(methods).")
            problem.headers[.allow] = methods + ", HEAD"
            throw problem
        }
        return try await router.respond(to: request, context: context)
    }

    private func preflight(_ origin: String, _ endpoint: Endpoint) throws -> Response {
        guard service.origins.contains(origin) || service.origins.contains("*") else {
            throw Problem(.forbidden, "Pages of \(PlainText.shortened(origin)) may not ask this server (--cors)")
        }
        var headers = HTTPFields()
        headers[.accessControlAllowMethods] = endpoint.methods.map(\.rawValue).joined(separator: ", ")
        headers[.accessControlAllowHeaders] = "Accept, Authorization, Content-Type, If-None-Match, Traceparent"
        headers[.accessControlMaxAge] = "600"
        return Response(status: .noContent, headers: headers)
    }

    // MARK: One route

    private static func answer(
        _ endpoint: Endpoint, _ request: Request, _ context: ServiceContext, _ service: Service
    ) async throws -> Response {
        let query = try Self.query(of: request)
        if case .plain(_, let make) = endpoint.kind {
            _ = try Asked(query, of: endpoint.parameters)
            let (status, answer) = make(service)
            return answer.response(status)
        }
        guard let data = service.store.data else {
            throw Problem(
                .serviceUnavailable, "The data are not read yet: ask again when /readyz says so.", retryAfter: 1)
        }
        if case .osrm(let options, let make) = endpoint.kind {
            return try await osrm(options, make, query, request, context, data, service)
        }
        let accept = request.headers[.accept]
        if request.method == .post { return try await post(endpoint, request, query, accept, data, service) }
        guard let media = Media.accepted(accept, of: endpoint.forms) else { throw unacceptable(endpoint.forms) }
        let tag = "\"\(data.version)-\(hash(of: (request.head.path ?? "") + media.rawValue))\""
        let isStable = isStable(endpoint, service)
        if isStable, let known = request.headers[.ifNoneMatch], matches(known, tag) {
            // Only what is an answer has a tag, and this one was given before.
            return stamped(Response(status: .notModified), data, tag: tag, service)
        }
        let asked = try Asked(query, of: endpoint.queryParameters)
        let answer: Answer
        switch endpoint.kind {
        case .batch(let question):
            let place = PlaceTableText([question.columns.map { asked.text($0.name) }], columns: question.columns)
            answer = try await whole(question, asked, place, media, data, service)
        case .single(let make, _, _):
            let form = media == .json ? Media.ndjson : media
            let found = try make(.init(asked: asked, data: data, legs: service.legs, form: form))
            answer = media == .json ? Answer(.json, ResultList.json(found.bytes, [], data)) : found
        case .trip(let columns, _, let make):
            let places = asked.points("stops").map { place in
                columns.map { column in
                    column.name == "latitude"
                        ? NumberText.shortest(place.latitude)
                        : column.name == "longitude" ? NumberText.shortest(place.longitude) : nil
                }
            }
            answer = try await trip(make, columns, places, asked, media, data, service)
        case .plain, .osrm: preconditionFailure("answered above")
        }
        return stamped(answer.response(), data, tag: isStable && answer.isStable ? tag : nil, service)
    }

    /// Whether a route's answers depend on nothing but the request and the data.
    private static func isStable(_ endpoint: Endpoint, _ service: Service) -> Bool {
        switch endpoint.kind {
        case .batch, .single: true
        case .trip: !service.legs.isServer && endpoint.path != "/v1/order"
        case .osrm, .plain: false
        }
    }

    private static func unacceptable(_ forms: [Media]) -> Problem {
        .init(
            .notAcceptable, "This path answers \(forms.map(\.essence).joined(separator: ", ")).", parameter: "Accept")
    }

    /// All answers to a table in memory.
    private static func whole(
        _ question: BatchQuestion, _ asked: Asked, _ table: PlaceTableText, _ media: Media, _ data: ServiceData,
        _ service: Service
    ) async throws -> Answer {
        // JSON is made of the first form.
        let form = media == .json ? question.forms[0] : media
        let received = Received(most: service.limits.results + 2)
        let rejections = Rejections()
        do {
            _ = try await question.run(
                .init(asked: asked, data: data, legs: service.legs, form: form),
                MemorySource(table.bytes, name: "the request"), received.output()
            ) { rejections.add($0) }
        } catch {
            if received.isCut {
                service.metrics.reject("results")
                throw Problem.limit(
                    .contentTooLarge,
                    "The answer has more than \(service.limits.results) results: ask for fewer, with limit or a shorter radius, or send the places as a stream of CSV",
                    option: "max-results")
            }
            throw error
        }
        let rejected = rejections.all
        if table.count == 1, let first = rejected.first { throw Problem.bad(first.columnName, first.reason) }
        if media != .json { return Answer(media, received.bytes) }
        let rows = form == .csv ? try ResultList.lines(of: received.bytes) : received.bytes
        return Answer(.json, ResultList.json(rows, rejected, data))
    }

    private static func trip(
        _ make: @escaping @Sendable (BatchQuestion.Work, PlaceTableText, Limits) async throws -> Answer,
        _ columns: [Parameter], _ places: [[String?]], _ asked: Asked, _ media: Media, _ data: ServiceData,
        _ service: Service
    ) async throws -> Answer {
        if places.count > service.limits.coordinates {
            service.metrics.reject("coordinates")
            throw Problem.limit(
                .contentTooLarge, "\(places.count) stops; the limit is \(service.limits.coordinates)",
                option: "max-coordinates")
        }
        let work = BatchQuestion.Work(asked: asked, data: data, legs: service.legs, form: media)
        let table = PlaceTableText(places, columns: columns)
        let task = Task(executorPreference: service.threads) { try await make(work, table, service.limits) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private static func post(
        _ endpoint: Endpoint, _ request: Request, _ query: [(name: String, value: String)], _ accept: String?,
        _ data: ServiceData, _ service: Service
    ) async throws -> Response {
        let type = request.headers[.contentType].map { String($0.prefix { $0 != ";" }).lowercased() } ?? ""
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        if let question = endpoint.streams, ["text/csv", Media.ndjson.rawValue, "application/ndjson"].contains(type) {
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
                question, .init(asked: asked, data: data, legs: service.legs, form: media), request.body,
                isJSON: type != "text/csv", service)
            return stamped(try await stream.response(media), data, tag: nil, service)
        }
        guard type == Media.json.rawValue else {
            let types = [Media.json.rawValue] + (endpoint.streams == nil ? [] : ["text/csv", Media.ndjson.rawValue])
            throw Problem(
                .unsupportedMediaType, "Send \(types.joined(separator: ", or ")), named by Content-Type.",
                parameter: "Content-Type")
        }
        if length > service.limits.body { throw tooLarge(service.limits.body, option: "max-body", service) }
        if let first = query.first {
            throw Problem.bad(
                first.name, "With a body of JSON, parameters are members of its object, not of the query.")
        }
        let bytes = try await collected(request.body, service)
        let question = try JSONQuestion(
            bytes, list: endpoint.list, columns: endpoint.columns, most: service.limits.coordinates)
        let forms: [Media] = endpoint.streams.map { [.json] + $0.forms } ?? endpoint.forms
        guard let media = Media.accepted(accept, of: forms) else { throw unacceptable(forms) }
        let asked = try Asked(question.values, of: endpoint.bodyParameters)
        let answer: Answer
        if case .trip(let columns, _, let make) = endpoint.kind {
            answer = try await trip(make, columns, question.places, asked, media, data, service)
        } else if let many = endpoint.streams {
            answer = try await whole(
                many, asked, PlaceTableText(question.places, columns: many.columns), media, data, service)
        } else {
            preconditionFailure("a route by POST has places")
        }
        return stamped(answer.response(), data, tag: nil, service)
    }

    private static func tooLarge(_ most: Int, option: String, _ service: Service) -> Problem {
        service.metrics.reject("body")
        return .limit(.contentTooLarge, "The body has more than \(most) bytes", option: option)
    }

    /// All of a body, if it is not too large and comes in time.
    private static func collected(_ body: RequestBody, _ service: Service) async throws -> ContiguousArray<UInt8> {
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

    private static func osrm(
        _ known: [String],
        _ make: @Sendable (OSRMService.Query, ServiceData, LegService, Limits) async throws -> Answer,
        _ options: [(name: String, value: String)], _ request: Request, _ context: ServiceContext, _ data: ServiceData,
        _ service: Service
    ) async throws -> Response {
        do throws(any Error) {
            let query = try OSRMService.Query(
                profile: context.parameters.get("profile")?[...] ?? "",
                coordinates: context.parameters.get("coordinates")?[...] ?? "", options: options, known: known,
                most: service.limits.coordinates)
            if let forwarded = try await service.legs.forward(request.head.path ?? "") {
                return Answer(.json, ContiguousArray(forwarded.body)).response(.init(code: forwarded.status))
            }
            return stamped(
                try await make(query, data, service.legs, service.limits).response(), data, tag: nil, service)
        } catch let fault as OSRMService.Fault {
            return fault.answer.response(fault.status)
        } catch let problem as Problem {
            // Its clients look for a code.
            let fault = OSRMService.Fault(
                code: problem.status.code >= 500 ? "ServiceUnavailable" : "NoRoute", message: problem.detail,
                status: problem.status.code == 404 ? .badRequest : problem.status)
            var answer = fault.answer
            answer.headers = problem.headers
            return answer.response(fault.status)
        }
    }

    // MARK: Parts

    /// The names and values of a query, decoded as forms are.
    private static func query(of request: Request) throws(Problem) -> [(name: String, value: String)] {
        guard let query = request.uri.query, !query.isEmpty else { return [] }
        var values: [(name: String, value: String)] = []
        for part in query.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(sides[0]), let value = decoded(sides.count > 1 ? sides[1] : "") else {
                throw .bad("query", "The query has a % that two hexadecimal digits of UTF-8 do not follow.")
            }
            values.append((name, value))
            if values.count > 100 { throw .bad("query", "The query has more than 100 parameters.") }
        }
        return values
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let first = Character(Unicode.Scalar(high)).hexDigitValue,
                    let second = Character(Unicode.Scalar(low)).hexDigitValue
                else { return nil }
                bytes.append(UInt8(first << 4 | second))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A response with the version of the data and how long it may be kept.
    private static func stamped(_ response: Response, _ data: ServiceData, tag: String?, _ service: Service) -> Response
    {
        var response = response
        response.headers[.waymarkData] = data.version
        response.headers[.vary] = "Accept"
        if let tag {
            response.headers[.eTag] = tag
            let who = service.tokens == nil ? "public" : "private"
            response.headers[.cacheControl] =
                service.maxAge.map { "\(who), max-age=\(Int($0 / .seconds(1)))" } ?? "\(who), no-cache"
        } else {
            response.headers[.cacheControl] = "no-store"
        }
        return response
    }

    private static func hash(of text: String) -> String { XXH64(ContiguousArray(text.utf8).span).text }

    /// Whether `If-None-Match` has a tag.
    private static func matches(_ header: String, _ tag: String) -> Bool {
        header.split(separator: ",").contains { item in
            let item = PlainText.trimmed(String(item))
            return item == "*" || item == tag || item == "W/" + tag
        }
    }

    /// The response to an error.
    static func response(to error: any Error) -> Response {
        let problem = problem(of: error)
        var answer = Answer(.problem, problem.json, isStable: false)
        answer.headers = problem.headers
        // The rest of a body that is not wanted would be read for nothing.
        if problem.status == .contentTooLarge || problem.status == .requestTimeout {
            answer.headers[.connection] = "close"
        }
        return answer.response(problem.status)
    }

    private static func problem(of error: any Error) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case BatchError.stops(let fault): return .bad("body", "\(fault)")
        case BatchError.table(.closedPipe), is CancellationError:
            return Problem(.init(code: 499, reasonPhrase: "Client Closed Request"), "The client has gone away.")
        case BatchError.table(.readFailed(_, let reason)): return .bad("body", "The body cannot be read: \(reason).")
        case BatchError.table(let fault), MeasureError.batch(.table(let fault)): return .bad("body", "\(fault)")
        case MeasureError.batch(.stops(let fault)): return .bad("body", "\(fault)")
        case let error as HTTPError:
            return Problem(error.status, error.body ?? error.status.reasonPhrase)
        case BatchError.attractions, is IndexFileError, is AttractionError:
            return Problem(.internalServerError, "The data of this server are damaged: \(error).")
        default: return Problem(.internalServerError, "An error of this server: \(error).")
        }
    }
}

extension Endpoint {
    /// The parameters of a question whose places come in its body: not those of a single one.
    var bodyParameters: [Parameter] {
        guard case .single = kind else { return parameters }
        return parameters.filter { $0.name != "q" && $0.name != "near" }
    }

    /// The parts of the path, in which `{name}` stands for any.
    private var parts: [Substring] { path.split(separator: "/") }

    /// The route with a path; nil if there is none.
    static func at(_ path: String) -> Endpoint? {
        let parts = path.split(separator: "/")
        return all.first { endpoint in
            let own = endpoint.parts
            return own.count == parts.count && zip(own, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }
}

extension HTTPField.Name {
    static let traceParent = HTTPField.Name("traceparent")!
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    static let waymarkData = HTTPField.Name("Waymark-Data")!
}
