import Foundation
public import WaymarkTables

/// Runs a batch over text, and returns its summary and the cells of its output and rejects.
public func written<Summary>(
    _ batch: (any ByteSource, OutputFile, String) throws -> Summary, _ input: String
) throws -> (summary: Summary, lines: [[String]], rejects: [[String]]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, rejects) = (folder.appending(path: "out.csv"), folder.appending(path: "bad.csv"))
    let summary = try batch(MemorySource(Array(input.utf8)), OutputFile(path: output.path), rejects.path)
    func lines(_ url: URL) throws -> [[String]] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        var reader = try CSVReader(FileSource(path: url.path), options: CSVOptions(hasHeader: false))
        var (record, lines) = (CSVRecord(), [[String]]())
        while try reader.read(into: &record) { lines.append((0..<record.count).map { record[$0] }) }
        return lines
    }
    return (summary, try lines(output), try lines(rejects))
}
