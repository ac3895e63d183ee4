import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkTables

/// An error in a table of companions. A companion is never skipped, since a list for fewer people would be a different
/// list.
public enum CompanionError: Error, Sendable {
    /// The table cannot be read.
    case table(PlaceTableError)
    /// A row is invalid.
    case row(Rejection)
    /// There are no rows.
    case empty(file: String)
    /// A companion has no interest above zero.
    case noInterest(String)
}

extension CompanionError: CustomStringConvertible {
    /// One line with the error.
    public var description: String {
        switch self {
        case .table(let error): "\(error)"
        case .row(let rejection): "line \(rejection.line): \(rejection.reason)"
        case .empty(let file): "\(file) has no rows: a row is a companion, a theme and an interest"
        case .noInterest(let name): "\(name) has no interest above 0"
        }
    }
}

/// Reads the interests of several travellers from a table with a row for each traveller and theme.
public enum CompanionTable {
    /// Reads companions.
    ///
    /// - Parameters:
    ///   - source: A CSV with the columns `companion`, `theme` and `interest`; without the last, every interest is 1.
    ///   - themes: The known themes, as for ``/WaymarkRecommendations/Interests/init(text:among:)``.
    /// - Returns: The interests of each companion, in the order of their first rows.
    /// - Throws: ``CompanionError``.
    public static func read(
        _ source: consuming any ByteSource, among themes: [String]
    ) throws(CompanionError) -> [Interests] {
        let file = source.name
        var table: PlaceTable
        do throws(PlaceTableError) { table = try PlaceTable(source) } catch { throw .table(error) }
        let columns: Columns
        do throws(PlaceTableError) { columns = try Columns(table.finder) } catch { throw .table(error) }
        var names: [String] = []
        var interests: [String: [String: Double]] = [:]
        var record = CSVRecord()
        while true {
            do throws(TableError) {
                guard try table.reader.read(into: &record) else { break }
            } catch {
                throw .table(.table(error))
            }
            if let rejection = record.rejection { throw .row(rejection) }
            do throws(InterestsError) {
                let row = try columns.row(of: record, among: themes)
                if interests[row.name] == nil { names.append(row.name) }
                interests[row.name, default: [:]][row.theme] = row.interest
            } catch {
                throw .row(Rejection(line: record.line, reason: "\(error)"))
            }
        }
        guard !names.isEmpty else { throw .empty(file: file) }
        var companions: [Interests] = []
        for name in names {
            guard let likes = try? Interests(interests[name] ?? [:], among: themes) else { throw .noInterest(name) }
            companions.append(likes)
        }
        return companions
    }

    private struct Columns {
        let companion: TableColumn
        let theme: TableColumn
        let interest: TableColumn?

        init(_ finder: ColumnFinder) throws(PlaceTableError) {
            let companions = [
                "companion", "companionid", "traveller", "traveler", "user", "who", "name", "동행", "동행인", "동반자", "여행자",
                "이름",
            ]
            guard let companion = try finder.column(nil, usual: companions) else {
                throw .columnNotFound(file: finder.file, name: "companion", seen: finder.header)
            }
            guard let theme = try finder.column(nil, usual: ["theme", "테마", "주제", "관심사"]) else {
                throw .columnNotFound(file: finder.file, name: "theme", seen: finder.header)
            }
            (self.companion, self.theme) = (companion, theme)
            interest = try finder.column(
                nil, usual: ["interest", "weight", "value", "score", "관심", "관심도", "선호", "선호도", "점수"])
        }

        func row(
            of record: CSVRecord, among themes: [String]
        ) throws(InterestsError) -> (name: String, theme: String, interest: Double) {
            let (name, text) = (companion.text(of: record) ?? "", self.theme.text(of: record) ?? "")
            let theme = try Interests.theme(named: text, among: themes)
            guard let interest else { return (name, theme, 1) }
            return (name, theme, try Interests.interest(interest.text(of: record) ?? "", in: theme))
        }
    }
}
