internal import WaymarkText

/// An error in weights.
public enum ScoreWeightsError: Error, Hashable, Sendable {
    /// The text is not JSON, or not of the expected form.
    case malformed(line: Int, reason: String)
    /// The version is unknown.
    case unknownVersion(String)
    /// The part is unknown; `known` lists the known parts.
    case unknownPart(String, known: [String])
    /// The part is given twice.
    case repeatedPart(String)
    /// The weight is negative, not a number, or above a billion.
    case invalidWeight(part: String, value: String)
    /// Every weight is zero.
    case allZero
}

/// The weights of the parts of a score, as a readable file.
///
/// ```json
/// {"version": 1, "weights": {"neighbours": 0.6, "way": 0.25}}
/// ```
///
/// A list `fitted` may say how they were made: ``origins``.
///
/// Missing parts have weight 0. Scores divide by the sum of the weights in use, so only ratios matter.
public struct ScoreWeights: Hashable, Sendable {
    package private(set) var values: PartValues = .zero
    /// How the weights were fitted, the first fit first; empty if nothing says so.
    public var origins: [WeightsOrigin] = []

    /// Creates weights by part.
    ///
    /// - Throws: ``ScoreWeightsError`` if a weight is negative, not a number or above a billion, or if all are zero.
    public init(_ weights: [ScorePart: Double]) throws(ScoreWeightsError) {
        for part in ScorePart.allCases {
            guard let weight = weights[part] else { continue }
            guard weight >= 0, weight <= 1e9 else {
                throw .invalidWeight(part: part.rawValue, value: "\(weight)")
            }
            values[part.lane] = weight
        }
        if values.sum() == 0 { throw .allZero }
    }

    /// The weight of a part.
    public subscript(part: ScorePart) -> Double { values[part.lane] }

    package init(checked values: PartValues) { self.values = values }

    /// Weights for stops of which only names and coordinates are known, fitted on Korean tourist courses. The file is
    /// `Weights/standard.json`, which says how.
    public static let standard = shipped(PackageResources.standard_json)

    /// Weights for use with visit counts, fitted on trips in three cities. The file is `Weights/visited.json`, which says how.
    public static let visited = shipped(PackageResources.visited_json)

    /// The weights in a file that is compiled into the module.
    private static func shipped(_ json: [UInt8]) -> ScoreWeights {
        do {
            return try ScoreWeights(json: ContiguousArray(json))
        } catch {
            preconditionFailure("the shipped weights are malformed: \(error)")
        }
    }

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
                throw .invalidWeight(part: name, value: Self.text(value))
            }
            guard weights.updateValue(weight, forKey: part) == nil else { throw .repeatedPart(name) }
        }
        try self.init(weights)
        switch object["fitted"] {
        case nil: break
        case .array(let items)?:
            for item in items { origins.append(try WeightsOrigin(item, line: object.line)) }
        default: throw .malformed(line: object.line, reason: "expected a list \"fitted\"")
        }
    }

    /// A value as written in the file.
    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .number(let text), .string(let text): text
        default: "not a number"
        }
    }

    /// The file, with four decimals, largest weight first. If the largest is below 0.001 or above 1000, all weights are
    /// divided by it.
    public var json: String {
        let largest = values.max()
        let scale = largest < 0.001 || largest > 1000 ? largest : 1
        let named = ScorePart.allCases
            .map { (part: $0, weight: (self[$0] / scale * 10_000).rounded() / 10_000) }
            .filter { $0.weight > 0 }
            .sorted { ($0.weight, $1.part.lane) > ($1.weight, $0.part.lane) }
        let lines = named.map { "    \"\($0.part.rawValue)\": \($0.weight)" }
        let fitted =
            origins.isEmpty ? "" : ",\n  \"fitted\": [\n\(origins.map(\.json).joined(separator: ",\n"))\n  ]"
        return "{\n  \"version\": 1,\n  \"weights\": {\n\(lines.joined(separator: ",\n"))\n  }\(fitted)\n}\n"
    }
}

extension ScoreWeightsError: CustomStringConvertible {
    /// One line with the error and the likeliest cure.
    public var description: String {
        switch self {
        case .malformed(let line, let reason): "line \(line): \(reason)"
        case .unknownVersion(let version): "version \(version) is not known; this program reads version 1"
        case .unknownPart(let name, let known):
            "there is no part \"\(name)\"; there are \(known.joined(separator: ", "))"
        case .repeatedPart(let name): "the part \"\(name)\" is given twice"
        case .invalidWeight(let part, let value):
            "the weight of \(part) is \(value): it must be a number from 0 to a billion"
        case .allZero: "every weight is 0"
        }
    }
}

/// The parts of a score; each value is between 0 and 1.
///
/// *S* are the stops, *d* is a great-circle distance, *s* the spacing: the mean over the stops of the distance to the
/// fourth nearest place, at least 100 m.
public enum ScorePart: String, CaseIterable, Sendable, Codable {
    /// How little way the place adds: the maximum over all gaps of (leg + *s*) / (leg + *s* + added way); before the first and
    /// after the last stop the leg is 0. Around one stop it is 1 / (1 + *d* / 1 km): the nearest place first.
    ///
    /// If the first and the last stop are fixed, there is no gap before the first and after the last.
    case way
    /// How far the stops are among the place's nearest neighbours: the mean over *S*, and over *k* in 1, 4, 16, of
    /// *N*² / (*N*² + *d*²), where *N* is the distance of the place from its *k*-th neighbour.
    case neighbours
    /// *L* / (1 + *L*), where *L* is the ratio of the theme's frequency among stops with a known theme to that among
    /// all places; 0.5 if the place's theme is unknown.
    case theme
    /// How much the place is worth a way, as ``RecommendedPlaces/worth(of:)``: 0.5 for one of which nothing is known, and 1 for
    /// one worth 7.4 times as much; or, if any is given, what the caller holds of it: 0.25 for the least, 0.75 for the most.
    case worth
    /// The mean of √P over the stops that are among the places, where P is the smoothed share of visits to the stop
    /// that also went to the place; 0 if no stop is among them. Used only if visits are given.
    case together
    /// How near the place is by the ratio of distances, around one stop, in place of ``way``: 1 - ln(1 + *d* / 300 m) / ln(1 + *h* /
    /// 300 m), where *h* is half the Earth.
    case near
    /// Whether the place is no closer to a stop than stops of the trip are to each other: exp(-*x*² / 2) with *x* = ln((*d* + 100 m) /
    /// (*a* + 100 m)), where *d* is the distance to the nearest stop, *a* the median distance of a stop from the nearest other, 300
    /// m to 1 km; 1 if it is farther than that. Not around one stop.
    case apart

    /// The lane of the part in ``PartValues``.
    package var lane: Int {
        switch self {
        case .way: 0
        case .neighbours: 1
        case .theme: 2
        case .worth: 3
        case .together: 4
        case .near: 5
        case .apart: 6
        }
    }
}

/// A number for each part.
public struct ScoreParts: Hashable, Sendable {
    package var values: PartValues

    package init(_ values: PartValues) { self.values = values }

    /// The number of a part; 0 if the part is not used.
    public subscript(part: ScorePart) -> Double { values[part.lane] }

    /// The sum over all parts.
    public var sum: Double { values.sum() }
}

/// The values of all parts, one lane each.
package typealias PartValues = SIMD8<Double>
