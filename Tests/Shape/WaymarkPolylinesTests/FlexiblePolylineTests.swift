import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkPolylines
import WaymarkText

@Suite("FlexiblePolyline")
struct FlexiblePolylineTests {
    typealias Third = FlexiblePolyline.ThirdDimension

    static let readme = [
        coordinate(50.10228, 8.69821), coordinate(50.10201, 8.69567), coordinate(50.10063, 8.69150),
        coordinate(50.09878, 8.68752),
    ]

    @Test("the line of HERE's README, in both directions")
    func readmeLine() throws {
        let text = "BFoz5xJ67i1B1B7PzIhaxL7Y"
        #expect(try FlexiblePolyline(Self.readme).encoded() == text)
        let line = try FlexiblePolyline(decoding: text)
        #expect(line == FlexiblePolyline(Self.readme))
        #expect(line.precision == 5 && line.thirdDimension == nil)
        #expect(try FlexiblePolyline([]).encoded() == "BF")
        #expect(try FlexiblePolyline(decoding: "BF").coordinates.isEmpty)
    }

    @Test("a line with altitudes, in both directions, of every kind")
    func thirdDimension() throws {
        // flexpolyline's own example: altitudes 10, 20, 30, 40.
        let altitudes = Third(.altitude, precision: 0, values: [10, 20, 30, 40])
        let text = "BlBoz5xJ67i1BU1B7PUzIhaUxL7YU"
        #expect(try FlexiblePolyline(Self.readme, thirdDimension: altitudes).encoded() == text)
        #expect(try FlexiblePolyline(decoding: text).thirdDimension == altitudes)
        for kind in Third.Kind.allCases {
            for precision in 0...15 {
                let third = Third(kind, precision: precision, values: [-1, 0, 900, 3])
                let line = FlexiblePolyline(Self.readme, precision: 7, thirdDimension: third)
                #expect(try FlexiblePolyline(decoding: line.encoded()) == line)
            }
        }
    }

    /// A line of HERE's test files.
    struct Line {
        var header: FlexibleHeader
        var values: [[String]]

        init(_ text: Substring) throws {
            let parts = text.filter { !"{}[] ".contains($0) }.split(separator: ";")
            let numbers = parts[0].filter { !"()".contains($0) }.split(separator: ",").compactMap { Int($0) }
            header = FlexibleHeader(
                precision: numbers[0], thirdKind: Third.Kind(rawValue: numbers[2]),
                thirdPrecision: numbers[1])
            values = parts[1].split(separator: ")").map { tuple in
                tuple.filter { $0 != "(" }.split(separator: ",").map(String.init)
            }.filter { $0.count == 3 }
        }

        var numbers: [[Double]] { values.map { $0.map { Double($0)! } } }
        var isOnEarth: Bool { numbers.allSatisfy { abs($0[0]) <= 90 && abs($0[1]) <= 180 } }

        /// By the rounding rule of the file.
        func units(_ rule: FloatingPointRoundingRule) -> [[Int64]] {
            let decimals = [header.precision, header.precision, header.thirdPrecision]
            return numbers.map { tuple in
                zip(tuple, decimals).map { value, decimals in
                    rule == .toNearestOrAwayFromZero
                        ? DecimalScale(decimals: decimals).units(value)
                        : Int64((value * PlainPolyline.tenTo(decimals)).rounded(rule))
                }
            }
        }
    }

