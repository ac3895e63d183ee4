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
    case draw = "Draw"
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
        .library(name: "WaymarkTimes", targets: ["WaymarkTimes"]),
        .library(name: "WaymarkGeodesy", targets: ["WaymarkGeodesy"]),
        .library(name: "WaymarkIndex", targets: ["WaymarkIndex"]),
        .library(name: "WaymarkPolylines", targets: ["WaymarkPolylines"]),
        .library(name: "WaymarkGradients", targets: ["WaymarkGradients"]),
        .library(name: "WaymarkRoutes", targets: ["WaymarkRoutes"]),
        .library(name: "WaymarkOrders", targets: ["WaymarkOrders"]),
        .library(name: "WaymarkDrawings", targets: ["WaymarkDrawings"]),
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

        // Numbers, JSON, XML, GeoJSON and SVG as text: for this package only
        module("WaymarkText", on: .base),

        // Clocks, days and time zones
        module("WaymarkTimes", on: .base, needs: ["WaymarkText"]),

        // How far, what is near
        .target(name: "CWaymarkKernels", path: "Sources/Measure/CWaymarkKernels"),
        module("WaymarkGeodesy", on: .measure, needs: ["CWaymarkKernels"]),
        module("WaymarkIndex", on: .measure, needs: ["WaymarkGeodesy"]),
        module("WaymarkProjections", on: .measure, needs: ["CPROJ", "WaymarkGeodesy", "WaymarkIndex"]),

        // Lines and areas
        module("WaymarkPolylines", on: .shape, needs: ["WaymarkText", "WaymarkGeodesy"]),
        module("WaymarkGradients", on: .shape, needs: ["WaymarkText", "WaymarkGeodesy", "WaymarkPolylines"]),
        module(
            "WaymarkAreas", on: .shape,
            needs: [
                "CGEOS", "WaymarkText", "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkPolylines",
                "WaymarkGradients",
            ]),

        // CSV -> places -> attractions
        module(
            "WaymarkTables", on: .read, needs: ["CWaymarkKernels", "WaymarkText"],
            // CP949 comes from the C library's iconv, which is a library of its own on Apple platforms.
            linker: [.linkedLibrary("iconv", .when(platforms: [.macOS, .iOS]))]),
        module(
            "WaymarkAttractions", on: .read,
            needs: ["WaymarkText", "WaymarkTimes", "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables"]),

        // stops -> legs -> route
        module(
            "WaymarkRoutes", on: .route,
            needs: ["WaymarkText", "WaymarkTimes", "WaymarkGeodesy", "WaymarkPolylines", "WaymarkGradients"]),
        module("WaymarkOrders", on: .route, needs: ["WaymarkGeodesy"]),
        module(
            "WaymarkOSRM", on: .route,
            needs: [
                "WaymarkTimes", "WaymarkGeodesy", "WaymarkPolylines", "WaymarkRoutes",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),

        // Routes, regions and gradients as pictures
        module(
            "WaymarkDrawings", on: .draw,
            needs: [
                "WaymarkText", "WaymarkTimes", "WaymarkGeodesy", "WaymarkPolylines", "WaymarkGradients", "WaymarkAreas",
                "WaymarkRoutes",
            ]),

        // Files in, files out
        module(
            "WaymarkBatch", on: .run,
            needs: [
                "WaymarkText", "WaymarkTimes", "WaymarkAttractions", "WaymarkIndex", "WaymarkPolylines",
                "WaymarkRoutes", "WaymarkOrders", "WaymarkTables", "WaymarkGradients", "WaymarkDrawings",
            ]),
        module(
            "WaymarkMaps", on: .run,
            needs: [
                "WaymarkText", "WaymarkTimes", "WaymarkProjections", "WaymarkAreas", "WaymarkAttractions",
                "WaymarkBatch", "WaymarkTables", "WaymarkGeodesy", "WaymarkIndex", "WaymarkPolylines", "WaymarkRoutes",
                "WaymarkGradients",
            ]),
        // The command is a library, so that executables can bring along what not everyone wants to build.
        module(
            "WaymarkCommand", on: .run,
            needs: [
                "WaymarkText", "WaymarkTimes", "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions",
                "WaymarkBatch", "WaymarkPolylines", "WaymarkRoutes", "WaymarkOrders", "WaymarkGradients",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        program("WaymarkTool", needs: ["WaymarkCommand"]),
        program("WaymarkToolOSRM", needs: ["WaymarkCommand", "WaymarkOSRM"]),
        program(
            "WaymarkToolMaps",
            needs: [
                "WaymarkText", "WaymarkCommand", "WaymarkMaps", "WaymarkProjections", "WaymarkAreas",
                "WaymarkPolylines", "WaymarkGradients", "WaymarkDrawings",
            ]),

        .target(
            name: "Waymark",
            dependencies: [
                "WaymarkTimes", "WaymarkGeodesy", "WaymarkIndex", "WaymarkTables", "WaymarkAttractions", "WaymarkBatch",
                "WaymarkPolylines", "WaymarkRoutes", "WaymarkOrders", "WaymarkProjections", "WaymarkAreas",
                "WaymarkGradients", "WaymarkDrawings",
                "WaymarkMaps",
            ],
            swiftSettings: strict),

        .target(name: "TestSupport", dependencies: ["WaymarkGeodesy"], path: "Tests/TestSupport"),
        .target(
            name: "RouteTestSupport", dependencies: ["TestSupport", "WaymarkGeodesy", "WaymarkRoutes"],
            path: "Tests/Route/RouteTestSupport"),
        // What must hold of each reader whatever its bytes: `make fuzz` looks for bytes, the tests try those that were found.
        .target(
            name: "FuzzerProperties",
            dependencies: [
                "WaymarkText", "WaymarkTimes", "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkIndex",
                "WaymarkPolylines", "WaymarkRoutes", "WaymarkOrders", "WaymarkTables", "TestSupport",
                "WaymarkGradients",
            ],
            path: "Tests/Fuzzers/Properties"),
        tests("WaymarkTextTests", on: .base, of: ["WaymarkText"]),
        tests("WaymarkTimesTests", on: .base, of: ["WaymarkTimes"]),
        tests("WaymarkGeodesyTests", on: .measure, of: ["WaymarkGeodesy", "CPROJ"]),
        tests("WaymarkIndexTests", on: .measure, of: ["WaymarkIndex"]),
        tests("WaymarkProjectionsTests", on: .measure, of: ["WaymarkProjections", "WaymarkIndex", "CPROJ"]),
        tests("WaymarkPolylinesTests", on: .shape, of: ["WaymarkPolylines"]),
        tests("WaymarkGradientsTests", on: .shape, of: ["WaymarkGradients", "WaymarkPolylines"]),
        tests(
            "WaymarkAreasTests", on: .shape,
            of: [
                "WaymarkAreas", "WaymarkAttractions", "WaymarkIndex", "WaymarkPolylines", "WaymarkGradients", "CGEOS",
            ]),
        tests("WaymarkTablesTests", on: .read, of: ["WaymarkTables"]),
        tests("WaymarkAttractionsTests", on: .read, of: ["WaymarkAttractions"]),
        tests(
            "WaymarkRoutesTests", on: .route,
            of: [
                "WaymarkRoutes", "RouteTestSupport",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ]),
        tests("WaymarkDrawingsTests", on: .draw, of: ["WaymarkDrawings", "RouteTestSupport"]),
        tests("WaymarkOrdersTests", on: .route, of: ["WaymarkOrders"]),
        tests(
            "WaymarkOSRMTests", on: .route,
            of: [
                "WaymarkOSRM", "WaymarkToolOSRM", "WaymarkTool",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        tests("WaymarkBatchTests", on: .run, of: ["WaymarkBatch"]),
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

// The fuzzers' program; of the HTTP client's module it needs what reads answers, which no client is linked for.
if Context.environment["WAYMARK_FUZZERS"] != nil {
    package.targets += [
        .target(
            name: "WaymarkOSRM", dependencies: ["WaymarkTimes", "WaymarkGeodesy", "WaymarkPolylines", "WaymarkRoutes"],
            path: "Sources/Route/WaymarkOSRM", exclude: ["OSRMLegs.swift", "OSRMRequest.swift"], swiftSettings: strict),
        .target(name: "CFuzzer", path: "Tests/Fuzzers/CFuzzer"),
        .executableTarget(
            name: "waymark-fuzz", dependencies: ["CFuzzer", "FuzzerProperties", "WaymarkOSRM"],
            path: "Tests/Fuzzers/Run", swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
}
