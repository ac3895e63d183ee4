/// An executable that stands beside the running one.
enum SiblingProgram {
    /// Replaces the running program by its sibling of that name, with the same arguments, environment and open files.
    ///
    /// - Returns: Why that could not be done; where it could, nothing returns.
    static func replaceThisOne(by name: String, for purpose: String) -> Failure {
        guard let folder = executablePath.flatMap({ folder(of: $0) }) else {
            return Failure(.unavailable, "\(purpose) needs \(name), and where this program is cannot be told")
        }
        let path = folder + "/" + name
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
        unsafe arguments.withUnsafeMutableBufferPointer { arguments in
            _ = unsafe execv(path, arguments.baseAddress!)
        }
        let code = errno
        guard code == ENOENT else {
            return Failure(.unavailable, "\(purpose) needs \(path), which cannot be run: \(System.message(code))")
        }
        return Failure(
            .unavailable,
            "\(purpose) needs \(name) beside \(lastPart(of: executablePath ?? "waymark")), and there is no \(path); "
                + "build it with: swift build -c release --product \(name)")
    }

    /// Where the running program is, links followed; nil where the system does not tell.
    private static var executablePath: String? {
        #if canImport(Darwin)
            var size: UInt32 = 0
            _ = unsafe _NSGetExecutablePath(nil, &size)
            var bytes = [CChar](repeating: 0, count: Int(size))
            guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
            guard let resolved = unsafe realpath(bytes, nil) else { return nil }
        #else
            guard let resolved = unsafe realpath("/proc/self/exe", nil) else { return nil }
        #endif
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func lastPart(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
