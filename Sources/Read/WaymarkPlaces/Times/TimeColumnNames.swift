/// Names of the columns of times; `nil` finds a column by its usual names.
///
/// Names, and numbers such as `#5`, are read as in `PlaceColumnNames`.
public struct TimeColumnNames: Sendable, Equatable {
    /// The planned arrival.
    public var arrival: String?
    /// The stay.
    public var stay: String?
    /// The time zone.
    public var timeZone: String?
    /// The opening time.
    public var opens: String?
    /// The closing time.
    public var closes: String?

    /// Names of columns; omitted ones are found by their usual names.
    public init(
        arrival: String? = nil, stay: String? = nil, timeZone: String? = nil, opens: String? = nil,
        closes: String? = nil
    ) {
        self.arrival = arrival
        self.stay = stay
        self.timeZone = timeZone
        self.opens = opens
        self.closes = closes
    }

    package static let arrivalKeys = [
        "arrival", "arrivaltime", "plannedarrival", "plannedarrivaltime", "arrivalat", "arriveat", "arrive", "arrives",
        "eta", "도착예정시각", "도착예정시간", "도착예정", "도착시각", "도착시간", "도착일시",
    ]
    package static let stayKeys = [
        "stay", "staytime", "stayduration", "stayminutes", "staymin", "staymins", "stays", "stayseconds", "staysec",
        "dwell", "dwelltime", "체류시간", "체류분", "체류초", "체류", "머무는시간", "관람시간", "소요시간분",
    ]
    package static let timeZoneKeys = ["timezone", "timezoneid", "tz", "tzid", "tzname", "시간대", "타임존", "표준시간대"]
    package static let opensKeys = [
        "opens", "opensat", "openat", "opentime", "openingtime", "windowstart", "earliest", "개장시간", "개장시각",
        "개장",
        "여는시간", "여는시각", "운영시작시간", "운영시작시각", "영업시작시간", "영업시작시각", "관람시작시간",
    ]
    package static let closesKeys = [
        "closes", "closesat", "closeat", "closetime", "closingtime", "windowend", "latest", "폐장시간", "폐장시각",
        "폐장",
        "닫는시간", "닫는시각", "운영종료시간", "운영종료시각", "영업종료시간", "영업종료시각", "관람종료시간",
    ]
}
