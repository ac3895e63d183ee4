// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "WaymarkBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Waymark", path: "../"),
        // Without its interposers, which count allocations: time and memory are what is asked here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .systemLibrary(
            name: "CGEOSDirect", path: "Sources/CGEOSDirect", pkgConfig: "geos",
            providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
        .systemLibrary(
            name: "CPROJDirect", path: "Sources/CPROJDirect", pkgConfig: "proj",
            providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
        .target(name: "MadeUpData", dependencies: [.product(name: "Waymark", package: "Waymark")]),
        .executableTarget(
            name: "WaymarkBenchmarks",
            dependencies: [
                "CGEOSDirect", "CPROJDirect", "MadeUpData",
                .product(name: "Waymark", package: "Waymark"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/WaymarkBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .executableTarget(
            name: "PeerQuestions",
            dependencies: [
                .product(name: "WaymarkGeodesy", package: "Waymark"),
                .product(name: "WaymarkIndex", package: "Waymark"),
            ]),
        .target(name: "QueryKinds", dependencies: [.product(name: "WaymarkSearch", package: "Waymark")]),
        .executableTarget(
            name: "SearchTimes",
            dependencies: [
                "QueryKinds",
                .product(name: "WaymarkAttractions", package: "Waymark"),
                .product(name: "WaymarkPlaces", package: "Waymark"),
                .product(name: "WaymarkSearch", package: "Waymark"),
            ]),
        .executableTarget(
            name: "SearchEvaluation",
            dependencies: [
                "QueryKinds",
                .product(name: "WaymarkAttractions", package: "Waymark"),
                .product(name: "WaymarkGeodesy", package: "Waymark"),
                .product(name: "WaymarkRecommendations", package: "Waymark"),
                .product(name: "WaymarkSearch", package: "Waymark"),
            ]),
    ]
)
