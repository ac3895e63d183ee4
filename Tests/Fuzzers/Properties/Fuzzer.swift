/// What must hold of one reader, whatever bytes it is given.
public struct Fuzzer: Sendable {
    /// What it is called, and the folders of its seeds and findings with it.
    public let name: String
    /// The longest input that is worth a try.
    public let maxLength: Int
    /// Gives the bytes to the reader and looks at what comes of them.
    public let check: @Sendable (ContiguousArray<UInt8>) throws -> Void

    /// A reader's fuzzer.
    public init(
        _ name: String, maxLength: Int = 1024, check: @escaping @Sendable (ContiguousArray<UInt8>) throws -> Void
    ) {
        self.name = name
        self.maxLength = maxLength
        self.check = check
    }
}

/// What a reader promises and did not keep.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// What was promised.
    public let description: String
}

/// Throws what was promised, where it is not so.
func require(_ isSo: Bool, _ promise: @autoclosure () -> String) throws {
    if !isSo { throw BrokenPromise(description: promise()) }
}

/// What `body` returns, or nil for an error of the reader; a broken promise goes on its way.
func read<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
        return try body()
    } catch let broken as BrokenPromise {
        throw broken
    } catch {
        return nil
    }
}

/// Bytes to be read, and what the first of them chooses.
func split(_ input: ContiguousArray<UInt8>) -> (choice: UInt8, bytes: ContiguousArray<UInt8>) {
    (input.first ?? 0, ContiguousArray(input.dropFirst()))
}
