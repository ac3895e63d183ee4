internal import WaymarkGeodesy

extension VisitData {
    /// The list of a plain way: all places but the stops, ties by position.
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

    /// How unexpected places are: the mean of -log2 of their share of the visits, one visit added to each.
    func novelty(_ list: [Int]) -> Double {
        guard !list.isEmpty else { return 0 }
        let sum = list.reduce(0) { $0 - Elementary.logarithm(counts.popularity(of: $1)) }
        return sum / Double(list.count) / Elementary.logarithm(2)
    }

    /// The same courses, themes of places dropped or guessed by a lexicon that has not seen a fold.
    func relabelled(_ themes: Evaluation.Themes, without fold: Int, of folds: Int) -> VisitData {
        var lexicon: ThemeLexicon?
        if themes == .learned {
            let shown = courses.indices.filter { $0 % folds != fold }.flatMap { courses[$0].places }
            let examples = shown.compactMap { place in
                places.places[place].theme.map {
                    ThemeExample(name: places.places[place].name, theme: $0, setting: "")
                }
            }
            if !examples.isEmpty { lexicon = ThemeLexicon.standard.learned(from: examples) }
        }
        let guessed = places.places.map { lexicon?.reading(of: $0.name).likelyTheme }
        return VisitData(places: places.with(themes: guessed), courses: courses)
    }
}
