import Foundation
import Testing
import WaymarkTables

@Suite("Agreement with Python") struct PythonCSVTests {
    private struct Vector: Decodable {
        var text: String
        var records: [[String]]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            text = try container.decode(String.self)
            records = try container.decode([[String]].self)
        }
    }

    @Test("hostile texts give the records of Python's csv.reader")
    func vectorsAgree() throws {
        let data = try Data(contentsOf: vectors.appending(path: "python-csv.json"))
        let all = try JSONDecoder().decode([Vector].self, from: data)
        #expect(all.count == 1500)
        for vector in all {
            let table = try ReadTable(vector.text, CSVOptions(delimiter: UInt8(ascii: ","), hasHeader: false))
            #expect(table.fields == vector.records, "\(vector.text.debugDescription)")
            #expect(table.rejections == [])
        }
    }
}
