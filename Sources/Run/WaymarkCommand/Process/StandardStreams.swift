#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard input, output and error: descriptors 0, 1 and 2.
enum StandardStreams {
    /// Takes those of the three that are closed, as a daemon's may be: whatever file is opened next would get one, and words
    /// for standard error would end up in it.
    ///
    /// What is closed stays of no use: reading and writing fail as they would have, but that words for a closed standard error
    /// go nowhere. Call before anything is opened.
    static func occupy() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free, which is this one.
            if unsafe open("/dev/null", mode) < 0 { _ = unsafe open("/", O_RDONLY) }
        }
    }
}
