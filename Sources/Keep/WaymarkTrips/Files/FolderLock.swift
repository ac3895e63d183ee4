import WaymarkC
import WaymarkFoundation
import WaymarkTables
import WaymarkThreads

/// The lock of a folder of files, between threads and processes: shared by who adds files and by who writes records, alone for who
/// removes files or replaces the database. The system frees it when a process ends.
package final class FolderLock: Sendable {
    /// How long others are waited for.
    package static let seconds = 10.0
    /// -1 where there is none.
    private let descriptor: Int32
    private let isOver = Guarded(false)

    /// Locks a folder. On a file system without locks, and where nothing can be written for what is shared, it goes on without.
    ///
    /// - Throws: ``TripStoreError/busy``; ``TripStoreError/readOnly`` and the like where it is needed alone.
    package init(_ folder: String, isAlone: Bool, seconds: Double = seconds) throws(TripStoreError) {
        let path = folder + "/.lock"
        let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
        if opened < 0 {
            switch errno {
            case _ where !isAlone: break
            case EROFS, EACCES, EPERM: throw .readOnly
            case ENOSPC, EDQUOT: throw .diskFull
            case let code: throw .inputOutput(reason: "\(path): \(SystemError.text(code))")
            }
        }
        let end = Date().addingTimeInterval(seconds)
        while opened >= 0, flock(opened, (isAlone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
            if errno != EWOULDBLOCK, errno != EINTR { break }
            guard Date() < end else {
                close(opened)
                throw .busy
            }
            usleep(10_000)
        }
        descriptor = opened
    }

    /// Holds the partial of an output, shared by who writes it, alone by who wants to remove it; nil if another holds it.
    init?(partial path: String, isAlone: Bool) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        if flock(descriptor, (isAlone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    }

    /// Frees it, before the last reference is gone.
    package func end() {
        isOver.withLock { isOver in
            if !isOver, descriptor >= 0 { close(descriptor) }
            isOver = true
        }
    }

    deinit { end() }
}
