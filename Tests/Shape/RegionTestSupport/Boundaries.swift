import TestSupport
public import WaymarkRegions

/// Korea's boundaries of 2013.
public enum Boundaries: String, CaseIterable, Sendable {
    case provinces, municipalities, submunicipalities

    /// The name of the file.
    public var file: String {
        self == .provinces
            ? "kostat-2013-provinces-simple.geojson" : "kostat-2013-\(rawValue)-simple.geojson.gz"
    }

    /// The uncompressed file.
    public func bytes() throws -> ContiguousArray<UInt8> {
        try ContiguousArray(SharedData.bytes("admin-kr/" + file))
    }

    /// The regions of the file.
    public func regions(mending borders: some BorderMending = SoundBorders()) throws -> RegionSet {
        try RegionSet(geoJSON: bytes(), file: file, mending: borders)
    }
}
