import Testing
import WaymarkText

@Suite("JSONParser")
struct JSONParserTests {
    private func value(_ text: String) throws -> JSONValue { try JSONParser.value(ContiguousArray(text.utf8)) }

    /// The numbers of a list, as written; `?` for another value.
    private func texts(_ value: JSONValue) throws -> [String] {
        try #require(value.array).map { if case .number(let text) = $0 { text } else { "?" } }
    }

    @Test("a list of numbers alone has them as written, whatever blanks are between them")
    func numbers() throws {
        for text in ["[1,-2.50,3e+07,0]", " [ 1\t,\n-2.50 ,\r\n3e+07 , 0 ] ", "[1,-2.50,3e+07,0\n\n]"] {
            let list = try value(text)
            guard case .numbers = list else {
                Issue.record("\(text)")
                continue
            }
            #expect(try texts(list) == ["1", "-2.50", "3e+07", "0"])
        }
        #expect(try texts(value("[0.12345678901234567890]")) == ["0.12345678901234567890"])
        #expect(try texts(value("[]")) == [])
    }

    @Test("a list with anything else is read value by value, lines counted once")
    func mixed() throws {
        #expect(try texts(value("[1,\n2,\"a\"]")) == ["1", "2", "?"])
        #expect(try texts(value("[1,[2,3],4]")) == ["1", "?", "4"])
        let object = try #require(value("[1,\n2,\n{}]").array?.last?.object)
        #expect(object.line == 3)
    }

    @Test(
        "faults of a list of numbers have their place",
        arguments: [
            ("[1,\n01]", 2, 1), ("[1,2", 1, 5), ("[1,]", 1, 4), ("[1 2]", 1, 4), ("[1,-]", 1, 5), ("[1.]", 1, 4),
            ("[1,\n\n2e]", 3, 3),
        ])
    func faults(text: String, line: Int, column: Int) {
        do {
            _ = try value(text)
            Issue.record("\(text) was read")
        } catch let fault as JSONParser.Fault {
            #expect(fault.line == line && fault.column == column, "\(text): \(fault)")
        } catch {
            Issue.record(error)
        }
    }

    @Test("positions are the first two numbers of each list; none where one is no position")
    func positions() throws {
        let positions = try #require(value("[[1,2],[ -3.5 , 4e1 , 9 ],\n[5,6,null]]").positions)
        #expect(positions.map(\.longitude) == [1, -3.5, 5] && positions.map(\.latitude) == [2, 40, 6])
        for text in ["[[1]]", "[1,2]", "[[1,\"2\"]]", "[[1,2],3]", "[[1e999,2]]", "7"] {
            #expect(try value(text).positions == nil, "\(text)")
        }
        #expect(try value("[]").positions?.isEmpty == true)
    }
}
