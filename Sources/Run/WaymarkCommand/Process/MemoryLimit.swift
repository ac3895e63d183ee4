import WaymarkIndex
import WaymarkTables
import WaymarkText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much memory this process may take, and the files that cannot be held in it.
package struct MemoryLimit {
    /// Bytes.
    let bytes: Int
    /// Whose limit it is.
    let owner: String

    /// Refuses a file that a command holds in memory whole, where its bytes alone are more than the process may take: to be
    /// told so at once is better than to be ended half-way. An index file is not held.
    ///
    /// - Throws: ``Failure``, to be tried again where there is more memory.
    static func refuse(tooLarge path: String) throws {
        // A pipe is not opened for this: it may be read once. What cannot be opened is for whoever reads it to say.
        guard path == "-" || System.isRegularFile(path), let source = try? FileSource(path: path),
            let size = source.size, size > 1 << 20
        else { return }
        let limit = current
        guard size > limit.bytes else { return }
        var head: ContiguousArray<UInt8> = []
        if path != "-", (try? source.read(upTo: 64, into: &head)) != nil, IndexFile.isIndexFile(head.span) { return }
        throw Failure(
            .tryAgain,
            "\(source.name) has \(text(size)), to be held in memory, and \(limit.owner) \(text(limit.bytes)): give it more, or "
                + "split the file")
    }

    /// The least of the limits that are set, which the machine's memory always is.
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
        /// The least limit of the control groups that the process is in, of either version; `Int.max` without one.
        ///
        /// - Parameters:
        ///   - membership: The file that says which groups these are.
        ///   - folder: Where the groups are mounted.
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

        /// A small file of the system; "" where there is none.
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
