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
        .library(name: "WaymarkOSRM", targets: ["WaymarkOSRM"]),
        .executable(name: "waymark", targets: ["WaymarkTool"]),
        .executable(name: "waymark-osrm", targets: ["WaymarkToolOSRM"]),
        .executable(name: "waymark-maps", targets: ["WaymarkToolMaps"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // For the tests of the examples that use it; nothing else is built with it.
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        // Of WaymarkOSRM, its tests and waymark-osrm alone: nothing else compiles it.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
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
            name: "WaymarkBatch",
            dependencies: ["WaymarkAttractions", "WaymarkIndex", "WaymarkPolylines", "WaymarkRoutes", "WaymarkTables"],
            swiftSettings: strict),

        // stops -> legs -> route -> polyline
        .target(name: "WaymarkPolylines", dependencies: ["WaymarkGeodesy"], swiftSettings: strict),
        .target(name: "WaymarkRoutes", dependencies: ["WaymarkGeodesy", "WaymarkPolylines"], swiftSettings: strict),

        // An HTTP client, for legs from servers
        .target(
            name: "WaymarkOSRM",
            dependencies: [
                "WaymarkGeodesy", "WaymarkPolylines", "WaymarkRoutes",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict),

        // System libraries
        .target(
            name: "WaymarkProjections", dependencies: ["CPROJ", "WaymarkGeodesy", "WaymarkIndex"],
            swiftSettings: strict),
        .target(
            name: "WaymarkAreas",
            dependencies: ["CGEOS", "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkPolylines"],
            swiftSettings: strict),

        // Batches that need them
        .target(
            name: "WaymarkMaps",
            dependencies: [
                "WaymarkProjections", "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkTables",
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkPolylines", "WaymarkRoutes",
            ],
            swiftSettings: strict),

        .target(
            name: "Waymark",
            dependencies: [
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions", "WaymarkBatch",
                "WaymarkPolylines", "WaymarkRoutes", "WaymarkProjections", "WaymarkAreas",
                "WaymarkMaps",
            ],
            swiftSettings: strict),
        // The command is a library, so that executables can bring along what not everyone wants to build.
        .target(
            name: "WaymarkCommand",
            dependencies: [
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions", "WaymarkBatch",
                "WaymarkPolylines", "WaymarkRoutes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "WaymarkTool", dependencies: ["WaymarkCommand"], swiftSettings: strict),
        .executableTarget(
            name: "WaymarkToolOSRM", dependencies: ["WaymarkCommand", "WaymarkOSRM"], swiftSettings: strict),
        .executableTarget(
            name: "WaymarkToolMaps",
            dependencies: [
                "WaymarkCommand", "WaymarkMaps", "WaymarkProjections", "WaymarkAreas", "WaymarkPolylines",
            ],
            swiftSettings: strict),

        .target(name: "TestSupport", dependencies: ["WaymarkGeodesy"], path: "Tests/TestSupport"),
        // What must hold of each reader whatever its bytes: `make fuzz` looks for bytes, the tests try those that were found.
        .target(
            name: "FuzzerProperties",
            dependencies: [
                "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkIndex", "WaymarkPolylines",
                "WaymarkRoutes",
                "WaymarkTables", "TestSupport",
            ],
            path: "Tests/Fuzzers/Properties"),
        .testTarget(name: "WaymarkGeodesyTests", dependencies: ["WaymarkGeodesy", "TestSupport", "CPROJ"]),
        .testTarget(name: "WaymarkIndexTests", dependencies: ["WaymarkIndex", "TestSupport"]),
        .testTarget(name: "WaymarkTablesTests", dependencies: ["WaymarkTables", "TestSupport"]),
        .testTarget(name: "WaymarkAttractionsTests", dependencies: ["WaymarkAttractions", "TestSupport"]),
        .testTarget(name: "WaymarkBatchTests", dependencies: ["WaymarkBatch", "TestSupport"]),
        .testTarget(name: "WaymarkPolylinesTests", dependencies: ["WaymarkPolylines", "TestSupport"]),
        .testTarget(
            name: "WaymarkRoutesTests",
            dependencies: [
                "WaymarkRoutes", "TestSupport", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ]),
        .testTarget(
            name: "WaymarkProjectionsTests",
            dependencies: ["WaymarkProjections", "WaymarkIndex", "CPROJ", "TestSupport"]),
        .testTarget(
            name: "WaymarkOSRMTests",
            dependencies: [
                "WaymarkOSRM", "WaymarkToolOSRM", "WaymarkTool", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        .testTarget(
            name: "WaymarkMapsTests",
            dependencies: [
                "WaymarkMaps", "WaymarkAreas", "WaymarkProjections", "WaymarkTables", "WaymarkIndex", "TestSupport",
            ]),
        .testTarget(
            name: "WaymarkAreasTests",
            dependencies: [
                "WaymarkAreas", "WaymarkAttractions", "WaymarkIndex", "WaymarkPolylines", "CGEOS", "TestSupport",
            ]),
        .testTarget(name: "WaymarkTests", dependencies: ["Waymark", "FuzzerProperties", "TestSupport"]),
        .testTarget(
            name: "WaymarkCommandTests",
            dependencies: ["WaymarkCommand", "WaymarkTool", "WaymarkToolMaps", "TestSupport"]),
    ]
)

// The sanitizers' builds leave out the HTTP client and what needs it: it takes longer to compile than all the rest.
if Context.environment["WAYMARK_WITHOUT_OSRM"] != nil || Context.environment["WAYMARK_FUZZERS"] != nil {
    let names: Set = ["WaymarkOSRM", "WaymarkToolOSRM", "WaymarkOSRMTests"]
    package.targets.removeAll { names.contains($0.name) }
    package.products.removeAll { ["WaymarkOSRM", "waymark-osrm"].contains($0.name) }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return location.hasSuffix("async-http-client") || location.hasSuffix("swift-nio")
    }
}

// The fuzzers' program; of the HTTP client's module it needs what reads answers, which no client is linked for.
if Context.environment["WAYMARK_FUZZERS"] != nil {
    package.targets += [
        .target(
            name: "WaymarkOSRM", dependencies: ["WaymarkGeodesy", "WaymarkPolylines", "WaymarkRoutes"],
            exclude: ["OSRMLegs.swift", "OSRMRequest.swift"], swiftSettings: strict),
        .target(name: "CFuzzer", path: "Tests/Fuzzers/CFuzzer"),
        .executableTarget(
            name: "waymark-fuzz", dependencies: ["CFuzzer", "FuzzerProperties", "WaymarkOSRM"],
            path: "Tests/Fuzzers/Run", swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
}
