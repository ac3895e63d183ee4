internal import WaymarkText

/// How weights were fitted: enough to fit them again.
public struct WeightsOrigin: Hashable, Sendable {
    /// The command, with the names of files without their folders.
    public var command: String
    /// The version of the program.
    public var version: String
    /// The hash (XXH64) of the unpacked bytes of each file, by its name.
    public var files: [String: String]

    /// Creates an origin.
    public init(command: String, version: String, files: [String: String]) {
        (self.command, self.version, self.files) = (command, version, files)
    }

    /// The hash of a file's unpacked bytes.
    public static func hash(of bytes: ContiguousArray<UInt8>) -> String {
        var hash = XXH64()
        hash.update(bytes.span)
        return hash.text
    }

    /// The origin in a file of weights.
    ///
    /// - Throws: ``ScoreWeightsError/malformed(line:reason:)``.
    init(_ value: JSONValue, line: Int) throws(ScoreWeightsError) {
        guard let object = value.object, case .string(let command)? = object["command"],
            case .string(let version)? = object["waymark"], let named = object["files"]?.object
        else {
            throw .malformed(line: line, reason: "an origin has \"command\", \"waymark\" and \"files\"")
        }
        (self.command, self.version, files) = (command, version, [:])
        for (name, value) in named.members {
            guard case .string(let hash) = value else {
                throw .malformed(line: line, reason: "the hash of \(name) is not a text")
            }
            files[name] = hash
        }
    }

    /// The origin as it is written into a file of weights.
    var json: String {
        let files = files.sorted { $0.key < $1.key }.map { "        \(JSONText.of($0.key)): \(JSONText.of($0.value))" }
        return """
                {
                  "command": \(JSONText.of(command)),
                  "waymark": \(JSONText.of(version)),
                  "files": {
            \(files.joined(separator: ",\n"))
                  }
                }
            """
    }
}
