// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "WaymarkBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Waymark", path: "../")],
    targets: [
        .executableTarget(
            name: "PeerQuestions",
            dependencies: [
                .product(name: "WaymarkGeodesy", package: "Waymark"),
                .product(name: "WaymarkIndex", package: "Waymark"),
            ])
    ]
)
