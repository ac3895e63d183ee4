/// Words of names for kinds of places, for the English and the everyday words that people use instead.
enum KindWords {
    /// The words, as keys, for an English word in lower case or a Korean one; none for any other word.
    static func others(_ word: [UInt8]) -> [[UInt8]] { words[word] ?? [] }

    private static let words: [[UInt8]: [[UInt8]]] = {
        let table = """
            airport 공항|alley 골목|amusement 놀이|aquarium 아쿠아리움 수족관|art 미술 예술|arts 예술|bay 만|beach 해수욕장 해변 해안|\
            bridge 대교 다리 교|bus 버스|cafe 카페|campground 캠핑장 야영장|camping 캠핑|castle 성|cathedral 성당|cave 동굴 굴|\
            center 센터|centre 센터|chinatown 차이나타운|church 교회 성당|city 시|cliff 절벽|coast 해안|culture 문화|cultural 문화|\
            dam 댐|east 동|eastern 동|falls 폭포|farm 농장 목장|festival 축제|fish 수산|folk 민속|forest 숲 수목원 휴양림|fort 성 산성|\
            fortress 산성 읍성 성|french 프랑스|garden 정원 수목원|gate 문|german 독일|grand 대|great 대|green 녹차|hall 회관|\
            harbor 항|harbour 항|hill 언덕|history 역사|historic 역사|hospital 병원|hot 온|hotel 호텔|house 집 고택|hermitage 암|\
            international 국제|island 도 섬|japanese 일본|korea 한국|korean 한국|lake 호수 호|library 도서관|lighthouse 등대|\
            market 시장|memorial 기념관 기념|mountain 산|mount 산|mt 산|mural 벽화|museum 박물관 미술관|national 국립 국가|\
            natural 자연|nature 자연|new 신|north 북|northern 북|observatory 전망대 천문대|old 옛|palace 궁|park 공원 파크|\
            pavilion 정|peace 평화|peak 봉|plaza 광장 플라자|pond 못 지|port 항|prison 형무소|provincial 도립|railway 철도|\
            ranch 목장|recreation 휴양|resort 리조트|river 강|road 길 로|rock 바위|royal 왕|school 학교|science 과학|sea 바다 해|\
            seafood 수산|shrine 사당|skywalk 스카이워크|south 남|southern 남|spring 온천 샘|springs 온천|square 광장|stadium 경기장|\
            station 역|stream 천|street 거리 길|sunrise 일출 해돋이|tea 차|temple 사 절|theater 극장|theatre 극장|tomb 릉 총 묘|\
            tombs 릉 총 묘|tower 타워 탑|town 타운 마을|traditional 전통|trail 길|tunnel 터널|university 대학교|valley 계곡|\
            village 마을 촌|wall 성곽|war 전쟁|waterfall 폭포|west 서|western 서|wetland 습지|world 월드 세계|zoo 동물원|\
            절 사 암|사찰 사|바다 해수욕장 해변 해안|바닷가 해수욕장 해변|해수욕장 해변|해변 해수욕장|궁궐 궁|고궁 궁|놀이공원 랜드 월드|\
            놀이동산 랜드 월드|온천 스파|둘레길 길 올레|전망대 타워|왕릉 릉|무덤 릉 총 묘|산성 성|성당 천주교회
            """
        return Dictionary(
            table.split(separator: "|").map { line in
                let words = line.split(separator: " ")
                return (Letters(String(words[0])).keys, words.dropFirst().map { Letters(String($0)).keys })
            }, uniquingKeysWith: { first, _ in first })
    }()
}
