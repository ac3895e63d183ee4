import Benchmark
import Foundation
import MadeUpData
import Waymark

/// Sizes of the sets; `WAYMARK_BENCHMARK_SIZES=10000,100000` asks for others.
let sizes = (ProcessInfo.processInfo.environment["WAYMARK_BENCHMARK_SIZES"] ?? "10000,100000,1000000")
    .split(separator: ",").compactMap { Int($0) }

/// Each question to Waymark, and to what else answers it.
let benchmarks: @Sendable () -> Void = {
    for count in sizes {
        for set in DataSet.Kind.allCases { pointBenchmarks(set, count) }
        liveBenchmarks(count)
        lineBenchmarks(count)
        gradientBenchmarks(count)
        mapBenchmarks(count)
        regionBenchmarks(count)
        orderBenchmarks(count)
    }
    searchedOrderBenchmarks()
    borderBenchmarks()
    recommendationBenchmarks()
}
