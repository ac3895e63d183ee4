import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

#if canImport(Glibc)
    import Glibc

    /// What a search allocates.
    @Suite struct SearchMemoryTests {
        /// In a process of its own each allocation of a page or more is mapped, and costs a page fault when it is first written.
        @Test("a search allocates nothing that grows with the names")
        func allocatesNothingThatGrows() async {
            await #expect(processExitsWith: .success) {
                let names = ["어린이공원", "솔밭 어린이공원", "경복궁", "국립중앙박물관", "CGV 광장"]
                let search = PlaceSearch(
                    (0..<60_000).map { number in
                        SearchedPlace(
                            id: "\(number)", name: "\(names[number % names.count]) \(number)", category: "공원",
                            coordinate: coordinate(35 + Double(number % 300) / 100, 127), otherTexts: ["서울 종로구"])
                    })
                let queries = ["ㄱ", "공원", "ㄱㅇ", "어린이공원", "어리니공원", "rhddnjs", "서울 공원", "ㄱㅇ 1", "공원 ㅇㄹㅇ"].flatMap {
                    text in
                    [
                        SearchQuery(text), SearchQuery(text, near: coordinate(37, 127)),
                        SearchQuery(
                            text, areas: [.circle(.kilometers(50), of: coordinate(37, 127))], categories: ["공원"]),
                    ]
                }
                mapPages()
                func searchAll() -> Int { queries.reduce(0) { $0 + search.answers(to: $1).count } }
                // The first searches make the memory that all others use.
                precondition(searchAll() > 60_000, "the queries match most places")
                let before = pageFaults
                for _ in 0..<10 { _ = searchAll() }
                // A byte for every eight places would be two pages, in each of 270 searches.
                precondition(pageFaults - before < 270, "\(pageFaults - before) pages")
            }
        }
    }

    /// Has every allocation of a page or more mapped: `mallopt(M_MMAP_THRESHOLD, 4096)`, of a header that Swift does not import.
    private func mapPages() {
        guard let symbol = dlsym(nil, "mallopt") else { preconditionFailure("the C library has mallopt") }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        precondition(mallopt(-3, 4096) == 1, "the threshold is set")
    }

    /// Number of pages that the process has been given.
    private var pageFaults: Int {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_minflt
    }
#endif
