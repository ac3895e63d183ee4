import Testing
import WaymarkText

/// Lengths in lists, maps, sentences and prompts.
@Suite("Lengths as text") struct LengthTextTests {
    @Test(
        "whole metres, kilometres with a decimal up to 100, and thousands apart",
        arguments: [
            (0, "0 m"), (-0.2, "0 m"), (0.4, "0 m"), (0.6, "1 m"), (849.6, "850 m"), (999.4, "999 m"),
            (999.5, "1 km"), (1000, "1 km"), (1040, "1 km"), (1060, "1.1 km"), (9960, "10 km"), (12_345, "12.3 km"),
            (99_949, "99.9 km"), (99_950, "100 km"), (325_400, "325 km"), (9_999_400, "9999 km"),
            (9_999_500, "10\u{202F}000 km"), (12_345_678, "12\u{202F}346 km"),
            (1_234_567_890, "1\u{202F}234\u{202F}568 km"),
            (.nan, "? m"), (.infinity, "? km"), (1e300, "? km"),
        ])
    func text(meters: Double, text: String) { #expect(LengthText.of(meters: meters) == text) }

    @Test("longer is never written as shorter")
    func order() {
        var last = 0.0
        for meters in stride(from: 0.0, to: 120_000, by: 7) {
            let cells = LengthText.of(meters: meters).split(separator: " ")
            let number = Double(cells[0]) ?? .nan
            let written = cells[1] == "km" ? number * 1000 : number
            #expect(
                written >= last && abs(written - meters) <= (meters < 999.5 ? 0.5 : meters < 99_950 ? 50 : 500) + 1e-6)
            last = written
        }
    }
}
