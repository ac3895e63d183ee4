import WaymarkText

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
        func isName(_ text: String) -> Bool { name.utf8.elementsEqual(text.utf8) }
        if isName("세종") { return name }
        let needsProvince = name.utf8.reversed().starts(with: "구".utf8.reversed()) || isName("고성군")
        guard needsProvince, let province = address.province ?? province else { return name }
        return isName("남구") && province.utf8.elementsEqual("인천".utf8) ? "인천 미추홀구" : "\(province) \(name)"
    }

    /// The province and the municipality that an address begins with.
    private static func parts(_ address: String) -> (province: String?, municipality: String?) {
        // Names are compared as bytes, which is possible if Hangul is composed.
        var utf8 = ContiguousArray(address.utf8)
        if !PlainText.isASCIIOrHangul(utf8.span) { utf8 = ContiguousArray(PlainText.composed(address).utf8) }
        let text = utf8.span
        var index = 0
        var word = word(of: text, &index)
        var found: String?
        if let name = names.first(where: { text.extracting(word).elementsEqual($0.long) }) {
            found = name.short
            word = self.word(of: text, &index)
        } else if let name = longNames.first(where: { text.extracting(word).starts(with: $0.long) }) {
            // Written without the space.
            found = name.short
            word = word.lowerBound + name.long.count..<word.upperBound
        }
        if let found, found.utf8.elementsEqual("세종".utf8) { return (found, found) }
        let municipality = text.extracting(word)
        let isNamed = municipality.count > 3 && endings.contains { municipality.extracting(last: 3).elementsEqual($0) }
        return (found, isNamed ? String(utf8: municipality) : nil)
    }

    private static func word(of text: Span<UInt8>, _ index: inout Int) -> Range<Int> {
        while index < text.count, let length = blank(at: index, of: text) { index += length }
        let start = index
        while index < text.count, blank(at: index, of: text) == nil { index += 1 }
        return start..<index
    }

    /// The number of bytes of a blank or comma; nil for another character.
    private static func blank(at index: Int, of text: Span<UInt8>) -> Int? {
        switch text[index] {
        case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "\t"): 1
        // U+00A0.
        case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0: 2
        // U+3000.
        case 0xE3 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] == 0x80: 3
        default: nil
        }
    }

    private typealias Name = (long: ContiguousArray<UInt8>, short: String)

    private static let endings = ["시", "군", "구"].map { ContiguousArray($0.utf8) }

    private static let longNames: [Name] = longProvinces.map { (ContiguousArray($0.long.utf8), $0.short) }

    /// All names of provinces and metropolitan cities, long and short.
    private static let names: [Name] = {
        let shorts = Set(longProvinces.map(\.short)).sorted().map { (ContiguousArray($0.utf8), $0) }
        // Not 광주시 and 제주시, which are cities within provinces.
        let cities = ["서울", "부산", "대구", "인천", "대전", "울산", "세종"]
        return longNames + shorts + cities.map { (ContiguousArray(($0 + "시").utf8), $0) }
    }()

    private static let longProvinces: [(long: String, short: String)] = [
        ("서울특별시", "서울"), ("부산광역시", "부산"), ("대구광역시", "대구"), ("인천광역시", "인천"), ("광주광역시", "광주"),
        ("대전광역시", "대전"), ("울산광역시", "울산"), ("세종특별자치시", "세종"), ("경기도", "경기"), ("강원특별자치도", "강원"),
        ("강원도", "강원"), ("충청북도", "충북"), ("충청남도", "충남"), ("전북특별자치도", "전북"), ("전라북도", "전북"),
        ("전라남도", "전남"), ("경상북도", "경북"), ("경상남도", "경남"), ("제주특별자치도", "제주"), ("제주도", "제주"),
    ]
}

extension Span<UInt8> {
    fileprivate func elementsEqual(_ other: ContiguousArray<UInt8>) -> Bool {
        count == other.count && starts(with: other)
    }

    fileprivate func starts(with other: ContiguousArray<UInt8>) -> Bool {
        guard count >= other.count else { return false }
        for i in other.indices where self[i] != other[i] { return false }
        return true
    }
}
