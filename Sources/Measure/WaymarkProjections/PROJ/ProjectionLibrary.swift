internal import CPROJ

/// The linked PROJ library.
public enum ProjectionLibrary {
    /// The version, as in `9.1.1`.
    public static var version: String {
        unsafe String(cString: proj_info().version)
    }
}
