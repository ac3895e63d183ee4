internal import WaymarkGeodesy

extension VisitData {
    /// The list of a simple method: all places except the stops, ties by position.
    func plainList(_ method: Evaluation.Method, _ question: HeldOut, count: Int) -> [Int] {
        let vectors = question.stops.map { places.vectors[$0] }
        let stops = Set(question.stops)
        let course = Set(courses[question.course].places)
        let costs = places.places.indices.filter { !stops.contains($0) }.map { place -> (cost: Double, place: Int) in
            let distances = vectors.map { Sphere.earth.distance(from: places.vectors[place], to: $0).value }
            switch method {
            case .nearest: return (distances.min() ?? 0, place)
            case .sumOfDistances: return (distances.reduce(0, +), place)
            case .popularity, .model, .diverse: return (-counts.visits(of: place, excluding: course), place)
            }
        }
        return costs.sorted(by: <).prefix(count).map(\.place)
    }

    /// The novelty of places: the mean of -log2 of their share of the visits, with one visit added to each place.
    func novelty(_ list: [Int]) -> Double {
        guard !list.isEmpty else { return 0 }
        let sum = list.reduce(0) { $0 - Elementary.logarithm(counts.popularity(of: $1)) }
        return sum / Double(list.count) / Elementary.logarithm(2)
    }

    /// The places of a course that have a theme, as examples to learn from.
    func examples(ofCourse course: Int) -> [ThemeExample] {
        courses[course].places.compactMap { place in
            places.places[place].theme.map { ThemeExample(name: places.places[place].name, theme: $0, setting: "") }
        }
    }

    /// The same courses, with the places' themes read by a lexicon; without themes if it is nil.
    func relabelled(by lexicon: ThemeLexicon?) -> VisitData {
        let guessed = places.places.map { lexicon?.reading(of: $0.name).likelyTheme }
        return VisitData(places: places.with(themes: guessed), courses: courses)
    }
}
