/// The number of bytes of stops in a block, chosen so that its rows about fill a buffer.
struct BlockSize {
    private let fixed: Int?
    private var learnt = 1 << 13

    init(fixed: Int?) { self.fixed = fixed }

    var next: Int { fixed ?? learnt }

    mutating func learn(from rows: BlockAnswers.Rows) {
        guard rows.isLast, rows.blockSize > 0 else { return }
        let rowsPerByte = Double(rows.rowsSize) / Double(rows.blockSize)
        let fitting = Int(Double(BlockAnswers.room) * 0.75 / max(rowsPerByte, 0.01))
        learnt = min(max(fitting, 1 << 8), 1 << 16, learnt * 4)
    }
}
