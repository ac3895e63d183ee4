/// What has to stand where places of OpenStreetMap are shown.
public enum Attribution {
    /// The words, for a caption.
    public static let text = "© OpenStreetMap contributors, ODbL"
    /// Where its licence is explained.
    public static let link = "https://www.openstreetmap.org/copyright"
}
