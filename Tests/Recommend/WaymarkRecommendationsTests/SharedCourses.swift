import TestSupport

/// The tourist courses of shared/data, read the plain way.
struct SharedCourses {
    struct Row {
        var course: String
        var name: String
        var municipality: String
        var latitude: Double
        var longitude: Double
        var setting: String
        var theme: String
    }

    var rows: [Row]

    static let all = Result { try SharedCourses() }

    private init() throws {
        let text = String(decoding: try SharedData.bytes("courses/kma-courses-even.csv"), as: UTF8.self)
        rows = text.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isNewline).map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let name = cells[4].drop { $0 != "(" }
            let close = name.firstIndex(of: ")")!
            return Row(
                course: cells[1], name: name[name.index(after: close)...].trimmingBlanks,
                municipality: String(name[name.index(after: name.startIndex)..<close]), latitude: Double(cells[6])!,
                longitude: Double(cells[5])!, setting: cells[9] == "실외" ? "실외" : "실내", theme: cells[10])
        }
    }

    /// The number of each row's course, in the order of the file.
    var courseNumbers: [Int] {
        var numbers: [String: Int] = [:]
        return rows.map { row in
            let number = numbers[row.course] ?? numbers.count
            numbers[row.course] = number
            return number
        }
    }
}

extension Substring {
    var trimmingBlanks: String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
