// What Waymark and swift-argument-parser use of Foundation, as macOS declares it: all of it is older than macOS 15.

public struct Data: Sendable, RandomAccessCollection {
    public init() {}
    public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 { 0 }
}

public struct Date: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    public init() {}
    public init(timeIntervalSince1970: Double) {}
    public init(timeIntervalSinceReferenceDate: Double) {}
    public var timeIntervalSince1970: Double { 0 }
    public var timeIntervalSinceReferenceDate: Double { 0 }
    public func timeIntervalSince(_ other: Date) -> Double { 0 }
    public static let distantPast = Date()
    public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
    public func addingTimeInterval(_ seconds: Double) -> Date { self }
    public var description: String { "" }
    public static func < (a: Date, b: Date) -> Bool { false }
    public static func + (a: Date, b: Double) -> Date { a }
    public static func - (a: Date, b: Double) -> Date { a }
}

extension Date {
    public struct ISO8601FormatStyle: Sendable {
        public static var iso8601: ISO8601FormatStyle { ISO8601FormatStyle() }
        public func year() -> ISO8601FormatStyle { self }
        public func month() -> ISO8601FormatStyle { self }
        public func day() -> ISO8601FormatStyle { self }
    }
}

public struct URL: Sendable, Hashable, Codable, CustomStringConvertible {
    public var scheme: String? { nil }
    public init?(string: String) {}
    public init(fileURLWithPath path: String) {}
    public var isFileURL: Bool { true }
    public func path(percentEncoded: Bool = true) -> String { "" }
    public var absoluteString: String { "" }
    public var description: String { "" }
}

open class FileManager: @unchecked Sendable {
    public static let `default` = FileManager()
    open func contents(atPath path: String) -> Data? { nil }
    open func fileExists(atPath path: String) -> Bool { false }
    open func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    open func removeItem(atPath path: String) throws {}
}

public struct CocoaError: Error {
    public var underlying: (any Error)? { nil }
}

public struct POSIXError: Error {
    public struct Code: RawRepresentable, Sendable {
        public let rawValue: Int32
        public init?(rawValue: Int32) { self.rawValue = rawValue }
    }

    public var code: Code
}

public struct FileAttributeKey: Hashable, Sendable {
    public static let modificationDate = FileAttributeKey()
    public static let size = FileAttributeKey()
    public static let posixPermissions = FileAttributeKey()
}

public struct TimeZone: Sendable, Hashable, Codable {
    public init?(identifier: String) {}
    public init?(secondsFromGMT: Int) {}
    public var identifier: String { "" }
    public func secondsFromGMT(for date: Date = Date()) -> Int { 0 }
}

open class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }

    public enum DateEncodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, iso8601
    }

    open var outputFormatting: OutputFormatting = []
    open var dateEncodingStrategy: DateEncodingStrategy = .deferredToDate
    public init() {}
    open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

open class ProcessInfo: @unchecked Sendable {
    public static let processInfo = ProcessInfo()
    open var activeProcessorCount: Int { 1 }
}

extension String {
    public struct Encoding: Sendable {
        public static let utf8 = Encoding()
    }

    public init?(data: Data, encoding: Encoding) { nil }
}

open class JSONDecoder {
    public init() {}
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

public struct URLQueryItem: Hashable, Sendable {
    public var name: String
    public var value: String?
    public init(name: String, value: String?) { (self.name, self.value) = (name, value) }
}

public struct URLComponents: Hashable, Sendable {
    public init() {}
    public init?(string: String) { nil }
    public var scheme: String?
    public var host: String?
    public var user: String?
    public var password: String?
    public var port: Int?
    public var path = ""
    public var query: String?
    public var fragment: String?
    public var string: String?
    public var percentEncodedPath = ""
    public var percentEncodedQuery: String?
    public var queryItems: [URLQueryItem]?
}

public struct URLRequest: Sendable {
    public enum CachePolicy: Sendable {
        case reloadIgnoringLocalCacheData
    }

    public init(url: URL) {}
    public var url: URL? { nil }
    public var timeoutInterval = 60.0
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

open class URLResponse: @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { 200 }
    open func value(forHTTPHeaderField field: String) -> String? { nil }
}

public struct URLError: Error {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let cancelled = Code(rawValue: -999)
        public static let timedOut = Code(rawValue: -1001)
    }

    public var code: Code
}

open class URLSessionConfiguration: @unchecked Sendable {
    public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
    open var httpMaximumConnectionsPerHost = 6
    open var httpShouldSetCookies = true
    open var requestCachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData
}

open class URLSession: @unchecked Sendable {
    public init(configuration: URLSessionConfiguration) {}

    public struct AsyncBytes: AsyncSequence, Sendable {
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> UInt8? { nil }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    public func bytes(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) { fatalError() }
}

open class NSObject {
    public init() {}
}

open class URLSessionTask: NSObject, @unchecked Sendable {}

public protocol URLSessionDelegate: NSObject, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    // Optional there.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}
