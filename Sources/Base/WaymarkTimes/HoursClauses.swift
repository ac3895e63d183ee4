/// What tokens of opening hours say: on which days a place has which times, or is closed.
enum HoursClauses {
    private enum Content: Equatable {
        case times([Range<Int>])
        case closed
    }

    private enum Group {
        /// Weekdays, and whether other days are among them.
        case days(Weekdays, hasOthers: Bool)
        case content(Content)

        var content: Content? { if case .content(let content) = self { content } else { nil } }
        var isDays: Bool { content == nil }
    }

    private struct Clause {
        /// Nil for the days that no other clause names.
        var days: Weekdays?
        var hasOthers = false
        var content: Content
    }

    /// The days in tokens of nothing else.
    static func weekdays(_ tokens: [HoursTokens.Token]) -> Weekdays? {
        guard let groups = Groups(tokens), groups.list.count == 1, !groups.isAllYear,
            case .days(let days, hasOthers: false) = groups.list[0]
        else { return nil }
        return days
    }

    static func hours(_ text: HoursTokens) -> WeeklyHours? {
        guard let groups = Groups(text.tokens), let clauses = clauses(groups) else { return nil }
        return hours(clauses, groups.isAllYear, text.hasOtherDays || groups.hasOtherDays)
    }

    // MARK: Tokens to groups

    /// Days that belong together, times that do, and words for closed, in their order.
    private struct Groups {
        var list: [Group] = []
        var isAllYear = false
        var hasOtherDays = false

        init?(_ tokens: [HoursTokens.Token]) {
            var (isApart, followsComma, index) = (true, false, 0)
            while index < tokens.count {
                let token = tokens[index]
                var rest = tokens[(index + 1)...]
                switch token {
                case .comma, .semicolon:
                    if token == .comma { followsComma = true } else { isApart = true }
                    index += 1
                    continue
                case .days(let days):
                    guard let all = Self.range(from: days, &rest) else { return nil }
                    add(all, hasOthers: false, isApart)
                case .holiday:
                    add([], hasOthers: true, isApart)
                case .near:
                    // It needs a holiday beside it.
                    if case .days(_, hasOthers: true)? = list.last {} else if rest.first != .holiday { return nil }
                    if rest.first == .holiday { add([], hasOthers: true, isApart) }
                case .time(let opens):
                    guard rest.popFirst() == .dash, case .time(let closes)? = rest.popFirst(), opens != closes,
                        opens < 24 * 60
                    else { return nil }
                    let times = opens..<(closes < opens ? closes + 24 * 60 : closes)
                    if case .content(.times(let before))? = list.last {
                        if isApart || !followsComma { return nil }
                        list[list.count - 1] = .content(.times(before + [times]))
                    } else {
                        list.append(.content(.times([times])))
                    }
                case .wholeDay:
                    if case .content(.times)? = list.last { return nil }
                    list.append(.content(.times(WeeklyHours.wholeDay)))
                case .closed:
                    if list.last?.content != .closed { list.append(.content(.closed)) } else if isApart { return nil }
                case .year: isAllYear = true
                case .dash: return nil
                }
                (isApart, followsComma, index) = (false, false, rest.startIndex)
            }
        }

        /// The days from one to the next one after a dash, if there is one.
        private static func range(from first: Weekdays, _ rest: inout ArraySlice<HoursTokens.Token>) -> Weekdays? {
            guard rest.first == .dash else { return first }
            rest.removeFirst()
            guard case .days(let last)? = rest.popFirst(), first.numbers.count == 1, last.numbers.count == 1,
                first != last
            else { return nil }
            let (start, end) = (first.numbers[0], last.numbers[0])
            return (0...(end - start + 7) % 7).reduce(into: Weekdays()) {
                $0.insert(Weekdays(number: (start + $1) % 7))
            }
        }

        private mutating func add(_ days: Weekdays, hasOthers: Bool, _ isApart: Bool) {
            if hasOthers { hasOtherDays = true }
            if !isApart, case .days(let before, hasOthers: let had)? = list.last {
                list[list.count - 1] = .days(before.union(days), hasOthers: had || hasOthers)
            } else {
                list.append(.days(days, hasOthers: hasOthers))
            }
        }
    }

