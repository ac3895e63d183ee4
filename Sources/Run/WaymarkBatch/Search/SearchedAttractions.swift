public import WaymarkAttractions
import WaymarkIndex
import WaymarkPlaces
import WaymarkRecommendations
public import WaymarkRegions
public import WaymarkSearch
import WaymarkTables
import WaymarkText

/// Attractions that can be searched by name.
public struct SearchedAttractions: Sendable {
    /// The search over the attractions.
    public private(set) var search: PlaceSearch
    /// What was said of their files.
    public private(set) var reading = ReadAttractions()
    /// The number of aliases whose attraction is missing.
    public private(set) var unknownAliases = 0
    private let source: Source
    /// The worth and the other names of the attractions, by position.
    private var worths: [Double] = []
    private var otherNames: [Int: [String]] = [:]

    private enum Source {
        case catalog(AttractionCatalog)
        case file(AttractionFile)
    }

    /// Reads the attractions of some files, in any format of a catalog; an index file alone is mapped instead of read, those of
    /// several files are joined.
    ///
    /// - Parameters:
    ///   - paths: The files; `-` is standard input.
    ///   - options: The reading options of each file; everything is detected by default.
    ///   - extras: Worth and other names; by default names in English, if a table has a column of them.
    ///   - jobs: The number of reading threads.
    /// - Throws: The errors of reading an `AttractionCatalog` or opening an `AttractionFile`, or of reading the extras, of which
    ///   columns can be read of one file only.
    /// - Precondition: There is at least one path; `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*) in the number of letters; O(1) for an index file with a search index.
    public init(
        contentsOf paths: [String], reading options: CatalogOptions = .init(), extras: SearchExtras = .init(),
        jobs: Int = 1
    ) throws(AttractionError) {
        let (path, column) = (paths[0], extras.worthColumn ?? extras.otherNameColumns.first)
        if paths.count > 1 {
            if let column {
                throw .unrecognised(
                    file: paths.joined(separator: ", "), reason: "the column \(column) can be read of one file only")
            }
            let (file, otherNames, _, reading) = try AttractionFile.opening(paths, reading: options, jobs: jobs)
            do throws(IndexFileError) {
                self.init(try PlaceSearch(file, jobs: jobs), .file(file))
            } catch {
                throw .indexFile(error)
            }
            (self.reading, self.otherNames) = (reading, otherNames)
        } else if Self.isIndexFile(path) {
            if let column { _ = try OwnColumns.rows(of: path, options, columns: [column]) }
            do throws(IndexFileError) {
                let file = try AttractionFile(contentsOf: path)
                self.init(try PlaceSearch(file), .file(file))
            } catch {
                throw .indexFile(error)
            }
        } else {
            let catalog = try AttractionCatalog(contentsOf: path, options: options, jobs: jobs)
            let attractions = catalog.attractions
            func keys() -> [OwnColumns.Key] { attractions.map { OwnColumns.Key($0.name, $0.coordinate) } }
            var search: PlaceSearch?
            var worths: [Double] = []
            if let column = extras.worthColumn {
                let numbers = try WorthColumn.numbers(in: column, of: [path], options, for: keys().map { [$0] })
                worths = RecommendedPlace.worths(byRank: numbers).map { $0 ?? 0 }
                search = PlaceSearch(catalog, standings: worths, jobs: jobs)
            }
            self.init(search ?? Self.search(of: catalog, jobs: jobs), .catalog(catalog))
            reading = ReadAttractions([catalog.report])
            self.worths = worths
            let names = try extras.otherNames(of: path, catalog.report.format, options)
            if !names.isEmpty {
                for (position, key) in keys().enumerated() { otherNames[position] = names[key] }
            }
        }
        if let file = extras.aliases {
            do throws(PlaceTableError) {
                let aliases = try SearchExtras.aliases(of: search, in: file)
                otherNames.merge(aliases.names) { $0 + $1 }
                unknownAliases = aliases.unknown
            } catch {
                throw .places(error)
            }
        }
        if !otherNames.isEmpty { search = search.adding(otherNames: otherNames, jobs: jobs) }
    }

    /// Creates a search of the attractions in a catalog.
    public init(_ catalog: AttractionCatalog) {
        self.init(Self.search(of: catalog, jobs: 1), .catalog(catalog))
        reading = ReadAttractions([catalog.report])
    }

