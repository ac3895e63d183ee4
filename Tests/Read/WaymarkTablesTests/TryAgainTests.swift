import Foundation
import Testing
import WaymarkTables

@Suite("Errors that may pass")
struct TryAgainTests {
    @Test("a shortage of the system and a file system that does not answer may pass")
    func mayPass() {
        for code in [
            EAGAIN, ENOMEM, EMFILE, ENFILE, ENOBUFS, ENOLCK, EBUSY, ESTALE, ETIMEDOUT, EHOSTUNREACH, ECONNRESET,
        ] {
            #expect(System.mayPass(code), "\(System.message(code))")
        }
    }

    @Test("what stays so until someone mends it does not")
    func staysSo() {
        for code in [ENOENT, EACCES, EISDIR, ENOSPC, EDQUOT, EIO, EROFS, ENAMETOOLONG, EPIPE, EFBIG, EINVAL, ELOOP] {
            #expect(!System.mayPass(code), "\(System.message(code))")
        }
    }

    @Test("names its file, and says to try again later")
    func words() {
        let error = TableError.tryAgain(.cannotOpen(path: "stops.csv", reason: "Too many open files"))
        #expect("\(error)" == "cannot open stops.csv: Too many open files; try again later")
        #expect(error.path == "stops.csv")
    }
}
