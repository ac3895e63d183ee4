package import WaymarkGround

/// Joins lines at ends where just two of them meet: fewer pieces, and room for names.
package enum LineJoin {
    /// The lines, in the order of their first pieces.
    ///
    /// - Parameters:
    ///   - lines: Pieces of one kind, name and flags, each of at least two points.
    ///   - isOneway: Whether they are joined head to tail only.
    /// - Returns: The joined lines, and those that join no other.
    /// - Complexity: O(*n*).
    package static func joined(_ lines: [[WorldPoint]], isOneway: Bool) -> [[WorldPoint]] {
        // The ends of lines at each point: a line, and whether it is its last point.
        var ends: [WorldPoint: [(line: Int, isLast: Bool)]] = [:]
        for (number, line) in lines.enumerated() {
            ends[line[0], default: []].append((number, false))
            ends[line[line.count - 1], default: []].append((number, true))
        }
        var isUsed = [Bool](repeating: false, count: lines.count)
        func partner(_ line: Int, _ isLast: Bool) -> (line: Int, isLast: Bool)? {
            let place = isLast ? lines[line][lines[line].count - 1] : lines[line][0]
            guard let meeting = ends[place], meeting.count == 2 else { return nil }
            let other = meeting[0].line == line && meeting[0].isLast == isLast ? meeting[1] : meeting[0]
            if other.line == line || isUsed[other.line] || isOneway && other.isLast == isLast { return nil }
            return other
        }
        var joined: [[WorldPoint]] = []
        for number in lines.indices where !isUsed[number] {
            isUsed[number] = true
            /// The lines beyond an end, and whether each is entered by its last point.
            func beyond(_ isLast: Bool) -> [(line: Int, isLast: Bool)] {
                var found: [(line: Int, isLast: Bool)] = []
                var end = (line: number, isLast: isLast)
                while let next = partner(end.line, end.isLast) {
                    isUsed[next.line] = true
                    found.append(next)
                    end = (next.line, !next.isLast)
                }
                return found
            }
            let (after, before) = (beyond(true), beyond(false))
            if after.isEmpty, before.isEmpty {
                joined.append(lines[number])
                continue
            }
            var line: [WorldPoint] = []
            line.reserveCapacity(
                lines[number].count + (after + before).reduce(0) { $0 + lines[$1.line].count - 1 })
            for next in before.reversed() {
                line += next.isLast ? lines[next.line].dropLast() : lines[next.line].reversed().dropLast()
            }
            line += lines[number]
            for next in after {
                line += next.isLast ? lines[next.line].reversed().dropFirst() : lines[next.line].dropFirst()
            }
            joined.append(line)
        }
        return joined
    }
}
