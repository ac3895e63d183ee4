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
    private let listener: Int32
    private let port: UInt16

    /// The requests so far, and the numbers of connections opened and closed by the client.
    actor Log {
        private(set) var requests: [String] = []
        private(set) var headers: [String] = []
        private(set) var opened = 0
        private(set) var closed = 0

        func add(_ head: [String]) {
            func value(_ name: String) -> String {
                let line = head.first { $0.lowercased().hasPrefix(name + ":") }
                return line.map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) } ?? ""
            }
            requests.append(head[0].split(separator: " ").dropFirst().first.map(String.init) ?? "")
            headers.append("\(value("user-agent"))|\(value("accept"))")
        }

        func open() { opened += 1 }
        func close() { closed += 1 }
    }

    /// Where it is.
    var url: String { "http://127.0.0.1:\(port)" }

    /// Starts a server; `reply` is called with the path and query of each request.
    init(_ reply: @escaping @Sendable (String) async -> Reply) async throws {
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 100) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard code else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let log = log
        Thread.detachNewThread {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                let connection = Connection(descriptor, log, reply)
                Thread.detachNewThread { connection.run() }
            }
        }
    }

    /// Stops the server; open connections stay open.
    func stop() async throws {
        // Closing alone would not end the wait for a connection.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

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

    /// A connection, read by a thread of its own until the client closes it.
    private final class Connection: Sendable {
        private let descriptor: Int32
        private let log: Log
        private let reply: @Sendable (String) async -> Reply
        /// Closed only when nobody writes any more.
        private let isOpen = Guarded(true)

        init(_ descriptor: Int32, _ log: Log, _ reply: @escaping @Sendable (String) async -> Reply) {
            (self.descriptor, self.log, self.reply) = (descriptor, log, reply)
        }

        func run() {
            Task(priority: .high) { [log] in await log.open() }
            var (text, buffer) = ("", [UInt8](repeating: 0, count: 1 << 16))
            while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
                text += String(decoding: buffer.prefix(count), as: UTF8.self)
                while let end = text.range(of: "\r\n\r\n") {
                    let head = text[..<end.lowerBound].components(separatedBy: "\r\n")
                    text = String(text[end.upperBound...])
                    // With priority over tests that wait for their turn, so that none of them delays a server too long.
                    Task(priority: .high) { await self.answer(head) }
                }
            }
            isOpen.withLock { $0 = false }
            close(descriptor)
            Task(priority: .high) { [log] in await log.close() }
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
