#if !os(Linux)
    import WaymarkFoundation
    import WaymarkThreads

    extension HTTPTransport {
        private static let session: URLSession = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = maxConnectionsPerServer
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpShouldSetCookies = false
            return URLSession(configuration: configuration)
        }()

        static func sendBySystem(_ request: Request) async throws -> Answer {
            guard let url = URL(string: request.url), isHTTP(url) else {
                throw Failure.failed("not a URL of http or https")
            }
            return try await withThrowingTaskGroup(of: Answer.self) { group in
                group.addTask { try await answer(to: request, at: url) }
                group.addTask {
                    // Three years count as unlimited.
                    try await Task.sleep(for: min(request.timeout, .seconds(100_000_000)))
                    throw Failure.timedOut
                }
                defer { group.cancelAll() }
                return try await group.next()!
            }
        }

        static func isHTTP(_ url: URL?) -> Bool {
            ["http", "https"].contains(url?.scheme?.lowercased())
        }

        private static func answer(to request: Request, at url: URL) async throws -> Answer {
            var asked = URLRequest(url: url)
            // The time limit is for the whole answer; this one is for a connection that says nothing.
            asked.timeoutInterval = min(request.timeout / .seconds(1), 1e8)
            asked.setValue("application/json", forHTTPHeaderField: "Accept")
            asked.setValue(request.userAgent, forHTTPHeaderField: "User-Agent")
            for header in request.headers { asked.setValue(header.value, forHTTPHeaderField: header.name) }
            do {
                let redirects = Redirects(isFollowed: request.headers.isEmpty)
                let (bytes, response) = try await session.bytes(for: asked, delegate: redirects)
                if let fault = redirects.fault { throw Failure.failed(fault) }
                guard let response = response as? HTTPURLResponse else { throw Failure.failed("no answer by HTTP") }
                var body: [UInt8] = []
                for try await byte in bytes {
                    guard body.count < request.largestAnswer else { throw Failure.tooLarge }
                    body.append(byte)
                }
                return Answer(
                    status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                    body: body)
            } catch let error as URLError {
                // Its description would contain the URL, which may hold a secret.
                if error.code == .cancelled { throw CancellationError() }
                throw error.code == .timedOut ? Failure.timedOut : .failed("URLSession's error \(error.code.rawValue)")
            }
        }
    }

    /// Follows the redirects of one request, up to five by `http` and `https`: URLSession follows more.
    private final class Redirects: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
        // @unchecked Sendable: its only state is guarded, and NSObject has none.
        private let state = Guarded((count: 0, fault: String?.none))
        private let isFollowed: Bool

        init(isFollowed: Bool) { self.isFollowed = isFollowed }

        /// Why a redirect was not followed, which makes it the answer.
        var fault: String? { state.withLock { $0.fault } }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            state.withLock { state in
                state.count += 1
                if !HTTPTransport.isHTTP(request.url) {
                    state.fault = "a redirect to another scheme than http and https"
                } else if state.count > 5 {
                    state.fault = "more than five redirects"
                }
            }
            completionHandler(fault == nil && isFollowed ? request : nil)
        }
    }
#endif
