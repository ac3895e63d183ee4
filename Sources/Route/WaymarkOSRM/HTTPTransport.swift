/// Sends the requests for legs: libcurl's or, on Apple platforms, URLSession's, or those of an app.
///
/// ```swift
/// let logged = HTTPTransport { request in
///     print(request.url)
///     return try await HTTPTransport.system.send(request)
/// }
/// let legs = try OSRMLegs("http://localhost:5000", transport: logged)
/// ```
public struct HTTPTransport: Sendable {
    /// A GET request that accepts JSON.
    public struct Request: Hashable, Sendable {
        /// The whole URL, of scheme `http` or `https`.
        public let url: String
        /// The user agent.
        public let userAgent: String
        /// More headers, such as one with a token. A request with any follows no redirect, which might give them to another
        /// server.
        public let headers: [HTTPHeader]
        /// The time limit for the whole answer, including the connection.
        public let timeout: Duration
        /// The maximum number of bytes of the body.
        public let largestAnswer: Int

        /// A request.
        public init(
            url: String, userAgent: String = "Waymark", headers: [HTTPHeader] = [], timeout: Duration = .seconds(60),
            largestAnswer: Int = 32 << 20
        ) {
            (self.url, self.userAgent, self.headers) = (url, userAgent, headers)
            (self.timeout, self.largestAnswer) = (timeout, largestAnswer)
        }
    }

    /// An answer of any status.
    public struct Answer: Hashable, Sendable {
        /// As in 200.
        public let status: Int
        /// The header `Retry-After`.
        public let retryAfter: String?
        /// All of the body.
        public let body: [UInt8]

        /// An answer.
        public init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
            (self.status, self.retryAfter, self.body) = (status, retryAfter, body)
        }
    }

    /// Why there is no whole answer.
    public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The time limit has passed.
        case timedOut
        /// The body is larger than allowed.
        case tooLarge
        /// The server cannot be reached, or broke off.
        case failed(String)

        /// The reason.
        public var description: String {
            switch self {
            case .timedOut: "the time limit has passed"
            case .tooLarge: "the answer is too large"
            case .failed(let reason): reason
            }
        }
    }

    /// Sends a request, and returns its whole answer.
    ///
    /// - Throws: ``Failure``; `CancellationError` at once if the task is cancelled, and then the connection is closed. Another error
    ///   counts as an unavailable server.
    public let send: @Sendable (Request) async throws -> Answer

    /// Sends requests by a function.
    public init(_ send: @escaping @Sendable (Request) async throws -> Answer) { self.send = send }

    /// The system's client: up to eight connections to a server, which are kept; up to five redirects, by `http` and `https` only; and
    /// the proxies of the environment (`http_proxy`, `https_proxy`, `no_proxy`) or of the system.
    ///
    /// On Linux it needs libcurl, which it loads at the first request, and connecting may take ten seconds. URLSession does not say when
    /// it is connected: on Apple platforms only the time limit of the request bounds that.
    public static let system = HTTPTransport { try await sendBySystem($0) }

    static let maxConnectionsPerServer = 8
}
