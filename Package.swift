// swift-tools-version: 6.2
import PackageDescription

/// Unsafe expressions are marked; existentials are written with `any`.
let strict: [SwiftSetting] = [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")]

/// The floors, lowest first. A module imports only from its own floor or below, which `make lint` checks.
enum Floor: String {
    case base = "Base"
    case measure = "Measure"
    case shape = "Shape"
    case read = "Read"
    case route = "Route"
    case recommend = "Recommend"
    case draw = "Draw"
    case keep = "Keep"
    case run = "Run"
}

/// Whether only what runs under ThreadSanitizer is built.
let isForThreadSanitizer = Context.environment["WAYMARK_THREADS"] != nil

/// Where the headers of PROJ and GEOS are, if not where C looks by itself. On Linux the libraries are loaded when needed, but
/// pkg-config would have them linked.
#if os(macOS)
    func configuration(_ name: String) -> String? { name }
#else
    func configuration(_ name: String) -> String? { nil }
#endif

/// Where PROJ and GEOS are.
let hasLibraries = TargetDependencyCondition.when(platforms: [.linux, .macOS])

/// A module; `embedded` are files in its folder whose bytes are compiled into it, so that no file is needed at run time.
func module(
    _ name: String, on floor: Floor, needs: [Target.Dependency] = [], embedded: [String] = [],
    linker: [LinkerSetting]? = nil
) -> Target {
    .target(
        name: name, dependencies: needs, path: "Sources/\(floor.rawValue)/\(name)",
        resources: embedded.map { .embedInCode($0) }, swiftSettings: strict, linkerSettings: linker)
}

/// Most tests compute little themselves: without optimization they compile in half the time and take as long.
/// Those that compare with a slow way of their own are optimized, and all under ThreadSanitizer.
func tests(
    _ name: String, on floor: Floor, of needs: [Target.Dependency], isOptimized: Bool = false,
    links library: String? = nil
) -> Target {
    .testTarget(
        name: name, dependencies: needs + ["TestSupport"], path: "Tests/\(floor.rawValue)/\(name)",
        swiftSettings: isOptimized || isForThreadSanitizer ? [] : [.unsafeFlags(["-Onone"])],
        linkerSettings: library.map { [.linkedLibrary($0)] })
}

let package = Package(
    name: "Waymark",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Waymark", targets: ["Waymark"]),
        .library(name: "WaymarkFiles", targets: ["WaymarkFiles"]),
        .library(name: "WaymarkTimes", targets: ["WaymarkTimes"]),
        .library(name: "WaymarkGeodesy", targets: ["WaymarkGeodesy"]),
        .library(name: "WaymarkIndex", targets: ["WaymarkIndex"]),
        .library(name: "WaymarkPolylines", targets: ["WaymarkPolylines"]),
        .library(name: "WaymarkGradients", targets: ["WaymarkGradients"]),
        .library(name: "WaymarkRegions", targets: ["WaymarkRegions"]),
        .library(name: "WaymarkTables", targets: ["WaymarkTables"]),
        .library(name: "WaymarkPlaces", targets: ["WaymarkPlaces"]),
        .library(name: "WaymarkAttractions", targets: ["WaymarkAttractions"]),
        .library(name: "WaymarkExtracts", targets: ["WaymarkExtracts"]),
        .library(name: "WaymarkGround", targets: ["WaymarkGround"]),
        .library(name: "WaymarkRoads", targets: ["WaymarkRoads"]),
        .library(name: "WaymarkRoutes", targets: ["WaymarkRoutes"]),
        .library(name: "WaymarkOrders", targets: ["WaymarkOrders"]),
        .library(name: "WaymarkSearch", targets: ["WaymarkSearch"]),
        .library(name: "WaymarkRecommendations", targets: ["WaymarkRecommendations"]),
        .library(name: "WaymarkQuestions", targets: ["WaymarkQuestions"]),
        .library(name: "WaymarkPlans", targets: ["WaymarkPlans"]),
        .library(name: "WaymarkDrawings", targets: ["WaymarkDrawings"]),
        .library(name: "WaymarkOSRM", targets: ["WaymarkOSRM"]),
        .library(name: "WaymarkTrips", targets: ["WaymarkTrips"]),
        .library(name: "WaymarkTripDatabase", targets: ["WaymarkTripDatabase"]),
        .library(name: "WaymarkBatch", targets: ["WaymarkBatch"]),
        .executable(name: "waymark", targets: ["WaymarkTool"]),
        .executable(name: "waymark-weights", targets: ["WeightsTool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(
            name: "CPROJ", path: "Sources/Measure/CPROJ", pkgConfig: configuration("proj"),
            providers: [.apt(["libproj-dev"]), .brew(["proj"])]),
        .systemLibrary(
            name: "CGEOS", path: "Sources/Shape/CGEOS", pkgConfig: configuration("geos"),
            providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
        .systemLibrary(name: "CSQLite", path: "Sources/Keep/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        // Only on Linux; elsewhere URLSession sends requests.
        .systemLibrary(name: "CCURL", path: "Sources/Route/CCURL", providers: [.apt(["libcurl4-openssl-dev"])]),

        // For this package only: the C library, and Foundation or what is enough of it, by one name on each platform
        module("WaymarkC", on: .base),
        module("WaymarkFoundation", on: .base),
        module("WaymarkThreads", on: .base),
        // Numbers, JSON, XML, GeoJSON and SVG as text, hashes, a heap: for this package only
        module("WaymarkText", on: .base, needs: ["WaymarkC"]),

        // Bytes from files and into files, ZIP and gzip
        // Its header is in the SDKs of Apple's platforms.
        .systemLibrary(name: "CZlib", path: "Sources/Base/CZlib", providers: [.apt(["zlib1g-dev"])]),
        module("WaymarkFiles", on: .base, needs: ["CZlib", "WaymarkC", "WaymarkText", "WaymarkThreads"]),

        // Clocks, days and time zones
        module(
            "WaymarkTimes", on: .base, needs: ["WaymarkC", "WaymarkFoundation", "WaymarkText", "WaymarkThreads"],
            embedded: ["hours-words.txt"]),

        // Distances, the spatial index, projections
        .target(name: "CWaymarkKernels", path: "Sources/Measure/CWaymarkKernels"),
        module("WaymarkGeodesy", on: .measure, needs: ["CWaymarkKernels", "WaymarkC"]),
        module("WaymarkQuestions", on: .measure, needs: ["WaymarkGeodesy", "WaymarkText"]),
        module(
            "WaymarkIndex", on: .measure,
            needs: ["WaymarkC", "WaymarkGeodesy", "WaymarkText", "WaymarkThreads"]),
        module(
            "WaymarkProjections", on: .measure,
            needs: ["CPROJ", "WaymarkFoundation", "WaymarkGeodesy", "WaymarkIndex", "WaymarkThreads"],
            linker: [.linkedLibrary("proj", .when(platforms: [.macOS]))]),

        // Lines and areas
        module("WaymarkPolylines", on: .shape, needs: ["WaymarkC", "WaymarkGeodesy", "WaymarkText"]),
        module(
            "WaymarkGradients", on: .shape, needs: ["WaymarkC", "WaymarkGeodesy", "WaymarkPolylines", "WaymarkText"]),
        // Data by C, since as a list of bytes in Swift they would take minutes to compile.
        .target(name: "CBackdrop", path: "Sources/Shape/CBackdrop", exclude: ["backdrop.bin"]),
        module(
            "WaymarkRegions", on: .shape,
            needs: [
                "CBackdrop", "WaymarkC", "WaymarkFoundation", "WaymarkGeodesy", "WaymarkGradients", "WaymarkIndex",
                "WaymarkPolylines", "WaymarkText", "WaymarkThreads",
            ]),
        module(
            "WaymarkAreas", on: .shape,
            needs: ["CGEOS", "WaymarkC", "WaymarkGeodesy", "WaymarkRegions", "WaymarkThreads"],
            linker: [.linkedLibrary("geos_c", .when(platforms: [.macOS]))]),

        // The ground under maps: levels, tiles, their sections in a file
        module(
            "WaymarkGround", on: .shape,
            needs: ["WaymarkFiles", "WaymarkGeodesy", "WaymarkIndex", "WaymarkText", "WaymarkThreads"]),

        // CSV -> places -> attractions
        module(
            "WaymarkTables", on: .read, needs: ["CWaymarkKernels", "WaymarkFiles", "WaymarkText"],
            embedded: ["Encodings/ksx1001.txt"]),
        module(
            "WaymarkPlaces", on: .read, needs: ["WaymarkGeodesy", "WaymarkTables", "WaymarkText", "WaymarkTimes"],
            embedded: ["columns.txt"]),
        module(
            "WaymarkAttractions", on: .read,
            needs: [
                "WaymarkGeodesy", "WaymarkIndex", "WaymarkPlaces", "WaymarkQuestions", "WaymarkTables", "WaymarkText",
                "WaymarkThreads", "WaymarkTimes",
            ], embedded: ["Attraction/place-kinds.tsv"]),

        // An extract of OpenStreetMap -> attractions
        module(
            "WaymarkExtracts", on: .read,
            needs: [
                "WaymarkAttractions", "WaymarkFiles", "WaymarkGeodesy", "WaymarkGround", "WaymarkIndex", "WaymarkText",
                "WaymarkThreads", "WaymarkTimes",
            ], embedded: ["Ground/ground-kinds.tsv"]),

        // stops -> legs -> route
        module(
            "WaymarkRoutes", on: .route,
            needs: [
                "WaymarkFiles", "WaymarkFoundation", "WaymarkGeodesy", "WaymarkGradients", "WaymarkPolylines",
                "WaymarkRegions", "WaymarkText", "WaymarkThreads", "WaymarkTimes",
            ]),
        module(
            "WaymarkRoads", on: .route,
            needs: [
                "WaymarkC", "WaymarkExtracts", "WaymarkGeodesy", "WaymarkIndex", "WaymarkRoutes", "WaymarkText",
            ], embedded: ["Profiles/road-profiles.tsv"]),
        module(
            "WaymarkOrders", on: .route, needs: ["WaymarkGeodesy", "WaymarkRoutes", "WaymarkText", "WaymarkThreads"]),
        module(
            "WaymarkOSRM", on: .route,
            needs: [
                "WaymarkC", "WaymarkFoundation", "WaymarkGeodesy", "WaymarkPolylines", "WaymarkRoutes", "WaymarkText",
                "WaymarkThreads", "WaymarkTimes",
                .target(name: "CCURL", condition: .when(platforms: [.linux])),
            ]),

        // Search by name while typing
        module(
            "WaymarkSearch", on: .recommend,
            needs: [
                "WaymarkAttractions", "WaymarkGeodesy", "WaymarkIndex", "WaymarkQuestions", "WaymarkText",
                "WaymarkThreads",
            ],
            embedded: [
                "Index/known-names.tsv", "Letters/hanja-readings.txt", "Letters/kind-words.txt",
                "Letters/province-names.txt",
            ]),

        // What else to see
        module(
            "WaymarkRecommendations", on: .recommend,
            needs: [
                "WaymarkAttractions", "WaymarkGeodesy", "WaymarkIndex", "WaymarkQuestions", "WaymarkRegions",
                "WaymarkRoutes", "WaymarkSearch", "WaymarkText", "WaymarkThreads",
            ],
            embedded: [
                "Lists/plain-words.txt", "Lists/told-words.tsv", "Names/english-words.tsv", "Places/city-names.txt",
                "Places/place-words.txt", "Score/Weights/standard.json",
                "Score/Weights/visited.json", "Themes/standard-themes.tsv", "Worth/known-places.tsv",
            ]),

        // What to see on which day
        module(
            "WaymarkPlans", on: .recommend,
            needs: [
                "WaymarkFoundation", "WaymarkGeodesy", "WaymarkOrders", "WaymarkPlaces", "WaymarkQuestions",
                "WaymarkRecommendations", "WaymarkRegions", "WaymarkRoutes", "WaymarkTables", "WaymarkText",
                "WaymarkThreads", "WaymarkTimes",
            ],
            embedded: ["Question/outdoor-words.txt"]),

        // Routes, regions and gradients as pictures
        module(
            "WaymarkDrawings", on: .draw,
            needs: [
                "WaymarkC", "WaymarkGeodesy", "WaymarkGradients", "WaymarkGround", "WaymarkPolylines", "WaymarkRegions",
                "WaymarkRoutes", "WaymarkText", "WaymarkTimes",
            ]),

        // Trips that last
        module(
            "WaymarkTrips", on: .keep,
            needs: [
                "WaymarkC", "WaymarkFoundation", "WaymarkGeodesy", "WaymarkGradients", "WaymarkIndex", "WaymarkPlaces",
                "WaymarkPlans", "WaymarkPolylines", "WaymarkRecommendations", "WaymarkRegions", "WaymarkRoutes",
                "WaymarkSearch", "WaymarkTables", "WaymarkText", "WaymarkThreads", "WaymarkTimes",
            ]),
        module(
            "WaymarkTripDatabase", on: .keep,
            needs: [
                "CSQLite", "WaymarkC", "WaymarkFoundation", "WaymarkGeodesy", "WaymarkTables", "WaymarkText",
                "WaymarkThreads",
                "WaymarkTimes", "WaymarkTrips",
            ],
            embedded: [1, 2, 4, 5].map { "Schema/version\($0).sql" },
            linker: [.linkedLibrary("sqlite3", .when(platforms: [.macOS, .iOS]))]),

        // Files in, files out
        module(
            "WaymarkBatch", on: .run,
            needs: [
                "WaymarkAttractions", "WaymarkDrawings", "WaymarkExtracts", "WaymarkFoundation", "WaymarkGeodesy",
                "WaymarkGradients", "WaymarkGround", "WaymarkIndex", "WaymarkOrders", "WaymarkPlaces", "WaymarkPlans",
                "WaymarkPolylines", "WaymarkQuestions", "WaymarkRecommendations", "WaymarkRegions", "WaymarkRoads",
                "WaymarkRoutes", "WaymarkSearch", "WaymarkTables", "WaymarkText", "WaymarkThreads", "WaymarkTimes",
            ]),
        // The batches that need PROJ
        module(
            "WaymarkMeasures", on: .run,
            needs: [
                "WaymarkBatch", "WaymarkGeodesy", "WaymarkIndex", "WaymarkPlaces", "WaymarkProjections",
                "WaymarkTables", "WaymarkThreads",
            ]),
        module(
            "WaymarkCommand", on: .run,
            needs: [
                "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkC", "WaymarkDrawings", "WaymarkExtracts",
                "WaymarkFoundation", "WaymarkGeodesy", "WaymarkGradients", "WaymarkGround", "WaymarkIndex",
                "WaymarkMeasures", "WaymarkOSRM", "WaymarkOrders", "WaymarkPlaces", "WaymarkPlans", "WaymarkPolylines",
                "WaymarkProjections", "WaymarkQuestions",
                "WaymarkRecommendations", "WaymarkRegions", "WaymarkRoads", "WaymarkRoutes", "WaymarkSearch",
                "WaymarkTables",
                "WaymarkText", "WaymarkThreads", "WaymarkTimes", "WaymarkTripDatabase", "WaymarkTrips",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Not called waymark like its product: on a file system that ignores case, the module would collide with
        // Waymark.
        .executableTarget(
            name: "WaymarkTool", dependencies: ["WaymarkCommand"], path: "Sources/Run/WaymarkTool",
            swiftSettings: strict),

        // What tests and fits the weights of recommendations.
        .target(
            name: "WaymarkWeights",
            dependencies: [
                "WaymarkBatch", "WaymarkCommand", "WaymarkGeodesy", "WaymarkIndex", "WaymarkPlaces", "WaymarkPlans",
                "WaymarkRecommendations", "WaymarkTables", "WaymarkText", "WaymarkThreads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/Sources/WaymarkWeights", swiftSettings: strict),
        .executableTarget(
            name: "WeightsTool", dependencies: ["WaymarkWeights"], path: "Benchmarks/Sources/WeightsTool",
            swiftSettings: strict),

        .target(
            name: "Waymark",
            dependencies: [
                .target(name: "WaymarkAreas", condition: hasLibraries),
                "WaymarkAttractions",
                "WaymarkBatch",
                "WaymarkDrawings",
                "WaymarkExtracts",
                "WaymarkFiles",
                "WaymarkGeodesy",
                "WaymarkGradients",
                "WaymarkGround",
                "WaymarkIndex",
                .target(name: "WaymarkMeasures", condition: hasLibraries),
                "WaymarkOrders",
                "WaymarkPlaces",
                "WaymarkPlans",
                "WaymarkQuestions",
                "WaymarkPolylines",
                .target(name: "WaymarkProjections", condition: hasLibraries),
                "WaymarkRecommendations",
                "WaymarkRegions",
                "WaymarkRoads",
                "WaymarkRoutes",
                "WaymarkSearch",
                "WaymarkTables",
                "WaymarkTimes",
            ],
            swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["WaymarkC", "WaymarkGeodesy", "WaymarkTables", "WaymarkText"],
            path: "Tests/TestSupport"),
        .target(
            name: "RouteTestSupport", dependencies: ["TestSupport", "WaymarkGeodesy", "WaymarkRoads", "WaymarkRoutes"],
            path: "Tests/Route/RouteTestSupport"),
        .target(
            name: "RegionTestSupport", dependencies: ["TestSupport", "WaymarkGeodesy", "WaymarkRegions"],
            path: "Tests/Shape/RegionTestSupport"),
        .target(
            name: "SearchTestSupport", dependencies: ["WaymarkGeodesy", "WaymarkSearch"],
            path: "Tests/Recommend/SearchTestSupport"),
        // Readers of published instances with known optima, for tests and the programs that measure them.
        .target(
            name: "PublishedInstances", dependencies: ["WaymarkC", "WaymarkOrders", "WaymarkPlans", "WaymarkText"],
            path: "Benchmarks/Sources/PublishedInstances", swiftSettings: strict),
        .target(
            name: "TripTestSupport", dependencies: ["WaymarkText", "WaymarkThreads", "WaymarkTrips"],
            path: "Tests/Keep/TripTestSupport"),
        // The conditions that each reader must satisfy for any bytes: `make fuzz` searches for violations, the tests
        // repeat those found.
        .target(
            name: "FuzzerProperties",
            dependencies: [
                "PublishedInstances",
                "RouteTestSupport",
                "SearchTestSupport",
                "TestSupport",
                "TripTestSupport",
                "WaymarkAreas",
                "WaymarkAttractions",
                "WaymarkBatch",
                "WaymarkDrawings",
                "WaymarkExtracts",
                "WaymarkFiles",
                "WaymarkGradients",
                "WaymarkGround",
                "WaymarkIndex",
                "WaymarkOSRM",
                "WaymarkOrders",
                "WaymarkPlans",
                "WaymarkPolylines",
                "WaymarkQuestions",
                "WaymarkRecommendations",
                "WaymarkRegions",
                "WaymarkRoads",
                "WaymarkRoutes",
                "WaymarkSearch",
                "WaymarkTables",
                "WaymarkText",
                "WaymarkTimes",
                "WaymarkTrips",
                "WaymarkWeights",
            ],
            path: "Tests/Fuzzers/Properties"),
        tests("WaymarkThreadsTests", on: .base, of: ["WaymarkThreads"]),
        tests("WaymarkTextTests", on: .base, of: ["WaymarkText"]),
        tests("WaymarkFilesTests", on: .base, of: ["WaymarkC", "WaymarkFiles"], isOptimized: true),
        tests("WaymarkTimesTests", on: .base, of: ["WaymarkTimes"]),
        tests("WaymarkGeodesyTests", on: .measure, of: ["CPROJ", "WaymarkGeodesy"], isOptimized: true, links: "proj"),
        tests("WaymarkIndexTests", on: .measure, of: ["WaymarkGeodesy", "WaymarkIndex"], isOptimized: true),
        tests(
            "WaymarkProjectionsTests", on: .measure,
            of: ["CPROJ", "WaymarkGeodesy", "WaymarkIndex", "WaymarkProjections"], links: "proj"),
        tests(
            "WaymarkPolylinesTests", on: .shape, of: ["WaymarkGeodesy", "WaymarkPolylines", "WaymarkText"],
            isOptimized: true),
        tests(
            "WaymarkGradientsTests", on: .shape, of: ["WaymarkGeodesy", "WaymarkGradients", "WaymarkPolylines"],
            isOptimized: true),
        tests(
            "WaymarkRegionsTests", on: .shape,
            of: [
                "RegionTestSupport", "WaymarkGeodesy", "WaymarkGradients", "WaymarkIndex", "WaymarkPolylines",
                "WaymarkRegions",
            ]),
        tests(
            "WaymarkAreasTests", on: .shape,
            of: [
                "CGEOS", "RegionTestSupport", "WaymarkAreas", "WaymarkGeodesy", "WaymarkIndex", "WaymarkRegions",
            ], isOptimized: true, links: "geos_c"),
        tests(
            "WaymarkGroundTests", on: .shape,
            of: ["WaymarkFiles", "WaymarkGeodesy", "WaymarkGround", "WaymarkIndex", "WaymarkText"], isOptimized: true),
        tests("WaymarkTablesTests", on: .read, of: ["WaymarkTables", "WaymarkText"], isOptimized: true),
        tests("WaymarkPlacesTests", on: .read, of: ["WaymarkGeodesy", "WaymarkPlaces", "WaymarkTables"]),
        tests(
            "WaymarkAttractionsTests", on: .read,
            of: [
                "RegionTestSupport", "WaymarkAttractions", "WaymarkGeodesy", "WaymarkIndex", "WaymarkPlaces",
                "WaymarkRegions", "WaymarkTables", "WaymarkText", "WaymarkTimes",
            ]),
        tests(
            "WaymarkExtractsTests", on: .read,
            of: [
                "WaymarkAttractions", "WaymarkExtracts", "WaymarkFiles", "WaymarkGeodesy", "WaymarkGround",
                "WaymarkIndex",
                "WaymarkText", "WaymarkThreads",
            ], isOptimized: true),
        tests(
            "WaymarkRoadsTests", on: .route,
            of: [
                "RouteTestSupport", "WaymarkExtracts", "WaymarkFiles", "WaymarkGeodesy", "WaymarkIndex", "WaymarkRoads",
                "WaymarkRoutes",
            ], isOptimized: true),
        tests(
            "WaymarkRoutesTests", on: .route,
            of: [
                "RouteTestSupport", "WaymarkGeodesy", "WaymarkGradients", "WaymarkPolylines", "WaymarkRoutes",
                "WaymarkText", "WaymarkThreads", "WaymarkTimes",
            ]),
        tests(
            "WaymarkOrdersTests", on: .route,
            of: ["PublishedInstances", "WaymarkGeodesy", "WaymarkOrders", "WaymarkRoutes", "WaymarkThreads"],
            isOptimized: true),
        tests(
            "WaymarkOSRMTests", on: .route,
            of: [
                "WaymarkGeodesy", "WaymarkOSRM", "WaymarkOrders", "WaymarkPolylines", "WaymarkRoutes", "WaymarkThreads",
                "WaymarkTool",
            ]),
        tests(
            "WaymarkSearchTests", on: .recommend,
            of: [
                "SearchTestSupport", "WaymarkAttractions", "WaymarkGeodesy", "WaymarkIndex", "WaymarkSearch",
                "WaymarkTables",
            ]),
        tests(
            "WaymarkRecommendationsTests", on: .recommend,
            of: [
                "WaymarkAttractions", "WaymarkGeodesy", "WaymarkIndex", "WaymarkRecommendations", "WaymarkRegions",
                "WaymarkTables", "WaymarkText", "WaymarkThreads",
            ]),
        tests(
            "WaymarkPlansTests", on: .recommend,
            of: [
                "PublishedInstances", "WaymarkAttractions", "WaymarkGeodesy", "WaymarkIndex", "WaymarkOrders",
                "WaymarkPlaces", "WaymarkPlans",
                "WaymarkQuestions", "WaymarkRecommendations", "WaymarkRoutes", "WaymarkSearch", "WaymarkTables",
                "WaymarkText", "WaymarkTimes",
            ],
            isOptimized: true),
        tests(
            "WaymarkDrawingsTests", on: .draw,
            of: [
                "RouteTestSupport", "WaymarkDrawings", "WaymarkGeodesy", "WaymarkGradients", "WaymarkPolylines",
                "WaymarkRegions", "WaymarkRoutes",
            ]),
        tests(
            "WaymarkTripsTests", on: .keep,
            of: [
                "TripTestSupport", "WaymarkGeodesy", "WaymarkGradients", "WaymarkPlans", "WaymarkRecommendations",
                "WaymarkRegions", "WaymarkRoutes", "WaymarkTables", "WaymarkText", "WaymarkThreads", "WaymarkTimes",
                "WaymarkTripDatabase", "WaymarkTrips",
            ]),
        tests(
            "WaymarkBatchTests", on: .run,
            of: [
                "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkDrawings", "WaymarkExtracts",
                "WaymarkGeodesy", "WaymarkGradients", "WaymarkGround", "WaymarkIndex", "WaymarkMeasures",
                "WaymarkPlaces",
                "WaymarkPolylines", "WaymarkRecommendations", "WaymarkRegions", "WaymarkRoutes", "WaymarkSearch",
                "WaymarkTables",
                "WaymarkText", "WaymarkThreads", "WaymarkTimes",
            ]),
        tests(
            "WaymarkMeasuresTests", on: .run,
            of: [
                "WaymarkAttractions", "WaymarkBatch", "WaymarkGeodesy", "WaymarkIndex", "WaymarkMeasures",
                "WaymarkPlaces", "WaymarkProjections", "WaymarkTables",
            ]),
        tests(
            "WaymarkCommandTests", on: .run,
            of: [
                "TripTestSupport", "WeightsTool",
                "WaymarkAttractions", "WaymarkCommand", "WaymarkGeodesy", "WaymarkPlaces", "WaymarkPlans",
                "WaymarkSearch", "WaymarkTables", "WaymarkThreads", "WaymarkTimes", "WaymarkTool",
                "WaymarkTripDatabase", "WaymarkTrips",
            ]),
        .testTarget(
            name: "WaymarkWeightsTests",
            dependencies: [
                "TestSupport", "WaymarkBatch", "WaymarkGeodesy", "WaymarkRecommendations", "WaymarkTables",
                "WaymarkWeights",
            ],
            path: "Tests/Run/WaymarkWeightsTests"),
        .testTarget(name: "WaymarkTests", dependencies: ["Waymark", "FuzzerProperties", "TestSupport"]),
    ]
)

// ThreadSanitizer's build includes only tests of multithreaded code, with the files that they share: all files of a target
// if none is listed. `make lint` looks for modules that have threads and no entry here.
if isForThreadSanitizer {
    let tests = [
        "WaymarkThreadsTests": [],
        "WaymarkFilesTests": ["OutputFileTests.swift"],
        "WaymarkTimesTests": ["ClockZoneTests.swift"],
        "WaymarkIndexTests": ["BatchTests.swift", "IndexPartsTests.swift", "LiveIndexConcurrencyTests.swift"],
        "WaymarkProjectionsTests": ["ProjectionPoolTests.swift"],
        "WaymarkAreasTests": ["AreaConcurrencyTests.swift"],
        "WaymarkAttractionsTests": ["AttractionCatalogTests.swift", "CatalogHelpers.swift"],
        "WaymarkExtractsTests": [
            "Reading/ExtractHelpers.swift", "Reading/PBFTests.swift", "Reading/PBFWriter.swift",
        ],
        "WaymarkRoutesTests": [
            "Assembly/AssemblerConcurrencyTests.swift", "Assembly/AssemblyHelpers.swift",
            "Assembly/RouteAssemblerTests.swift", "LegSources/CombinedLegsTests.swift", "LegSources/Sources.swift",
        ],
        "WaymarkRoadsTests": ["RoadConcurrencyTests.swift"],
        "WaymarkOrdersTests": ["TravelMatrixLegsTests.swift"],
        "WaymarkOSRMTests": ["HTTPTransportTests.swift", "StubServer.swift"],
        "WaymarkPlansTests": ["TripPlanTests.swift"],
        "WaymarkSearchTests": ["Providers", "Session"],
        "WaymarkRecommendationsTests": ["MadeTrips.swift", "RecommenderTests.swift"],
        "WaymarkTripsTests": [
            "Changes/ChangeFeedTests.swift", "Records/RecordIDTests.swift", "Store/Stores.swift",
        ],
        "WaymarkBatchTests": [
            "LookupBatchTests.swift", "LookupJobsTests.swift", "ProjectedStopsTests.swift", "RowTextTests.swift",
            "SparseBatchTests.swift", "StopAnswersTests.swift", "TripBatchTests.swift",
        ],
        "WaymarkMeasuresTests": ["SystemConcurrencyTests.swift"],
    ]
    // What these tests need, and no more: none of them runs the program.
    for target in package.targets {
        target.dependencies.removeAll { if case .byNameItem("WaymarkTool", _) = $0 { true } else { false } }
    }
    var (names, needed) = (Array(tests.keys), Set<String>())
    while let name = names.popLast() {
        guard needed.insert(name).inserted else { continue }
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            switch dependency {
            case .byNameItem(let name, _), .targetItem(let name, _): names.append(name)
            default: break
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    for target in package.targets {
        if let files = tests[target.name], !files.isEmpty { target.sources = files }
    }
    package.products = []
}

// The program whose instructions `make gate` counts, in this package's own build.
if Context.environment["WAYMARK_HOT_PATHS"] != nil {
    package.targets += [
        .target(name: "MadeUpData", dependencies: ["Waymark"], path: "Benchmarks/Sources/MadeUpData"),
        .executableTarget(
            name: "HotPaths", dependencies: ["MadeUpData", "Waymark"], path: "Benchmarks/Sources/HotPaths"),
    ]
}

// The programs that measure orders and plans of published instances, and ways over roads.
if Context.environment["WAYMARK_PLAN_GAPS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "OrderGaps", dependencies: ["PublishedInstances", "WaymarkOrders"],
            path: "Benchmarks/Sources/OrderGaps"))
    package.targets.append(
        .executableTarget(
            name: "PlanGaps", dependencies: ["PublishedInstances", "WaymarkGeodesy", "WaymarkOrders", "WaymarkPlans"],
            path: "Benchmarks/Sources/PlanGaps"))
    package.targets.append(
        .executableTarget(
            name: "RoadTimes",
            dependencies: [
                "TestSupport", "WaymarkExtracts", "WaymarkGeodesy", "WaymarkIndex", "WaymarkRoads", "WaymarkRoutes",
            ],
            path: "Benchmarks/Sources/RoadTimes"))
}

// The program of the fuzzers.
if Context.environment["WAYMARK_FUZZERS"] != nil {
    package.targets += [
        .target(name: "CFuzzer", path: "Tests/Fuzzers/CFuzzer"),
        .executableTarget(
            name: "waymark-fuzz", dependencies: ["CFuzzer", "FuzzerProperties"],
            path: "Tests/Fuzzers/Run", swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
}

// The service over HTTP. What it stands on is fetched and compiled only by who asks for it (Documentation/Service.md has why this is
// no trait): 1, or test, with which tests see what is internal in an optimized build too.
if let service = Context.environment["WAYMARK_SERVICE"], ["1", "test"].contains(service), !isForThreadSanitizer {
    package.dependencies += [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    ]
    package.targets += [
        // Arrays of bytes take the optimizer long, and give it nothing to do.
        .target(
            name: "WaymarkPage", path: "Sources/Run/WaymarkPage",
            resources: [
                "around.js", "ask.js", "day.css", "day.js", "day.json", "dayview.js", "dom.js", "early.js", "files.js",
                "files.json", "geo.js", "hands.js", "hours.js", "icon.svg", "index.html", "legs.js", "main.js",
                "map.js",
                "page.css", "panel.js", "place.css", "place.js", "place.json", "search.js", "trip.js", "words.js",
                "words.json",
            ].map { .embedInCode("Files/\($0)") },
            swiftSettings: strict + [.unsafeFlags(["-Onone"])]),
        module(
            "WaymarkService", on: .run,
            needs: [
                "WaymarkAreas", "WaymarkAttractions", "WaymarkBatch", "WaymarkC", "WaymarkDrawings", "WaymarkFiles",
                "WaymarkGeodesy", "WaymarkGround", "WaymarkMeasures",
                "WaymarkOSRM", "WaymarkOrders", "WaymarkPage", "WaymarkPlaces", "WaymarkPlans", "WaymarkPolylines",
                "WaymarkQuestions", "WaymarkRecommendations", "WaymarkRegions",
                "WaymarkRoads",
                "WaymarkRoutes", "WaymarkSearch", "WaymarkTables", "WaymarkText", "WaymarkThreads", "WaymarkTimes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        tests(
            "WaymarkServiceTests", on: .run,
            of: [
                "WaymarkBatch", "WaymarkC", "WaymarkExtracts", "WaymarkGeodesy", "WaymarkPage", "WaymarkPlans",
                "WaymarkRecommendations", "WaymarkRegions", "WaymarkRoads", "WaymarkService", "WaymarkText",
                "WaymarkTool",
            ]),
    ]
    // The same program, with `serve` in it.
    for target in package.targets where ["WaymarkTool", "WaymarkCommandTests"].contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.define("WAYMARK_SERVICE")]
        if target.name == "WaymarkTool" { target.dependencies.append("WaymarkService") }
    }
    if service == "test" {
        for target in package.targets where target.name == "WaymarkService" {
            target.swiftSettings = strict + [.unsafeFlags(["-enable-testing"])]
        }
    }
}
