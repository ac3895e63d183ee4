/// The encodings that tables come in.
public enum TextEncoding: Sendable, Hashable {
    /// UTF-8, with or without a byte order mark.
    case utf8
    /// Code page 949 (Unified Hangul Code), the superset of EUC-KR that Korean spreadsheets write.
    case cp949

    /// The encoding that `label` names, or `nil` for one that is not read here.
    ///
    /// Letter case, spaces and punctuation do not matter. EUC-KR and KS C 5601 are read as CP949, their superset,
    /// as browsers do.
    ///
    /// - Parameter label: A name such as `UTF-8`, `euckr` or `windows-949`.
    public init?(label: String) {
        let plain = label.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        switch String(String.UnicodeScalarView(plain)) {
        case "utf8", "utf8bom", "utf8sig": self = .utf8
        case "cp949", "ms949", "uhc", "windows949", "xwindows949", "euckr", "ksc5601", "ksc56011987", "ksc56011989",
            "ksx1001", "korean":
            self = .cp949
        default: return nil
        }
    }

    /// The usual name: `UTF-8` or `CP949`.
    public var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .cp949: "CP949"
        }
    }
}
