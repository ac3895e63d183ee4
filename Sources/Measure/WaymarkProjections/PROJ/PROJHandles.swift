internal import CPROJ

/// Owns a PROJ context, which only one thread may use.
@safe
final class PROJContext {
    let pointer: OpaquePointer
    /// The last message of PROJ.
    private let words: UnsafeMutablePointer<String>

    init() throws(ProjectionError) {
        try ProjectionLibrary.check()
        guard let pointer = unsafe PROJ.library.proj_context_create() else { throw .contextUnavailable }
        unsafe self.pointer = pointer
        unsafe words = .allocate(capacity: 1)
        unsafe words.initialize(to: "")
        _ = unsafe PROJ.library.proj_log_level(pointer, PJ_LOG_ERROR)
        // Reasons such as "database too old" are only logged, so keep the log instead of printing it.
        unsafe PROJ.library.proj_log_func(pointer, words) { data, _, message in
            guard let data = unsafe data, let message = unsafe message else { return }
            unsafe data.assumingMemoryBound(to: String.self).pointee = unsafe String(cString: message)
        }
    }

    deinit {
        _ = unsafe PROJ.library.proj_context_destroy(pointer)  // logs no more from here on
        unsafe words.deinitialize(count: 1)
        unsafe words.deallocate()
    }

    func clearReason() { unsafe words.pointee = "" }

    /// Why the last call failed.
    var reason: String {
        let code = unsafe PROJ.library.proj_context_errno(pointer)
        let said = unsafe words.pointee
        if !said.isEmpty { return said }
        guard code != 0, let text = unsafe PROJ.library.proj_context_errno_string(pointer, code) else {
            return "unknown error"
        }
        return unsafe String(cString: text)
    }

    /// Whether PROJ's database is available.
    var hasDatabase: Bool { unsafe PROJ.library.proj_context_get_database_path(pointer) != nil }
}

/// Owns a PROJ object together with its context, so that the object is destroyed first.
@safe
final class PROJObject {
    let pointer: OpaquePointer
    let context: PROJContext

    /// Nil if PROJ made no object.
    init?(_ pointer: OpaquePointer?, in context: PROJContext) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = unsafe pointer
        self.context = context
    }

    deinit { _ = unsafe PROJ.library.proj_destroy(pointer) }

    /// What one of PROJ's functions makes of this object; nil if nothing.
    @unsafe
    func made(by function: (OpaquePointer?, OpaquePointer?) -> OpaquePointer?) -> PROJObject? {
        unsafe PROJObject(function(context.pointer, pointer), in: context)
    }

    var name: String? { unsafe PROJ.library.proj_get_name(pointer).map { unsafe String(cString: $0) } }
}
