internal import WaymarkAttractions
internal import WaymarkGeodesy
internal import WaymarkText

/// The clauses of explanations in a language.
package struct ExplanationWords {
    let language: ExplanationLanguage
    private var isKorean: Bool { language == .korean }

    package init(_ language: ExplanationLanguage) { self.language = language }

    func name(of stop: RecommendedPlace) -> String {
        EnglishName.shown(
            stop.name.isEmpty ? stop.id : stop.name, in: language, given: stop.facts.englishName,
            details: stop.introduction)
    }

    // MARK: The way

    func way(_ distance: Meters, from stop: RecommendedPlace?) -> String {
        let name = stop.map(name)
        let (from, to) = (name.map { isKorean ? "\($0)에서 " : " from \($0)" } ?? "", name.map { " to \($0)" } ?? "")
        if distance.value <= 60 {
            return isKorean ? (name.map { "\($0) " } ?? "") + "바로 옆" : "right next" + (name == nil ? " door" : to)
        }
        guard distance.value <= 1000 else {
            let length = LengthText.of(meters: distance.value)
            return isKorean ? "\(from)\(length)" : "\(length)\(name == nil ? " away" : from)"
        }
        // 4.5 km/h are 75 metres a minute.
        let minutes = max(1, Int((distance.value * 1.3 / 75).rounded(.up)))
        return isKorean ? "\(from)걸어서 \(minutes)분" : "\(minutes) min on foot\(from)"
    }

    func detour(_ length: Meters) -> String {
        if length.value < 100 { return isKorean ? "가는 길에 있음" : "on the way" }
        // Of straight lines, metres would say too much.
        let length = LengthText.of(meters: length.value < 1000 ? (length.value / 50).rounded() * 50 : length.value)
        return isKorean ? "들르면 \(length) 더 감" : "\(length) detour"
    }

    // MARK: What is known of the place

    /// What it is, where no sentence says so, in the order of worth for a traveller: each is said of one place of a list only.
    func facts(of place: RecommendedPlace, _ facts: PlaceFacts) -> [String] {
        [
            designation(of: place, facts.designated),
            category(of: place),
            isKorean ? EnglishName.kind(of: place.name, details: place.introduction) : nil,
            facilities(facts.facilities, at: place.name),
        ].compactMap { $0 }
    }

    /// `박물관`, of a place of a map whose name does not say it.
    private func category(of place: RecommendedPlace) -> String? {
        guard place.standing.kind != nil, let category = PlaceCategory.named(place.category) else { return nil }
        let word = isKorean ? category.korean : category.name
        return NameFolding.key(place.name).contains(NameFolding.key(word)) ? nil : word
    }

    /// What is said where nothing else is known: the theme, and parking.
    func lastFacts(of place: RecommendedPlace, _ facts: PlaceFacts) -> [String] {
        [
            place.isFacility ? nil : place.theme.map { ThemeNames.name(of: $0, in: language) },
            parking(facts.parkingSpaces),
        ].compactMap { $0 }
    }

    /// `1984년에 지정된 관광지`, of what is called so: since 1965 sites are designated, whatever date a row gives of other places.
    private func designation(of place: RecommendedPlace, _ year: Int?) -> String? {
        guard let year, 1965...2100 ~= year else { return nil }
        let name = place.name.prefix { $0 != "(" }.filter { $0 != " " }
        let kinds = [
            ("관광단지", "tourist complex"), ("관광특구", "special tourist zone"), ("관광지", "tourist site"),
        ]
        guard let kind = kinds.first(where: { name.hasSuffix($0.0) }) else { return nil }
        return isKorean ? "\(year)년에 지정된 \(kind.0)" : "\(kind.1), designated in \(year)"
    }

    /// `시설: 스키장, 골프장`: of what a row lists, two kinds that are known by their names.
    private func facilities(_ all: [String], at name: String) -> String? {
        var (shown, kinds): ([String], Set<String>) = ([], [])
        for item in all.lazy.map({ $0.filter { $0 != " " } }) where shown.count < 2 {
            // A land or a street of something says little, and less in English.
            guard item.count >= 2, !["랜드", "거리"].contains(item.suffix(2)), item.allSatisfy(Romanization.isSyllable),
                Introduction.says(item, of: name),
                let english = EnglishName.common(item), kinds.insert(english).inserted
            else { continue }
            let article = "aeiou".contains(english.prefix(1)) ? "an" : "a"
            shown.append(isKorean ? item : "\(article) \(english)")
        }
        if shown.isEmpty { return nil }
        return isKorean ? "시설: \(shown.joined(separator: ", "))" : "has \(shown.joined(separator: " and "))"
    }

    /// `주차 355대`. Hundreds are an estimate, or what a form was filled in with.
    private func parking(_ spaces: Int?) -> String? {
        guard let spaces, 10..<10_000 ~= spaces, spaces % 100 != 0 else { return nil }
        return isKorean ? "주차 \(spaces)대" : "parking for \(spaces) cars"
    }

    // MARK: Why it is in the list

    /// In how many lists and courses it is; nil below three, which says little.
    package func known(_ counts: KnownCounts?) -> String? {
        guard let counts, counts.namings >= 3 else { return nil }
        return isKorean ? "여행 목록·코스 \(counts.namings)곳에 나옴" : "in \(counts.namings) travel lists and courses"
    }

    func interest(_ theme: String) -> String {
        let name = ThemeNames.name(of: theme, in: language)
        return isKorean ? "관심 분야: \(name)" : "for your interest in \(name)"
    }

    func worth(_ worth: Double, _ name: String?) -> String {
        let share = max(1, Int((100 * (1 - worth)).rounded(.up)))
        if isKorean { return "\(name ?? "평가") 상위 \(share)%" }
        return "top \(share)%\(name.map { " by \(EnglishName.shown($0, in: .english))" } ?? "")"
    }

    var together: String { isKorean ? "함께 많이 찾는 곳" : "often seen on the same trip" }
    var facility: String { isKorean ? "시설로 봄" : "taken for a facility" }
    var variety: String { isKorean ? "다양하게 보도록 고름" : "for variety" }
}
