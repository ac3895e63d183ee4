import HTTPTypes
import Hummingbird
import WaymarkAttractions
import WaymarkBatch
import WaymarkFiles
import WaymarkQuestions
import WaymarkText

/// What one route answers: a question by GET, and what POST has in common with it.
extension ServiceResponder {
    static func answer(
        _ endpoint: Endpoint, _ request: Request, _ context: ServiceContext, _ service: Service
    ) async throws -> Response {
        if case .osrm(let options, let make) = endpoint.kind {
            return try await osrm(options, make, request, context, service)
        }
        let query = try QueryText.values(of: request.uri.query ?? "")
        switch endpoint.kind {
        case .plain(_, let make):
            _ = try Asked(query, of: endpoint.queryParameters)
            let (status, answer) = make(service)
            return fixed(answer, request, status)
        case .file(_, let make):
            _ = try Asked(query, of: endpoint.queryParameters)
            return fixed(try make(context.parameters.get("name") ?? "", service), request)
        case .about(_, let make):
            let data = try readyData(service)
            _ = try Asked(query, of: endpoint.queryParameters)
            return fixed(try make(data, service, address(of: request, service)), request)
        case .batch, .single, .trip, .plan, .place, .reach, .tile, .osrm: break
        }
        let data = try readyData(service)
        let accept = request.headers[.accept]
        if request.method == .post { return try await post(endpoint, request, query, accept, data, service) }
        var media = Media.accepted(accept, of: endpoint.forms)
        // The path of a tile says its form.
        var isPacked = false
        if case .tile = endpoint.kind { (media, isPacked) = (.svg, Answer.takesGzip(request.headers[.acceptEncoding])) }
        guard let media else { throw unacceptable(endpoint.forms) }
        let hash = hash(of: request.head.path ?? "", media) + (isPacked ? "-gzip" : "")
        let tag = isStable(endpoint, service) ? "\"\(data.version)-\(hash)\"" : nil
        if let tag, let known = request.headers[.ifNoneMatch], matches(known, tag) {
            // Only what is an answer has a tag, and this one was given before.
            return stamped(Response(status: .notModified), endpoint, data, tag: tag, service)
        }
        let asked = try Asked(query, of: endpoint.queryParameters)
        var answer: Answer
        switch endpoint.kind {
        case .batch(let question):
            if let single = question.single {
                let work = BatchQuestion.Work(asked: asked, data: data, legs: service.legs.over(data), form: media)
                guard let found = try single(work, service.limits.results) else { throw tooManyResults(service) }
                answer = found
            } else {
                let place = PlaceTableText([question.columns.map { asked.text($0.name) }], columns: question.columns)
                answer = try await whole(question, asked, place, media, data, service)
            }
        case .single(let make, _, _):
            answer = try make(.init(asked: asked, data: data, legs: service.legs.over(data), form: media))
        case .trip(let question):
            let places = asked.points("stops").map { place in
                question.columns.map { column in
                    column.name == "latitude"
                        ? NumberText.shortest(place.latitude)
                        : column.name == "longitude" ? NumberText.shortest(place.longitude) : nil
                }
            }
            let stops = PlaceTableText(places, columns: question.columns)
            answer = try await trip(question, stops, asked, media, data, service)
        case .plan: answer = try await plan(asked, keeping: nil, media, data, service)
        case .place:
            guard let id = QueryText.decoded(path: context.parameters.get("id") ?? "") else {
                throw Problem.bad("id", "The id has a % that two hexadecimal digits of UTF-8 do not follow.")
            }
            answer = try PlaceAnswer.of(id: id, data)
        case .reach:
            answer = try await working(service) { try ReachAnswer.of(asked, data, service.legs.over(data)) }
        case .tile:
            let numbers = ["z", "x", "y"].map { context.parameters.get($0) ?? "" }
            answer = try TileAnswer.of(numbers, isDark: asked.text("theme") == "dark", isPacked: isPacked, data)
        case .osrm, .file, .about, .plain: preconditionFailure("answered above")
        }
        return stamped(answer.response(), endpoint, data, tag: answer.isStable ? tag : nil, service)
    }

    /// The address by which a client reached the server: `https://waymark.example`; behind a proxy, as it says.
    static func address(of request: Request, _ service: Service) -> String {
        let isSecure = service.isForwarded && request.headers[.forwardedProto]?.lowercased() == "https"
        return (isSecure ? "https://" : "http://") + (request.head.authority ?? "localhost")
    }

    /// Whether a route's answers depend on nothing but the request and the data.
    static func isStable(_ endpoint: Endpoint, _ service: Service) -> Bool {
        switch endpoint.kind {
        case .batch, .single, .place, .reach, .tile: true
        case .trip: !service.legs.isServer && endpoint.path != "/v1/order"
        case .plan: !service.legs.isServer
        case .osrm, .file, .about, .plain: false
        }
    }

    /// The response with an answer that no parameter changes: not to be kept, unless it has a tag of its own.
    static func fixed(_ answer: Answer, _ request: Request, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = answer.response(status)
        guard let tag = answer.headers[.eTag] else {
            response.headers[.cacheControl] = "no-store"
            return response
        }
        if let known = request.headers[.ifNoneMatch], matches(known, tag) {
            return Response(status: .notModified, headers: answer.headers)
        }
        return response
    }

    static func unacceptable(_ forms: [Media]) -> Problem {
        .init(
            .notAcceptable, "This path answers \(forms.map(\.essence).joined(separator: ", ")).", parameter: "Accept")
    }

