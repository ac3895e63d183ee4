import TestSupport
import Testing

/// An instance of the shared data, with its published best length.
struct PublishedInstance: Sendable, CustomTestStringConvertible {
    let path: String
    let count: Int
    let optimum: Double

    var testDescription: String { path }

    /// The instances of a list in a folder: name, nodes and length by column; none without the shared data.
    ///
    /// An unreadable list ends the tests, since none of its instances would be tested.
    static func list(_ folder: String, _ list: String, length: Int) -> [PublishedInstance] {
        guard SharedData.isPresent else { return [] }
        let bytes: [UInt8]
        do {
            bytes = try SharedData.bytes("\(folder)/\(list)")
        } catch {
            preconditionFailure("\(folder)/\(list): \(error)")
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count > length, let count = Int(cells[1]), let optimum = Double(cells[length]) else {
                preconditionFailure("\(folder)/\(list): no instance: \(line)")
            }
            var name = cells[0]
            if folder == "tsplib" { name += count > 10_000 ? ".tsp.gz" : ".tsp" }
            return PublishedInstance(path: "\(folder)/\(name)", count: count, optimum: optimum)
        }
    }

    static let tsplib = list("tsplib", "optima.tsv", length: 3)
    static let atsp = list("atsp", "atsp-optima.tsv", length: 2)
    static let tsptw = list("tsptw", "tsptw-best.tsv", length: 2)

    func bytes() throws -> [UInt8] { try SharedData.bytes(path) }
}
