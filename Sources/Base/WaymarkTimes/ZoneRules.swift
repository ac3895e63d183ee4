internal import WaymarkFoundation
import WaymarkText
import WaymarkThreads

/// The past and future clock changes of a zone.
package struct ZoneRules: Sendable {
    /// Seconds after 1970 in UTC, ascending.
    private let changes: [Int]
    /// Offsets from UTC in seconds: before the first change, then after each.
    private let offsets: [Int]
    /// The rule after the last change; nil if the last offset stays.
    private let yearly: YearlyClockChange?

    /// Clocks that never change.
    init(offset: Int) { (changes, offsets, yearly) = ([], [offset], nil) }

    /// Reads a file of the time zone database (TZif, RFC 9636); nil if it is not one.
    ///
    /// Version 1 ends in 2037; its last offset stays.
    package init?(tzif bytes: [UInt8]) {
        guard let first = Header(bytes, at: 0) else { return nil }
        let (header, width): (Header, Int)
        if first.version >= 2 {
            // The same data again with 64-bit times, followed by a rule.
            guard let second = Header(bytes, at: first.end(width: 4)) else { return nil }
            (header, width) = (second, 8)
        } else {
            (header, width) = (first, 4)
        }
        let end = header.end(width: width)
        guard end <= bytes.count, header.types >= 1 else { return nil }
        var position = header.start
        var changes: [Int] = []
        for _ in 0..<header.changes {
            changes.append(Self.integer(bytes, at: position, width: width))
            position += width
        }
        let types = bytes[position..<position + header.changes].map(Int.init)
        position += header.changes
        let offsetsOfTypes = (0..<header.types).map { Self.integer(bytes, at: position + 6 * $0, width: 4) }
        guard types.allSatisfy({ $0 < header.types }), zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }),
            offsetsOfTypes.allSatisfy({ abs($0) < 7 * 86_400 })
        else { return nil }
        var yearly: YearlyClockChange?
        if width == 8 {
            let rest = bytes[end...].dropFirst()
            guard bytes[end...].first == 0x0A, let newline = rest.firstIndex(of: 0x0A) else { return nil }
            let rule = rest[..<newline]
            if !rule.isEmpty {
                yearly = YearlyClockChange(posix: rule)
                guard yearly != nil else { return nil }
            }
        }
        self.changes = changes
        offsets = [offsetsOfTypes[0]] + types.map { offsetsOfTypes[$0] }
        self.yearly = yearly
    }

    /// Seconds ahead of UTC, at a number of seconds after 1970.
    package func offset(at seconds: Int) -> Int {
        let number = changes.partitioningIndex { $0 > seconds }
        if number == changes.count, let yearly { return yearly.offset(at: seconds) }
        return offsets[number]
    }

    /// The offset from UTC in seconds when a clock shows a number of seconds after 1970.
    ///
    /// If there are two such moments, the earlier one is used; a skipped time is read on the clock before the change.
    func offset(atClock seconds: Int) -> Int {
        // Clocks do not change twice within a day.
        let (before, after) = (offset(at: seconds - 86_400), offset(at: seconds + 86_400))
        if before == after || offset(at: seconds - before) == before { return before }
        return offset(at: seconds - after) == after ? after : before
    }

    private static func integer(_ bytes: [UInt8], at position: Int, width: Int) -> Int {
        let value = bytes[position..<position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return width == 8 ? Int(Int64(bitPattern: value)) : Int(Int32(truncatingIfNeeded: value))
    }

    /// The contents of a block of the file.
    private struct Header {
        let version: Int
        /// After the header.
        let start: Int
        let changes: Int
        let types: Int
        private let characters: Int
        private let leapSeconds: Int
        private let indicators: Int

        init?(_ bytes: [UInt8], at position: Int) {
            guard position >= 0, bytes.count - position >= 44, bytes[position...].starts(with: "TZif".utf8) else {
                return nil
            }
            // 0, or a digit.
            version = Int(bytes[position + 4]) & 0xF
            let counts = (0..<6).map { integer(bytes, at: position + 20 + 4 * $0, width: 4) }
            guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
            (indicators, leapSeconds, changes, types, characters) =
                (counts[0] + counts[1], counts[2], counts[3], counts[4], counts[5])
            start = position + 44
        }

        func end(width: Int) -> Int {
            start + changes * (width + 1) + types * 6 + characters + leapSeconds * (width + 4) + indicators
        }
    }
}

/// The system's time zone database: one file per zone, each read once.
final class ZoneDatabase: Sendable {
    static let shared = ZoneDatabase(folders: ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo"])

    private let folders: [String]
    /// Past lookups; nil for unknown names.
    private let known = Guarded<[String: ZoneRules?]>([:])

    /// Unknown names are remembered too, up to a limit.
    private static let maxKnown = 4096

    init(folders: [String]) { self.folders = folders }

    /// The rules of a zone; nil if the file is missing or invalid.
    func rules(of name: String) -> ZoneRules? {
        if let rules = known.withLock({ $0[name] }) { return rules }
        let rules = read(name)
        known.withLock {
            if $0.count >= Self.maxKnown { $0.removeAll() }
            $0[name] = .some(rules)
        }
        return rules
    }

    private func read(_ name: String) -> ZoneRules? {
        // The name becomes part of a path.
        func isName(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_+-/".unicodeScalars.contains(scalar))
        }
        guard (1...64).contains(name.utf8.count), name.unicodeScalars.allSatisfy(isName), !name.hasPrefix("/"),
            !name.hasSuffix("/")
        else { return nil }
        for folder in folders {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            return ZoneRules(tzif: [UInt8](data))
        }
        return nil
    }
}
