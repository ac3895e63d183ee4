import WaymarkC

/// Standard input, output and error: descriptors 0, 1 and 2.
enum StandardStreams {
    /// Occupies those of the three that are closed, as in a daemon: otherwise the next opened file would get the
    /// descriptor, and messages for standard error would end up in it.
    ///
    /// Closed streams stay unusable: reading and writing fail as before, except that messages to a closed standard
    /// error are dropped. Call before opening anything.
    static func occupy() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is this one.
            if unsafe open("/dev/null", mode) < 0 { _ = unsafe open("/", O_RDONLY) }
        }
    }
}
