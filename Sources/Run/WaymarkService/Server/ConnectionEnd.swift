import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes a connection after its last answer even if the client goes on sending, and after any answer if what is left of the request does
/// not come. A request whose head is too long or is not HTTP is refused.
final class ConnectionEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: Int
    private let metrics: ServiceMetrics
    /// The requests without a whole answer.
    private var unanswered = 0
    /// The number of requests, and whether the last one has come to its end.
    private var requests = (begun: 0, isWhole: true)
    private var isRefused = false
    /// Whether the answer that is being written is the last.
    private var isLast = false
    /// The time in which a client may read the answer, once it is written.
    private static let time = TimeAmount.seconds(1)

    /// `limit` is the maximum number of bytes of all headers.
    init(limit: Int, _ metrics: ServiceMetrics) { (self.limit, self.metrics) = (limit, metrics) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head:
            unanswered += 1
            requests = (requests.begun + 1, false)
        case .body: break
        case .end: requests.isWhole = true
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch Self.unwrapOutboundIn(data) {
        case .head(let head): isLast = head.headerFields[.connection] == "close"
        case .body: break
        case .end:
            unanswered -= 1
            if isLast || !requests.isWhole {
                let written = promise ?? context.eventLoop.makePromise()
                let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
                let (isLast, number) = (isLast, requests.begun)
                written.futureResult.whenComplete { _ in
                    bound.eventLoop.scheduleTask(in: Self.time) {
                        let (handler, channel) = bound.value
                        let isOver = handler.requests.isWhole || handler.requests.begun > number
                        if isLast || !isOver { channel.close(promise: nil) }
                    }
                }
                return context.write(data, promise: written)
            }
        }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let fault = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        if isRefused { return }
        isRefused = true
        metrics.reject("header")
        // An answer that is not whole yet would be taken for this one.
        if unanswered == 0 {
            let problem =
                fault == .headerOverflow
                ? Problem.limit(
                    .requestHeaderFieldsTooLarge, "The headers have more than \(limit) bytes", option: "max-header")
                : Problem(.badRequest, "This is not HTTP: \(fault).")
            let body = ByteBuffer(problem.json)
            var head = HTTPResponse(status: problem.status)
            head.headerFields[.contentType] = Media.problem.contentType
            head.headerFields[.contentLength] = "\(body.readableBytes)"
            head.headerFields[.connection] = "close"
            context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
            context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.time) { channel.close(promise: nil) }
    }
}
