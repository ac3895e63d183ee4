extension RoadStep {
    /// A language of sentences.
    public enum Language: String, CaseIterable, Sendable {
        case korean = "ko"
        case english = "en"
    }

    /// What to do, as a sentence: `Turn left onto Main Street`, `중앙대로로 좌회전합니다`.
    public func text(_ language: Language) -> String {
        language == .korean ? koreanText : englishText
    }

    /// The road in a language; empty if it has no name.
    private func road(_ own: String) -> String { own.isEmpty ? label : own }

    // MARK: English

    private var englishText: String {
        let road = road(englishName)
        let onto = road.isEmpty ? "" : " onto \(road)"
        let along = road.isEmpty ? "" : " on \(road)"
        let side = side.map(Self.english) ?? "straight"
        if isFerry, kind == .notification { return "Take the ferry" + (road.isEmpty ? "" : " \(road)") }
        switch kind {
        case .depart: return isFerry ? "Take the ferry\(along)" : "Head \(Self.englishDirection(bearingAfter))\(along)"
        case .arrive:
            return switch self.side?.half {
            case .left: "Arrive at your destination, on the left"
            case .right: "Arrive at your destination, on the right"
            default: "Arrive at your destination"
            }
        case .roundabout:
            guard let exit else { return "Enter the roundabout" }
            return "At the roundabout take the \(Self.ordinal(exit)) exit\(onto)"
        case .exitRoundabout: return "Leave the roundabout\(onto)"
        case .fork: return "Keep \(self.side?.half?.rawValue ?? "straight on") at the fork\(onto)"
        case .merge: return "Merge\(onto)"
        case .onRamp, .offRamp:
            return "Take the \(kind == .offRamp ? "exit" : "ramp")"
                + (self.side?.half.map { " on the \($0.rawValue)" } ?? "")
                + onto
        case .endOfRoad: return "At the end of the road turn \(side)\(onto)"
        case .notification: return "Leave the ferry" + (road.isEmpty ? "" : " and go on along \(road)")
        case .newName: return "Continue\(onto)"
        case .turn, .goOn:
            if self.side == .uturn { return "Turn back\(along)" }
            if self.side == .straight { return "Continue\(onto)" }
            return "Turn \(side)" + (kind == .goOn && !road.isEmpty ? " to stay on \(road)" : onto)
        }
    }

    private static func english(_ side: Side) -> String {
        switch side {
        case .uturn: "back"
        case .slightLeft: "slightly left"
        case .slightRight: "slightly right"
        case .sharpLeft: "sharply left"
        case .sharpRight: "sharply right"
        default: side.rawValue
        }
    }

    private static func englishDirection(_ bearing: Int) -> String {
        ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"][
            (bearing + 22) % 360 / 45]
    }

    private static func ordinal(_ number: Int) -> String {
        let ending =
            switch (number % 10, number % 100) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return "\(number)\(ending)"
    }

    // MARK: Korean

    private var koreanText: String {
        let road = road(koreanName)
        let toward = road.isEmpty ? "" : "\(Self.withParticle(road, "으로", "로")) "
        let along = road.isEmpty ? "" : "\(Self.withParticle(road, "을", "를")) 따라 "
        if isFerry, kind == .notification { return road.isEmpty ? "배를 탑니다" : "배(\(road))를 탑니다" }
        switch kind {
        case .depart:
            return isFerry ? "배를 타고 출발합니다" : "\(along)\(Self.koreanDirection(bearingAfter))으로 출발합니다"
        case .arrive:
            return switch side?.half {
            case .left: "목적지에 도착합니다 (왼쪽)"
            case .right: "목적지에 도착합니다 (오른쪽)"
            default: "목적지에 도착합니다"
            }
        case .roundabout:
            guard let exit else { return "회전교차로에 진입합니다" }
            return road.isEmpty ? "회전교차로에서 \(exit)번째 출구로 나갑니다" : "회전교차로에서 \(exit)번째 출구로 나가 \(toward)진입합니다"
        case .exitRoundabout: return road.isEmpty ? "회전교차로에서 나갑니다" : "회전교차로에서 나가 \(toward)진입합니다"
        case .fork:
            let half = Self.korean(half: side)
            return road.isEmpty ? "갈림길에서 \(half) 길로 갑니다" : "갈림길에서 \(half), \(toward)진입합니다"
        case .merge: return "\(toward)합류합니다"
        case .onRamp, .offRamp:
            let way = kind == .offRamp ? "출구" : "진입로"
            let half = side?.half == nil ? "" : Self.korean(half: side) + " "
            return road.isEmpty ? "\(half)\(way)로 갑니다" : "\(half)\(way)에서 \(toward)진입합니다"
        case .endOfRoad: return "길 끝에서 \(toward)\(Self.korean(side))합니다"
        case .notification: return "배에서 내려 \(along)계속 갑니다"
        case .newName: return road.isEmpty ? "계속 갑니다" : "\(along)계속 갑니다"
        case .turn, .goOn:
            if side == .straight { return road.isEmpty ? "직진합니다" : "\(along)직진합니다" }
            if kind == .goOn { return "\(Self.korean(side))하여 \(road.isEmpty ? "" : along)계속 갑니다" }
            return "\(toward)\(Self.korean(side))합니다"
        }
    }

    private static func korean(_ side: Side?) -> String {
        switch side {
        case .left, .sharpLeft: "좌회전"
        case .right, .sharpRight: "우회전"
        case .slightLeft: "왼쪽으로 조금 꺾어 진행"
        case .slightRight: "오른쪽으로 조금 꺾어 진행"
        case .uturn: "유턴"
        case .straight, nil: "직진"
        }
    }

    private static func korean(half side: Side?) -> String {
        switch side?.half {
        case .left: "왼쪽"
        case .right: "오른쪽"
        default: "가운데"
        }
    }

    private static func koreanDirection(_ bearing: Int) -> String {
        ["북쪽", "북동쪽", "동쪽", "남동쪽", "남쪽", "남서쪽", "서쪽", "북서쪽"][(bearing + 22) % 360 / 45]
    }

    /// A word with the particle that goes with its last sound: one after a consonant, another after a vowel; 로 also after ㄹ.
    ///
    /// A digit counts as it is read; other scripts as if they ended in a vowel.
    private static func withParticle(_ word: String, _ afterConsonant: String, _ afterVowel: String) -> String {
        guard let last = word.unicodeScalars.last(where: { $0 != ")" && $0 != " " }) else { return word + afterVowel }
        let final: Int  // 0: a vowel, 8: ㄹ
        switch last.value {
        case 0xAC00...0xD7A3: final = Int(last.value - 0xAC00) % 28
        case 0x30...0x39: final = [21, 8, 0, 16, 0, 0, 1, 8, 8, 0][Int(last.value - 0x30)]
        default: final = 0
        }
        let isVowel = final == 0 || final == 8 && afterVowel == "로"
        return word + (isVowel ? afterVowel : afterConsonant)
    }
}
