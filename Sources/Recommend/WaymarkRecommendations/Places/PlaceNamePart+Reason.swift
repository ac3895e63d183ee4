extension PlaceNamePart {
    /// The largest distances in metres: of what is told apart only by a kind, of parts of a name that resemble each other, of names
    /// with more before them, and of all.
    private enum Reach {
        static let (near, beside, around) = (100.0, 150.0, 500.0)
        static let far = SamePlace.maxRadius.value
    }

    /// Whether two places at a distance in metres are one; nil if not.
    func reason(_ other: PlaceNamePart, at distance: Double) -> SamePlace? {
        if isRest, other.isRest { return nil }
        if letters == other.letters { return distance <= (isKindAlone ? Reach.near : Reach.far) ? .name : nil }
        if let reason = reasonOfCuts(other, at: distance) { return reason }
        let isOne =
            isEnd(of: other, at: distance) || other.isEnd(of: self, at: distance)
            || distance <= Reach.beside && (resembles(other) || other.resembles(self))
        return isOne ? .kind : nil
    }

    // MARK: Where it is, and the kind

    /// Whether the names are equal without what says where they are, and without kinds.
    private func reasonOfCuts(_ other: PlaceNamePart, at distance: Double) -> SamePlace? {
        var found: SamePlace?
        for head in heads {
            for otherHead in other.heads where !Self.areApart(head, otherHead) {
                for end in ends {
                    let otherEnd = end - head.count + otherHead.count
                    guard end >= head.count + 2, other.ends.contains(otherEnd),
                        letters[head.count..<end] == other.letters[otherHead.count..<otherEnd]
                    else { continue }
                    let isWhole = (end == letters.count, otherEnd == other.letters.count)
                    guard let reach = reach(head, end, other, otherHead, otherEnd), distance <= reach else { continue }
                    if isWhole.0 == isWhole.1, reach > Reach.beside { return .name }
                    found = isWhole.0 && isWhole.1 ? .name : .kind
                }
            }
        }
        return found
    }

    /// The largest distance of two names that are equal within these letters; nil if they are no reason.
    private func reach(
        _ head: Head, _ end: Int, _ other: PlaceNamePart, _ otherHead: Head, _ otherEnd: Int
    ) -> Double? {
        let count = end - head.count
        let (isCut, isOtherCut) = (end < letters.count, otherEnd < other.letters.count)
        if isCut && isKindAlone(head.count..<letters.count) { return nil }
        if isOtherCut && other.isKindAlone(otherHead.count..<other.letters.count) { return nil }
        let (hasHead, hasOtherHead) = (head.count > 0, otherHead.count > 0)
        let sharesRegion = head.regions.contains(where: otherHead.regions.contains)
        var reach = Reach.far
        if hasHead, hasOtherHead, !sharesRegion,
            min(ownCount(head.count, end), other.ownCount(otherHead.count, otherEnd)) < 3
        {
            reach = Reach.beside
        }
        if isKindAlone(head.count..<end) {
            // 광주시립미술관 is 광주광역시시립미술관, and in 전주 한옥마을 is 전주한옥마을.
            if isCut || isOtherCut { return nil }
            if hasHead, hasOtherHead { return sharesRegion ? Reach.far : nil }
            let regions = head.regions + otherHead.regions
            guard count >= 3, regions.contains(where: { $0.level != .district }) else { return nil }
            reach = Reach.around
        } else if count == 2, hasHead || hasOtherHead, !isCut || !isOtherCut {
            guard !hasHead || !head.regions.isEmpty, !hasOtherHead || !otherHead.regions.isEmpty else { return nil }
            reach = Reach.around
        }
        if !isCut, !isOtherCut { return reach }
        if isArrival || other.isArrival { return nil }
        let roles = [self, other].map { $0.kind.map { PlaceWords.roles[$0] } }
        if isCut, isOtherCut {
            if kind != nil, kind == other.kind { return reach }
            let isZone = roles.contains(.zone) && roles.allSatisfy { $0 == .zone || $0 == .wide }
            return isZone ? min(reach, Reach.beside) : nil
        }
        switch isCut ? roles[0] : roles[1] {
        case .museum, .memorial:
            let bare = isCut ? other : self
            let isNamedWithCity = isCut ? end == endBeforeCity : otherEnd == other.endBeforeCity
            guard isNamedWithCity || bare.heads.contains(where: { !$0.regions.isEmpty }) else { return nil }
            return min(reach, Reach.near)
        case .zone where count >= 4: return reach
        case .zone, .area: return min(reach, Reach.around)
        default: return min(reach, Reach.near)
        }
    }

    /// Whether two names begin with different regions of one level.
    private static func areApart(_ a: Head, _ b: Head) -> Bool {
        if a.regions.isEmpty || b.regions.isEmpty { return false }
        return [Region.Level.province, .city, .district].contains { level in
            let (own, others) = (a.regions.filter { $0.level == level }, b.regions.filter { $0.level == level })
            return !own.isEmpty && !others.isEmpty && !own.contains(where: others.contains)
        }
    }

    /// The number of letters from one on that are left without kinds.
    private func ownCount(_ start: Int, _ end: Int) -> Int {
        (ends.filter { start < $0 && $0 <= end }.min() ?? end) - start
    }

    // MARK: More before the name

    /// Whether it is the end of a longer name: 법주사 of 속리산 법주사, 아미산전망대 of 낙동강하구아미산전망대, 효석문학관 of 이효석문학관.
    private func isEnd(of long: PlaceNamePart, at distance: Double) -> Bool {
        guard !isRest, !long.isRest, letters.last == long.letters.last else { return false }
        return heads.contains { head in
            let count = letters.count - head.count
            let start = long.letters.count - count
            guard start > 0, count >= 3, long.letters[start...] == letters[head.count...] else { return false }
            guard !isKindAlone(head.count..<letters.count), ownCount(head.count, letters.count) >= 2 else {
                return false
            }
            let (first, before) = (long.letters[start], long.letters[start - 1])
            if Self.isLatin(first) || Self.isDigit(first) && Self.isDigit(before) { return false }
            if head.count > 0 {
                guard head.regions.isEmpty, long.isStart(start), ownCount(head.count, letters.count) >= 3 else {
                    return false
                }
            }
            if long.isStart(start) { return distance <= Reach.around }
            if start >= 2 { return distance <= Reach.near }
            // A surname.
            return count >= 4 && kind.map { PlaceWords.roles[$0] } == .memorial
        }
    }

    // MARK: More within the name

    /// Whether a longer name, from one of its words on, has up to three letters more within: 호수생태원, 호수생태공원.
    private func resembles(_ long: PlaceNamePart) -> Bool {
        let count = letters.count
        guard count >= 4, long.letters.count > count, !isRest, !long.isRest, !isSort, !isArrival, !long.isArrival,
            letters.last == long.letters.last
        else { return false }
        for start in 0..<long.letters.count - count where long.isStart(start) {
            let whole = long.letters[start...]
            let more = whole.count - count
            guard more <= 3, whole[start] == letters[0], whole[start + 1] == letters[1] else { continue }
            var (front, back) = (2, 1)
            while front < count, letters[front] == whole[start + front] { front += 1 }
            while back < count, letters[count - 1 - back] == whole[whole.endIndex - 1 - back] { back += 1 }
            guard front + back >= count, !whole.contains(where: { $0 < 0x80 }) else { continue }
            if heads.contains(where: { isKindAlone($0.count..<count) }) { return false }
            front = min(front, count - 1)
            let between = whole[(start + front)..<(start + front + more)]
            if PlaceWords.betweens.value(of: between) >= 0 { return true }
            if let kind, kind == long.kind, PlaceWords.roles[kind] == .memorial { return true }
            if isMuseum || long.isMuseum { continue }
            if more == 1 && count >= 6 || back >= 2 && long.kind == nil { return true }
        }
        return false
    }
}
