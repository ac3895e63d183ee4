import PublishedInstances
import WaymarkBatch
import WaymarkOrders
import WaymarkTables
import WaymarkText

extension Fuzzer {
    /// `TSPLIBInstance`: distances are finite and not negative, and as a full matrix they read back.
    static let tsplib = Fuzzer("tsplib") { bytes in
        guard let instance = try read({ try TSPLIBInstance(parsing: Array(bytes)) }), instance.count <= 40 else {
            return
        }
        let matrix = (0..<instance.count).map { from in
            (0..<instance.count).map { instance.distance(from: from, to: $0) }
        }
        try require(matrix.joined().allSatisfy { $0.isFinite && $0 >= 0 }, "distances")
        let rows = matrix.map { $0.map(NumberText.shortest).joined(separator: " ") }.joined(separator: "\n")
        let text = """
            TYPE: ATSP
            DIMENSION: \(instance.count)
            EDGE_WEIGHT_TYPE: EXPLICIT
            EDGE_WEIGHT_FORMAT: FULL_MATRIX
            EDGE_WEIGHT_SECTION
            \(rows)
            EOF
            """
        let again = try TSPLIBInstance(parsing: Array(text.utf8))
        for (from, row) in matrix.enumerated() {
            for (to, distance) in row.enumerated() where from != to {
                try require(again.distance(from: from, to: to) == distance, "what is written reads back")
            }
        }
    }

    /// `TimeWindowInstance`: what is written reads back.
    static let windows = Fuzzer("windows") { bytes in
        guard let instance = try read({ try TimeWindowInstance(parsing: Array(bytes)) }) else { return }
        let count = instance.matrix.count
        try require(instance.visits.count == count, "a window for each node")
        try require(instance.visits.allSatisfy { $0.opens <= $0.closes }, "windows open before they close")
        let rows = (0..<count).map { from in
            (0..<count).map { NumberText.shortest(instance.matrix.length(of: [from, $0], isClosed: false)) }.joined(
                separator: " ")
        }
        let hours = instance.visits.map { "\(NumberText.shortest($0.opens)) \(NumberText.shortest($0.closes))" }
        let text = (["\(count)"] + rows + hours).joined(separator: "\n")
        try require(try TimeWindowInstance(parsing: Array(text.utf8)) == instance, "what is written reads back")
    }

    /// `OrderFile`: stops, a matrix or an instance, with a unique label for each.
    static let orders = Fuzzer("orders") { bytes in
        guard let file = try read({ try OrderFile(MemorySource(bytes, name: "fuzz")) }) else { return }
        try require(file.labels.count == file.names.count, "a label for each stop")
        try require(Set(file.labels).count == file.labels.count, "labels differ")
    }
}
