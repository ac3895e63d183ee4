import Foundation
import TestSupport
import Testing

/// The recipes of `Documentation/Scaling.md`, run as they stand there.
@Suite("Recipes of Scaling.md")
struct ScalingTests {
    private static let documents = Repository.root.appending(path: "Documentation")
    private static let scaling = documents.appending(path: "Scaling")
    /// The tools installed by `make scaling-setup`.
    private static let tools = Repository.root.appending(path: ".build/scaling/bin")

    private static func isThere(_ tool: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: tools.appending(path: tool).path)
    }

    private static func isOnPath(_ tool: String) -> Bool {
        (try? Tool.shell("command -v \(tool)").status) == 0
    }

    /// A folder with stops and attractions, the scripts and manifests, and the output of one process.
    private static func folder() throws -> (folder: Folder, whole: String, rejects: String) {
        let folder = try Folder()
        for name in try FileManager.default.contentsOfDirectory(atPath: scaling.path) {
            try FileManager.default.copyItem(at: scaling.appending(path: name), to: folder.url.appending(path: name))
        }
        try FileManager.default.copyItem(
            at: Repository.root.appending(path: "data/attractions.csv"),
            to: folder.url.appending(path: "attractions.csv"))
        var generator = SplitMix64(seed: 8)
        var text = "stop_id,name,latitude,longitude\n"
        let count = ProcessInfo.processInfo.environment["WAYMARK_SCALING_STOPS"].flatMap(Int.init) ?? 5000
        for i in 0..<count {
            let place = Regime.korea.points(1, using: &generator)[0]
            text += "s\(i),\"정류장, \(i)\",\(i % 500 == 7 ? 91 : place.latitude),\(place.longitude)\n"
        }
        let stops = try folder.file("stops.csv", text)
        let result = try Tool.run([
            "nearby", stops, "--attractions", folder.path("attractions.csv"), "--output", folder.path("whole.csv"),
            "--rejects", folder.path("bad.csv"), "--quiet",
        ])
        #expect(result.status == 0)
        // The recipes use an index file; the whole came from the table.
        let built = try Tool.run([
            "index", "build", folder.path("attractions.csv"), "--output", folder.path("attractions.waymark"),
        ])
        #expect(built.status == 0, "\(built.errors)")
        return (folder, try folder.text("whole.csv"), try folder.text("bad.csv"))
    }

    /// The shell block after `<!-- recipe: name -->`.
    private static func recipe(_ name: String) throws -> String {
        let text = try String(contentsOf: documents.appending(path: "Scaling.md"), encoding: .utf8)
        let begin = try #require(text.range(of: "<!-- recipe: \(name) -->\n```sh\n"))
        let end = try #require(text.range(of: "```\n", range: begin.upperBound..<text.endIndex))
        return String(text[begin.upperBound..<end.lowerBound])
    }

    /// Runs a script in a folder, with `waymark` and the tools on the path.
    private static func run(
        _ script: String, in folder: Folder, environment: [String: String] = [:]
    ) throws -> Tool.Result {
        let path = [
            tools.path, Tool.url.deletingLastPathComponent().path, ProcessInfo.processInfo.environment["PATH"] ?? "",
        ]
        try folder.file("recipe.sh", Array(script.utf8))
        let variables = environment.merging([
            "PATH": path.joined(separator: ":"),
            // Nothing listens on external interfaces.
            "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost",
        ]) { $1 }
        let settings = variables.map { "export \($0)='\($1)'; " }.sorted().joined()
        return try Tool.shell("\(settings)cd '\(folder.url.path)' && exec sh -eu recipe.sh")
    }

    private static func expectWhole(_ recipe: String, rejects: Bool) throws {
        let (folder, whole, bad) = try folder()
        let result = try run(self.recipe(recipe), in: folder)
        #expect(result.status == 0, "\(result.errors.suffix(2000))")
        let isEqual = try folder.text("nearby.csv") == whole
        #expect(isEqual && whole.count > 100_000)
        if rejects { #expect(try folder.text("rejects.csv") == bad && bad.utf8.count > 100) }
    }

    @Test("parts by hand")
    func shards() throws { try Self.expectWhole("shards", rejects: true) }

    @Test(
        "GNU parallel, into files and through a pipe",
        .enabled(if: isOnPath("parallel"), "GNU parallel is not here: make scaling-setup"),
        arguments: ["parallel", "parallel to a pipe"])
    func parallel(recipe: String) throws { try Self.expectWhole(recipe, rejects: false) }

    // MARK: Kubernetes

    /// The script of a manifest's container: the block after `- |`, without its indentation.
    private static func script(_ manifest: String) throws -> String {
        let text = try String(contentsOf: scaling.appending(path: manifest), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "- |" }) + 1
        let indent = lines[begin].prefix { $0 == " " }
        return lines[begin...].prefix { $0.hasPrefix(indent) }.map { $0.dropFirst(indent.count) + "\n" }.joined()
    }

    @Test("the pods of the Kubernetes job, one after another, and the merging one")
    func kubernetes() throws {
        let (folder, whole, bad) = try Self.folder()
        let parts = folder.url.appending(path: "parts")
        try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: false)
        var environment = [
            "SHARDS": "8", "STOPS": folder.path("stops.csv"), "ATTRACTIONS": folder.path("attractions.waymark"),
            "PARTS": parts.path, "OUTPUT": folder.path("nearby.csv"), "REJECTS": folder.path("rejects.csv"),
        ]
        let script = try Self.script("nearby-job.yaml")
        for index in [3, 0, 7, 1, 2, 6, 5] {
            environment["JOB_COMPLETION_INDEX"] = "\(index)"
            let result = try Self.run(script, in: folder, environment: environment)
            #expect(result.status == 0, "\(result.errors)")
        }
        let merge = try Self.script("merge-job.yaml")
        let early = try Self.run(merge, in: folder, environment: environment)
        #expect(early.status == 65 && early.errors.contains("a part is missing: 5/8"), "\(early.errors)")
        environment["JOB_COMPLETION_INDEX"] = "4"
        #expect(try Self.run(script, in: folder, environment: environment).status == 0)
        let result = try Self.run(merge, in: folder, environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        let isEqual = try folder.text("nearby.csv") == whole && folder.text("rejects.csv") == bad
        #expect(isEqual)

        // Permanent and temporary failures are distinguished by the exit codes in the manifest.
        let yaml = try String(contentsOf: Self.scaling.appending(path: "nearby-job.yaml"), encoding: .utf8)
        #expect(yaml.contains("values: [64, 65, 66]") && yaml.contains("values: [74, 75]"))
        environment["STOPS"] = folder.path("nowhere.csv")
        #expect(try Self.run(script, in: folder, environment: environment).status == 66)
        environment["STOPS"] = try folder.file("none.csv", "a,b\n1,2\n")
        #expect(try Self.run(script, in: folder, environment: environment).status == 65)
        environment["SHARDS"] = "4"
        #expect(try Self.run(script, in: folder, environment: environment).status == 64)
        environment["SHARDS"] = "8"
        environment["STOPS"] = folder.path("stops.csv")
        let short = try Self.run("ulimit -n 4\n" + script, in: folder, environment: environment)
        #expect(short.status == 75, "\(short.errors)")
    }

    @Test(
        "the manifests are valid for Kubernetes, without unknown fields",
        .enabled(if: isThere("kubernetes-validate"), "kubernetes-validate is not here: make scaling-setup"),
        arguments: ["nearby-job.yaml", "merge-job.yaml"])
    func manifests(name: String) throws {
        let folder = try Folder()
        let text = try String(contentsOf: Self.scaling.appending(path: name), encoding: .utf8)
        let (good, bad) = (
            try folder.file("good.yaml", text), try folder.file("bad.yaml", text.replacing("podFail", with: "podFial"))
        )
        let result = try Self.run("kubernetes-validate --strict '\(good)'", in: folder)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try Self.run("kubernetes-validate --strict '\(bad)'", in: folder).status != 0)
    }

    // MARK: Spark

    private static let hasSpark = isThere("spark-submit") && isOnPath("java") && isOnPath("timeout")

    /// The recipe, with a time limit in case the cluster hangs.
    private static func sparkRecipe() throws -> String {
        try recipe("spark").replacing("spark-submit", with: "timeout 900 spark-submit")
    }

    @Test(
        "Apache Spark on two workers gives the rows of one process, in its order",
        .enabled(if: hasSpark, "Java or PySpark is not here: make scaling-setup"))
    func spark() throws {
        let (folder, whole, _) = try Self.folder()
        let result = try Self.run(Self.sparkRecipe(), in: folder)
        #expect(result.status == 0, "\(result.errors.suffix(3000))")
        let rows = try folder.text("nearby.csv")
        let isSameSet = Set(rows.split(separator: "\n")) == Set(whole.split(separator: "\n"))
        #expect(isSameSet)
        let isSame = rows == whole
        #expect(isSame)
        let parts = try FileManager.default.contentsOfDirectory(atPath: folder.path("rows"))
            .filter { $0.hasPrefix("part-") }
        #expect(parts.count >= 4)
        // Both workers did some of the work.
        let executors = Set(result.errors.matches(of: /executor (\d)/).map { String($0.output.1) })
        #expect(executors.isSuperset(of: ["0", "1"]), "\(executors)")
    }

    @Test(
        "a pipe that fails fails the Spark job, and stops with line ends inside quotes are refused",
        .enabled(if: hasSpark, "Java or PySpark is not here: make scaling-setup"))
    func sparkFails() throws {
        let (folder, _, _) = try Self.folder()
        let local = try Self.sparkRecipe().replacing("local-cluster[2,1,1024]", with: "local[2]")
        let failed = try Self.run(local.replacing("stop_id", with: "no_such_id"), in: folder)
        #expect(
            failed.status != 0 && failed.errors.contains("exited with error code 65"), "\(failed.errors.suffix(500))")
        #expect(
            try !FileManager.default.fileExists(atPath: folder.path("rows/_SUCCESS"))
                && !folder.names.contains("nearby.csv"))
        try folder.file("stops.csv", Array("stop_id,name,latitude,longitude\na,\"two\nlines\",37,127\n".utf8))
        let refused = try Self.run(local.replacing("rows", with: "rows2"), in: folder)
        #expect(
            refused.status != 0 && (refused.output + refused.errors).contains("line ends inside quotes"),
            "\(refused.errors.suffix(500))")
    }
}
