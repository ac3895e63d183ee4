internal import CGEOS

/// The GEOS library that areas are computed with.
public enum AreaLibrary {
    /// The version that is linked, as in `3.11.1`.
    public static var version: String {
        // GEOS appends the version of its C interface: "3.11.1-CAPI-1.17.1".
        let text = unsafe String(cString: GEOSversion())
        return text.split(separator: "-").first.map(String.init) ?? text
    }

    /// The oldest version that has all that is called.
    public static let oldestVersion = "3.11.0"

    /// Makes sure that the library which was loaded has all that is called: it may be another than was built with.
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
