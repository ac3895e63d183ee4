import TestSupport
import Testing
import WaymarkText

/// The parts of a JSON text by their places, beside the values of the whole.
@Suite("Parts of a JSON text")
struct JSONPartsTests {
    /// What both ways of reading say: the value, or the fault with its place.
    private func fault(_ body: () throws(JSONParser.Fault) -> Void) -> String? {
        do throws(JSONParser.Fault) {
            try body()
            return nil
        } catch { return "\(error.line):\(error.column) \(error.reason)" }
    }

    private func description(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let text): text
        case .string(let text): text.debugDescription
        case .array, .numbers: "[" + (value.array ?? []).map(description).joined(separator: ",") + "]"
        case .object(let object):
            "{" + object.members.map { "\($0.key.debugDescription):\(description($0.value))" }.joined(separator: ",")
                + "}"
        }
    }

    private static let samples = [
        #"{"a":1,"b":[1,2,{"c":null}],"\u0061\n":"\"é\ud83d\ude00","":true,"d":-0.5e+3}"#, " [ 1 , \"a\" , {} , [] ] ",
        "{}", "[]",
        "\t\"text\" ", "1", "null", #"{ "first_day" : "2027-04-01" , "title" : "제주" }"#, "[[[[]]]]", #"[1,2,3.5e7]"#,
    ]

    @Test("members and elements are those of the value, by their places", arguments: samples)
    func places(text: String) throws {
        let bytes = ContiguousArray(text.utf8)
        let value = try JSONParser.value(bytes)
        let members = try JSONParser.members(of: bytes, in: bytes.indices)
        let elements = try JSONParser.elements(of: bytes, in: bytes.indices)
        #expect((members != nil) == (value.object != nil) && (elements != nil) == (value.array != nil))
        for (member, expected) in zip(members ?? [], value.object?.members ?? []) {
            #expect(member.name(in: bytes) == expected.key)
            let found = try JSONParser.value(of: bytes, in: member.value)
            #expect(description(found) == description(expected.value))
        }
        #expect(members?.count == value.object?.members.count && elements?.count == value.array?.count)
        for (range, expected) in zip(elements ?? [], value.array ?? []) {
            #expect(description(try JSONParser.value(of: bytes, in: range)) == description(expected))
        }
    }

    @Test("what is accepted, and each fault with its place, are those of the reader of values", arguments: samples)
    func faults(text: String) {
        let whole = Array(text.utf8)
        var random = SplitMix64(seed: 6)
        let letters = Array(#"{}[]",:\ 0127eE+-.tfnul/x"#.utf8) + [0x0A, 0x01]
        for _ in 0..<3000 {
            var bytes = ContiguousArray(whole)
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(letters.randomElement(using: &random)!, at: place)
                default: bytes[place] = letters.randomElement(using: &random)!
                }
            }
            guard String(validating: bytes, as: UTF8.self) != nil else { continue }
            let expected = fault { () throws(JSONParser.Fault) in _ = try JSONParser.value(bytes) }
            let members = fault { () throws(JSONParser.Fault) in
                _ = try JSONParser.members(of: bytes, in: bytes.indices)
            }
            let elements = fault { () throws(JSONParser.Fault) in
                _ = try JSONParser.elements(of: bytes, in: bytes.indices)
            }
            #expect(members == expected && elements == expected, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("what one object may hold is limited where its members are kept, and nowhere else")
    func members() {
        for (count, isAccepted) in [(100_000, true), (100_001, false)] {
            let object = "{" + Array(repeating: #""a":1"#, count: count).joined(separator: ",") + "}"
            let bytes = ContiguousArray(object.utf8)
            let inner = ContiguousArray(#"{"b":\#(object)}"#.utf8)
            let found = [
                fault { () throws(JSONParser.Fault) in _ = try JSONParser.members(of: bytes, in: bytes.indices) },
                fault { () throws(JSONParser.Fault) in _ = try JSONParser.value(bytes) },
            ]
            #expect(found.allSatisfy { $0?.contains("more than 100000 members") ?? false != isAccepted }, "\(found)")
            #expect(
                fault { () throws(JSONParser.Fault) in _ = try JSONParser.members(of: inner, in: inner.indices) } == nil
            )
        }
    }

    @Test("nesting is limited as for values")
    func depth() {
        for (depth, isAccepted) in [(200, true), (201, false)] {
            let bytes = ContiguousArray(
                (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
            #expect(
                (fault { () throws(JSONParser.Fault) in _ = try JSONParser.elements(of: bytes, in: bytes.indices) }
                    == nil) == isAccepted)
        }
    }
}
