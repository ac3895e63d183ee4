// swift-tools-version: 6.2
import PackageDescription

/// Unsafe code is named where it stands; existentials are spelled out.
let strict: [SwiftSetting] = [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "Waymark",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Waymark", targets: ["Waymark"]),
        .library(name: "WaymarkGeodesy", targets: ["WaymarkGeodesy"]),
        .library(name: "WaymarkIndex", targets: ["WaymarkIndex"]),
        .library(name: "WaymarkPolylines", targets: ["WaymarkPolylines"]),
        .library(name: "WaymarkRoutes", targets: ["WaymarkRoutes"]),
        .executable(name: "waymark", targets: ["WaymarkCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(
            name: "CPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
        .systemLibrary(
            name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),

        // CSV -> attractions -> index -> query -> rows
        .target(name: "CWaymarkKernels"),
        .target(name: "WaymarkGeodesy", dependencies: ["CWaymarkKernels"], swiftSettings: strict),
        .target(name: "WaymarkIndex", dependencies: ["WaymarkGeodesy"], swiftSettings: strict),
        .target(
            name: "WaymarkTables", dependencies: ["CWaymarkKernels"], swiftSettings: strict,
            // CP949 comes from the C library's iconv, which is a library of its own on Apple platforms.
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS, .iOS]))]),
        .target(
            name: "WaymarkAttractions", dependencies: ["WaymarkGeodesy", "WaymarkIndex", "WaymarkTables"],
            swiftSettings: strict),
        .target(
            name: "WaymarkBatch", dependencies: ["WaymarkAttractions", "WaymarkIndex", "WaymarkTables"],
            swiftSettings: strict),

        // stops -> legs -> route -> polyline
        .target(name: "WaymarkPolylines", dependencies: ["WaymarkGeodesy"], swiftSettings: strict),
        .target(name: "WaymarkRoutes", dependencies: ["WaymarkGeodesy", "WaymarkPolylines"], swiftSettings: strict),

        // System libraries
        .target(name: "WaymarkProjections", dependencies: ["CPROJ", "WaymarkGeodesy"], swiftSettings: strict),
        .target(name: "WaymarkAreas", dependencies: ["CGEOS", "WaymarkGeodesy"], swiftSettings: strict),

        .target(
            name: "Waymark",
            dependencies: [
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions", "WaymarkBatch",
                "WaymarkPolylines", "WaymarkRoutes", "WaymarkProjections", "WaymarkAreas",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "WaymarkCommand",
            dependencies: [
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions", "WaymarkBatch",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        .target(name: "TestSupport", dependencies: ["WaymarkGeodesy"], path: "Tests/TestSupport"),
        .testTarget(name: "WaymarkGeodesyTests", dependencies: ["WaymarkGeodesy", "TestSupport", "CPROJ"]),
        .testTarget(name: "WaymarkIndexTests", dependencies: ["WaymarkIndex", "TestSupport"]),
        .testTarget(name: "WaymarkTablesTests", dependencies: ["WaymarkTables", "TestSupport"]),
        .testTarget(name: "WaymarkAttractionsTests", dependencies: ["WaymarkAttractions", "TestSupport"]),
        .testTarget(name: "WaymarkBatchTests", dependencies: ["WaymarkBatch", "TestSupport"]),
        .testTarget(name: "WaymarkPolylinesTests", dependencies: ["WaymarkPolylines", "TestSupport"]),
        .testTarget(name: "WaymarkRoutesTests", dependencies: ["WaymarkRoutes", "TestSupport"]),
        .testTarget(name: "WaymarkProjectionsTests", dependencies: ["WaymarkProjections", "CPROJ"]),
        .testTarget(name: "WaymarkAreasTests", dependencies: ["WaymarkAreas", "CGEOS"]),
        .testTarget(name: "WaymarkTests", dependencies: ["Waymark", "TestSupport"]),
        .testTarget(name: "WaymarkCommandTests", dependencies: ["WaymarkCommand", "TestSupport"]),
    ]
)
