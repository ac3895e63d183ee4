import Hummingbird
import NIOCore
import WaymarkFiles
import WaymarkText

/// The form of an answer.
enum Media: String, Sendable, CaseIterable {
    case json = "application/json"
    case geojson = "application/geo+json"
    case ndjson = "application/x-ndjson"
    case csv = "text/csv"
    case gpx = "application/gpx+xml"
    case kml = "application/vnd.google-earth.kml+xml"
    case svg = "image/svg+xml"
    case calendar = "text/calendar"
    case problem = "application/problem+json"
    case html = "text/html"
    case script = "text/javascript"
    case style = "text/css"
    case png = "image/png"
    case vectors = "application/vnd.mapbox-vector-tile"
    case manifest = "application/manifest+json"
    case text = "text/plain"
    case metrics = "text/plain; version=0.0.4"

    /// The value of `Content-Type`.
    var contentType: String {
        switch self {
        case .csv, .calendar, .html, .script, .style, .text, .metrics: rawValue + "; charset=utf-8"
        default: rawValue
        }
    }

    /// The media type without its parameters.
    var essence: String { String(rawValue.prefix { $0 != ";" }) }

    /// The first of the offered forms that a client accepts, by its weights; nil if it accepts none.
    static func accepted(_ accept: String?, of offered: [Media]) -> Media? {
        guard let accept, !accept.isEmpty else { return offered.first }
        var best: (media: Media, weight: Double)?
        for (name, weight) in WeightedWords.of(accept) {
            guard weight > best?.weight ?? 0 else { continue }
            let found = offered.first { media in
                name == "*/*" || name == media.essence
                    || name.hasSuffix("/*") && media.essence.hasPrefix(name.dropLast())
                    || name == "application/ndjson" && media == .ndjson
            }
            if let found { best = (found, weight) }
        }
        return best?.media
    }
}

/// What a client accepts, as its headers say it.
enum WeightedWords {
    /// The words of a header in their order, in small letters, each with its weight, 1 by default; at most 32.
    static func of(_ header: String) -> [(word: String, weight: Double)] {
        header.split(separator: ",").prefix(32).compactMap { part in
            let parts = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let word = parts.first else { return nil }
            return (word, parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1)
        }
    }
}

/// A whole answer in memory.
struct Answer: Sendable {
    var media: Media
    var bytes: ContiguousArray<UInt8>
    /// Whether the same request over the same data always gives these bytes.
    var isStable = true
    var headers = HTTPFields()

    init(_ media: Media, _ bytes: ContiguousArray<UInt8>, isStable: Bool = true) {
        (self.media, self.bytes, self.isStable) = (media, bytes, isStable)
    }

    init(_ media: Media, _ text: String, isStable: Bool = true) {
        self.init(media, ContiguousArray(text.utf8), isStable: isStable)
    }

    /// Packs the bytes by gzip.
    mutating func pack() {
        bytes = GzipPacker.packed(bytes.span)
        headers[.contentEncoding] = "gzip"
    }

    /// Whether a client takes gzip, by its `Accept-Encoding`.
    static func takesGzip(_ accepted: String?) -> Bool {
        WeightedWords.of(accepted ?? "").contains { $0.word == "gzip" && $0.weight > 0 }
    }

    /// The response, with a status.
    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        var headers = headers
        headers[.contentType] = media.contentType
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes)))
    }
}

extension ByteBuffer {
    /// A buffer of some bytes.
    init(_ bytes: ContiguousArray<UInt8>) {
        self.init()
        _ = unsafe bytes.withUnsafeBytes { unsafe writeBytes($0) }
    }
}
