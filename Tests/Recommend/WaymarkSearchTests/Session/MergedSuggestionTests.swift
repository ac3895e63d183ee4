import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkSearch

/// Places at hand and of a provider in one row.
@Suite("Merged suggestions")
struct MergedSuggestionTests {
    static func place(_ id: String, _ name: String, _ latitude: Double, _ category: String? = nil) -> SearchedPlace {
        SearchedPlace(id: id, name: name, category: category, coordinate: coordinate(latitude, 127))
    }

    /// What a session shows of a provider that suggests these places.
    static func suggestions(
        _ query: SearchQuery, local: [SearchedPlace], remote: [SearchedPlace]
    ) async throws -> [PlaceSuggestion] {
        let provider = ClosureProvider(name: "remote") { _ in PlaceSuggestions(remote) }
        let session = SearchSession(PlaceSearch(local), provider: provider, providerPause: .zero)
        session.type(query)
        for await update in session.updates where update.provider.isLast { return update.suggestions }
        throw ProviderError.refused(reason: "no update")
    }

    @Test("the same id or the same name within 100 m is one place, anything else is two")
    func samePlaces() async throws {
        let local = [Self.place("a", "남산공원", 37.0)]
        let cases: [(SearchedPlace, isSame: Bool)] = [
            (Self.place("a", "남산 공원 입구", 37.0005), true), (Self.place("b", "남산-공원", 37.0005), true),
            (Self.place("a", "남산공원", 37.002), false), (Self.place("b", "남산", 37.0), false),
        ]
        for (remote, isSame) in cases {
            let shown = try await Self.suggestions(SearchQuery("남산"), local: local, remote: [remote])
            #expect(shown.count == (isSame ? 1 : 2))
            #expect(shown.first { $0.position == 0 }?.provider == (isSame ? "remote" : nil))
        }
    }

    @Test("the ladder orders both, those at hand first where they match alike")
    func order() async throws {
        let shown = try await Self.suggestions(
            SearchQuery("남산"),
            local: [Self.place("a", "남산타워", 37), Self.place("b", "서울 남산", 37.1)],
            remote: [
                Self.place("r1", "N Seoul Tower", 37.2), Self.place("r2", "남산", 37.3), Self.place("r3", "남산도서관", 37.4),
                Self.place("r4", "경주 남산", 37.5),
            ])
        #expect(shown.map(\.id) == ["r2", "a", "r3", "b", "r4", "r1"])
        #expect(shown.last?.rung == nil && shown.last?.matched == [])
    }

    @Test("a suggestion carries category and distance, and obeys area, category and limit of the query")
    func carries() async throws {
        let near = coordinate(37, 127)
        var query = SearchQuery(
            "남산", near: near, areas: [.circle(.kilometers(50), of: near)], categories: ["공원"], limit: 2)
        let remote = [
            Self.place("far", "남산", 39, "공원"), Self.place("shop", "남산", 37.2, "가게"), Self.place("x", "X", 37.2, "가게"),
            Self.place("r1", "남산숲", 37.01, "공원"), Self.place("y", "Y", 37.1, "공원"), Self.place("z", "Z", 37.1, "공원"),
        ]
        let local = [Self.place("a", "남산", 37.3, "가게")]
        let shown = try await Self.suggestions(query, local: local, remote: remote)
        #expect(shown.map(\.id) == ["r1", "y"])
        #expect(shown.map(\.category) == ["공원", "공원"])
        #expect(shown[0].distance == Sphere.earth.distance(from: near, to: shown[0].coordinate))
        query.limit = 0
        #expect(try await Self.suggestions(query, local: local, remote: remote).isEmpty)
    }

    @Test("a place that the provider gives twice is shown once")
    func repeated() async throws {
        let remote = [Self.place("r1", "남산", 37), Self.place("r2", "남산", 37.0001), Self.place("r1", "남산타워", 37)]
        let shown = try await Self.suggestions(SearchQuery("남산"), local: [], remote: remote)
        #expect(shown.map(\.id) == ["r1"])
    }
}
