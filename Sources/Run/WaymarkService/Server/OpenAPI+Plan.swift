import WaymarkPlans
import WaymarkText

extension OpenAPI {
    /// The schemas of a plan and its parts, by name.
    static let planSchemas: String = {
        let (text, flag, whole) = (#"{"type":"string"}"#, #"{"type":"boolean"}"#, #"{"type":"integer"}"#)
        let (number, texts) = (#"{"type":"number"}"#, list(text))
        let time = #"{"type":"string","pattern":"^[0-9]{2}:[0-9]{2}([+][0-9])?$"}"#
        let place = [("name", text), ("latitude", number), ("longitude", number)]
        let known = place + [("place_id", text), ("score", number), ("worth", number)]
        let optional = [("name_en", text), ("theme", text)]
        let way = object(
            [
                ("by", choice(TripPlan.Way.Means.self)), ("min", whole), ("to_car", flag), ("is_guess", flag),
                ("line", list(list(number))),
            ], [("m", number)])
        let visit = object(
            known + [
                ("with", texts), ("ways", list(reference("PlanWay"))), ("way_min", whole), ("arrival", time),
                ("start", time), ("leave", time), ("wait_min", whole), ("is_must", flag), ("is_pinned", flag),
                ("has_unknown_hours", flag), ("costs_min", whole),
            ], optional + [("hours", text), ("closes", time), ("why", text)])
        let pause = object(
            [
                ("start", time), ("end", time), ("opens", time), ("closes", time), ("visits_before", whole),
                ("is_lunch", flag), ("ways", list(reference("PlanWay"))),
            ], [("place", object(place))])
        let here = object([("place", object(place)), ("time", time), ("visits_before", whole)])
        let day = object(
            [
                ("start", object(place)), ("end", object(place)), ("opens", time), ("closes", time),
                ("departure", time), ("arrival", time), ("visits", list(reference("PlanVisit"))),
                ("breaks", list(pause)), ("last_ways", list(reference("PlanWay"))), ("last_way_min", whole),
                ("foot_min", whole), ("car_min", whole), ("bicycle_min", whole),
            ], [("date", text), ("here", here)])
        let leftOut = object(
            known + [("reason", choice(TripPlan.LeftOut.Reason.self)), ("instead_of", texts), ("text", text)],
            optional + [("day", whole), ("costs_min", whole), ("over_min", whole)])
        let change = object(
            [("change", choice(TripPlan.Change.Kind.self)), ("place_id", text), ("name", text)],
            [("day", whole), ("start", time), ("old_day", whole), ("old_start", time)])
        let plan = object(
            [
                ("mode", choice(PlanQuestion.Mode.self)), ("days", list(reference("PlanDay"))), ("score", number),
                ("bound", number), ("ended_by", text), ("iterations", whole), ("candidates", whole), ("ways", text),
                ("ways_kind", text), ("facilities", object([("names", texts), ("of", whole)])),
                ("left_out", list(leftOut)), ("conflicts", texts), ("remarks", texts),
            ], [("fallback_reason", text), ("changes", list(change)), ("attribution", text)])
        return [("Plan", plan), ("PlanDay", day), ("PlanVisit", visit), ("PlanWay", way)]
            .map { "\(JSONText.of($0.0)):\($0.1)" }.joined(separator: ",")
    }()

    static func list(_ items: String) -> String { "{\"type\":\"array\",\"items\":\(items)}" }

    static func reference(_ name: String) -> String { "{\"$ref\":\"#/components/schemas/\(name)\"}" }

    static func choice<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> String {
        "{\"type\":\"string\",\"enum\":[\(Word.allCases.map { JSONText.of($0.rawValue) }.joined(separator: ","))]}"
    }

    /// An object with members that it always has, and others.
    static func object(
        _ members: [(name: String, schema: String)], _ others: [(name: String, schema: String)] = []
    ) -> String {
        let required = members.map { JSONText.of($0.name) }.joined(separator: ",")
        let all = (members + others).map { "\(JSONText.of($0.name)):\($0.schema)" }.joined(separator: ",")
        return "{\"type\":\"object\",\"required\":[\(required)],\"properties\":{\(all)}}"
    }
}
