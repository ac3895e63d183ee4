import Foundation
import Testing
import WaymarkC
import WaymarkFiles

@Suite("Temporary errors")
struct TryAgainTests {
    @Test("a shortage of resources and an unresponsive file system may be temporary")
    func mayPass() {
        for code in [
            EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS, ENOLCK, EBUSY, ESTALE, ETIMEDOUT, EHOSTUNREACH, ECONNRESET,
        ] {
            #expect(System.mayPass(code), "\(SystemError.text(code))")
        }
    }

    @Test("errors that someone must fix are not temporary")
    func staysSo() {
        for code in [ENOENT, EACCES, EISDIR, ENOSPC, EDQUOT, EIO, EROFS, ENAMETOOLONG, EPIPE, EFBIG, EINVAL, ELOOP] {
            #expect(!System.mayPass(code), "\(SystemError.text(code))")
        }
    }

    @Test("names its file, and says to try again later")
    func words() {
        let error = TableError.tryAgain(.cannotOpen(path: "stops.csv", reason: "Too many open files"))
        #expect("\(error)" == "cannot open stops.csv: Too many open files; try again later")
        #expect(error.path == "stops.csv")
    }
}
