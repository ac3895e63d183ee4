import WaymarkRecommendations
import WaymarkText

extension PlannedTrip {
    /// How a visit differs from the earlier plan.
    public struct Change: Hashable, Sendable {
        /// The place.
        public let place: RecommendedPlace
        /// When the earlier plan has it; nil for a new visit.
        public let old: PlanQuestion.Moment?
        /// When it is now; nil for a visit that is gone.
        public let new: PlanQuestion.Moment?
    }

    /// The visits that are new, moved in time or gone, in this order, without those that are past; empty without an earlier
    /// plan.
    public var changes: [Change] {
        guard let earlier = question.earlier else { return [] }
        var (new, moved): ([Change], [Change]) = ([], [])
        var old: [(place: RecommendedPlace, moment: PlanQuestion.Moment)] = []
        let seen = (past?.days ?? []).flatMap(\.visits).map(\.place)
        for (day, visits) in earlier.days.enumerated() where day >= past?.day ?? 0 {
            for visit in visits.visits where !seen.contains(visit.place) {
                old.append((earlier.places[visit.place], .init(day: day, minute: Int(visit.start.rounded()))))
            }
        }
        for (day, visits) in plan.days.enumerated() {
            for visit in visits.visits where visit.place < candidateCount {
                let (place, moment) = (
                    places[visit.place], PlanQuestion.Moment(day: day, minute: Int(visit.start.rounded()))
                )
                let index = old.firstIndex { $0.place.name == place.name && $0.place.coordinate == place.coordinate }
                guard let index else {
                    new.append(Change(place: place, old: nil, new: moment))
                    continue
                }
                let before = old.remove(at: index).moment
                if before != moment { moved.append(Change(place: place, old: before, new: moment)) }
            }
        }
        return new + moved + old.map { Change(place: $0.place, old: $0.moment, new: nil) }
    }

    /// The changes in one line; nil without an earlier plan.
    package func changesText(_ isKorean: Bool) -> String? {
        guard question.earlier != nil else { return nil }
        func time(_ moment: PlanQuestion.Moment?) -> String {
            guard let moment else { return "" }
            return " " + (question.dayCount > 1 ? "\(moment.day + 1)/" : "") + Self.clock(Double(moment.minute))
        }
        let changes = changes
        let parts: [(title: String, changes: [Change])] = [
            (isKorean ? "새로" : "new", changes.filter { $0.old == nil }),
            (isKorean ? "옮김" : "moved", changes.filter { $0.old != nil && $0.new != nil }),
            (isKorean ? "빠짐" : "gone", changes.filter { $0.new == nil }),
        ]
        let texts = parts.filter { !$0.changes.isEmpty }.map { title, changes in
            let items = changes.map { change in
                PrintableText.of(change.place.name) + time(change.old)
                    + (change.old != nil && change.new != nil ? " →" : "") + time(change.new)
            }
            return "\(title): \(items.joined(separator: ", "))"
        }
        return texts.isEmpty ? (isKorean ? "바뀐 방문이 없습니다" : "no visit changes") : texts.joined(separator: "; ")
    }

    /// The changes as a member of a JSON object, with a comma; empty without an earlier plan.
    var changesJSON: String {
        guard question.earlier != nil else { return "" }
        let items = changes.map { change in
            let kind = change.old == nil ? "new" : change.new == nil ? "gone" : "moved"
            func time(_ prefix: String, _ moment: PlanQuestion.Moment?) -> String {
                moment.map {
                    ",\"\(prefix)day\":\($0.day + 1),\"\(prefix)start\":\"\(Self.clock(Double($0.minute)))\""
                } ?? ""
            }
            return "{\"change\":\"\(kind)\",\"place_id\":\(JSONText.of(change.place.id)),"
                + "\"name\":\(JSONText.of(change.place.name))\(time("", change.new))\(time("old_", change.old))}"
        }
        return "\"changes\":[\(items.joined(separator: ","))],"
    }
}
