import WaymarkThreads

/// The limits of the service; each is an option of `waymark serve`.
struct Limits: Sendable {
    /// The maximum number of bytes of a JSON body.
    var body = 1 << 20
    /// The maximum number of bytes of a streamed body.
    var stream = 1 << 30
    /// The maximum number of bytes of all headers together.
    var header = 16 << 10
    /// The maximum time that a request may take to arrive.
    var time = Duration.seconds(30)
    /// The minimum number of bytes a second of a streamed body that has taken longer.
    static let leastStream = 100.0
    /// The maximum time of a search for an order.
    var searchTime = Duration.seconds(5)
    /// The maximum number of results of an answer that is not streamed.
    var results = 10_000
    /// The maximum number of places of a request that is not streamed.
    var coordinates = 500
    /// The maximum number of connections.
    var connections = 1024
    /// The time after which an idle connection is closed.
    var idle = Duration.seconds(60)
    /// The maximum number of streamed batches at a time.
    var batches = 8
    /// The maximum number of requests a second of a client; nil for any.
    var rate: Double?
}

/// The rate of each client's requests: a bucket of tokens that fills as time goes.
final class RateLimit: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: ContinuousClock.Instant
    }

    private let rate: Double
    private let buckets = Guarded<[String: Bucket]>([:])
    /// The number of clients that are known at a time, so that memory is bounded.
    private static let mostClients = 20_000

    /// - Parameter rate: Requests a second; the bucket holds those of two seconds.
    init(_ rate: Double) { self.rate = rate }

    /// Takes a token of a client, or a part of one.
    ///
    /// - Returns: Nil if it had that; otherwise the seconds until it has.
    func wait(of client: String, cost: Double = 1, at now: ContinuousClock.Instant = .now) -> Int? {
        let room = max(1, rate * 2)
        return buckets.withLock { buckets in
            var bucket = buckets[client] ?? Bucket(tokens: room, filled: now)
            bucket.tokens = min(room, bucket.tokens + rate * ((now - bucket.filled) / .seconds(1)))
            bucket.filled = now
            defer {
                // Those that are full again need not be known.
                if buckets.count >= Self.mostClients, buckets[client] == nil {
                    buckets = buckets.filter { $0.value.tokens + rate * ((now - $0.value.filled) / .seconds(1)) < room }
                    if buckets.count >= Self.mostClients { buckets.removeAll() }
                }
                buckets[client] = bucket
            }
            if bucket.tokens >= cost {
                bucket.tokens -= cost
                return nil
            }
            return max(1, Int(((cost - bucket.tokens) / rate).rounded(.up)))
        }
    }
}

/// Who may ask: those who send one of some tokens.
struct Tokens: Sendable {
    private let tokens: [[UInt8]]

    /// The tokens in a text, one on each line; blank lines and those that begin with `#` are none.
    init(_ text: String) {
        tokens = text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != " " && $0 != "\t" } }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { Array($0.utf8) }
    }

    var isEmpty: Bool { tokens.isEmpty }

    /// Whether a header `Authorization` has one of the tokens. All are compared, byte by byte to the end, so that the time
    /// tells nothing about them but their lengths.
    func allow(_ authorization: String?) -> Bool {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
        let given = Array(authorization.dropFirst(7).filter { $0 != " " }.utf8)
        var isAllowed: UInt8 = 0
        for token in tokens {
            var difference: UInt8 = token.count == given.count ? 0 : 1
            for number in token.indices { difference |= token[number] ^ (number < given.count ? given[number] : 0) }
            isAllowed |= difference == 0 ? 1 : 0
        }
        return isAllowed == 1
    }
}