    @Test(
        "HERE's test files, in both directions",
        .enabled(if: SharedData.isPresent, "the shared data folder is absent"),
        arguments: [("up", FloatingPointRoundingRule.toNearestOrAwayFromZero), ("even", .toNearestOrEven)])
    func sharedLines(name: String, rule: FloatingPointRoundingRule) throws {
        func lines(_ file: String) throws -> [Substring] {
            String(decoding: try SharedData.bytes("polyline/here-flexible-\(file).even.txt.gz"), as: UTF8.self)
                .split(whereSeparator: \.isNewline)
        }
        let originals = try lines("original")
        let encoded = try lines("round_half_\(name)-encoded")
        let decoded = try lines("round_half_\(name)-decoded")
        #expect(originals.count == 1536 && encoded.count == 1536 && decoded.count == 1536)
        var onEarth = 0
        for i in originals.indices {
            let original = try Line(originals[i])
            let expected = try Line(decoded[i])
            let text = String(encoded[i])

            // The numbers themselves: half of the lines have latitudes that no place has.
            var writer = NumberWriter()
            original.header.write(to: &writer)
            var previous: [Int64] = [0, 0, 0]
            for tuple in original.units(rule) {
                for k in 0..<3 { writer.write(tuple[k] - previous[k]) }
                previous = tuple
            }
            #expect(String(decoding: URLAlphabet.text(writer.finish()), as: UTF8.self) == text)
            let google = text.utf8.map { URLAlphabet.toGoogle[Int($0)] }
            let (header, end) = try unsafe FlexibleHeader.read(google.span.bytes).get()
            var position = end
            #expect(header == original.header && header == expected.header)
            var sums: [Int64] = [0, 0, 0]
            var offOffset: Int?
            for tuple in expected.values {
                for k in 0..<3 {
                    let offset = position
                    let (bits, end) = try unsafe FiveBitText.number(google.span.bytes, at: position).get()
                    position = end
                    sums[k] += Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1)
                    let decimals = k == 2 ? header.thirdPrecision : header.precision
                    let value = DecimalScale(decimals: decimals).value(sums[k])
                    #expect(String(format: "%.15f", value) == tuple[k])
                    if k < 2, abs(value) > (k == 0 ? 90 : 180), offOffset == nil { offOffset = offset }
                }
            }
            #expect(position == google.count)

            // The same with the public API, which refuses places off the Earth.
            do {
                let line = try FlexiblePolyline(decoding: text)
                onEarth += 1
                #expect(offOffset == nil && expected.isOnEarth)
                #expect(
                    line.coordinates == expected.numbers.map { coordinate($0[0], $0[1]) }
                        || zip(line.coordinates, expected.numbers).allSatisfy {
                            abs($0.latitude - $1[0]) < 1e-14 && abs($0.longitude - $1[1]) < 1e-14
                        })
                let third = try #require(line.thirdDimension)
                #expect(third.kind == header.thirdKind && third.precision == header.thirdPrecision)
                guard rule == .toNearestOrAwayFromZero, original.isOnEarth else { continue }
                let again = FlexiblePolyline(
                    original.numbers.map { coordinate($0[0], $0[1]) }, precision: header.precision,
                    thirdDimension: Third(
                        third.kind, precision: third.precision, values: original.numbers.map { $0[2] }))
                #expect(try again.encoded() == text)
            } catch PolylineError.latitudeOutOfRange(let value, let offset) {
                #expect(abs(value) > 90 && offset == offOffset)
            }
        }
        #expect(onEarth > 500)
    }

    @Test("random lines are restored to half a unit, and their text exactly", arguments: 0...15)
    func roundTrips(precision: Int) throws {
        var generator = SplitMix64(seed: UInt64(precision))
        let unit = 1 / PlainPolyline.tenTo(precision)
        var wrong = 0
        for round in 0..<2000 {
            let places = (round % 2 == 0 ? Regime.world : .korea).points(round % 9, using: &generator)
            let thirdPrecision = Int.random(in: 0...9, using: &generator)
            let values = places.map { _ in Double.random(in: -500...9000, using: &generator) }
            let third = Third(.elevation, precision: thirdPrecision, values: values)
            let line = FlexiblePolyline(places, precision: precision, thirdDimension: round % 3 == 0 ? nil : third)
            let text = try line.encoded()
            let back = try FlexiblePolyline(decoding: text)
            let isNear = zip(back.coordinates, places).allSatisfy { back, place in
                // Beyond 15 digits, the nearest number replaces the half unit.
                let slack = unit * 0.5000001 + 6e-14
                let east = abs((back.longitude - place.longitude).remainder(dividingBy: 360))
                return abs(back.latitude - place.latitude) <= slack && east <= slack
            }
            let isThirdNear = zip(back.thirdDimension?.values ?? [], values).allSatisfy {
                abs($0 - $1) <= 0.5000001 / PlainPolyline.tenTo(thirdPrecision) + 1e-11
            }
            let isSame = precision > 12 || back.coordinates.contains { $0.longitude == 180 }
            let again = try isSame ? text : back.encoded()
            if !isNear || !isThirdNear || back.coordinates.count != places.count || again != text { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let google = (0...255).map { byte in
        alphabet.firstIndex(of: UInt8(byte)).map { UInt8($0 + 63) } ?? 0
    }

    /// The plain decoder over the other alphabet.
    private func plain(_ text: [UInt8]) -> Result<FlexiblePolyline, PolylineError> {
        let google = text.map { Self.google[Int($0)] }
        var position = 0
        let result: Result<FlexiblePolyline, PolylineError> = PlainPolyline.number(google, &position).flatMap {
            version in
            guard version == 1 else { return .failure(.unknownVersion(version)) }
            let offset = position
            return PlainPolyline.number(google, &position).flatMap { bits in
                guard bits < 2048 else { return .failure(.unknownHeader(bits, offset: offset)) }
                let (precision, kind, third) = (Int(bits % 16), Int(bits / 16 % 8), Int(bits / 128))
                let size = kind == 0 ? 2 : 3
                return PlainPolyline.tuples(google, from: position, precision: precision, size: size).map { tuples in
                    let values = tuples.map { Double($0.third) / PlainPolyline.tenTo(third) }
                    return FlexiblePolyline(
                        tuples.map(\.coordinate), precision: precision,
                        thirdDimension: kind == 0
                            ? nil : Third(Third.Kind(rawValue: kind)!, precision: third, values: values))
                }
            }
        }
        return result.mapError { error in
            if case .unexpectedByte(_, let offset) = error { return .unexpectedByte(text[offset], offset: offset) }
            return error
        }
    }

    private func agrees(_ text: [UInt8], _ good: inout Int) -> Bool {
        // Not thrown: the test library records the origin of each thrown error, and these are millions.
        let found = FlexiblePolyline.result(text.span)
        if case .success = found { good += 1 }
        return found == plain(text)
    }

    @Test("every string of up to three bytes, alone and after headers, gives the result of a plain decoder")
    func allShortStrings() {
        var wrong = 0
        var good = 0
        let bytes = Array(0...255 as ClosedRange<UInt8>)
        let some = Array("Ag ".utf8)
        // Headers: none; precision 0; precision 0 and levels; precision 15 and custom values of 15 decimals.
        for header in ["", "BA", "BQ", "B__B"] {
            let header = Array(header.utf8)
            for a in bytes {
                if !agrees(header + [a], &good) { wrong += 1 }
                for b in bytes {
                    if !agrees(header + [a, b], &good) { wrong += 1 }
                    for c in header.isEmpty ? thirdBytes : some where !agrees(header + [a, b, c], &good) { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0)
        #expect(good > 1000)
    }

    @Test("noise after every header gives the result of a plain decoder")
    func fuzz() {
        var generator = SplitMix64(seed: 9)
        var wrong = 0
        var good = 0
        for round in 0..<200_000 {
            var text = Array("B".utf8)
            // Small numbers are likelier, so that points stay on the Earth.
            let top = round % 2 == 0 ? 63 : 35
            for _ in 0..<Int.random(in: 0...24, using: &generator) {
                text.append(Self.alphabet[Int.random(in: 0...top, using: &generator)])
            }
            if round % 5 == 0 {
                text[Int.random(in: text.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if !agrees(text, &good) { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(good > 1000 && good < 199_000)
    }

    @Test("each refusal has its position")
    func refusals() {
        func error(_ text: String) -> PolylineError? {
            do throws(PolylineError) {
                _ = try FlexiblePolyline(decoding: text)
                return nil
            } catch {
                return error
            }
        }
        #expect(error("") == .unfinishedNumber(offset: 0))
        #expect(error("CF") == .unknownVersion(2))
        #expect(error("B") == .unfinishedNumber(offset: 1))
        #expect(error("BgggC") == .unknownHeader(65536, offset: 1))
        #expect(error("BFoz5xJ67i1B1B7P+") == .unexpectedByte(43, offset: 16))
        #expect(error("BFoz5xJ") == .incompletePoint(offset: 2))
        #expect(error("BlBoz5xJ67i1B") == .incompletePoint(offset: 3))
        #expect(error("BFoz5xJ67i1") == .unfinishedNumber(offset: 7))
        #expect(error("BF" + String(repeating: "_", count: 14)) == .numberTooLarge(offset: 2))
        #expect(error("BA2FA") == .latitudeOutOfRange(91, offset: 2))
        #expect(error("BAApW") == .longitudeOutOfRange(-357, offset: 3))
        for value in [Double.nan, .infinity, 1e300] {
            let third = Third(.altitude, precision: 2, values: [1, 2, value, 4])
            do throws(PolylineError) {
                _ = try FlexiblePolyline(Self.readme, thirdDimension: third).encoded()
                Issue.record("\(value) was written")
            } catch {
                guard case .valueNotEncodable(_, position: 2) = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test("an invalid line is a caller's mistake")
    func preconditions() async {
        await #expect(processExitsWith: .failure) { _ = FlexiblePolyline([], precision: 16) }
        await #expect(processExitsWith: .failure) { _ = Third(.level, precision: -1, values: []) }
        await #expect(processExitsWith: .failure) {
            _ = FlexiblePolyline([], thirdDimension: Third(.level, precision: 0, values: [1]))
        }
    }
}
