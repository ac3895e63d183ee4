import Foundation
import TestSupport
import Testing
import WaymarkPlans
import WaymarkTables

@Suite("Outdoors or not") struct PlaceSettingTests {
    @Test(
        "a place is outdoors by what it is",
        arguments: [
            ("해운대해수욕장", PlaceSetting.outdoor), ("경복궁", .outdoor), ("불국사", .outdoor), ("수원 화성", .outdoor),
            ("올림픽공원", .outdoor), ("Central Park", .outdoor), ("Haeundae Beach", .outdoor),
            ("Hanging Gardens", .outdoor),
            ("국립중앙박물관", .indoor), ("가회동 성당", .indoor), ("별마로천문대", .indoor), ("Garden Museum", .indoor),
            ("통일전망대", .late), ("서문야시장", .late), ("강원랜드 카지노", .late), ("Night Market", .late),
            ("한강공원 야경", .late), ("N서울타워", .late),
        ])
    func names(name: String, setting: PlaceSetting) {
        #expect(PlaceSetting(name, category: nil, introduction: nil, theme: nil) == setting)
    }

    @Test("where the name does not tell, the category does, then the theme; else nothing is known")
    func others() {
        func setting(_ category: String?, _ introduction: String? = nil, _ theme: String? = nil) -> PlaceSetting? {
            PlaceSetting("Xyz", category: category, introduction: introduction, theme: theme)
        }
        #expect(setting("해수욕장") == .outdoor && setting("museum", nil, "자연/힐링") == .indoor)
        #expect(setting(nil, nil, "자연/힐링") == .outdoor && setting(nil, nil, "문화/예술") == nil && setting(nil) == nil)
        #expect(setting("공원", "야경이 아름답다") == .late)
    }

    @Test(
        "of tourist courses 95 of 100 places that are taken for outdoors are, and these are most",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func courses() throws {
        let text = String(decoding: try SharedData.bytes("courses/kma-courses-even.csv"), as: UTF8.self)
        var (right, wrong, missed) = (0, 0, 0)
        for line in text.split(whereSeparator: \.isNewline) {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            // The words were chosen by the courses whose id is no multiple of four.
            guard cells.count == 11, let course = Int(cells[1]), course % 4 == 0 else { continue }
            let name = cells[4].drop { $0 != ")" }.dropFirst()
            let isOutdoors = cells[9] == "실외"
            switch (PlaceSetting(String(name), category: nil, introduction: nil, theme: nil) == .outdoor, isOutdoors) {
            case (true, true): right += 1
            case (true, false): wrong += 1
            case (false, true): missed += 1
            default: break
            }
        }
        print("outdoors: \(right) right, \(wrong) wrong, \(missed) missed")
        #expect(Double(right) >= 0.975 * Double(right + wrong) && Double(right) >= 0.78 * Double(right + missed))
    }
}
