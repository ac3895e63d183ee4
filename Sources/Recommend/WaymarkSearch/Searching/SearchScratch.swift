/// Memory that a search needs for a moment and the next one uses again: it grows with the number of places once, then never.
final class SearchScratch: @unchecked Sendable {
    // @unchecked Sendable: one search has it at a time.

    /// The best grade of each place for the query, for its words so far, and for the word under way.
    var query: GradeBoard
    var words: GradeBoard
    var word: GradeBoard

    init(count: Int) {
        query = GradeBoard(count: count)
        words = GradeBoard(count: count)
        word = GradeBoard(count: count)
    }
}

/// The best grade of each place that matches.
@safe
struct GradeBoard: ~Copyable {
    private let grades: UnsafeMutablePointer<UInt8>
    private let touched: UnsafeMutablePointer<UInt32>
    /// Number of places that have a grade.
    private(set) var count = 0
    private let capacity: Int

    static let none = UInt8.max

    init(count: Int) {
        capacity = count
        unsafe grades = .allocate(capacity: max(1, count))
        unsafe touched = .allocate(capacity: max(1, count))
        unsafe grades.initialize(repeating: Self.none, count: count)
    }

    deinit {
        unsafe grades.deallocate()
        unsafe touched.deallocate()
    }

    /// The grade of a place; `none` where it has none.
    @inline(__always)
    subscript(place: Int) -> UInt8 {
        UInt(bitPattern: place) < UInt(bitPattern: capacity) ? unsafe grades[place] : Self.none
    }

    /// The place that got a grade at a turn.
    @inline(__always)
    func place(_ turn: Int) -> Int { unsafe Int(touched[turn]) }

    /// Gives a place a grade, unless it has a better one.
    @inline(__always)
    mutating func mark(_ place: Int, _ grade: UInt8) {
        guard UInt(bitPattern: place) < UInt(bitPattern: capacity) else { return }
        let old = unsafe grades[place]
        if grade >= old { return }
        unsafe grades[place] = grade
        if old == Self.none {
            unsafe touched[count] = UInt32(truncatingIfNeeded: place)
            count += 1
        }
    }

    /// Keeps the places for which `grade` answers one.
    @inline(__always)
    mutating func keep(_ grade: (Int, UInt8) -> UInt8) {
        var kept = 0
        for turn in 0..<count {
            let place = unsafe Int(touched[turn])
            let new = unsafe grade(place, grades[place])
            unsafe grades[place] = new
            if new != Self.none {
                unsafe touched[kept] = UInt32(truncatingIfNeeded: place)
                kept += 1
            }
        }
        count = kept
    }

    /// Forgets all grades.
    mutating func clear() {
        for turn in 0..<count { unsafe grades[Int(touched[turn])] = Self.none }
        count = 0
    }
}
