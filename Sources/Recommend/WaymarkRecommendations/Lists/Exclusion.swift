extension RecommendedPlaces {
    /// Returns the ids of the places that some texts give: by the id of a place, by a name, or by a theme after `theme:`.
    ///
    /// A name is that of every place that ``SamePlace`` takes for one by names alone, and of those that it takes for one with such a
    /// place: 경주 불국사 is 불국사, and 남산&N서울타워 beside 남산서울타워 goes with it. Themes are named as interests are: `theme:쇼핑`, `theme:shopping`.
    ///
    /// - Returns: The ids, and the texts that no place answers to.
    /// - Throws: `InterestsError.unknownTheme`.
    /// - Complexity: O(*n* *m*) for *m* texts among *n* places.
    public func ids(excludedBy texts: [String]) throws(InterestsError) -> (ids: Set<String>, unknown: [String]) {
        // Beyond 100 m no name is that of another kind of place nearby.
        let apart = SamePlace.idRadius.value * 2
        var (found, wanted): ([Set<String>], [(name: PlaceName?, theme: Int?)]) = (texts.map { _ in [] }, [])
        var named: Set<Int> = []
        for text in texts {
            if text.hasPrefix(Self.themePrefix) {
                let theme = try Interests.theme(
                    named: String(text.dropFirst(Self.themePrefix.count)), among: themes)
                wanted.append((nil, number(ofTheme: theme)))
            } else {
                wanted.append((PlaceName(text), nil))
            }
        }
        if texts.isEmpty { return ([], []) }
        for place in places.indices {
            let id = places.id(place)
            lazy var name = name(of: place)
            for (number, (wantedName, wantedTheme)) in wanted.enumerated() {
                let isMeant =
                    if let wantedName {
                        id == texts[number] || name == wantedName || name.reason(wantedName, at: apart) != nil
                    } else {
                        theme(of: place) == wantedTheme
                    }
                if isMeant { found[number].insert(id) }
                if isMeant, wantedName != nil { named.insert(place) }
            }
        }
        let twins = named.reduce(into: Set<String>()) { $0.formUnion(ids(like: places[$1])) }
        let unknown = zip(texts, found).filter { $1.isEmpty }.map(\.0)
        return (found.reduce(into: twins) { $0.formUnion($1) }, unknown)
    }

    private static let themePrefix = "theme:"
}
