/// The visits of a plan as they are kept: by day, in order.
struct PlanState {
    var sequence: ContiguousArray<Int32>
    var length: ContiguousArray<Int>
    /// The total gain.
    var value: Double
    /// The total of the earliest ends of the days.
    var time: Double

    /// Whether a plan gains more, or as much in less time.
    func isBetter(than other: PlanState) -> Bool {
        let tolerance = 1e-9 * abs(other.value)
        return value > other.value + tolerance
            || (value >= other.value - tolerance && time < other.time - 1e-9 * abs(other.time))
    }
}

extension PlanSearch {
    /// The current plan.
    var state: PlanState {
        PlanState(sequence: sequence, length: length, value: value, time: time)
    }

    /// The total of the earliest ends of the days; infinite if a day's visits do not fit.
    var time: Double {
        var sum = 0.0
        for day in 0..<model.days { sum += end(day) }
        return sum
    }

    /// The total gain of the current plan.
    var value: Double {
        var sum = 0.0
        for day in 0..<model.days {
            for position in (day &* width &+ 1)..<(day &* width &+ length[day] &- 1) {
                sum += model.gain[day &* model.count &+ Int(sequence[position])]
            }
        }
        return sum
    }

    /// Continues from a plan; days that are the same are kept.
    mutating func take(_ state: PlanState) {
        for node in 0..<model.count { dayOf[node] = -1 }
        for theme in themeCounts.indices { themeCounts[theme] = 0 }
        for day in 0..<model.days {
            let base = day * width
            var isSame = length[day] == state.length[day]
            length[day] = state.length[day]
            for position in base..<(base + length[day]) {
                let node = state.sequence[position]
                isSame = isSame && sequence[position] == node
                sequence[position] = node
                isChanged[Int(node)] = false
                if Int(node) < model.count {
                    dayOf[Int(node)] = Int32(day)
                    if model.theme[Int(node)] >= 0 { themeCounts[Int(model.theme[Int(node)])] += 1 }
                }
            }
            if !isSame { refresh(day) }
        }
    }

    /// Puts a place at a position of a day if that fits; returns whether it does.
    mutating func tryInsert(_ node: Int, _ day: Int, at position: Int) -> Bool {
        guard isAllowed(node) else { return false }
        insert(node, day, at: position)
        if end(day) < .infinity { return true }
        drop(node)
        compact(day)
        return false
    }

    /// Takes all places out of a day.
    mutating func clear(_ day: Int) {
        for slot in (day * width + 1)..<(day * width + length[day] - 1) { drop(Int(sequence[slot])) }
        compact(day)
    }

    /// The places of a day, in order.
    func visits(_ day: Int) -> [Int] {
        sequence[(day * width + 1)..<(day * width + length[day] - 1)].map { Int($0) }
    }
}
