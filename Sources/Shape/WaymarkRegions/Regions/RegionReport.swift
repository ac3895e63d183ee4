/// What was found in a file of regions, and what was done about its faults.
public struct RegionReport: Hashable, Sendable {
    /// A fault of one feature.
    public struct Note: Hashable, Sendable {
        /// The treatment of the feature.
        public enum Action: String, Hashable, Sendable {
            /// It is a region with repairs.
            case mended
            /// It is not a region.
            case refused
        }

        /// The line that the feature begins on, from 1.
        public let line: Int
        /// The number of the feature in the file, from 1.
        public let feature: Int
        /// Its name; may be empty.
        public let name: String
        /// Its code; may be empty.
        public let code: String
        /// Its treatment.
        public let action: Action
        /// The faults in a few words, separated by `; `.
        public let reason: String
    }

    /// The file.
    public let file: String
    /// The number of features; each is a region or refused.
    public let features: Int
    /// The property used for names; nil if there is none.
    public let nameProperty: String?
    /// The property used for codes; nil if they are the features' ids, or empty.
    public let codeProperty: String?
    /// The names of all properties, in the order of the file.
    public let properties: [String]
    /// The faults, in the order of the file.
    public let notes: [Note]
}

extension RegionReport.Note: CustomStringConvertible {
    /// Place, name, action and reason, as in `line 3, feature 2 (Jeju): mended: a ring was not closed`.
    public var description: String {
        "line \(line), feature \(feature)\(name.isEmpty ? "" : " (\(name))"): \(action.rawValue): \(reason)"
    }
}
