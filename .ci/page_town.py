"""What .ci/page checks of a town out of OpenStreetMap: names in the language of the page, what is known of a place, kinds, and whom the map is from."""

import re
import urllib.parse

PARK, FOOD = "w399660588", "n5621495821"
HOURS = {  # as OpenStreetMap writes them, in English, in Korean
    "Tu-Su 10:00-18:00": (["Tue to Sun 10:00–18:00"], ["화–일 10:00–18:00"]),
    "Mo-Su 10:30-00:00": (["daily 10:30–00:00"], ["매일 10:30–00:00"]),
    "24/7": (["open 24 hours"], ["24시간"]),
    "Mo-Fr 8:30-13:30; Sa 09:00-12:00": (["Mon to Fri 08:30–13:30", "Sat 09:00–12:00"], ["월–금 08:30–13:30", "토 09:00–12:00"]),
    "Mo-Th 08:30-13:00,14:30-18:00": (["Mon to Thu 08:30–13:00, 14:30–18:00"], ["월–목 08:30–13:00, 14:30–18:00"]),
    "Th-Mo 12:30-21:00; Tu,We off": (["Thu to Mon 12:30–21:00", "Tue, Wed closed"], ["목–월 12:30–21:00", "화, 수 휴무"]),
    "Tu-Th, Su 08:00-02:00, Fr-Sa 10:30-03:00": (["Tue to Thu, Sun 08:00–02:00", "Fri to Sat 10:30–03:00"], ["화–목, 일 08:00–02:00", "금–토 10:30–03:00"]),
    "PH closed": (["public holidays closed"], ["공휴일 휴무"]),
    "22:30+": (["daily 22:30 or later"], ["매일 22:30부터"]),
    "Apr-Oct Mo-Su 10:00-18:00": (["Apr to Oct, daily 10:00–18:00"], ["4월–10월, 매일 10:00–18:00"]),
    "Jun 15-Aug 15 sunrise-sunset": (["15 Jun to 15 Aug sunrise–sunset"], ["6월 15일–8월 15일 해 뜰 때–해 질 때"]),
    'Mo-Fr "by appointment"': (["Mon to Fri (by appointment)"], ["월–금 (by appointment)"]),
    "We[1] 10:00-12:00; Su 10:00-12:00": (["We[1] 10:00-12:00", "Sun 10:00–12:00"], ["We[1] 10:00-12:00", "일 10:00–12:00"]),
    "<b>Mo</b>": (["<b>Mo</b>"], ["<b>Mo</b>"]),
}
HOSTILE = "<img src=x onerror=window.hacked=1>"
# A place with all that can be known of one, some of it hostile.
WHOLE = {
    "id": FOOD, "name": HOSTILE, "names": {"en": [f"Eatery {HOSTILE}"], "ko": ["먹는 집"]}, "category": "restaurant", "kind": "food", "latitude": 35.157, "longitude": 129.058,
    "road_address": f"길 1 {HOSTILE}", "opening_hours": "; ".join(HOURS), "phone": "+82 51 805 0004; 051-1", "website": "https://example.org/a?b=<c>", "fee": "5€",
    "wheelchair": "limited", "wikipedia": "ko:부산 시민/공원?", "wikidata": "Q1",
}  # fmt: skip


