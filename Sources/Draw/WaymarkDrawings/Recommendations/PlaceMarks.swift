/// Numbered marks of recommended places, none over another.
struct PlaceMarks {
    /// A mark.
    struct Mark {
        /// Its numbers: one, or those of recommendations of the same place.
        var numbers: [Int]
        let name: String
        /// The place.
        var point: PagePoint
        /// The middle of the mark.
        var center: PagePoint

        var text: String { numbers.map(String.init).joined(separator: " · ") }
        var isAside: Bool { center != point }
        /// What the mark covers.
        var area: PageRectangle {
            PageRectangle(around: center, width: max(18, TextWidth.of(text, size: 10.5, .bold) + 9), height: 18)
        }
    }

    private(set) var all: [Mark] = []

    /// Marks within `panel` that cover neither each other nor what is `taken`.
    ///
    /// If there is no room left, a mark covers others at its place.
    ///
    /// - Complexity: O(*n*²).
    init(_ places: [(number: Int, name: String, point: PagePoint)], within panel: PageRectangle, taken: [PageRectangle])
    {
        for place in places {
            let same = all.firstIndex { mark in
                mark.name == place.name && abs(mark.point.x - place.point.x) < 0.5
                    && abs(mark.point.y - place.point.y) < 0.5
            }
            if let same {
                all[same].numbers.append(place.number)
            } else {
                all.append(
                    Mark(numbers: [place.number], name: place.name, point: place.point, center: place.point))
            }
        }
        var placer = MarkPlacer(all.lazy.map(\.point), within: panel, taken: taken)
        for i in all.indices {
            let area = all[i].area
            all[i].center =
                placer.place(at: all[i].point, width: area.width, height: area.height) ?? all[i].point
        }
    }
}
