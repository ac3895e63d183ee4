import WaymarkRecommendations
import WaymarkTables

/// Reads the files that scores are made by.
package enum ScoreFiles {
    /// The lexicon in a file, or without one the lexicon that ships.
    package static func lexicon(_ path: String?) throws -> ThemeLexicon {
        guard let path else { return .standard }
        let text = String(decoding: try contents(of: path), as: UTF8.self)
        do {
            return try ThemeLexicon(text)
        } catch {
            let line = error.line > 0 ? "line \(error.line): " : ""
            throw Failure(.badData, "\(path): \(line)\(error.reason)")
        }
    }

    /// The weights in a file.
    package static func weights(_ path: String) throws -> ScoreWeights {
        do {
            return try ScoreWeights(json: try contents(of: path))
        } catch let error as ScoreWeightsError {
            throw Failure(.badData, "\(path): \(error)")
        }
    }

    private static func contents(of path: String) throws -> ContiguousArray<UInt8> {
        try MemoryLimit.refuse(tooLarge: path)
        return try FileSource.contents(of: path).bytes
    }
}
