public import WaymarkGeodesy
public import WaymarkQuestions
import WaymarkText

/// Why there is no plan.
public enum PlanQuestionError: Error, Hashable, Sendable {
    /// A name is that of no attraction, or of several, or given twice; the reason has the nearest names.
    case unclearName(option: String, reason: String)
    /// A value of a parameter is none, or does not go with the others.
    case parameter(ParameterError)
    /// Two wishes for one place, in words, exclude each other.
    case contradiction(name: String, wish: String, other: String)
    /// There is nothing to see within reach.
    case nothingInReach(radius: Meters, start: String)
    /// The ways between the places are not known.
    case noWays(String)
    /// A value is invalid.
    case invalid(PlanError)
    /// A day is too short for the way from its start to its end.
    case tooShort(day: Int, minutes: Int)
    /// The stored plan is malformed.
    case storedPlan(reason: String)
    /// Nothing is left to plan: the last day of the earlier plan is over.
    case isOver(String)
    /// A visit is pinned to a time that is past, and it is not among those that were made.
    case pinIsPast(name: String)
    /// The breaks of a day and the way to its end do not fit its hours.
    case breaksDoNotFit(day: Int)
}

extension PlanQuestionError: CustomStringConvertible {
    /// One line with the error and the likeliest cure.
    public var description: String {
        switch self {
        case .unclearName(let option, let reason): "\(option): \(reason)"
        case .parameter(let error): error.reason
        case .contradiction(let name, let wish, let other): "\(name) cannot be both \(wish) and \(other)"
        case .nothingInReach(let radius, let start):
            "nothing to see within \(LengthText.of(meters: radius.value)) of \(start); a longer radius looks farther"
        case .noWays(let reason): reason
        case .invalid(let error): "\(error)"
        case .storedPlan(let reason): reason
        case .isOver(let time): "at \(time) the plan is over: nothing is left to plan"
        case .pinIsPast(let name): "\(name) is pinned to a time that is past"
        case .breaksDoNotFit(let day):
            "day \(day + 1): the breaks and the way to its end do not fit the hours of the day"
        case .tooShort(let day, let minutes):
            "day \(day + 1) is too short: the way from its start to its end takes \(minutes) minutes"
        }
    }
}
