internal import CGEOS

/// Owns a GEOS context, which only one thread may use.
@safe
package final class GEOSContext {
    let handle: GEOSContextHandle_t
    /// The last message of GEOS.
    private let words: UnsafeMutablePointer<String>

    package init() throws(AreaError) {
        try AreaLibrary.check()
        guard let handle = unsafe GEOS.library.GEOS_init_r() else { throw .contextUnavailable }
        unsafe self.handle = unsafe handle
        unsafe words = .allocate(capacity: 1)
        unsafe words.initialize(to: "")
        // Without handlers GEOS keeps no reason.
        _ = unsafe GEOS.library.GEOSContext_setErrorMessageHandler_r(handle, Self.keep, words)
        _ = unsafe GEOS.library.GEOSContext_setNoticeMessageHandler_r(handle, Self.keep, words)
    }

    deinit {
        unsafe GEOS.library.GEOS_finish_r(handle)  // sends no messages from here on
        unsafe words.deinitialize(count: 1)
        unsafe words.deallocate()
    }

    private static let keep: GEOSMessageHandler_r = { message, words in
        guard let message = unsafe message, let words = unsafe words else { return }
        unsafe words.assumingMemoryBound(to: String.self).pointee = unsafe String(cString: message)
    }

    /// Clears the message.
    func clearReason() { unsafe words.pointee = "" }

    /// Why the last call failed, as GEOS's message.
    var reason: String {
        let said = unsafe words.pointee
        return said.isEmpty ? "GEOS gave no reason" : said
    }

    /// A result of GEOS.
    ///
    /// - Throws: ``AreaError/geometry(reason:)`` with GEOS's message if there is none.
    @unsafe
    func required(_ result: OpaquePointer?) throws(AreaError) -> OpaquePointer {
        guard let result = unsafe result else { throw .geometry(reason: reason) }
        return unsafe result
    }

    /// Throws GEOS's message unless a call has done its work.
    func require(_ isDone: Bool) throws(AreaError) {
        if !isDone { throw .geometry(reason: reason) }
    }

    /// Takes ownership of a text from GEOS.
    func text(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        defer { unsafe GEOS.library.GEOSFree_r(handle, text) }
        return unsafe String(cString: text)
    }
}
