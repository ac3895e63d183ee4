// What Waymark uses of Dispatch, as macOS declares it.
public class DispatchObject: @unchecked Sendable {}

public final class DispatchQueue: DispatchObject, @unchecked Sendable {
    public init(label: String) {}
    public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
    public func async(group: DispatchGroup? = nil, execute work: @escaping @Sendable () -> Void) {}
}

public final class DispatchGroup: DispatchObject, @unchecked Sendable {
    public override init() {}
    public func wait() {}
}

public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    @discardableResult public func signal() -> Int { 0 }
}
