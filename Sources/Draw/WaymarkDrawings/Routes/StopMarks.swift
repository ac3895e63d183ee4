/// Marks with the numbers of stops. Stops too close to one another share a mark; if numbers would overlap, some marks
/// become dots.
struct StopMarks {
    /// A mark.
    struct Mark {
        /// Positions of its stops.
        var stops: [Int]
        var center: PagePoint
        /// Whether its numbers fit.
        var isNumbered = true

        /// The numbers, as many as fit.
        var text: String {
            let numbers = stops.prefix(3).map { String($0 + 1) }.joined(separator: " · ")
            return stops.count > 3 ? numbers + " +\(stops.count - 3)" : numbers
        }

        /// Its area without its numbers.
        var dot: PageRectangle { PageRectangle(left: center.x - 4, top: center.y - 4, width: 8, height: 8) }

        /// What it covers.
        var area: PageRectangle {
            let (height, width) = (22.0, max(22, MapLabels.width(of: text, size: 11.5) + 12))
            return PageRectangle(left: center.x - width / 2, top: center.y - height / 2, width: width, height: height)
        }
    }

    /// The marks, in the order of their first stops.
    private(set) var all: [Mark] = []

    private struct Cell: Hashable {
        var x: Int
        var y: Int
    }

    /// Marks for stops, by their positions in the route, at points of a drawing.
    ///
    /// - Complexity: O(*n*).
    init(_ stops: [(stop: Int, point: PagePoint)]) {
        let reach = 18.0
        var cells: [Cell: [Int]] = [:]
        for (stop, point) in stops {
            let cell = Cell(x: Int((point.x / reach).rounded(.down)), y: Int((point.y / reach).rounded(.down)))
            var found: Int?
            for dx in -1...1 {
                for dy in -1...1 {
                    for mark in cells[Cell(x: cell.x + dx, y: cell.y + dy)] ?? [] {
                        let (x, y) = (all[mark].center.x - point.x, all[mark].center.y - point.y)
                        if x * x + y * y < reach * reach { found = min(mark, found ?? mark) }
                    }
                }
            }
            if let found {
                all[found].stops.append(stop)
            } else {
                cells[cell, default: []].append(all.count)
                all.append(Mark(stops: [stop], center: point))
            }
        }
        number()
    }

    /// Removes the numbers of marks that would cover another; the first and the last stop have priority.
    private mutating func number() {
        guard let end = all.indices.max(by: { all[$0].stops.last! < all[$1].stops.last! }) else { return }
        // A mark is at most three cells wide.
        let side = 80.0
        var kept: [Cell: [PageRectangle]] = [:]
        for mark in [0, end] + all.indices.filter({ $0 != 0 && $0 != end }) {
            let area = all[mark].area
            let cell = Cell(x: Int((area.left / side).rounded(.down)), y: Int((area.top / side).rounded(.down)))
            var isFree = mark == 0 || mark == end
            if !isFree {
                isFree = !(-2...2).contains { dx in
                    (-1...1).contains { dy in
                        kept[Cell(x: cell.x + dx, y: cell.y + dy)]?.contains(where: area.intersects) ?? false
                    }
                }
            }
            all[mark].isNumbered = isFree
            if isFree { kept[cell, default: []].append(area) }
        }
    }
}
