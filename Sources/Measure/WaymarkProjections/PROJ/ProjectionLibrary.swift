internal import CPROJ
import WaymarkThreads

/// The PROJ library, which is loaded when it is first needed: for a projection, a reference system or a geodesic.
public enum ProjectionLibrary {
    /// The version, as in `9.1.1`; empty if no library can be loaded.
    public static var version: String { (try? PROJ.version()) ?? "" }

    /// Loads the library, unless that is done, and checks its version. After a failure the next call tries again.
    ///
    /// Only ``Geodesic`` needs this first, since it throws no errors; projections and systems throw the same error.
    ///
    /// - Throws: ``ProjectionError/libraryUnavailable(reason:)``
    public static func check() throws(ProjectionError) { _ = try PROJ.loaded.get() }
}

/// PROJ's functions.
enum PROJ {
    fileprivate static let loaded = MadeOnce { () throws(ProjectionError) in
        let version = try PROJ.version()
        guard version.hasPrefix("\(PROJ_VERSION_MAJOR).") else {
            throw .libraryUnavailable(reason: "it is version \(version); \(PROJ_VERSION_MAJOR) is needed")
        }
        var reason: UnsafePointer<CChar>?
        let functions = unsafe PROJFunctions_load(&reason)
        if let reason = unsafe reason { throw unsafe .libraryUnavailable(reason: String(cString: reason)) }
        return functions
    }

    /// The functions.
    ///
    /// - Precondition: ``ProjectionLibrary/check()`` throws no error. A context exists only then.
    static let library = try! loaded.get()

    fileprivate static func version() throws(ProjectionError) -> String {
        var reason: UnsafePointer<CChar>?
        let functions = unsafe PROJVersion_load(&reason)
        if let reason = unsafe reason { throw unsafe .libraryUnavailable(reason: String(cString: reason)) }
        return unsafe String(cString: functions.proj_info().version)
    }
}
