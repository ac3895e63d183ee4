// swift-tools-version: 6.2
import PackageDescription

// A package of its own: the other benchmarks do not compile GRDB, by which the plain tables are read.
let package = Package(
    name: "StoreTimes",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Waymark", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "StoreTimes",
            dependencies: [
                .product(name: "WaymarkGeodesy", package: "Waymark"),
                .product(name: "WaymarkTimes", package: "Waymark"),
                .product(name: "WaymarkTrips", package: "Waymark"),
                .product(name: "WaymarkTripDatabase", package: "Waymark"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources")
    ]
)
