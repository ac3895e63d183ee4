public import WaymarkGeodesy
public import WaymarkRoutes

/// A kind of server that legs can be asked of: what `--legs kind:URL` means.
///
/// An HTTP client is large to build and slow to load, so the command has none: an executable that has one brings it
/// along through ``WaymarkProgram/main(legServers:)``.
public struct LegServer: Sendable {
    /// What stands before the URL, as in `osrm`.
    let kind: String
    /// Makes a source of the URL.
    let source: Source

    /// Makes a source of a URL as the user wrote it, for a mode of travel; stops may be so far from the nearest road, nil is
    /// any distance. Throws ``LegError`` where the URL cannot be one of such a server.
    public typealias Source =
        @Sendable (
            _ url: String, _ mode: TravelMode, _ maxSnap: Meters?
        ) throws(LegError) -> any LegSource

    /// A kind of server that legs can be asked of.
    ///
    /// - Parameters:
    ///   - kind: What stands before the URL, as in `osrm`.
    ///   - source: Makes a source of a URL.
    public init(kind: String, source: @escaping Source) {
        self.kind = kind
        self.source = source
    }

    /// The servers of the running executable.
    @TaskLocal static var available: [LegServer] = []

    /// Every kind there is, and the executable that can ask it.
    static let known = ["osrm": "waymark-osrm", "valhalla": "waymark-osrm"]
}
