// swift-tools-version: 6.2
import PackageDescription

/// Unsafe code is named where it stands; existentials are spelled out.
let strict: [SwiftSetting] = [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")]

/// The floors of the house, lowest first. A module imports from its own floor or below; `make lint` holds it to that.
enum Floor: String {
    case base = "Base"
    case measure = "Measure"
    case shape = "Shape"
    case read = "Read"
    case route = "Route"
    case run = "Run"
}

func module(_ name: String, on floor: Floor, needs: [Target.Dependency] = [], linker: [LinkerSetting]? = nil) -> Target
{
    .target(
        name: name, dependencies: needs, path: "Sources/\(floor.rawValue)/\(name)", swiftSettings: strict,
        linkerSettings: linker)
}

func program(_ name: String, needs: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: needs, path: "Sources/Run/\(name)", swiftSettings: strict)
}

func tests(_ name: String, on floor: Floor, of needs: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: needs + ["TestSupport"], path: "Tests/\(floor.rawValue)/\(name)")
}

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
            name: "CPROJ", path: "Sources/Measure/CPROJ", pkgConfig: "proj",
            providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
        .systemLibrary(
            name: "CGEOS", path: "Sources/Shape/CGEOS", pkgConfig: "geos",
            providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),

        // For this package only
        module("WaymarkThreads", on: .base),

        // How far, what is near
        .target(name: "CWaymarkKernels", path: "Sources/Measure/CWaymarkKernels"),
        module("WaymarkGeodesy", on: .measure, needs: ["CWaymarkKernels"]),
        module("WaymarkIndex", on: .measure, needs: ["WaymarkGeodesy", "WaymarkThreads"]),
        module(
            "WaymarkProjections", on: .measure, needs: ["CPROJ", "WaymarkGeodesy", "WaymarkIndex", "WaymarkThreads"]),

        // Lines and areas
        module("WaymarkPolylines", on: .shape, needs: ["WaymarkGeodesy"]),
        module(
            "WaymarkAreas", on: .shape,
            needs: ["CGEOS", "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkPolylines"]),

        // CSV -> places -> attractions
        module(
            "WaymarkTables", on: .read, needs: ["CWaymarkKernels", "WaymarkThreads"],
            // CP949 comes from the C library's iconv, which is a library of its own on Apple platforms.
            linker: [.linkedLibrary("iconv", .when(platforms: [.macOS, .iOS]))]),
        module(
            "WaymarkAttractions", on: .read,
            needs: ["WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkThreads"]),

        // stops -> legs -> route
        module("WaymarkRoutes", on: .route, needs: ["WaymarkGeodesy", "WaymarkPolylines", "WaymarkThreads"]),
        module(
            "WaymarkOSRM", on: .route,
            needs: [
                "WaymarkGeodesy", "WaymarkPolylines", "WaymarkRoutes",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),

        // Files in, files out
        module(
            "WaymarkBatch", on: .run,
            needs: [
                "WaymarkAttractions", "WaymarkIndex", "WaymarkPolylines", "WaymarkRoutes", "WaymarkTables",
                "WaymarkThreads",
            ]),
        module(
            "WaymarkMaps", on: .run,
            needs: [
                "WaymarkProjections", "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkTables",
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkPolylines", "WaymarkRoutes", "WaymarkThreads",
            ]),
        // The command is a library, so that executables can bring along what not everyone wants to build.
        module(
            "WaymarkCommand", on: .run,
            needs: [
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions", "WaymarkBatch",
                "WaymarkPolylines", "WaymarkRoutes", "WaymarkThreads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        program("WaymarkTool", needs: ["WaymarkCommand"]),
        program("WaymarkToolOSRM", needs: ["WaymarkCommand", "WaymarkOSRM"]),
        program(
            "WaymarkToolMaps",
            needs: ["WaymarkCommand", "WaymarkMaps", "WaymarkProjections", "WaymarkAreas", "WaymarkPolylines"]),

        .target(
            name: "Waymark",
            dependencies: [
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions", "WaymarkBatch",
                "WaymarkPolylines", "WaymarkRoutes", "WaymarkProjections", "WaymarkAreas",
                "WaymarkMaps",
            ],
            swiftSettings: strict),

        .target(name: "TestSupport", dependencies: ["WaymarkGeodesy", "WaymarkTables"], path: "Tests/TestSupport"),
        // What must hold of each reader whatever its bytes: `make fuzz` looks for bytes, the tests try those that were found.
        .target(
            name: "FuzzerProperties",
            dependencies: [
                "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkIndex", "WaymarkPolylines",
                "WaymarkRoutes",
                "WaymarkTables", "TestSupport",
            ],
            path: "Tests/Fuzzers/Properties"),
        tests("WaymarkThreadsTests", on: .base, of: ["WaymarkThreads"]),
        tests("WaymarkGeodesyTests", on: .measure, of: ["WaymarkGeodesy", "CPROJ"]),
        tests("WaymarkIndexTests", on: .measure, of: ["WaymarkIndex"]),
        tests("WaymarkProjectionsTests", on: .measure, of: ["WaymarkProjections", "WaymarkIndex", "CPROJ"]),
        tests("WaymarkPolylinesTests", on: .shape, of: ["WaymarkPolylines"]),
        tests(
            "WaymarkAreasTests", on: .shape,
            of: ["WaymarkAreas", "WaymarkAttractions", "WaymarkIndex", "WaymarkPolylines", "CGEOS"]),
        tests("WaymarkTablesTests", on: .read, of: ["WaymarkTables"]),
        tests("WaymarkAttractionsTests", on: .read, of: ["WaymarkAttractions"]),
        tests(
            "WaymarkRoutesTests", on: .route,
            of: ["WaymarkRoutes", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
        tests(
            "WaymarkOSRMTests", on: .route,
            of: [
                "WaymarkOSRM", "WaymarkToolOSRM", "WaymarkTool",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        tests("WaymarkBatchTests", on: .run, of: ["WaymarkBatch", "WaymarkThreads"]),
        tests(
            "WaymarkMapsTests", on: .run,
            of: ["WaymarkMaps", "WaymarkAreas", "WaymarkProjections", "WaymarkTables", "WaymarkIndex"]),
        tests("WaymarkCommandTests", on: .run, of: ["WaymarkCommand", "WaymarkTool", "WaymarkToolMaps"]),
        .testTarget(name: "WaymarkTests", dependencies: ["Waymark", "FuzzerProperties", "TestSupport"]),
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

// ThreadSanitizer's build leaves out the command, and the tests of what works on one thread.
if Context.environment["WAYMARK_THREADS"] != nil {
    let tests: Set = [
        "WaymarkThreadsTests", "WaymarkIndexTests", "WaymarkProjectionsTests", "WaymarkAreasTests",
        "WaymarkTablesTests",
        "WaymarkRoutesTests", "WaymarkBatchTests", "WaymarkMapsTests",
    ]
    package.targets.removeAll { target in
        target.type == .test && !tests.contains(target.name) || target.type == .executable
            || ["WaymarkCommand", "FuzzerProperties"].contains(target.name)
    }
    package.products.removeAll { $0 is Product.Executable }
}

// The fuzzers' program; of the HTTP client's module it needs what reads answers, which no client is linked for.
if Context.environment["WAYMARK_FUZZERS"] != nil {
    package.targets += [
        .target(
            name: "WaymarkOSRM", dependencies: ["WaymarkGeodesy", "WaymarkPolylines", "WaymarkRoutes"],
            path: "Sources/Route/WaymarkOSRM", exclude: ["OSRMLegs.swift", "OSRMRequest.swift"], swiftSettings: strict),
        .target(name: "CFuzzer", path: "Tests/Fuzzers/CFuzzer"),
        .executableTarget(
            name: "waymark-fuzz", dependencies: ["CFuzzer", "FuzzerProperties", "WaymarkOSRM"],
            path: "Tests/Fuzzers/Run", swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
}