    private static func readyData(_ service: Service) throws(Problem) -> ServiceData {
        guard let data = service.store.data else {
            throw Problem(
                .serviceUnavailable, "The data are not read yet: ask again when /readyz says so.", retryAfter: 1)
        }
        return data
    }

    /// All answers to a table in memory.
    static func whole(
        _ question: BatchQuestion, _ asked: Asked, _ table: PlaceTableText, _ media: Media, _ data: ServiceData,
        _ service: Service
    ) async throws -> Answer {
        // JSON is made of the first form.
        let form = media == .json ? question.forms[0] : media
        let received = Received(most: service.limits.results + 2)
        let rejections = Rejections()
        do {
            _ = try await question.run(
                .init(asked: asked, data: data, legs: service.legs.over(data), form: form),
                MemorySource(table.bytes, name: "the request"), received.output()
            ) { rejections.add($0) }
        } catch {
            throw received.isCut ? tooManyResults(service) : error
        }
        let rejected = rejections.all
        if table.count == 1, let first = rejected.first { throw Problem.bad(first.columnName, first.reason) }
        if media != .json { return Answer(media, received.bytes) }
        let rows = form == .csv ? try ResultList.lines(of: received.bytes) : received.bytes
        return Answer(
            .json, ResultList.json(rows, rejected, data, listsAttractions: question.listsAttractions))
    }

    static func tooManyResults(_ service: Service) -> Problem {
        service.metrics.reject("results")
        return .limit(
            .contentTooLarge,
            "The answer has more than \(service.limits.results) results: ask for fewer, with limit or a shorter radius, or send the places as a stream of CSV",
            option: "max-results")
    }

    static func trip(
        _ question: TripQuestion, _ stops: PlaceTableText, _ asked: Asked, _ media: Media, _ data: ServiceData,
        _ service: Service
    ) async throws -> Answer {
        if stops.count > service.limits.coordinates {
            service.metrics.reject("coordinates")
            throw Problem.limit(
                .contentTooLarge, "\(stops.count) stops; the limit is \(service.limits.coordinates)",
                option: "max-coordinates")
        }
        let work = BatchQuestion.Work(asked: asked, data: data, legs: service.legs.over(data), form: media)
        return try await working(service) { try await question.answer(work, stops, service.limits) }
    }

    static func plan(
        _ asked: Asked, keeping earlier: JSONValue?, _ media: Media, _ data: ServiceData, _ service: Service
    ) async throws -> Answer {
        let work = BatchQuestion.Work(asked: asked, data: data, legs: service.legs.over(data), form: media)
        return try await working(service) { try await PlanAnswer.of(work, keeping: earlier, service.limits) }
    }

    /// The answer of work that takes long, by the threads for that; it ends with the task of the caller.
    private static func working(
        _ service: Service, _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let task = Task(executorPreference: service.threads) { try await work() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    static func osrm(
        _ known: [String],
        _ make: @escaping @Sendable (OSRMService.Query, ServiceData, LegService, Limits) async throws -> Answer,
        _ request: Request, _ context: ServiceContext, _ service: Service
    ) async throws -> Response {
        do throws(any Error) {
            let options = try QueryText.values(of: request.uri.query ?? "")
            let data = try readyData(service)
            let query = try OSRMService.Query(
                profile: context.parameters.get("profile")?[...] ?? "",
                coordinates: QueryText.decoded(path: context.parameters.get("coordinates") ?? "")?[...] ?? "",
                options: options, known: known, most: service.limits.coordinates)
            if let forwarded = try await service.legs.forward(request.head.path ?? "") {
                return Answer(.json, ContiguousArray(forwarded.body)).response(.init(code: forwarded.status))
            }
            return stamped(
                try await working(service) {
                    try await make(query, data, service.legs.over(data), service.limits)
                }.response(), nil, data, tag: nil,
                service)
        } catch let fault as OSRMService.Fault {
            return fault.answer.response(fault.status)
        } catch let problem as Problem {
            // Its clients look for a code.
            let fault = OSRMService.Fault(
                code: problem.status.code >= 500
                    ? "ServiceUnavailable" : problem.status == .badRequest ? "InvalidQuery" : "NoRoute",
                message: problem.detail,
                status: problem.status.code == 404 ? .badRequest : problem.status)
            var answer = fault.answer
            answer.headers = problem.headers
            return answer.response(fault.status)
        }
    }

    /// A response with the version of the data, their licence where it lists attractions, and how long it may be kept.
    static func stamped(
        _ response: Response, _ endpoint: Endpoint?, _ data: ServiceData, tag: String?, _ service: Service
    ) -> Response {
        var response = response
        response.headers[.waymarkData] = data.version
        if case .tile = endpoint?.kind {
            response.headers[.vary] = "Accept-Encoding"
        } else {
            response.headers[.vary] = "Accept"
        }
        // CSV and rows of JSON have no place for an attribution.
        if data.attribution != nil, endpoint?.listsAttractions == true {
            response.headers[.link] = "<\(Attribution.link)>; rel=\"license\""
        }
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

    /// A hash of what is asked and in which form.
    static func hash(of target: String, _ media: Media) -> String {
        var bytes = ContiguousArray(target.utf8)
        bytes.append(contentsOf: media.rawValue.utf8)
        return XXH64(bytes.span).text
    }

    /// Whether `If-None-Match` has a tag.
    static func matches(_ header: String, _ tag: String) -> Bool {
        header.split(separator: ",").contains { item in
            let item = PlainText.trimmed(String(item))
            return item == "*" || item == tag || item == "W/" + tag
        }
    }
}
