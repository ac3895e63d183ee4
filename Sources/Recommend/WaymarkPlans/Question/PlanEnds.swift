public import WaymarkGeodesy
import WaymarkPlaces
import WaymarkQuestions

/// A place where a day starts or ends.
public struct PlanEnd: Hashable, Sendable {
    /// The name, as asked.
    public var name: String
    /// The location.
    public var coordinate: Coordinate
}

/// Where days start and end, and where the travellers are now.
struct PlanEnds {
    let start: PlanEnd
    let end: PlanEnd
    let here: PlanEnd?

    /// - Throws: ``PlanQuestionError`` for a text that is neither a point nor the name of one attraction.
    init(_ question: PlanQuestion, _ find: (String) throws -> Coordinate) throws {
        func place(_ text: String, _ option: String) throws -> PlanEnd {
            if let point = try? OptionText.point(text) { return PlanEnd(name: text, coordinate: point) }
            do {
                return PlanEnd(name: text, coordinate: try find(text))
            } catch let error as UnclearPlaceName {
                throw PlanQuestionError.unclearName(option: option, reason: error.reason)
            }
        }
        let earlier = question.start == nil ? question.earlier?.ends : nil
        start = try question.start.map { try place($0, "start") } ?? earlier?.start ?? place("", "start")
        end = try question.end.map { try place($0, "end") } ?? earlier?.end ?? start
        here = try question.here.map { try place($0, "at") }
    }
}
