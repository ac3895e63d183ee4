#if canImport(Glibc)
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    extension Tool {
        /// Runs the tool with a terminal for input and errors, answers a question, and returns all that was shown.
        static func runOnTerminal(
            _ arguments: [String], answer: String? = nil
        ) throws -> (screen: String, status: Int32) {
            var (keyboard, terminal): (Int32, Int32) = (0, 0)
            try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
            let folder = try Folder()
            let process = Process()
            process.executableURL = url
            process.arguments = arguments
            process.currentDirectoryURL = Repository.root
            process.standardInput = FileHandle(fileDescriptor: terminal)
            process.standardError = FileHandle(fileDescriptor: terminal)
            process.standardOutput = try FileHandle(forWritingTo: folder.file("output"))
            try process.run()
            var (screen, isAnswered) = ("", answer == nil)
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                var input = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
                if poll(&input, 1, 50) > 0 {
                    var bytes = [UInt8](repeating: 0, count: 1 << 16)
                    let count = Glibc.read(keyboard, &bytes, bytes.count)
                    if count > 0 { screen += String(decoding: bytes[..<count], as: UTF8.self) }
                } else if !process.isRunning {
                    break
                }
                if !isAnswered, let answer, screen.contains("[y/N]") {
                    isAnswered = true
                    let bytes = Array((answer + "\n").utf8)
                    #expect(write(keyboard, bytes, bytes.count) == bytes.count)
                }
            }
            #expect(isAnswered, "no question: \(screen)")
            process.waitUntilExit()
            for descriptor in [keyboard, terminal] { close(descriptor) }
            return (screen, process.terminationStatus)
        }
    }
#endif
