import WaymarkThreads

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The system's time zone database: a file for each zone, each read once.
final class ZoneDatabase: Sendable {
    static let shared = ZoneDatabase(folders: ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo"])

    private let folders: [String]
    /// What was looked for; nil for a name that no zone has.
    private let known = Guarded<[String: ZoneRules?]>([:])

    /// Names that are no zone's are remembered too, but not without end.
    private static let mostKnown = 4096

    init(folders: [String]) { self.folders = folders }

    /// The rules of a zone; nil where there is no such file, or it is none of rules.
    func rules(of name: String) -> ZoneRules? {
        if let rules = known.withLock({ $0[name] }) { return rules }
        let rules = read(name)
        known.withLock {
            if $0.count >= Self.mostKnown { $0.removeAll() }
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
