/// The encodings of tables.
public enum TextEncoding: Sendable, Hashable {
    /// UTF-8, with or without a byte order mark.
    case utf8
    /// Code page 949 (Unified Hangul Code), the superset of EUC-KR written by Korean spreadsheets.
    case cp949

    /// The encoding with the label `label`, or `nil` for an unsupported one.
    ///
    /// Letter case, spaces and punctuation are ignored. EUC-KR and KS C 5601 are read as CP949, their superset, as in
    /// browsers.
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
