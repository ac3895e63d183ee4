import Foundation
import FuzzerProperties
import TestSupport
import Testing

@Suite("Fuzzers")
struct FuzzerTests {
    /// A seed or a past finding of a fuzzer, by its path below `Tests/Fuzzers`.
    struct Input: CustomTestStringConvertible, Sendable {
        let fuzzer: Fuzzer
        let path: String
        var testDescription: String { path }
    }

    private static let folder = Repository.root.appending(path: "Tests/Fuzzers")

    private static func inputs(_ folder: String) -> [Input] {
        Fuzzer.all.flatMap { fuzzer in
            let path = "\(folder)/\(fuzzer.name)"
            let names =
                (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: path).path)) ?? []
            return names.sorted().map { Input(fuzzer: fuzzer, path: "\(path)/\($0)") }
        }
    }

    @Test(
        "past findings stay fixed, and seeds satisfy every condition", arguments: inputs("Found") + inputs("Seeds"))
    func keepsItsPromises(_ input: Input) throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: input.path))
        #expect(throws: Never.self) { try input.fuzzer.check(ContiguousArray(bytes)) }
    }

    @Test("every fuzzer has seeds", arguments: Fuzzer.all.map(\.name))
    func hasSeeds(_ name: String) {
        #expect(Self.inputs("Seeds").contains { $0.path.hasPrefix("Seeds/\(name)/") })
    }

    @Test("a broken promise is reported")
    func brokenPromises() {
        #expect(throws: BrokenPromise.self) { try Fuzzer.brokenOnPurpose.check([0x62, 0x75, 0x67]) }
        #expect(throws: Never.self) { try Fuzzer.brokenOnPurpose.check([0x62, 0x75]) }
    }
}
