import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

#if canImport(Glibc)
    import Glibc

    /// What a search allocates.
    @Suite struct SearchMemoryTests {
        @Test("searches among 100 000 names need no more memory at once than among 10 000, however small its pieces")
        func memoryDoesNotGrow() async {
            await #expect(processExitsWith: .success) {
                // Names of different first keys, so that a misspelled word is looked for among many.
                let syllables = ["가", "노", "달", "로", "민", "벽", "사", "응", "주", "하"]
                let searches = [10_000, 100_000].map { count in
                    PlaceSearch(
                        (0..<count).map { number in
                            let digits = String(number + 100_000).dropFirst().compactMap(\.wholeNumberValue)
                            return SearchedPlace(
                                id: "\(number)", name: digits.map { syllables[$0] }.joined() + "공원 \(number % 10)",
                                category: "공원", coordinate: coordinate(35 + Double(number % 300) / 100, 127),
                                otherTexts: ["서울 종로구"])
                        })
                }
                let texts = ["ㄱ", "공원", "ㄱㅇ", "가노달", "가노덜로", "가노다롤밍벽고우언", "rhddnjs", "서울 공원", "ㄱㅇ 1", "공원 ㄱㄴㅇ"]
                let queries = texts.flatMap { text in
                    [
                        SearchQuery(text), SearchQuery(text, near: coordinate(37, 127)),
                        SearchQuery(
                            text, areas: [.circle(.kilometers(50), of: coordinate(37, 127))], categories: ["공원"]),
                    ]
                }
                // The first searches make the memory that all others use.
                for search in searches { for query in queries { _ = search.answers(to: query) } }
                let peaks = searches.map { search in
                    ThreadMemory.peak { for query in queries { _ = search.answers(to: query) } }
                }
                // A bit for each of the 90 000 names more would be seen, even in pieces of 64 bytes.
                let none = ThreadMemory.peak {}
                let bits = ThreadMemory.peak {
                    let pieces = (0..<176).map { _ in [UInt8](repeating: .random(in: 1...2), count: 64) }
                    precondition(pieces.allSatisfy { $0[32] > 0 })
                }
                precondition(bits > none + 8192, "\(bits), \(none)")
                precondition(peaks[1] <= peaks[0] + 8192, "\(peaks)")
            }
        }

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

    /// The most memory that a thread has allocated at once: the C library gives each new thread a heap of its own, and reports its size.
    private enum ThreadMemory {
        /// The size in bytes that the heap of a new thread reached while it ran `body`, in whole pages.
        static func peak(_ body: @escaping @Sendable () -> Void) -> Int {
            // The heap grows page by page, and holds all but what is enormous; there is one for every thread.
            setMallocOption(-2, 0)
            setMallocOption(-3, 16 << 20)
            setMallocOption(-8, 1000)
            // Another thread of the process may get its heap at the same time.
            for _ in 0..<100 {
                let before = sizes.count
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    // The free memory that a heap has from the start.
                    let used = (0..<200).map { _ in [UInt8](repeating: .random(in: 1...2), count: 1000) }
                    body()
                    done.signal()
                    // The heap of a thread that ended would be given to the next.
                    while used[Int.random(in: 0..<used.count)][0] > 0 { sleep(1000) }
                }
                done.wait()
                let after = sizes
                // The newest comes behind the main one.
                if after.count == before + 1 { return after[1] }
            }
            preconditionFailure("no thread has a heap of its own")
        }

        /// The largest size that each heap had: `malloc_info`, of a header that Swift does not import.
        private static var sizes: [Int] {
            guard let symbol = dlsym(nil, "malloc_info") else { preconditionFailure("the C library has malloc_info") }
            let report = unsafeBitCast(
                symbol, to: (@convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32).self)
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            bytes.withUnsafeMutableBytes { room in
                guard let file = fmemopen(room.baseAddress, room.count, "w") else { return }
                precondition(report(0, file) == 0 && fclose(file) == 0, "the heaps are reported")
            }
            let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            return text.split(separator: "<heap nr=").dropFirst().map { heap in
                heap.firstMatch(of: /system type="max" size="(\d+)"/).flatMap { Int($0.1) } ?? 0
            }
        }
    }

    /// Sets an option of `mallopt`, of a header that Swift does not import.
    private func setMallocOption(_ option: Int32, _ value: Int32) {
        guard let symbol = dlsym(nil, "mallopt") else { preconditionFailure("the C library has mallopt") }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        precondition(mallopt(option, value) == 1, "the option is set")
    }

    /// Has every allocation of a page or more mapped: `M_MMAP_THRESHOLD`.
    private func mapPages() { setMallocOption(-3, 4096) }

    /// Number of pages that the process has been given.
    private var pageFaults: Int {
        var usage = rusage()
        getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_minflt
    }
#endif
