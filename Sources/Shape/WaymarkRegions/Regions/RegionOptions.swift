/// Options for reading a file of regions.
public struct RegionOptions: Hashable, Sendable {
    /// The property with a region's name; nil is the first of ``commonNames`` that a region has.
    public var name: String?
    /// The property with a region's code; nil is the first of ``commonCodes`` that a region has, otherwise the
    /// feature's id.
    public var code: String?

    /// Options.
    public init(name: String? = nil, code: String? = nil) {
        self.name = name
        self.code = code
    }

    /// Properties that hold names in boundary files of Korea's statistics and mapping offices, and of Natural Earth.
    public static let commonNames = [
        "name", "adm_nm", "CTP_KOR_NM", "SIG_KOR_NM", "EMD_KOR_NM", "SIDO_NM", "SIGUNGU_NM", "ADM_NM", "NAME", "Name",
        "ADMIN", "admin",
    ]

    /// Properties that hold names in English in the same files.
    public static let commonEnglishNames = [
        "name_eng", "name_en", "CTP_ENG_NM", "SIG_ENG_NM", "EMD_ENG_NM", "NAME_EN", "name:en",
    ]

    /// Properties that hold codes in the same files.
    public static let commonCodes = [
        "code", "adm_cd", "adm_cd2", "CTPRVN_CD", "SIG_CD", "EMD_CD", "SIDO_CD", "SIGUNGU_CD", "ADM_CD", "iso_3166_2",
        "ISO_A3", "iso_a3", "id",
    ]
}

/// Why a file of regions could not be read.
public enum RegionError: Error, Equatable, Sendable {
    /// The text is not UTF-8, or not JSON. Line and column count from 1; the column counts characters of JSON, or bytes
    /// if it is not UTF-8.
    case malformedJSON(file: String, line: Int, column: Int, reason: String)
    /// The JSON is not a GeoJSON FeatureCollection, Feature, Polygon or MultiPolygon, but of this type ("" for none).
    case notRegions(file: String, type: String)
    /// No region has the requested property; `seen` lists the existing ones.
    case noSuchProperty(file: String, name: String, seen: [String])
}

extension RegionError: CustomStringConvertible {
    /// The error and its position.
    public var description: String {
        switch self {
        case .malformedJSON(let file, let line, let column, let reason):
            "\(file):\(line):\(column): no GeoJSON: \(reason)"
        case .notRegions(let file, let type):
            "\(file): not GeoJSON with polygons, but \(type.isEmpty ? "without a type" : "a \(type)")"
        case .noSuchProperty(let file, let name, let seen):
            "\(file): no region has a property \"\(name)\"; the properties are: \(seen.joined(separator: ", "))"
        }
    }
}
