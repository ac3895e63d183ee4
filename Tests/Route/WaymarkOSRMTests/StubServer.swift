import Foundation
import WaymarkThreads

/// A server on the loopback interface with any answer that a test needs, well-formed or not, written byte by byte.
final class StubServer: Sendable {
    enum Reply: Sendable {
        /// A whole answer.
        case answer(Int, headers: [String] = [], String)
        /// The beginning of an answer, then the connection is closed.
        case brokenOff(String)
        /// The beginning of an answer, then nothing.
        case stuck(String)
        /// Bytes that are not HTTP, then the connection is closed.
        case bytes(String)
        /// The connection is closed at once.
        case closed
        /// Nothing, ever.
        case silence
    }

    let log = Log()
    private let port: UInt16
    private let connections = Connections()
    /// Ends when nobody listens any more.
    private let ended: AsyncStream<Never>

    /// The requests so far, and the numbers of connections opened and closed by the client.
    actor Log {
        private(set) var requests: [String] = []
        private(set) var headers: [String] = []
        private(set) var heads: [[String]] = []
        private(set) var opened = 0
        private(set) var closed = 0

        func add(_ head: [String]) {
            func value(_ name: String) -> String {
                let line = head.first { $0.lowercased().hasPrefix(name + ":") }
                return line.map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) } ?? ""
            }
            requests.append(head[0].split(separator: " ").dropFirst().first.map(String.init) ?? "")
            heads.append(head)
            headers.append("\(value("user-agent"))|\(value("accept"))")
        }

        func open() { opened += 1 }
        func close() { closed += 1 }
    }

    /// Where it is.
    var url: String { "http://127.0.0.1:\(port)" }

    /// Starts a server; `reply` is called with the path and query of each request. Before it, `received` is called by the
    /// connection's own thread, which no other test can delay.
    init(
        _ reply: @escaping @Sendable (String) async -> Reply, received: @escaping @Sendable () -> Void = {}
    ) async throws {
        let (listener, port) = try Self.socket()
        guard listen(listener, 100) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        self.port = port
        let (log, connections) = (log, connections)
        let (ended, end) = AsyncStream<Never>.makeStream()
        self.ended = ended
        Thread.detachNewThread {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                let connection = Connection(descriptor, log, received, reply)
                guard connections.add(connection) else {
                    close(descriptor)
                    break
                }
                Thread.detachNewThread { connection.run() }
            }
            // By this thread: closed by another, the number could be a new server's before the next wait.
            close(listener)
            end.finish()
        }
    }

    /// Stops the server, and closes its connections: the next server may get its port, and a client reuses what is open.
    func stop() async throws {
        connections.end()
        // Ends the wait for a connection.
        let (caller, _) = try Self.socket()
        _ = Self.withAddress(of: port) { connect(caller, $0, $1) }
        close(caller)
        for await _ in ended {}
    }

    /// Runs `body` with the address of a port that nobody listens on, and nobody else can get.
    static func withUnreachableURL(_ body: (String) async throws -> Void) async throws {
        let (holder, port) = try socket()
        defer { close(holder) }
        try await body("http://127.0.0.1:\(port)")
    }

    /// A socket bound to a free port of the loopback interface.
    private static func socket() throws -> (Int32, port: UInt16) {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let descriptor = Foundation.socket(AF_INET, type, 0)
        var address = sockaddr_in()
        let code = withAddress(of: 0) { free, size in
            var size = size
            return withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, free, size) == 0 && getsockname(descriptor, $0, &size) == 0
                }
            }
        }
        guard code else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Runs `body` with the address of a port of the loopback interface.
    private static func withAddress<Result>(
        of port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    /// Runs `body` with a server.
    static func with<Result>(
        _ reply: @escaping @Sendable (String) async -> Reply, _ body: (StubServer) async throws -> Result,
        received: @escaping @Sendable () -> Void = {}
    ) async throws -> Result {
        let server = try await StubServer(reply, received: received)
        do {
            let result = try await body(server)
            try await server.stop()
            return result
        } catch {
            try await server.stop()
            throw error
        }
    }

    /// Those opened so far.
    private final class Connections: Sendable {
        /// Nil once ended.
        private let open = Guarded<[Connection]?>([])

        /// False once ended.
        func add(_ connection: Connection) -> Bool {
            open.withLock { open in
                open?.append(connection)
                return open != nil
            }
        }

        func end() {
            let ended = open.withLock { open in
                defer { open = nil }
                return open ?? []
            }
            for connection in ended { connection.end() }
        }
    }

    /// A connection, read by a thread of its own until the client closes it.
    private final class Connection: Sendable {
        private let descriptor: Int32
        private let log: Log
        private let received: @Sendable () -> Void
        private let reply: @Sendable (String) async -> Reply
        /// Closed only when nobody writes any more.
        private let isOpen = Guarded(true)

        init(
            _ descriptor: Int32, _ log: Log, _ received: @escaping @Sendable () -> Void,
            _ reply: @escaping @Sendable (String) async -> Reply
        ) {
            (self.descriptor, self.log, self.received, self.reply) = (descriptor, log, received, reply)
        }

        func run() {
            Task(priority: .high) { [log] in await log.open() }
            var (text, buffer) = ("", [UInt8](repeating: 0, count: 1 << 16))
            while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
                text += String(decoding: buffer.prefix(count), as: UTF8.self)
                while let end = text.range(of: "\r\n\r\n") {
                    let head = text[..<end.lowerBound].components(separatedBy: "\r\n")
                    text = String(text[end.upperBound...])
                    received()
                    // With priority over tests that wait for their turn, so that none of them delays a server too long.
                    Task(priority: .high) { await self.answer(head) }
                }
            }
            isOpen.withLock { $0 = false }
            close(descriptor)
            Task(priority: .high) { [log] in await log.close() }
        }

        /// Ends the thread's wait, which then closes the connection.
        func end() {
            isOpen.withLock { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
        }

        private func answer(_ head: [String]) async {
            await log.add(head)
            switch await reply(head[0].components(separatedBy: " ")[1]) {
            case .answer(let status, let headers, let body):
                let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)"] + headers + ["", ""]
                write(lines.joined(separator: "\r\n") + body)
            case .brokenOff(let body): write(Self.beginning(body), andCloses: true)
            case .stuck(let body): write(Self.beginning(body))
            case .bytes(let bytes): write(bytes, andCloses: true)
            case .closed: write("", andCloses: true)
            case .silence: break
            }
        }

        private static func beginning(_ body: String) -> String {
            "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count + 100)\r\n\r\n" + body
        }

        private func write(_ text: String, andCloses closes: Bool = false) {
            isOpen.withLock { isOpen in
                guard isOpen else { return }
                var bytes = Array(text.utf8)[...]
                while !bytes.isEmpty {
                    #if os(Linux)
                        let count = bytes.withUnsafeBytes {
                            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                        }
                    #else
                        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
                    #endif
                    guard count > 0 else { break }
                    bytes = bytes.dropFirst(count)
                }
                // Ends the thread's wait too, which then closes it.
                if closes { shutdown(descriptor, Int32(SHUT_RDWR)) }
            }
        }
    }
}
