#if Store
    import GRDB
    import WaymarkTrips

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension RecordID {
        /// The 16 bytes of the id.
        var data: Data {
            var bytes = Data(capacity: 16)
            for half in [high, low] {
                for place in (0..<8).reversed() { bytes.append(UInt8(truncatingIfNeeded: half >> UInt64(8 * place))) }
            }
            return bytes
        }

        init?(_ data: Data) {
            guard data.count == 16 else { return nil }
            func half(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
            self.init(high: half(data.prefix(8)), low: half(data.suffix(8)))
        }
    }

    extension RecordKind {
        init?(number: Int64) {
            guard let kind = Self.allCases.first(where: { $0.number == number }) else { return nil }
            self = kind
        }
    }

    // GRDB's subscripts trap on values of another type: a file may have any.
    extension Row {
        func integer(_ column: Int) -> Int64? {
            let value: DatabaseValue = self[column]
            if case .int64(let integer) = value.storage { return integer } else { return nil }
        }

        func text(_ column: Int) -> String? {
            let value: DatabaseValue = self[column]
            if case .string(let text) = value.storage { return text } else { return nil }
        }

        func data(_ column: Int) -> Data? {
            let value: DatabaseValue = self[column]
            if case .blob(let data) = value.storage { return data } else { return nil }
        }

        func id(_ column: Int) -> RecordID? { data(column).flatMap { RecordID($0) } }

        func rank(_ column: Int) -> Rank? { data(column).flatMap { Rank(bytes: ContiguousArray($0)) } }
    }
#endif
