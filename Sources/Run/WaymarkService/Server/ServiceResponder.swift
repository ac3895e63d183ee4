import HTTPTypes
import Hummingbird
import NIOCore
import WaymarkAttractions
import WaymarkBatch
import WaymarkIndex
import WaymarkMeasures
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
            response.headers[.vary] = (response.headers[.vary] ?? "Accept") + ", Origin"
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        if service.isDraining { response.headers[.connection] = "close" }
        let (time, route, status) = (ContinuousClock.now - began, endpoint?.name ?? "-", response.status.code)
        service.metrics.end(route, status, time)
        service.log.add(request, route: route, status: status, time: time, client: client)
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
            if let wait = service.rate?.wait(of: client, cost: endpoint?.cost ?? 1) {
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
            // OSRM's clients look for a code.
            let first = request.uri.path.split(separator: "/").first ?? ""
            if ["route", "table", "nearest", "trip"].contains(first) {
                let fault = OSRMService.Fault(
                    code: "InvalidUrl", message: "URL string malformed: it must be /\(first)/v1/PROFILE/COORDINATES.")
                return fault.answer.response(fault.status)
            }
            throw Problem(.notFound, "No such path; /docs lists what there is.")
        }
        guard endpoint.methods.contains(request.method) || request.method == .head else {
            let methods = endpoint.methods.map(\.rawValue).joined(separator: ", ")
            var problem = Problem(.methodNotAllowed, "This path answers \(methods).")
            problem.headers[.allow] = methods + ", HEAD"
            throw problem
        }
        guard endpoint.mayTakeLong(service) else { return try await router.respond(to: request, context: context) }
        // Work that nobody waits for any more ends. What follows on the connection has been read meanwhile, so it closes.
        var response = try await request.body.consumeWithCancellationOnInboundClose { body in
            var request = request
            request.body = body
            return try await router.respond(to: request, context: context)
        }
        response.headers[.connection] = "close"
        return response
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

extension HTTPField.Name {
    static let traceParent = HTTPField.Name("traceparent")!
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")!
    static let link = HTTPField.Name("Link")!
    static let waymarkData = HTTPField.Name("Waymark-Data")!
}
