import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkPolylines
import WaymarkText

/// Random round trips: 100 000 by default; more with `WAYMARK_SOAK_POLYLINES`.
private let roundTrips =
    ProcessInfo.processInfo.environment["WAYMARK_SOAK_POLYLINES"].flatMap(Int.init) ?? 100_000

/// The third bytes of strings: all in the soak test, otherwise one of each kind and its neighbours.
let thirdBytes: [UInt8] =
    ProcessInfo.processInfo.environment["WAYMARK_SOAK_POLYLINES"] != nil
    ? Array(0...255) : [0, 62, 63, 65, 95, 126, 127, 255]

@Suite("EncodedPolyline")
struct EncodedPolylineTests {
    /// Google's page; results of Google's utility, as reported in mapbox/polyline pull requests 18 and 19 and in
    /// kodenique/geometry-library issue 3; mapbox/polyline's tests.
    static let published: [(precision: Int, places: [[Double]], text: String)] = [
        (5, [[38.5, -120.2], [40.7, -120.95], [43.252, -126.453]], "_p~iF~ps|U_ulLnnqC_mqNvxq`@"),
        (6, [[38.5, -120.2], [40.7, -120.95], [43.252, -126.453]], "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"),
        (0, [[39, -120], [41, -121], [43, -126]], "mAnFC@CH"),
        (5, [[0, 0.000006], [0, 0.000002]], "?A?@"),
        (5, [[36.05322, -112.084004], [36.053573, -112.083914], [36.053845, -112.083965]], "ss`{E~kbkTeAQw@J"),
        (
            5, [[0.000003, 0], [0.000008, 0], [0.000013, 0], [0.000029, 0], [0.000045, 0], [0.000061, 0]],
            "??A???C?C?A?"
        ),
        (5, [], ""),
    ]

    @Test("published lines, in both directions", arguments: published)
    func publishedLines(precision: Int, places: [[Double]], text: String) throws {
        let coordinates = places.map { coordinate($0[0], $0[1]) }
        #expect(EncodedPolyline.encode(coordinates, precision: precision) == text)
        let back = try EncodedPolyline.decode(text, precision: precision)
        #expect(back.count == places.count)
        let unit = 1 / PlainPolyline.tenTo(precision)
        for (a, b) in zip(back, coordinates) {
            #expect(abs(a.latitude - b.latitude) <= unit * 0.500001)
            #expect(abs(a.longitude - b.longitude) <= unit * 0.500001)
        }
    }

    @Test("Google's single value")
    func singleValue() {
        var writer = NumberWriter()
        writer.write(DecimalScale(decimals: 5).units(-179.9832104))
        #expect(String(decoding: writer.finish(), as: UTF8.self) == "`~oia@")
    }

