internal import CGEOS
import WaymarkThreads

/// The GEOS library, which is loaded when it is first needed: to mend borders or outline a corridor.
public enum AreaLibrary {
    /// The version, as in `3.11.1`; empty if no library can be loaded.
    public static var version: String { (try? GEOS.version()) ?? "" }

    /// The minimum version.
    public static let oldestVersion = "3.11.0"

    /// Checks a version of the library, which may differ from that of the build.
    ///
    /// - Throws: ``AreaError/libraryTooOld(found:needed:)``
    package static func check(_ version: String) throws(AreaError) {
        let (found, needed) = (numbers(version), numbers(oldestVersion))
        if found.lexicographicallyPrecedes(needed) {
            throw .libraryTooOld(found: version, needed: oldestVersion)
        }
    }

    /// Loads the library, unless that is done, and checks its version. After a failure the next call tries again.
    static func check() throws(AreaError) { _ = try GEOS.loaded.get() }

    /// `3.12.0dev` as 3, 12, 0.
    private static func numbers(_ version: String) -> [Int] {
        version.split(separator: ".").map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
    }
}

/// GEOS's functions.
enum GEOS {
    fileprivate static let loaded = MadeOnce { () throws(AreaError) in
        try AreaLibrary.check(GEOS.version())
        var reason: UnsafePointer<CChar>?
        let functions = unsafe GEOSFunctions_load(&reason)
        if let reason = unsafe reason { throw unsafe .libraryUnavailable(reason: String(cString: reason)) }
        return functions
    }

    /// The functions.
    ///
    /// - Precondition: The library can be loaded. A context exists only then.
    static let library = try! loaded.get()

    fileprivate static func version() throws(AreaError) -> String {
        var reason: UnsafePointer<CChar>?
        let functions = unsafe GEOSVersion_load(&reason)
        if let reason = unsafe reason { throw unsafe .libraryUnavailable(reason: String(cString: reason)) }
        // GEOS appends the version of its C interface: "3.11.1-CAPI-1.17.1".
        let text = unsafe String(cString: functions.GEOSversion()!)
        return text.split(separator: "-").first.map(String.init) ?? text
    }
}
