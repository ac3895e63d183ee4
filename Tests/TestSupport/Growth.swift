import WaymarkC

/// The processor time of the calling thread for some work, in seconds, without waiting times.
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

/// The ratio of the times for work of two sizes: the shortest of several alternating runs of each.
///
/// Eight times as much work takes 8 times as long if time is linear, 64 times if it is quadratic; bounds leave room for
/// caches, allocators and other load. The work is done on the calling thread.
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
