import Foundation
import TestSupport
import Testing
import WaymarkRecommendations

@Suite struct SamePlaceLabelTests {
    /// How many of some labelled pairs the rule joins, and how many of these are one place.
    struct Figures {
        var (count, same, joined, right, renamed, known) = (0, 0, 0, 0, 0, 0)

        init(_ pairs: [SamePlaceLabels.Pair]) {
            for pair in pairs where pair.label != .unclear {
                let isJoined = pair.isJoined
                if pair.label == .renamed {
                    renamed += 1
                    known += isJoined ? 1 : 0
                    continue
                }
                count += 1
                same += pair.label == .same ? 1 : 0
                joined += isJoined ? 1 : 0
                right += isJoined && pair.label == .same ? 1 : 0
            }
        }

        var precision: Double { Double(right) / Double(max(1, joined)) }
        var recall: Double { Double(right) / Double(max(1, same)) }
        /// The recall where what was renamed is to be known too.
        var recallOfAll: Double { Double(right + known) / Double(max(1, same + renamed)) }

        var cells: String {
            let shares = [precision, recall, recallOfAll].map { String(format: "%.3f", $0) }
            return ["\(count)", "\(same)", "\(joined)"].joined(separator: " | ") + " | "
                + shares.joined(separator: " | ")
        }
    }

    @Test("pairs that were seen twice in a list, and Latin names, are read right")
    func own() throws {
        for pair in try SamePlaceLabels.own.get() {
            #expect(pair.isJoined == (pair.label == .same), "\(pair.names), \(pair.meters) m")
        }
    }

    @Test(
        "labelled pairs: what is joined is one place, and at least 95 % of what is one place is joined",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func figures() throws {
        let (own, shared) = (try SamePlaceLabels.own.get(), try SamePlaceLabels.shared.get())
        #expect(shared.count == 450 && shared.allSatisfy { $0.meters < 1500 })
        #expect(shared.count { $0.label == .same } >= 120 && shared.count { $0.label == .other } >= 280)
        let (all, half) = (Figures(shared), Figures(shared.filter { !$0.isDevelopment }))
        #expect(all.precision >= 0.99 && half.precision >= 0.99)
        #expect(all.recall >= 0.95 && half.recall >= 0.92)
        let environment = ProcessInfo.processInfo.environment
        if environment["WAYMARK_FIGURES"] != nil {
            print("| | pairs | one place | joined | precision | recall | recall with renamed |")
            print("| --- | --- | --- | --- | --- | --- | --- |")
            print("| drawn from shared files | \(all.cells) |\n| the half not looked at | \(half.cells) |")
            print("| written by hand | \(Figures(own).cells) |")
        }
        if environment["WAYMARK_ERRORS"] != nil {
            for pair in shared where pair.isDevelopment && pair.isJoined != (pair.label == .same) {
                print(pair.label, pair.names, pair.meters)
            }
        }
    }

    @Test(
        "the order of two names makes no difference",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func symmetry() throws {
        var names: [String: PlaceName] = [:]
        func name(_ text: String) -> PlaceName {
            if let known = names[text] { return known }
            names[text] = PlaceName(text)
            return PlaceName(text)
        }
        let near = try SamePlaceLabels.near.get()
        #expect(near.count > 5000)
        for (a, b, meters) in near {
            for meters in [0, 90, meters] {
                let reason = name(a.name).reason(name(b.name), at: meters)
                #expect(reason == name(b.name).reason(name(a.name), at: meters), "\(a.name), \(b.name), \(meters) m")
            }
        }
    }
}