class Town:
    """Checks by a checker whose server has the sample town."""

    def __init__(self, checker, address):
        self.checker, self.address = checker, address

    def stop(self, latitude, longitude, name, id=""):
        row = {"latitude": latitude, "longitude": longitude, "name": name, "name_en": "", "arrive": "", "note": "", "stop_id": id}
        return self.address([row], "&stop=1&radius=1000")

    def station(self):
        return self.stop("35.1577", "129.0591", "서면역")

    def streets(self):
        c = self.checker
        page = c.page(self.station(), ready="[data-drawn]")
        tiles = "[...document.querySelectorAll('.leaflet-tiles-pane img')].filter(x => x.complete && x.naturalWidth === 256)"
        for theme in "light", "dark":
            c.until(f"the streets of the town, {theme}", page, f"{tiles}.length >= 6 && {tiles}.every(x => x.src.endsWith('?theme={theme}'))")
            page.click('.bar [data-do="theme"]')
        page.context.close()
        # From afar the ground fades into the backdrop: there is something at every zoom.
        page = c.page("#map=7/35.1577/129.0591", ready="[data-drawn]")
        c.until("tiles from zoom 6 on", page, f"{tiles}.length > 0")
        c.check("and land below them", page.locator("path.land").count() > 0)
        page.context.close()

    def search(self):
        c = self.checker
        page = c.page(locale="en-GB")
        page.fill("#q", "busan citizen park")
        c.until("what was found by another name shows both", page, "document.querySelector('.answer .name')?.textContent === 'Busan citizen park · 부산시민공원'")
        page.fill("#q", "부산시민공원")
        c.until("names in the language of the page", page, "document.querySelector('.answer .name')?.textContent === 'Busan citizen park · 부산시민공원'")
        c.until("and on the map", page, "document.querySelector('.leaflet-tags-pane .strong')?.textContent === 'Busan citizen park'")
        c.check("categories have their word", page.inner_text(".answer .sub") == "park", page.inner_text(".answer .sub"))
        page.keyboard.press("Enter")
        c.until("a stop has the name", page, "document.querySelector('.stops .stop .go')?.textContent === 'Busan citizen park'")
        page.click('.bar [data-lang="ko"]')
        c.until("in both languages", page, "document.querySelector('.stops .stop .go')?.textContent === '부산시민공원'")
        page.fill("#q", "가야밀면")
        c.until("food says that it is", page, "document.querySelector('.answer .sub')?.textContent === '먹을 곳 · 음식점'")
        c.until("and has no mark of a sight", page, "document.querySelectorAll('.reco.lit.aside').length === 1")
        page.context.close()

    def places(self):
        c = self.checker
        page = c.page(self.stop("35.1678061", "129.0562965", "부산시민공원", PARK), locale="en-GB", ready="[data-drawn]")
        c.until("the sheet of the stop: its name on the map", page, "document.querySelector('.own-facts .own')?.textContent === '부산시민공원'")
        c.check("below that of the language", page.inner_text(".around h1") == "Busan citizen park", page.inner_text(".around h1"))
        c.check("what it is", page.inner_text(".own-facts .what") == "park")
        c.check("what is not known is not shown", page.locator(".own-facts dl").count() == 0)
        c.check("a pin of another kind than sights is quiet", page.locator(".place.row .dot.aside").count() > 5)
        page.context.close()
        page = c.page(self.station(), ready="[data-drawn]")
        row = f'.place.row[data-place="{FOOD}"]'
        page.click(f"{row} .go")
        c.until("a row opens", page, f"document.querySelector('{row} .facts .what')?.textContent === '먹을 곳 · 음식점'")
        c.check("it says so", page.get_attribute(f"{row} .go", "aria-expanded") == "true")
        c.check("hours as a person writes them", page.inner_text(f'{row} [data-fact="hours"]') == "매일 10:30–00:00", page.inner_text(f'{row} .facts'))
        c.check("a phone to call", page.get_attribute(f'{row} [data-fact="phone"] a', "href") == "tel:0518044599")
        c.check("the list counts places", page.inner_text("[data-count]").startswith("장소 "), page.inner_text("[data-count]"))
        page.focus(f"{row} .go")
        page.keyboard.press("Enter")
        c.until("and closes", page, f"!document.querySelector('{row} .facts')")
        page.click('.bar [data-lang="en"]')
        page.locator(".place.row[data-place='n4877424321']").scroll_into_view_if_needed()
        c.until("rows in view have their English names", page, "document.querySelector(\".place.row[data-place='n4877424321'] .go\")?.textContent === 'Seven Eleven'")
        page.click(".place:not(.row) .go >> nth=0")
        c.until("so does a recommendation", page, "document.querySelector('.place:not(.row) .facts .what')")
        page.context.close()

    def whole(self):
        """All that can be known of a place, in both languages, as text."""
        c = self.checker
        for k, (locale, facts) in enumerate(
            [
                ("en-GB", {"fee": "5€", "wheelchair": "partly accessible", "wikipedia": "부산 시민/공원?", "website": "example.org/a?b=<c>", "address": f"길 1 {HOSTILE}"}),
                ("ko-KR", {"fee": "5€", "wheelchair": "일부만 들어갈 수 있음"}),
            ]
        ):
            page = c.page(self.station(), locale=locale, ready="[data-drawn]", routes=[(f"**/v1/places/{FOOD}", lambda route: route.fulfill(json={"place": WHOLE}))])
            row = f'.place.row[data-place="{FOOD}"]'
            page.click(f"{row} .go")
            c.until("a place opens", page, f"document.querySelector('{row} .facts dl')")
            for name, text in facts.items():
                shown = page.inner_text(f'{row} [data-fact="{name}"]')
                c.check(f"the {name} in {locale}", shown == text, shown)
            lines = page.eval_on_selector_all(f'{row} [data-fact="hours"] .line', "all => all.map(e => e.textContent)")
            expected = [line for texts in HOURS.values() for line in texts[k]]
            c.check(f"hours in {locale}", lines == expected, str([pair for pair in zip(lines, expected) if pair[0] != pair[1]] or (lines, expected)))
            name = page.inner_text(f"{row} .go")
            c.check(f"its name in {locale}", name == WHOLE["names"][locale[:2]][0], name)
            c.check("below it the name of the map", page.inner_text(f"{row} .own") == HOSTILE)
            links = page.eval_on_selector_all(f"{row} .facts a", "all => all.map(e => [e.href, e.rel, e.target])")
            article = f"https://ko.wikipedia.org/wiki/{urllib.parse.quote('부산_시민/공원?', safe='')}"
            c.check(
                "links",
                links
                == [["tel:+82518050004", "", ""], ["tel:0511", "", ""]] + [[href, "noopener noreferrer", "_blank"] for href in ["https://example.org/a?b=%3Cc%3E", article]],
                str(links),
            )
            c.check("nothing of it ran", page.evaluate("window.hacked === undefined && !document.querySelector('.facts img')"))
            page.context.close()
        for bad in ["javascript:window.hacked=1", "data:text/html,x", "//example.org", "not an address"]:
            page = c.page(self.station(), ready="[data-drawn]", routes=[(f"**/v1/places/{FOOD}", lambda route: route.fulfill(json={"place": {**WHOLE, "website": bad}}))])
            page.click(f"{row} .go")
            c.until(f"{bad} is text", page, f"document.querySelector('{row} [data-fact=website]')?.textContent")
            c.check(f"{bad} is no link", page.locator(f'{row} [data-fact="website"] a').count() == 0 and page.inner_text(f'{row} [data-fact="website"]') == bad)
            page.context.close()

    def kinds(self):
        c = self.checker
        for locale, words in [("ko-KR", ["볼거리", "먹을 곳", "잘 곳", "교통", "그 밖의 곳"]), ("en-GB", ["sights", "food", "stays", "transport", "other places"])]:
            page = c.page(self.station(), locale=locale, ready="[data-drawn]")
            page.click(".wishes summary")
            shown = page.eval_on_selector_all("#ask-kind option", "all => all.map(e => e.textContent)")
            c.check(f"kinds in {locale}", shown == words, str(shown))
            page.wait_for_selector(".place:not(.row)[data-place]")
            before = page.eval_on_selector_all(".place:not(.row)", "all => all.map(e => e.dataset.place)")
            page.select_option("#ask-kind", "food")
            c.until("food is recommended", page, "before => !before.includes(document.querySelector('.place:not(.row)')?.dataset.place)", before)
            page.context.close()

    def source(self):
        c = self.checker
        page = c.page(ready="[data-drawn]")
        link = page.eval_on_selector_all(".source a", "all => all.map(e => [e.textContent, e.href, e.rel])")
        c.check("whom the map is from", link == [["© OpenStreetMap contributors, ODbL", "https://www.openstreetmap.org/copyright", "noopener noreferrer"]], str(link))
        c.check("beside the land's", "Natural Earth" in page.inner_text(".source"))
        page.context.close()
        page = c.page(width=360, height=740, touch=True, ready="[data-drawn]")
        boxes = [page.locator(f"{e} >> visible=true").bounding_box() for e in (".source", ".scale")]
        c.check("clear of the scale on a phone", boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"], str(boxes))
        page.context.close()

    def readers(self):
        from axe_playwright_python.sync_playwright import Axe

        c = self.checker
        for dark, locale in [(False, "en-GB"), (True, "ko-KR")]:
            page = c.page(self.station(), dark=dark, locale=locale, ready="[data-drawn]", routes=[(f"**/v1/places/{FOOD}", lambda route: route.fulfill(json={"place": WHOLE}))])
            page.click(f'.place.row[data-place="{FOOD}"] .go')
            page.wait_for_selector(".facts dl")
            found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}).response["violations"]
            c.check("axe finds nothing in an open place", not found, "; ".join(f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found))
            page.context.close()

    def steps(self):
        return [self.streets, self.search, self.places, self.whole, self.kinds, self.source, self.readers]
