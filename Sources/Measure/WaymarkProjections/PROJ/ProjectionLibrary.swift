internal import CPROJ

/// The PROJ library that projections are computed with.
public enum ProjectionLibrary {
    /// The version that is linked, as in `9.1.1`.
    public static var version: String {
        unsafe String(cString: proj_info().version)
    }
}
