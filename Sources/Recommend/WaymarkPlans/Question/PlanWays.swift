import WaymarkGeodesy
public import WaymarkOrders
public import WaymarkRoutes

/// Where a plan has the ways between places from.
public struct PlanWays: Sendable {
    /// The source of ways on foot.
    public var foot: any LegSource
    /// The source of ways by car.
    public var car: any LegSource
    /// The source of ways by bicycle.
    public var bicycle: any LegSource
    /// How they are requested.
    public var requests: OrderTravel.Requests

    /// Ways of sources that have durations; those that are not given are guessed of straight lines.
    public init(
        foot: (any LegSource)? = nil, car: (any LegSource)? = nil, bicycle: (any LegSource)? = nil,
        _ requests: OrderTravel.Requests = .init()
    ) {
        self.foot = foot ?? GuessedWays(mode: .walking)
        self.car = car ?? GuessedWays(mode: .driving)
        self.bicycle = bicycle ?? GuessedWays(mode: .cycling)
        self.requests = requests
    }

    /// Ways of a source for what a mode does not walk, or for all if all is walked; guessed ones for the rest.
    public init(by source: any LegSource, _ mode: PlanQuestion.Mode, _ requests: OrderTravel.Requests = .init()) {
        self.init(requests)
        switch mode {
        case .foot: foot = source
        case .bicycle: bicycle = source
        case .car, .mixed: car = source
        }
    }

    /// The source of the ways that are not walked, or that of all if all are.
    func main(_ mode: PlanQuestion.Mode) -> any LegSource {
        switch mode {
        case .foot: foot
        case .bicycle: bicycle
        case .car, .mixed: car
        }
    }

    /// How far a place may be, as the crow flies, to be reached within a time: roughly, by what is guessed of ways.
    func reach(_ mode: PlanQuestion.Mode, within minutes: Double) -> Meters {
        if let circles = main(mode) as? GreatCircleLegs, let speed = circles.speed {
            return Meters(60 * minutes * speed / circles.detour)
        }
        return GuessedWays(mode: mode.travel).reach(within: .seconds(60 * minutes))
    }

    /// The minutes to a place at a distance, as the crow flies: roughly.
    func minutes(_ mode: PlanQuestion.Mode, to distance: Meters) -> Double {
        if let circles = main(mode) as? GreatCircleLegs, let speed = circles.speed {
            return distance.value * circles.detour / speed / 60
        }
        return GuessedWays(mode: mode.travel).duration(overStraight: distance) / .seconds(60)
    }
}

extension PlanQuestion.Mode {
    /// How what is not walked is travelled, or all if all is walked.
    package var travel: TravelMode {
        switch self {
        case .foot: .walking
        case .bicycle: .cycling
        case .car, .mixed: .driving
        }
    }
}
