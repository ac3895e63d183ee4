#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many seconds the calling thread works on something. What it waits for on a busy machine does not count.
public func threadSeconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
}

/// How many times as long work of one size takes as work of another: the shortest of some runs of each, in turn.
///
/// Eight times as much takes 8 times as long where time is linear, 64 times where it is quadratic: bounds have room for
/// caches, allocators and neighbours. The work is done on the calling thread.
public func growth(
    from small: Int, to large: Int, runs: Int = 3, _ work: (Int) throws -> Void
) rethrows -> Double {
    var (least, most) = (Double.infinity, Double.infinity)
    for _ in 0..<runs {
        least = min(least, try threadSeconds { try work(small) })
        most = min(most, try threadSeconds { try work(large) })
    }
    return most / max(least, 1e-6)
}
