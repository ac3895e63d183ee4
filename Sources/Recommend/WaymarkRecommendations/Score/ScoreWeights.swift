import WaymarkText

/// Why weights are refused.
public enum ScoreWeightsError: Error, Hashable, Sendable {
    /// Not JSON, or not of the form that is read.
    case malformed(line: Int, reason: String)
    /// A version this library does not know.
    case unknownVersion(String)
    /// A part that there is none of; `known` are those there are.
    case unknownPart(String, known: [String])
    /// A weight that is negative or not a finite number.
    case invalidWeight(part: String, value: String)
    /// Every weight is zero.
    case allZero
}

/// How much each part of a score counts: a readable file.
///
/// ```json
/// {"version": 1, "weights": {"kinship": 0.36, "detour": 0.2}}
/// ```
///
/// Parts that are not named count 0. Scores divide by the sum of the weights in use, so only their ratios matter.
public struct ScoreWeights: Hashable, Sendable {
    private(set) var values: PartValues = .zero

    /// Weights by part.
    ///
    /// - Throws: ``ScoreWeightsError`` where a weight is negative or not finite, or all are zero.
    public init(_ weights: [ScorePart: Double]) throws(ScoreWeightsError) {
        for part in ScorePart.allCases {
            guard let weight = weights[part] else { continue }
            guard weight.isFinite, weight >= 0 else {
                throw .invalidWeight(part: part.rawValue, value: "\(weight)")
            }
            values[part.lane] = weight
        }
        if values.sum() == 0 { throw .allZero }
    }

    /// The weight of a part.
    public subscript(part: ScorePart) -> Double { values[part.lane] }

    init(checked values: PartValues) { self.values = values }

    /// For stops of which nothing is known but names and places: fitted on Korean tourist courses. These know no
    /// travellers: the weight of interests is that of ``visited``.
    public static let standard = try! ScoreWeights([
        .kinship: 0.37, .detour: 0.20, .municipality: 0.19, .theme: 0.16, .novelty: 0.08, .interests: 0.10,
    ])

    /// With visits of others: fitted on trips in three cities.
    public static let visited = try! ScoreWeights([
        .together: 0.59, .nearness: 0.19, .detour: 0.12, .interests: 0.10,
    ])

    /// Reads weights.
    ///
    /// - Throws: ``ScoreWeightsError``.
    public init(json: ContiguousArray<UInt8>) throws(ScoreWeightsError) {
        let value: JSONValue
        do {
            value = try JSONParser.value(json)
        } catch {
            throw .malformed(line: error.line, reason: error.reason)
        }
        guard let object = value.object else { throw .malformed(line: 1, reason: "expected an object") }
        guard case .number(let version)? = object["version"] else {
            throw .malformed(line: object.line, reason: "expected a number \"version\"")
        }
        guard version == "1" else { throw .unknownVersion(version) }
        guard let named = object["weights"]?.object else {
            throw .malformed(line: object.line, reason: "expected an object \"weights\"")
        }
        var weights: [ScorePart: Double] = [:]
        for (name, value) in named.members {
            guard let part = ScorePart(rawValue: name) else {
                throw .unknownPart(name, known: ScorePart.allCases.map(\.rawValue))
            }
            guard case .number(let text) = value, let weight = Double(text) else {
                throw .invalidWeight(part: name, value: "\(value)")
            }
            weights[part] = weight
        }
        try self.init(weights)
    }

    /// The file, the largest weight first, four decimals.
    public var json: String {
        let named = ScorePart.allCases.filter { self[$0] > 0 }.sorted { self[$0] > self[$1] }
        let lines = named.map { "    \"\($0.rawValue)\": \((self[$0] * 10_000).rounded() / 10_000)" }
        return "{\n  \"version\": 1,\n  \"weights\": {\n\(lines.joined(separator: ",\n"))\n  }\n}\n"
    }
}
