import ArgumentParser
import WaymarkGeodesy
import WaymarkRoutes

/// Where legs are to come from, as `--legs` says.
///
///     @Option(help: ArgumentHelp("Where legs come from: \(LegChoice.help).", valueName: "source"),
///             transform: LegChoice.init(text:))
///     var legs = LegChoice.greatCircle
enum LegChoice: Hashable, CustomStringConvertible {
    /// Great circles.
    case greatCircle
    /// A recorded track in a GPX file; `-` is standard input.
    case track(path: String)
    /// A server of a kind, such as `osrm`.
    case server(kind: String, url: String)

    static let help = "great-circle, gpx:FILE, osrm:URL or valhalla:URL"

    /// - Throws: `ValidationError` that says what can be chosen.
    init(text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0] {
        case "great-circle" where parts.count == 1: self = .greatCircle
        case "gpx" where !rest.isEmpty: self = .track(path: rest)
        case let kind where LegServer.known[String(kind)] != nil && !rest.isEmpty:
            self = .server(kind: String(kind), url: rest)
        default: throw ValidationError("legs come from \(Self.help).")
        }
    }

    var description: String {
        switch self {
        case .greatCircle: "great-circle"
        case .track(let path): "gpx:\(path)"
        case .server(let kind, let url): "\(kind):\(url)"
        }
    }

    /// The source that is meant.
    ///
    /// Call it before anything is read or written: an executable that cannot ask the server replaces itself with the
    /// one that can, which begins anew with the same arguments.
    ///
    /// - Parameters:
    ///   - mode: How one travels.
    ///   - maxSnap: How far a stop may be from a server's nearest road; nil is any distance.
    /// - Returns: The source.
    /// - Throws: ``Failure``: `.unavailable` where that one is not there, `.usage` for a URL that cannot be meant, or
    ///   why the file cannot be read.
    func source(mode: TravelMode, maxSnap: Meters? = nil) throws -> any LegSource {
        switch self {
        case .greatCircle: return GreatCircleLegs(mode: mode)
        case .track(let path): return try Self.trackLegs(path, mode: mode)
        case .server(let kind, let url):
            guard let server = LegServer.available.first(where: { $0.kind == kind }) else {
                throw SiblingProgram.replaceThisOne(by: LegServer.known[kind] ?? kind, for: "--legs \(kind):URL")
            }
            do {
                return try server.source(url, mode, maxSnap)
            } catch {
                throw Failure(.usage, "--legs \(kind):URL: \(error)")
            }
        }
    }

    private static func trackLegs(_ path: String, mode: TravelMode) throws -> any LegSource {
        try MemoryLimit.refuse(tooLarge: path)
        let lines: [[TrackPoint]]
        do {
            lines = try GPXDocument(FileSource(path: path).allBytes()).lines
        } catch let error as TableError {
            throw Failure(error)
        } catch {
            throw Failure(.badData, "\(path): \(error)")
        }
        guard !lines.isEmpty else { throw Failure(.badData, "\(path): there is no track and no route in it") }
        return TrackLegs(lines, mode: mode)
    }
}

extension FileSource {
    /// All there is to read.
    fileprivate func allBytes() throws(TableError) -> [UInt8] {
        var bytes = ContiguousArray<UInt8>()
        while try read(upTo: 1 << 20, into: &bytes) > 0 {}
        return Array(bytes)
    }
}
