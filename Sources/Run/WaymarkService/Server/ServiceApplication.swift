import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The running service: sockets, signals, and the life of the data.
struct ServiceApplication: Sendable {
    let service: Service
    let files: ServiceData.Files
    var address = "127.0.0.1"
    var port = 8080
    /// The time that accepted requests have after a signal to end.
    var drain = Duration.seconds(10)
    /// The time after a signal in which new connections are still accepted, and told to go elsewhere.
    var notice = Duration.seconds(1)
    /// Called with the port once connections are accepted.
    var onListening: @Sendable (Int) -> Void = { _ in }
    /// Called with the first data, and the port.
    var onReady: @Sendable (ServiceData, Int) -> Void = { _, _ in }
    /// The signals that end it and that read changed files.
    var ends: [UnixSignal] = [.sigterm, .sigint]
    var reads: UnixSignal = .sighup

    /// Serves until a signal ends it.
    ///
    /// - Throws: Why it cannot begin: the address is in use, the first data cannot be read.
    func run() async throws {
        let (limits, metrics) = (service.limits, service.metrics)
        let server = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionEnd(limit: limits.header, metrics)],
                idleTimeout: .nanoseconds(Int64(limits.idle / .nanoseconds(1))),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.header, maxHeaderListSize: limits.header, maxHeaderFieldCount: 100)))
        var logger = Logger(label: "waymark serve") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let onListening = onListening
        let (ports, bound) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: ServiceResponder(service), server: server,
            configuration: .init(
                address: .hostname(address, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)),
            onServerRunning: { channel in
                onListening(channel.localAddress?.port ?? 0)
                bound.yield(channel.localAddress?.port ?? 0)
            }, logger: logger)
        let life = LifeOfData(self, ports)
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: application, failureTerminationBehavior: .cancelGroup),
                .init(
                    service: life, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .cancelGroup),
            ], logger: logger)
        configuration.maximumGracefulShutdownDuration = drain
        try await ServiceGroup(configuration: configuration).run()
        await service.threads.end()
    }
}

/// Reads the data, reads them again when a signal says so, and ends with a signal to end.
private struct LifeOfData: ServiceLifecycle.Service {
    private let application: ServiceApplication
    /// The port, once connections are accepted.
    private let ports: AsyncStream<Int>

    init(_ application: ServiceApplication, _ ports: AsyncStream<Int>) {
        (self.application, self.ports) = (application, ports)
    }

    func run() async throws {
        let service = application.service
        // Before anything takes long, so that no signal is missed.
        let signals = await UnixSignalsSequence(trapping: application.ends + [application.reads])
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                let data = try await load()
                // Few data are read before connections are accepted.
                for await port in ports {
                    application.onReady(data, port)
                    break
                }
                return false
            }
            group.addTask {
                for await signal in signals {
                    if signal != application.reads { return true }
                    await replace()
                }
                return true
            }
            while let isEnd = try await group.next(), !isEnd {}
            group.cancelAll()
        }
        service.drain()
        RequestLog.say("waymark serve: ending: answering what was accepted")
        try? await Task.sleep(for: application.notice)
    }

    /// Reads the files, and puts them in place of the data.
    private func load() async throws -> ServiceData {
        let data = try await Task.detached { try ServiceData(application.files, jobs: 2) }.value
        application.service.store.replace(by: data)
        application.service.metrics.swap(isDone: true)
        return data
    }

    /// Puts changed files in place of the data, if they can be read.
    private func replace() async {
        let service = application.service
        let old = service.store.data?.version
        do {
            let data = try await load()
            RequestLog.say(
                "waymark serve: data \(data.version) with \(data.count) attractions replace \(old ?? "none")")
        } catch {
            service.metrics.swap(isDone: false)
            RequestLog.say("waymark serve: the files cannot be read, so the old data stay: \(error)")
        }
    }
}