    /// Searches the attractions of an index file, with other names by their positions.
    package init(_ file: AttractionFile, otherNames: [Int: [String]], jobs: Int) throws(IndexFileError) {
        self.init(try PlaceSearch(file, jobs: jobs), .file(file))
        if !otherNames.isEmpty { search = search.adding(otherNames: otherNames, jobs: jobs) }
        self.otherNames = otherNames
    }

    /// A search of attractions as well known as recommendations know them.
    private static func search(of catalog: AttractionCatalog, jobs: Int) -> PlaceSearch {
        PlaceSearch(catalog, standings: RecommendedPlaces(catalog, jobs: jobs).standings, jobs: jobs)
    }

    private init(_ search: PlaceSearch, _ source: Source) { (self.search, self.source) = (search, source) }

    /// The attribution that goes with a list of the attractions; nil for none.
    ///
    /// - Complexity: O(1) for an index file, otherwise O(*n*).
    public var attribution: String? {
        switch source {
        case .catalog(let catalog): catalog.attribution
        case .file(let file): file.attribution
        }
    }

    /// Whether an attraction can be an answer, by position: one of a kind that is `included`; nil if any can.
    package func including(
        _ kind: PlaceKind?, where included: ((Int) -> Bool)? = nil
    ) -> ((Int) -> Bool)? {
        guard let kind else { return included }
        let isOfKind: (Int) -> Bool =
            switch source {
            case .catalog(let catalog): { catalog.attractions[$0].placeKind ?? .sight == kind }
            case .file(let file): { [table = AttractionTable(file, fields: [.placeKind])] in table.isOf(kind, $0) }
            }
        return { isOfKind($0) && included?($0) ?? true }
    }

    /// Whether a path is an index file. A pipe is not opened, since it can be read only once.
    static func isIndexFile(_ path: String) -> Bool {
        guard path != "-", System.isRegularFile(path), let file = try? FileSource(path: path, unpacksGzip: false) else {
            return false
        }
        var head: ContiguousArray<UInt8> = []
        return (try? file.read(upTo: 64, into: &head)) != nil && IndexFile.isIndexFile(head.span)
    }

    /// The regions that share a name, if there are several: the code of each, and the beginning of an address in it, or
    /// its middle if no attraction in it has one.
    ///
    /// - Complexity: O(*n*) lookups among the regions.
    public func regions(called name: String, in regions: RegionSet) -> [String] {
        let positions = SearchedRegions.positions(of: name, in: regions)
        if positions.count < 2 { return [] }
        var addresses: [Int: String] = [:]
        for number in 0..<search.count where addresses.count < positions.count {
            let place = search.coordinate(of: number)
            guard positions.contains(where: { addresses[$0] == nil && regions.regions[$0].box.contains(place) }),
                let text = address(number),
                let region = regions.regions(containing: place).first(where: positions.contains)
            else { continue }
            let end = text.firstRange(of: name)?.upperBound
            addresses[region] = end.map { String(text[..<$0]) }
        }
        return positions.map { position in
            let region = regions.regions[position]
            let middle = [region.box.south + region.box.north, region.box.west + region.box.east].map {
                NumberText.fixed($0 / 2, decimals: 2)
            }
            return "\(region.code) (\(addresses[position] ?? middle.joined(separator: ", ")))"
        }
    }

    private func address(_ position: Int) -> String? {
        let attraction =
            switch source {
            case .catalog(let catalog): catalog.attractions[position]
            case .file(let file): file[position]
            }
        return attraction.roadAddress ?? attraction.lotAddress
    }

    /// A hash of the coordinates and of all texts that are searched or written.
    ///
    /// - Complexity: O(*n*) in their bytes.
    var hash: String {
        let fields = AttractionField.allCases.filter { $0 != .latitude && $0 != .longitude }
        let table =
            switch source {
            case .catalog(let catalog): AttractionTable(catalog, fields: fields)
            case .file(let file): AttractionTable(file, fields: fields)
            }
        if worths.isEmpty, otherNames.isEmpty { return table.hash(of: fields) }
        var hash = XXH64()
        var texts = [table.hash(of: fields)] + worths.map { "\($0)" }
        for (position, names) in otherNames.sorted(by: { $0.key < $1.key }) { texts += ["\(position)"] + names }
        hash.update(ContiguousArray(texts.joined(separator: "\u{0}").utf8).span)
        return hash.text
    }
}
