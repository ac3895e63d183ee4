#if Network
    import NIOCore
    import NIOHTTP1
    import NIOPosix

    /// A server on the loopback interface with any answer that a test needs, well-formed or not.
    ///
    /// Requests are read by NIO; answers are written byte by byte, so that they can be wrong in every way.
    final class StubServer: Sendable {
        enum Reply: Sendable {
            /// A whole answer.
            case answer(Int, headers: [String] = [], String)
            /// The beginning of an answer, then the connection is closed.
            case brokenOff(String)
            /// Bytes that are not HTTP, then the connection is closed.
            case bytes(String)
            /// The connection is closed at once.
            case closed
            /// Nothing, ever.
            case silence
        }

        let channel: any Channel
        let log: Log

        /// The requests so far, and the number of connections closed by the client.
        actor Log {
            private(set) var requests: [String] = []
            private(set) var headers: [String] = []
            private(set) var closed = 0

            func add(_ head: HTTPRequestHead) {
                requests.append(head.uri)
                headers.append(
                    "\(head.headers.first(name: "user-agent") ?? "")|\(head.headers.first(name: "accept") ?? "")")
            }

            func close() { closed += 1 }
        }

        /// Where it is.
        var url: String { "http://127.0.0.1:\(channel.localAddress!.port!)" }

        /// Starts a server; `reply` is called with the path and query of each request.
        init(_ reply: @escaping @Sendable (String) async -> Reply) async throws {
            let log = Log()
            self.log = log
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
                        try channel.pipeline.syncOperations.addHandler(Handler(log: log, reply: reply))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
        }

        /// Stops the server; open connections stay open.
        func stop() async throws { try await channel.close() }

        /// Runs `body` with a server.
        static func with<Result>(
            _ reply: @escaping @Sendable (String) async -> Reply, _ body: (StubServer) async throws -> Result
        ) async throws -> Result {
            let server = try await StubServer(reply)
            do {
                let result = try await body(server)
                try await server.stop()
                return result
            } catch {
                try await server.stop()
                throw error
            }
        }

        private final class Handler: ChannelInboundHandler {
            typealias InboundIn = HTTPServerRequestPart
            typealias OutboundOut = ByteBuffer

            private let log: Log
            private let reply: @Sendable (String) async -> Reply

            init(log: Log, reply: @escaping @Sendable (String) async -> Reply) {
                self.log = log
                self.reply = reply
            }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                guard case .head(let head) = unwrapInboundIn(data) else { return }
                let (channel, log, reply) = (context.channel, log, reply)
                // With priority over tests that wait for their turn, so that none of them delays a server too long.
                Task(priority: .high) {
                    await log.add(head)
                    switch await reply(head.uri) {
                    case .answer(let status, let headers, let body):
                        let lines =
                            ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + headers + ["", ""]
                        try await channel.writeAndFlush(ByteBuffer(string: lines.joined(separator: "\r\n") + body))
                            .get()
                    case .brokenOff(let body):
                        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count + 100)\r\n\r\n"
                        try await channel.writeAndFlush(ByteBuffer(string: head + body)).get()
                        try await channel.close()
                    case .bytes(let bytes):
                        try await channel.writeAndFlush(ByteBuffer(string: bytes)).get()
                        try await channel.close()
                    case .closed: try await channel.close()
                    case .silence: break
                    }
                }
            }

            func channelInactive(context: ChannelHandlerContext) {
                Task { [log] in await log.close() }
            }
        }
    }
#endif
