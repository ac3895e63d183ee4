internal import WaymarkFoundation
import WaymarkThreads

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
        let isName = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "/"):
                true
            default: false
            }
        }
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(isName), !name.hasPrefix("/"),
            !name.hasSuffix("/")
        else { return nil }
        for folder in folders {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            return ZoneRules(tzif: [UInt8](data))
        }
        return nil
    }
}
