/// The conditions that one reader must satisfy for any bytes.
public struct Fuzzer: Sendable {
    /// Its name, and that of the folders of its seeds and findings.
    public let name: String
    /// The maximum length of an input.
    public let maxLength: Int
    /// Gives the bytes to the reader and checks the result.
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

/// A violated condition of a reader.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// The condition.
    public let description: String
}

/// Throws the condition if it is violated.
func require(_ isSo: Bool, _ promise: @autoclosure () -> String) throws {
    if !isSo { throw BrokenPromise(description: promise()) }
}

/// The result of `body`, or nil for an error of the reader; a violated condition is rethrown.
func read<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
        return try body()
    } catch let broken as BrokenPromise {
        throw broken
    } catch {
        return nil
    }
}

/// Bytes to read, and the choices given by the first of them.
func split(_ input: ContiguousArray<UInt8>) -> (choice: UInt8, bytes: ContiguousArray<UInt8>) {
    (input.first ?? 0, ContiguousArray(input.dropFirst()))
}
