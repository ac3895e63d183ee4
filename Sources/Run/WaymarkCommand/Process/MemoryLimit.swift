import WaymarkC
import WaymarkIndex
import WaymarkTables
import WaymarkText

/// The memory limit of this process, and the check of files against it.
package struct MemoryLimit {
    /// Bytes.
    let bytes: Int
    /// The origin of the limit.
    let owner: String

    /// Refuses a file that must be held in memory whole but is larger than the limit, unpacked: better to fail at once
    /// than to be killed half-way. Index files are mapped, not held.
    ///
    /// - Throws: ``Failure`` with `.tryAgain`, for a retry with more memory.
    package static func refuse(tooLarge path: String) throws {
        // A pipe is not opened here, since it can be read only once. The reader will report a file that cannot be opened.
        let limit = current
        guard path == "-" || System.isRegularFile(path),
            let size = try? FileSource.size(of: path, countedTo: limit.bytes), size > max(limit.bytes, 1 << 20),
            let source = try? FileSource(path: path, unpacksGzip: false)
        else { return }
        var head: ContiguousArray<UInt8> = []
        if path != "-", (try? source.read(upTo: 64, into: &head)) != nil, IndexFile.isIndexFile(head.span) { return }
        let isPacked = source.size != size
        throw Failure(
            .tryAgain,
            "\(source.name) has \(isPacked ? "more than \(text(limit.bytes)) when it is unpacked" : text(size)) and must be "
                + "held in memory, but \(limit.owner) \(text(limit.bytes)): allow more, or split the file")
    }

    /// The smallest of the limits in effect; the machine's memory is always one.
    static var current: MemoryLimit {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
        var limits = [
            MemoryLimit(
                bytes: machine.overflow || machine.partialValue <= 0 ? .max : machine.partialValue,
                owner: "this machine has"),
            MemoryLimit(bytes: addressSpace, owner: "ulimit -v allows"),
        ]
        #if os(Linux)
            limits.append(MemoryLimit(bytes: controlGroup(), owner: "the control group of this process allows"))
        #endif
        return limits.min { $0.bytes < $1.bytes } ?? limits[0]
    }

    private static var addressSpace: Int {
        var limit = rlimit()
        #if canImport(Glibc)
            guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return .max }
        #else
            guard unsafe getrlimit(RLIMIT_AS, &limit) == 0 else { return .max }
        #endif
        return Int(clamping: limit.rlim_cur)
    }

    #if os(Linux)
        /// The smallest limit of the control groups of the process, of either version; `Int.max` without one.
        ///
        /// - Parameters:
        ///   - membership: The file that lists these groups.
        ///   - folder: The mount point of the groups.
        /// - Returns: Bytes.
        package static func controlGroup(
            membership: String = "/proc/self/cgroup", folder: String = "/sys/fs/cgroup"
        ) -> Int {
            var least = Int.max
            for line in text(of: membership).split(separator: "\n") {
                // Number, controllers, path: `0::/user.slice` in version 2.
                let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
                guard parts.count == 3 else { continue }
                let isUnified = parts[1].isEmpty
                guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
                let root = isUnified ? folder : folder + "/memory"
                let name = isUnified ? "memory.max" : "memory.limit_in_bytes"
                var names = parts[2].split(separator: "/")
                while true {
                    let file = ([Substring(root)] + names + [Substring(name)]).joined(separator: "/")
                    if let bytes = NumberParser.integer(ContiguousArray(text(of: file).utf8).span), bytes > 0 {
                        least = min(least, bytes)
                    }
                    if names.popLast() == nil { break }
                }
            }
            return least
        }

        /// The text of a small system file; "" if it is missing.
        private static func text(of path: String) -> String {
            var bytes: ContiguousArray<UInt8> = []
            guard let file = try? FileSource(path: path), (try? file.read(upTo: 1 << 14, into: &bytes)) != nil else {
                return ""
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    #endif

    /// As in `1.5 GB`.
    private static func text(_ bytes: Int) -> String {
        bytes < 1 << 30
            ? "\((bytes + (1 << 20) - 1) >> 20) MB"
            : NumberText.fixed(Double(bytes) / Double(1 << 30), decimals: 1) + " GB"
    }
}
