#if os(Linux)
    internal import CCURL
    import WaymarkC
    import WaymarkThreads

    extension HTTPTransport {
        static func sendBySystem(_ request: Request) async throws -> Answer {
            try await CurlTransfers.shared.get().answer(to: request)
        }
    }

    /// Transfers of libcurl, all by one thread, which lives as long as the process.
    @safe
    private final class CurlTransfers: @unchecked Sendable {
        // @unchecked Sendable: the addresses of functions are written once; only the thread and `curl_multi_wakeup`, which any
        // thread may call, use the handle.
        private let curl: UnsafeMutablePointer<CURLFunctions>
        private let handle: UnsafeMutableRawPointer
        private let changes = Guarded(Changes())

        /// What the thread has not yet taken.
        private struct Changes: Sendable {
            var count = 0
            var started: [Transfer] = []
            var cancelled: [Int] = []
        }

        static let shared = MadeOnce { () throws(HTTPTransport.Failure) in try CurlTransfers() }

        private init() throws(HTTPTransport.Failure) {
            var reason: UnsafePointer<CChar>?
            let functions = unsafe CURLFunctions_load(&reason)
            if let reason = unsafe reason {
                throw unsafe .failed("libcurl cannot be loaded: \(String(cString: reason))")
            }
            guard functions.curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK,
                let handle = unsafe functions.curl_multi_init()
            else { throw .failed("libcurl cannot be used: out of memory") }
            unsafe self.handle = unsafe handle
            unsafe curl = .allocate(capacity: 1)
            unsafe curl.initialize(to: functions)
            unsafe curl_limit_connections(curl, handle, HTTPTransport.maxConnectionsPerServer)
            // A closed connection must not end the process, and requests to end it are for other threads. All else has its effect: a
            // trap on this thread, and the signal by which Swift's report of a crash suspends threads.
            var (blocked, before) = (sigset_t(), sigset_t())
            unsafe sigemptyset(&blocked)
            for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU] { unsafe sigaddset(&blocked, number) }
            unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
            var thread = pthread_t()
            let owner = unsafe Unmanaged.passRetained(self)
            let code = unsafe pthread_create(
                &thread, nil, { unsafe Unmanaged<CurlTransfers>.fromOpaque($0!).takeUnretainedValue().run() },
                owner.toOpaque())
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
            guard code == 0 else {
                unsafe owner.release()
                throw .failed("no thread can be started: error \(code)")
            }
        }

        /// Only without a thread.
        deinit {
            unsafe _ = curl.pointee.curl_multi_cleanup(handle)
            unsafe curl.deallocate()
        }

        func answer(to request: HTTPTransport.Request) async throws -> HTTPTransport.Answer {
            let number = changes.withLock { changes in
                changes.count += 1
                return changes.count
            }
            defer { passAnswer() }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let transfer = Transfer(request, number: number, continuation)
                    changes.withLock { $0.started.append(transfer) }
                    // The handler may have come first.
                    if Task.isCancelled { cancel(number) } else { wake() }
                }
            } onCancel: {
                cancel(number)
            }
        }

        private func cancel(_ number: Int) {
            changes.withLock { $0.cancelled.append(number) }
            wake()
        }

        /// Called on either side of a continuation: ThreadSanitizer does not see that one is resumed before its task goes on.
        private func passAnswer() {
            #if WAYMARK_THREAD_SANITIZER
                changes.withLock { _ in }
            #endif
        }

        private func wake() { unsafe _ = curl.pointee.curl_multi_wakeup(handle) }

        // MARK: - On the thread

        private func run() -> Never {
            curl_name_thread()
            var running: [Int: Transfer] = [:]
            func end(_ transfer: Transfer, _ result: Result<HTTPTransport.Answer, any Error>) {
                running[transfer.number] = nil
                unsafe transfer.close(handle, curl)
                passAnswer()
                transfer.continuation.resume(with: result)
            }
            while true {
                let (started, cancelled) = changes.withLock { changes in
                    defer { (changes.started, changes.cancelled) = ([], []) }
                    return (changes.started, changes.cancelled)
                }
                for transfer in started {
                    running[transfer.number] = transfer
                    if unsafe !transfer.open(handle, curl) {
                        end(transfer, .failure(HTTPTransport.Failure.failed("libcurl cannot be used: out of memory")))
                    }
                }
                for number in cancelled {
                    if let transfer = running[number] { end(transfer, .failure(CancellationError())) }
                }
                var count: Int32 = 0
                unsafe _ = curl.pointee.curl_multi_perform(handle, &count)
                var (code, status) = (CURLE_OK, 0)
                while let owner = unsafe curl_next_end(curl, handle, &code, &status) {
                    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
                    let words = unsafe String(cString: curl.pointee.curl_easy_strerror(code)!)
                    end(transfer, transfer.result(code, words, status))
                }
                let now = ContinuousClock.now
                for transfer in running.values where transfer.deadline <= now {
                    end(transfer, .failure(HTTPTransport.Failure.timedOut))
                }
                let next =
                    running.values.map(\.deadline).min().map { now.duration(to: $0) / .milliseconds(1) } ?? .infinity
                unsafe _ = curl.pointee.curl_multi_poll(handle, nil, 0, Int32(min(next.rounded(.up), 60_000)), nil)
            }
        }
    }

    /// One request; after its start only the thread uses it.
    @safe
    private final class Transfer: @unchecked Sendable {
        let number: Int
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<HTTPTransport.Answer, any Error>
        private let request: HTTPTransport.Request
        private var easy: UnsafeMutableRawPointer?
        private var headers: UnsafeMutablePointer<curl_slist>?
        private var retryAfter: String?
        private var body: [UInt8] = []
        private var isTooLarge = false

        init(
            _ request: HTTPTransport.Request, number: Int,
            _ continuation: CheckedContinuation<HTTPTransport.Answer, any Error>
        ) {
            (self.request, self.number, self.continuation) = (request, number, continuation)
            // Three years count as unlimited.
            deadline = .now + min(request.timeout, .seconds(100_000_000))
        }

        /// Whether it was started.
        func open(_ handle: UnsafeMutableRawPointer, _ curl: UnsafePointer<CURLFunctions>) -> Bool {
            unsafe headers = curl.pointee.curl_slist_append(nil, "Accept: application/json")
            for header in request.headers {
                // A header without a value ends in a semicolon: after a colon libcurl would leave it out.
                let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
                guard let longer = unsafe curl.pointee.curl_slist_append(headers, line) else { return false }
                unsafe headers = longer
            }
            unsafe easy = curl_get(
                curl, request.url, request.userAgent, headers, request.headers.isEmpty ? 1 : 0, Self.receive,
                Self.readHeader, Unmanaged.passUnretained(self).toOpaque())
            guard let easy = unsafe easy else { return false }
            return unsafe curl.pointee.curl_multi_add_handle(handle, easy) == CURLM_OK
        }

        /// Ends the request: its connection too, unless its answer is complete.
        func close(_ handle: UnsafeMutableRawPointer, _ curl: UnsafePointer<CURLFunctions>) {
            if let easy = unsafe easy {
                unsafe _ = curl.pointee.curl_multi_remove_handle(handle, easy)
                unsafe curl.pointee.curl_easy_cleanup(easy)
            }
            unsafe curl.pointee.curl_slist_free_all(headers)
        }

        func result(_ code: CURLcode, _ words: String, _ status: Int) -> Result<HTTPTransport.Answer, any Error> {
            if isTooLarge { return .failure(HTTPTransport.Failure.tooLarge) }
            guard code == CURLE_OK else { return .failure(HTTPTransport.Failure.failed(words)) }
            return .success(HTTPTransport.Answer(status: status, retryAfter: retryAfter, body: body))
        }

        private static let receive: curl_write_callback = { bytes, size, count, owner in
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(owner!).takeUnretainedValue()
            transfer.isTooLarge = size * count > transfer.request.largestAnswer - transfer.body.count
            if transfer.isTooLarge { return 0 }
            unsafe transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }

        private static let readHeader: curl_write_callback = { bytes, size, count, owner in
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(owner!).takeUnretainedValue()
            let line = unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            // Each answer of a chain of redirects has a head.
            if line.hasPrefix("HTTP/") { transfer.retryAfter = nil }
            if parts.count == 2, transfer.retryAfter == nil, parts[0].lowercased() == "retry-after" {
                let value = parts[1].drop { " \t".contains($0) }
                transfer.retryAfter = String(value.prefix { !$0.isNewline })
            }
            return size * count
        }
    }
#endif
