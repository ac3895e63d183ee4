/// What was found in a file of regions, and what was done about its faults.
public struct RegionReport: Hashable, Sendable {
    /// A fault of one feature.
    public struct Note: Hashable, Sendable {
        /// What became of the feature.
        public enum Action: String, Hashable, Sendable {
            /// It is a region, but not quite as the file has it.
            case mended
            /// It is not a region.
            case refused
        }

        /// The line that the feature begins on, from 1.
        public let line: Int
        /// Which feature of the file it is, from 1.
        public let feature: Int
        /// Its name; may be empty.
        public let name: String
        /// Its code; may be empty.
        public let code: String
        /// What became of it.
        public let action: Action
        /// What was wrong, in a few words; several faults are parted by `; `.
        public let reason: String
    }

    /// The file.
    public let file: String
    /// How many features it has: each is a region or refused.
    public let features: Int
    /// The property that the names come from; nil when there is none.
    public let nameProperty: String?
    /// The property that the codes come from; nil when they are the features' ids, or empty.
    public let codeProperty: String?
    /// The names of all properties, in the order in which they come.
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
