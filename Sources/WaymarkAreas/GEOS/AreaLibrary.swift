internal import CGEOS

/// The GEOS library that areas are computed with.
public enum AreaLibrary {
    /// The version that is linked, as in `3.11.1`.
    public static var version: String {
        // GEOS appends the version of its C interface: "3.11.1-CAPI-1.17.1".
        let text = unsafe String(cString: GEOSversion())
        return text.split(separator: "-").first.map(String.init) ?? text
    }
}
