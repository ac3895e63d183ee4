/// The city, county or district of a Korean address, in a normalised form.
package enum Municipality {
    /// The municipality of a place, for ``AttractionID``.
    ///
    /// - 시 and 군: only the name, such as 춘천시, with or without a province before it; names of cities and counties are
    ///   unique in the country, except 고성군, which takes its province: 강원 고성군.
    /// - 구 of a metropolitan city: both, the city in short, such as 부산 중구. 인천 남구 is 인천 미추홀구, its name
    ///   since 2018.
    /// - Sejong: 세종.
    ///
    /// The road address is used first, then the lot address. If neither has a municipality, it is the short name of the
    /// province; without one, "".
    package static func key(roadAddress: String?, lotAddress: String?) -> String {
        let addresses = [roadAddress, lotAddress].compactMap { $0 }.map(parts)
        let province = addresses.lazy.compactMap(\.province).first
        guard let address = addresses.first(where: { $0.municipality != nil }), let name = address.municipality else {
            return province ?? ""
        }
        if name == "세종" { return name }
        guard name.hasSuffix("구") || name == "고성군", let province = address.province ?? province else { return name }
        let key = "\(province) \(name)"
        return key == "인천 남구" ? "인천 미추홀구" : key
    }

    private static func parts(_ address: String) -> (province: String?, municipality: String?) {
        // Only the first two words count.
        var words = address.unicodeScalars.split(maxSplits: 2) {
            $0 == " " || $0 == "," || $0 == "\t" || $0 == "\u{A0}" || $0 == "\u{3000}"
        }.map(Substring.init)[...]
        guard let first = words.first else { return (nil, nil) }
        var province = provinces[String(first)]
        if province != nil {
            words.removeFirst()
        } else if let (long, short) = longProvinces.first(where: { first.hasPrefix($0.long) }) {
            // Written without the space.
            province = short
            words[words.startIndex] = first.dropFirst(long.count)
        }
        if province == "세종" { return (province, "세종") }
        guard let second = words.first, second.count >= 2, let last = second.last, "시군구".contains(last) else {
            return (province, nil)
        }
        return (province, String(second))
    }

    private static let provinces: [String: String] = {
        var names: [String: String] = [:]
        for (long, short) in longProvinces {
            names[long] = short
            names[short] = short
        }
        // Not 광주시 and 제주시, which are cities within provinces.
        for city in ["서울", "부산", "대구", "인천", "대전", "울산", "세종"] { names[city + "시"] = city }
        return names
    }()

    private static let longProvinces: [(long: String, short: String)] = [
        ("서울특별시", "서울"), ("부산광역시", "부산"), ("대구광역시", "대구"), ("인천광역시", "인천"), ("광주광역시", "광주"),
        ("대전광역시", "대전"), ("울산광역시", "울산"), ("세종특별자치시", "세종"), ("경기도", "경기"), ("강원특별자치도", "강원"),
        ("강원도", "강원"), ("충청북도", "충북"), ("충청남도", "충남"), ("전북특별자치도", "전북"), ("전라북도", "전북"),
        ("전라남도", "전남"), ("경상북도", "경북"), ("경상남도", "경남"), ("제주특별자치도", "제주"), ("제주도", "제주"),
    ]
}
