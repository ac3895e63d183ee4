import Testing
import WaymarkRecommendations

@Suite struct EnglishNameTests {
    @Test(
        "a name is read from its end: kinds and common words are English, the rest is in Latin letters",
        arguments: [
            ("불국사", "Bulguksa Temple"), ("경복궁", "Gyeongbokgung Palace"), ("숭례문", "Sungnyemun Gate"),
            ("해운대해수욕장", "Haeundae Beach"), ("롯데월드", "Lotte World"), ("유달산", "Yudalsan Mountain"),
            ("북촌한옥마을", "Bukchon Hanok Village"), ("동대문디자인플라자", "Dongdaemun Design Plaza"),
            ("여수해상케이블카", "Yeosu Marine Cable Car"), ("남산서울타워", "Namsan Seoul Tower"),
            ("전주남부시장", "Jeonju Nambu Market"), ("국립경주박물관", "Gyeongju National Museum"),
            ("천지연폭포", "Cheonjiyeon Falls"), ("도산서원", "Dosanseowon Confucian Academy"), ("부산역", "Busan Station"),
            ("168계단", "168 Stairs"), ("남산&N서울타워", "Namsan & N Seoul Tower"), ("동궁과 월지", "Donggung and Wolji"),
            ("인사동 문화의거리", "Insadong Culture Street"), ("옛 남영동 대공분실(민주인권기념관)", "Old Namyeongdong Daegongbunsil"),
            ("갓바위", "Gatbawi Rock"), ("별점", "Byeoljeom"), ("경주", "Gyeongju"), ("Tower", "Tower"), ("", ""),
        ])
    func names(name: String, english: String) {
        #expect(EnglishName.of(name) == english)
    }

    @Test(
        "what only looks like a kind is none, and words inside a name are no words",
        arguments: [
            ("현충사", "Hyeonchungsa Shrine"), ("충렬사", "Chungnyeolsa Shrine"), ("부산", "Busan"), ("대구북구", "Daegubukgu"),
            ("광장시장", "Gwangjang Market"),
            ("동백섬", "Dongbaekseom Island"), ("소금산그랜드밸리", "Sogeumsan Grand Valley"), ("수안보온천", "Suanbo Hot Springs"),
            ("태안사계곡", "Taeansa Valley"), ("석굴암", "Seokguram Grotto"), ("직지사", "Jikjisa Temple"),
            ("윤봉길의사 기념관", "Yunbonggiruisa Memorial Hall"), ("천주교 새남터 성당", "Catholic Saenamteo Catholic Church"),
            ("안성남사당공연장", "Anseong Namsadang Performance Hall"), ("사과 테마파크", "Sagwa Theme Park"),
        ])
    func noKinds(name: String, english: String) {
        #expect(EnglishName.of(name) == english)
    }

    @Test("some kinds are told by what is said of the place only")
    func evidence() {
        #expect(EnglishName.of("향일암", details: "원효대사가 세운 암자") == "Hyangiram Hermitage")
        #expect(EnglishName.of("용두암", details: "용머리를 닮은 바위") == "Yongduam Rock" && EnglishName.of("추암") == "Chuam")
        #expect(EnglishName.of("지심도", details: "동백이 피는 섬") == "Jisimdo Island" && EnglishName.of("지심도") == "Jisimdo")
        #expect(EnglishName.of("방화수류정", details: "언덕 위의 정자") == "Banghwasuryujeong Pavilion")
        #expect(EnglishName.of("월미도", details: "놀이공원") == "Wolmido")
    }

    @Test("the English name of a row, or in parentheses, comes before a translation; the Hangul follows")
    func shown() {
        #expect(EnglishName.shown("불국사", in: .english) == "Bulguksa Temple (불국사)")
        #expect(EnglishName.shown("불국사", in: .korean) == "불국사" && EnglishName.shown("Tower", in: .english) == "Tower")
        #expect(EnglishName.shown("광화문(Gwanghwamun)", in: .english) == "Gwanghwamun (광화문)")
        #expect(EnglishName.shown("오죽헌(1관)", in: .english) == "Ojukheon (오죽헌(1관))")
        #expect(EnglishName.shown("영화의전당", in: .english, given: "Busan Cinema Center") == "Busan Cinema Center (영화의전당)")
    }

    @Test("the kind in Korean is told where it is no word of the name")
    func kinds() {
        #expect(EnglishName.kind(of: "통도사") == "절" && EnglishName.kind(of: "월정교") == "다리")
        #expect(
            EnglishName.kind(of: "남이섬") == nil && EnglishName.kind(of: "해운대해수욕장") == nil
                && EnglishName.kind(of: "") == nil)
    }
}
