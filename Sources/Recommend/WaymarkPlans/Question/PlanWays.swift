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
        self.foot = foot ?? Self.guess(.walking)
        self.car = car ?? Self.guess(.driving)
        self.bicycle = bicycle ?? Self.guess(.cycling)
        self.requests = requests
    }

    static func guess(_ mode: TravelMode) -> GreatCircleLegs {
        GreatCircleLegs(mode: mode, speed: mode == .walking ? 1.25 : nil, detour: 1.3)
    }

    /// The source of the ways that are not walked, or that of all if all are.
    func main(_ mode: PlanQuestion.Mode) -> any LegSource {
        switch mode {
        case .foot: foot
        case .bicycle: bicycle
        case .car, .mixed: car
        }
    }

    /// Metres of a straight line for a minute underway, roughly: how far to look.
    func straightMeters(perMinute mode: PlanQuestion.Mode) -> Double {
        if let circles = main(mode) as? GreatCircleLegs, let speed = circles.speed {
            return speed * 60 / circles.detour
        }
        switch mode {
        case .foot: return 58
        case .bicycle: return 170
        case .car, .mixed: return 550
        }
    }
}