    // MARK: Groups to clauses

    /// Days go with what follows them; a word for closed that no days precede, with the days that follow it.
    private static func clauses(_ groups: Groups) -> [Clause]? {
        var clauses: [Clause] = []
        var rest = groups.list[...]
        while let group = rest.popFirst() {
            switch group {
            case .days(let days, hasOthers: let hasOthers):
                guard let content = rest.popFirst()?.content else { return nil }
                clauses.append(Clause(days: days, hasOthers: hasOthers, content: content))
            case .content(.times(let times)): clauses.append(Clause(content: .times(times)))
            case .content(.closed):
                guard rest.first?.isDays ?? false else {
                    if groups.list.count == 1, !groups.isAllYear { return [Clause(days: .all, content: .closed)] }
                    if groups.isAllYear, !groups.list.contains(where: \.isDays) { continue }
                    return nil
                }
                var clause = Clause(days: [], content: .closed)
                var isFirst = true
                // Days with times or a word of their own are another clause.
                while case .days(let days, hasOthers: let hasOthers)? = rest.first,
                    isFirst || rest.dropFirst().first?.isDays ?? true
                {
                    clause.days!.formUnion(days)
                    clause.hasOthers = clause.hasOthers || hasOthers
                    (isFirst, rest) = (false, rest.dropFirst())
                }
                clauses.append(clause)
                if rest.first?.content == .closed { rest.removeFirst() }
            }
        }
        return clauses
    }

    // MARK: Clauses to hours

    private static func hours(_ clauses: [Clause], _ isAllYear: Bool, _ hasOtherDays: Bool) -> WeeklyHours? {
        var clauses = clauses
        for index in clauses.indices {
            guard case .times(let times) = clauses[index].content else { continue }
            guard let united = WeeklyHours.united(times) else { return nil }
            clauses[index].content = .times(united)
        }
        let others = clauses.filter { $0.days == nil }
        if others.count > 1 || clauses.isEmpty && !isAllYear { return nil }
        var days = [[Range<Int>]?](repeating: nil, count: 7)
        var named: [Weekdays] = []
        for clause in clauses {
            guard let own = clause.days, !own.isEmpty else { continue }
            // What is said later counts only if it is of fewer days: else one of the two may be a mistake.
            for before in named where !before.isDisjoint(with: own) && !before.isStrictSuperset(of: own) { return nil }
            named.append(own)
            for day in own.numbers {
                if case .times(let times) = clause.content { days[day] = times } else { days[day] = [] }
            }
        }
        if isAllYear, days.contains(where: { $0?.isEmpty ?? false }) { return nil }
        if days.allSatisfy({ $0?.isEmpty ?? false }) {
            return WeeklyHours(days: days.map { $0! }, hasTimes: true, hasOtherDays: false)
        }
        let hasTimes = clauses.contains { $0.content != .closed && $0.days?.isEmpty != true }
        guard hasTimes else {
            // Of holidays alone only that they are closed says something of the other days.
            if clauses.contains(where: { $0.content != .closed }) { return nil }
            return WeeklyHours(
                days: days.map { $0 ?? WeeklyHours.wholeDay }, hasTimes: false, hasOtherDays: hasOtherDays)
        }
        guard let other = others.first?.content else {
            // Beside the times of holidays, a weekend that is not named may be meant by them.
            let isOpenOnHolidays = clauses.contains { $0.days?.isEmpty == true && $0.content != .closed }
            if isAllYear && days.contains(nil) || isOpenOnHolidays && days[5...].contains(nil) { return nil }
            return WeeklyHours(days: days.map { $0 ?? [] }, hasTimes: true, hasOtherDays: hasOtherDays)
        }
        guard case .times(let times) = other else { return nil }
        return WeeklyHours(days: days.map { $0 ?? times }, hasTimes: true, hasOtherDays: hasOtherDays)
    }
}
