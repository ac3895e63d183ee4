/// What addresses call the provinces and large cities that people shorten.
enum ProvinceNames {
    /// The beginnings of names in addresses, as keys, by the keys of the short name.
    static let full: [[UInt8]: [[UInt8]]] = {
        let table = """
            서울시 서울특별|부산시 부산광역|대구시 대구광역|인천시 인천광역|광주시 광주광역|대전시 대전광역|울산시 울산광역|세종시 세종특별|\
            강원도 강원특별|제주도 제주특별|전라북도 전북특별|충북 충청북|충남 충청남|전북 전라북|전남 전라남|경북 경상북|경남 경상남
            """
        return Dictionary(
            uniqueKeysWithValues: table.split(separator: "|").map { line in
                let names = line.split(separator: " ").map { Letters(String($0)).keys }
                return (names[0], Array(names.dropFirst()))
            })
    }()
}