    @Test(
        "all shared lines, in both directions",
        .enabled(if: SharedData.isPresent, "the shared data folder is absent"))
    func sharedLines() throws {
        struct Line: Decodable {
            var name: String
            var precision: Int
            var coordinates: [[Double]]?
            var scalar: Double?
            var encoded: String
        }
        let bytes = try SharedData.bytes("polyline/encoded-polyline-vectors.json.gz")
        let lines = try JSONDecoder().decode([Line].self, from: Data(bytes))
        #expect(lines.count == 41)
        var points = 0
        for line in lines {
            let scale = DecimalScale(decimals: line.precision)
            guard let places = line.coordinates else {
                var writer = NumberWriter()
                writer.write(scale.units(try #require(line.scalar)))
                #expect(String(decoding: writer.finish(), as: UTF8.self) == line.encoded, "\(line.name)")
                continue
            }
            // By numbers, where -180 is unchanged.
            var writer = NumberWriter()
            var previous: [Int64] = [0, 0]
            for place in places {
                let next = place.map(scale.units)
                for i in 0..<2 { writer.write(next[i] - previous[i]) }
                previous = next
            }
            #expect(String(decoding: writer.finish(), as: UTF8.self) == line.encoded, "\(line.name)")
            // By coordinates.
            let coordinates = places.map { coordinate($0[0], $0[1]) }
            if !places.contains(where: { $0[1] == -180 }) {
                #expect(EncodedPolyline.encode(coordinates, precision: line.precision) == line.encoded, "\(line.name)")
            }
            let expected = places.map {
                coordinate(scale.value(scale.units($0[0])), scale.value(scale.units($0[1])))
            }
            #expect(try EncodedPolyline.decode(line.encoded, precision: line.precision) == expected, "\(line.name)")
            points += places.count
        }
        #expect(points > 5000)
    }

    @Test("random lines are restored to half a unit, and their text exactly")
    func roundTripsRandomly() throws {
        var generator = SplitMix64(seed: 4)
        let kinds: [Regime] = [.world, .korea, .antimeridian, .northPole, .southPole]
        // 8 lines share their places, since making these takes longer than the round trip.
        var wrong = 0
        for round in 0..<(roundTrips + 7) / 8 {
            var places = kinds[round % kinds.count].points(16, using: &generator)
            let precision = Int.random(in: 0...7, using: &generator)
            let unit = 1 / PlainPolyline.tenTo(precision)
            // Corners of the Earth, and halves of units.
            places[0] = coordinate(Bool.random(using: &generator) ? 90 : -90, 180)
            places[1] = coordinate(
                (places[1].latitude / unit / 2).rounded() * unit + unit / 2,
                (places[1].longitude / unit / 2).rounded() * unit - unit / 2)
            for _ in 0..<8 {
                let first = Int.random(in: 0..<16, using: &generator)
                let line = Array(places[first...first + Int.random(in: 0..<16 - first, using: &generator)])
                let text = EncodedPolyline.encodedBytes(line.span, precision: precision)
                let back = try EncodedPolyline.decode(text.span, precision: precision)
                let isNear =
                    back.count == line.count
                    && zip(back, line).allSatisfy { back, place in
                        // -180 is 180 for a coordinate, but not for a difference.
                        let east = abs(abs(back.longitude - place.longitude).remainder(dividingBy: 360))
                        return abs(back.latitude - place.latitude) <= unit * 0.500001 && east <= unit * 0.500001
                    }
                let again = EncodedPolyline.encodedBytes(back.span, precision: precision)
                // Text of a longitude that was rounded to -180 says 180 the second time.
                let isSame = again == text || back.contains { $0.longitude == 180 }
                let isPlain =
                    round % 16 != 0 || PlainPolyline.encode(line, precision: precision).utf8.elementsEqual(text)
                if !isNear || !isSame || !isPlain { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("a million steps of less than half a unit end where they should")
    func noDrift() throws {
        let line = (0..<1_000_000).map { coordinate(Double($0) * 4e-6, Double($0) * -3e-6) }
        let back = try EncodedPolyline.decode(EncodedPolyline.encode(line))
        let isNear =
            back.count == line.count
            && zip(back, line).allSatisfy {
                abs($0.latitude - $1.latitude) < 5.0001e-6 && abs($0.longitude - $1.longitude) < 5.0001e-6
            }
        #expect(isNear)
        #expect(back.last == coordinate(4, -3))
    }

    @Test("the units of a value are its rounded product, halves away from zero")
    func units() {
        let scale = DecimalScale(decimals: 0)
        let values = [0, 0.5, 0.49999999999999994, 1.5, 2.5, 2.4999999999999996, 0x1p52 + 0.5, 0x1p53 + 2, 1e18]
        for value in values {
            #expect(scale.units(value) == Int64(value.rounded(.toNearestOrAwayFromZero)))
            #expect(scale.units(-value) == Int64((-value).rounded(.toNearestOrAwayFromZero)))
        }
    }

    @Test("every string of up to three bytes gives the result of a plain decoder")
    func allShortStrings() {
        var wrong = 0
        var good = 0
        // With no decimals, three bytes lead off the Earth too.
        func check(_ text: [UInt8]) {
            // Not thrown: the test library records the origin of each thrown error, and these are millions.
            let found = EncodedPolyline.result(text.span, precision: 0)
            if case .success = found { good += 1 }
            if found != PlainPolyline.decode(text, precision: 0) { wrong += 1 }
        }
        check([])
        for a in 0...255 as ClosedRange<UInt8> {
            check([a])
            for b in 0...255 as ClosedRange<UInt8> {
                check([a, b])
                for c in thirdBytes { check([a, b, c]) }
            }
        }
        #expect(wrong == 0)
        #expect(good > 1000)
    }

    @Test("noise, and text with changed bytes, give the result of a plain decoder", arguments: 0...7)
    func fuzz(precision: Int) {
        var generator = SplitMix64(seed: UInt64(precision))
        var wrong = 0
        var errors = 0
        for round in 0..<30_000 {
            var text: [UInt8]
            switch round % 3 {
            case 0:
                text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
            case 1:
                // Only the format's characters: long numbers, sums off the Earth.
                text = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                    UInt8.random(in: Bool.random(using: &generator) ? 95...126 : 63...126, using: &generator)
                }
            default:
                let places = Regime.world.points(12, using: &generator)
                text = EncodedPolyline.encodedBytes(places.span, precision: precision)
                for _ in 0..<Int.random(in: 0...2, using: &generator) {
                    text[Int.random(in: text.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                }
                text.removeLast(Int.random(in: 0...2, using: &generator))
            }
            let expected = PlainPolyline.decode(text, precision: precision)
            do throws(PolylineError) {
                if expected != .success(try EncodedPolyline.decode(text.span, precision: precision)) { wrong += 1 }
            } catch {
                errors += 1
                if expected != .failure(error) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
        #expect(errors > 5000 && errors < 30_000)
    }

    @Test("each refusal has its position")
    func refusals() {
        #expect(throws: PolylineError.unexpectedByte(32, offset: 2)) { try EncodedPolyline.decode("?? ?") }
        #expect(throws: PolylineError.unexpectedByte(0xED, offset: 5)) { try EncodedPolyline.decode("_p~iF\u{D55C}") }
        #expect(throws: PolylineError.unexpectedByte(127, offset: 0)) { try EncodedPolyline.decode("\u{7F}?") }
        #expect(throws: PolylineError.unfinishedNumber(offset: 5)) { try EncodedPolyline.decode("_p~iF~ps|") }
        #expect(throws: PolylineError.incompletePoint(offset: 2)) { try EncodedPolyline.decode("??_p~iF") }
        #expect(throws: PolylineError.numberTooLarge(offset: 1)) {
            try EncodedPolyline.decode("?" + String(repeating: "~", count: 20))
        }
        // Precision 6 read as 5.
        #expect(throws: PolylineError.latitudeOutOfRange(385, offset: 0)) {
            try EncodedPolyline.decode("_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
        }
        #expect(throws: PolylineError.longitudeOutOfRange(-181, offset: 1)) {
            try EncodedPolyline.decode(PlainPolylineNumbers.text([0, -181]), precision: 0)
        }
        // A sum that no longer fits.
        #expect(throws: PolylineError.numberTooLarge(offset: 2)) {
            try EncodedPolyline.decode(PlainPolylineNumbers.text([1, 1, .max, 0]), precision: 0)
        }
        #expect("\(PolylineError.incompletePoint(offset: 2))".hasPrefix("offset 2: "))
    }

    @Test("numbers of 64 bits, and with redundant groups, are read")
    func longNumbers() throws {
        let bound: Int64 = 1 << 39
        let numbers: [Int64] = [.max, .min, 0, -1, bound / 2, bound - 1, bound, -bound, -bound - 1]
        for number in numbers {
            var writer = NumberWriter()
            writer.write(number)
            let text = writer.finish()
            let (bits, end) = try unsafe FiveBitText.number(text.span.bytes, at: 0).get()
            #expect(Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1) == number)
            #expect(end == text.count)
            #expect(String(decoding: text, as: UTF8.self) == PlainPolylineNumbers.text([number]))
        }
        #expect(
            try EncodedPolyline.decode("____?" + "?????") == [coordinate(0, 0), coordinate(0, 0), coordinate(0, 0)])
    }

    @Test("an unsupported precision is a caller's mistake")
    func precisionOutOfRange() async {
        await #expect(processExitsWith: .failure) { _ = EncodedPolyline.encode([], precision: 8) }
        await #expect(processExitsWith: .failure) { _ = try EncodedPolyline.decode("", precision: -1) }
    }
}

/// Signed numbers as text, one after another, without sums.
enum PlainPolylineNumbers {
    static func text(_ numbers: [Int64]) -> String {
        var text = ""
        for number in numbers {
            var rest = UInt64(bitPattern: number < 0 ? ~(number << 1) : number << 1)
            while rest >= 32 {
                text.append(Character(UnicodeScalar(UInt8(rest % 32) + 95)))
                rest /= 32
            }
            text.append(Character(UnicodeScalar(UInt8(rest) + 63)))
        }
        return text
    }
}
