internal import CGEOS

/// The loaded GEOS library.
public enum AreaLibrary {
    /// The version, as in `3.11.1`.
    public static var version: String {
        // GEOS appends the version of its C interface: "3.11.1-CAPI-1.17.1".
        let text = unsafe String(cString: GEOSversion())
        return text.split(separator: "-").first.map(String.init) ?? text
    }

    /// The minimum version.
    public static let oldestVersion = "3.11.0"

    /// Checks the version of the loaded library, which may differ from that of the build.
    ///
    /// - Throws: ``AreaError/libraryTooOld(found:needed:)``
    package static func check(_ version: String = version) throws(AreaError) {
        let (found, needed) = (numbers(version), numbers(oldestVersion))
        if found.lexicographicallyPrecedes(needed) {
            throw .libraryTooOld(found: version, needed: oldestVersion)
        }
    }

    /// `3.12.0dev` as 3, 12, 0.
    private static func numbers(_ version: String) -> [Int] {
        version.split(separator: ".").map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
    }
}
