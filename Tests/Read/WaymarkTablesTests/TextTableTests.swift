import Testing
import WaymarkTables

@Suite("Text tables") struct TextTableTests {
    @Test(
        "display width counts terminal columns",
        arguments: [
            ("", 0), ("abc", 3), ("경복궁", 6), ("ｶﾅ", 2), ("カナ", 4), ("漢字", 4), ("e\u{301}", 1), ("\u{301}", 0),
            ("🐻", 2), ("👨‍👩‍👧", 2), ("🇰🇷", 2), ("👍🏽", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("a\u{200B}b", 2), ("\n\t", 0),
            ("\r\n", 0), ("Ａ", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("37°34′", 6), ("…", 1), ("\u{A0}", 1),
        ])
    func width(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test("columns are aligned by display width, with a rule under the titles")
    func aligned() {
        var table = TextTable(columns: [
            .init(title: "name"), .init(title: "meters", alignment: .right), .init(title: "note"),
        ])
        table.add(["경복궁", "12.5", "궁"])
        table.add(["N타워", "1234567"])
        table.add(["🐻", "0", "b", "surplus"])
        #expect(
            table.render() == """
                name     meters  note
                ──────  ───────  ────
                경복궁     12.5  궁
                N타워   1234567
                🐻            0  b

                """)
    }

    @Test("long cells are cut by display width")
    func cut() {
        var table = TextTable(columns: [.init(title: "이름이긴열", maximumWidth: 6), .init(title: "x")])
        table.add(["경복궁", "1"])
        table.add(["경복궁 돌담길", "2"])
        table.add(["a경복궁", "3"])
        table.add(["abcdef", "4"])
        #expect(
            table.render() == """
                이름…   x
                ──────  ─
                경복궁  1
                경복…   2
                a경복…  3
                abcdef  4

                """)
        #expect(TextTable(columns: []).render() == "")
    }

    @Test("control characters cannot break a table")
    func control() {
        var table = TextTable(columns: [.init(title: "a")])
        table.add(["x\ny\r\n\u{1B}z"])
        #expect(table.render() == "a\n──────\nx y  z\n")
    }
}
