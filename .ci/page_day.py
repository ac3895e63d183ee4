"""What .ci/page checks of a day on the map page. Its plans are made here, by a planner that puts places one after the other, so that each answer is known."""

import json
import math
import re
import urllib.parse

HOSTILE = "<img src=x onerror=window.hacked=1>"
# Name, latitude, longitude, whether its hours are known. Those apart by less than 900 m are walked.
PLACES = [
    ("덕수궁", 37.5658, 126.9751, True),
    ("경복궁", 37.5796, 126.9770, True),
    ("북촌한옥마을", 37.5826, 126.9831, False),
    ("창덕궁", 37.5794, 126.9910, True),
    ("종묘", 37.5746, 126.9941, True),
    ("광장시장", 37.5701, 126.9996, True),
    ("남산골한옥마을", 37.5593, 126.9944, False),
    ("숭례문", 37.5600, 126.9753, True),
    (HOSTILE, 37.5712, 126.9682, True),
    ("국립중앙박물관", 37.5239, 126.9805, True),
]
USED = 5  # visits of a day
CONTROLS = [
    ("start", {"type": "string"}), ("end", {"type": "string"}), ("days", {"type": "integer", "minimum": 1, "maximum": 30}), ("depart", {"type": "string"}),
    ("hours", {"type": "number", "minimum": 0, "maximum": 24}), ("date", {"type": "string"}), ("pace", {"type": "string", "enum": ["slow", "usual", "fast"]}),
    ("mode", {"type": "string", "enum": ["foot", "car", "bicycle", "mixed"]}), ("must", {"type": "string"}), ("avoid", {"type": "string"}), ("pin", {"type": "string"}),
    ("no-lunch", {"type": "boolean"}), ("unknown-hours", {"type": "string", "enum": ["leave-out", "open", "only-known"]}), ("interests", {"type": "string"}),
    ("max-per-theme", {"type": "integer", "minimum": 0, "maximum": 100}), ("change-price", {"type": "number", "minimum": 0, "maximum": 1000}),
    ("effort", {"type": "integer", "minimum": 0, "maximum": 100000}), ("time-limit", {"type": "string"}), ("language", {"type": "string", "enum": ["ko", "en"]}),
]  # fmt: skip


def minutes(text):
    hours, rest = text.split(":")
    return int(hours) * 60 + int(rest)


def clock(value):
    return f"{value // 60 % 24:02}:{value % 60:02}"


def meters(a, b):
    return math.hypot((a[0] - b[0]) * 111_195, (a[1] - b[1]) * 88_100)


class Planner:
    """Answers /v1/plan and remembers what was asked."""

    def __init__(self):
        self.asked, self.held, self.holding, self.failing, self.accepted = [], [], False, None, []
        self.fails = lambda question: True

    def settings(self, route):
        told = route.fetch().json()
        told["questions"]["plan"] = [{"name": name, "help": name, "usual": None, "schema": schema} for name, schema in CONTROLS]
        route.fulfill(json=told)

    def routes(self):
        return [("**/page/settings.json", self.settings), ("**/v1/plan", self.answer)]

    def answer(self, route):
        question = route.request.post_data_json
        self.asked.append(question)
        self.accepted.append(route.request.headers.get("accept"))
        if self.holding:
            self.held.append((route, question))
        else:
            self.give(route, question)

    def give(self, route, question):
        if self.failing and self.fails(question):
            status, detail, parameter = self.failing
            problem = json.dumps({"status": status, "detail": detail, "parameter": parameter})
            return route.fulfill(status=status, headers={"Content-Type": "application/problem+json"}, body=problem)
        if "calendar" in route.request.headers.get("accept", ""):
            return route.fulfill(content_type="text/calendar", body="BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
        route.fulfill(json=self.plan(question))

    def plan(self, question):
        known = {place[0]: place for place in PLACES}
        avoid, earlier = question.get("avoid", []), question.get("earlier")
        pins = {
            name: (int(day) - 1, minutes(time))
            for name, day, time in (re.fullmatch(r"(.*)@(\d+)/(\d\d:\d\d)", pin).groups() for pin in question.get("pin", []))
        }
        conflicts = [
            f"{name} cannot be seen together with {other}"
            for name, other in [("경복궁", "종묘")]
            if {name, other} <= set(question.get("must", [])) and question.get("hours") == "2"
        ]
        before = [visit["name"] for day in earlier["days"] for visit in day["visits"]] if earlier else []
        starts = {visit["name"]: minutes(visit["start"]) for day in earlier["days"] for visit in day["visits"]} if earlier else {}
        allowed = [p[0] for p in PLACES if p[0] not in avoid and (p[3] or question.get("unknown-hours") != "only-known")]
        names = [name for name in before if name in allowed] + [name for name in question.get("must", []) if name in known and name not in before]
        days, count = int(question.get("days", 1)), 0 if question.get("max-per-theme") == "0" else USED
        isKept = question.get("change-price") == 1000 and earlier
        names += [name for name in allowed if name not in names][: 0 if isKept else max(0, count * days - len(names))]
        names = names if isKept or count else []
        per = [names[i::days] if not earlier else names[i * count : (i + 1) * count] if i < days - 1 else names[i * count :] for i in range(days)]
        latitude, longitude = map(float, question["start"].split(","))
        start = {"name": question["start"], "latitude": latitude, "longitude": longitude}
        answer = {
            "mode": question.get("mode", "mixed"), "score": 100, "bound": 100, "ended_by": "optimal", "ways": "guessed ways", "days": [], "conflicts": conflicts,
            "remarks": [], "facilities": {"names": [], "of": 0}, "changes": [], "left_out": [],
        }  # fmt: skip
        for index, seen in enumerate(per):
            for name, (day, time) in pins.items():
                # A pinned place goes to where its time is.
                if day == index and name in seen:
                    seen.remove(name)
                    seen.insert(sum(starts.get(other, 1440) < time for other in seen), name)
            time, here, car, total = minutes(question.get("depart", "09:00")), (latitude, longitude), None, {"foot": 0, "car": 0}
            date = question.get("date")
            day = {**({"date": f"{date[:8]}{int(date[8:]) + index:02}"} if date else {}), "start": start, "end": start, "opens": "09:00", "closes": "18:00", "departure": clock(time), "visits": [], "breaks": []}  # fmt: skip

            def go(there):
                nonlocal time, here, car
                ways = []

                def way(by, to, to_car=False):
                    nonlocal here, time
                    ways.append(
                        {
                            "by": by,
                            "min": 12 if not to_car else 6,
                            "m": round(meters(here, to)),
                            "to_car": to_car,
                            "is_guess": True,
                            "line": [[here[1], here[0]], [to[1], to[0]]],
                        }
                    )
                    total[by] += ways[-1]["min"]
                    time, here = time + ways[-1]["min"], to

                if meters(here, there) < 900:
                    car = car or here
                    way("foot", there)
                else:
                    if car and car != here:
                        way("foot", car, True)
                    way("car", there)
                    car = None
                return ways

            for i, name in enumerate(seen):
                _, x, y, hours = known[name]
                if i == 2 and question.get("no-lunch") != "true":
                    ways = go((x + 0.002, y)) if not index else []
                    place = {"place": {"name": "중앙시장", "latitude": x + 0.002, "longitude": y}} if not index else {}
                    day["breaks"].append(
                        {
                            "start": clock(time),
                            "end": clock(time + 60),
                            "opens": "11:30",
                            "closes": "13:30",
                            "visits_before": i,
                            "is_lunch": True,
                            "ways": ways,
                            **place,
                        }
                    )
                    time += 60
                ways, pin = go((x, y)), pins.get(name)
                arrival = time
                if pin and pin[0] == index:
                    time = max(time, pin[1])
                elif i == 4:
                    time += 15
                day["visits"].append({
                    "place_id": f"p{PLACES.index(known[name])}", "name": name, "name_en": "", "latitude": x, "longitude": y, "theme": "종교/역사/전통", "with": ["석조전"] if name == "덕수궁" else [],
                    "ways": ways, "arrival": clock(arrival), "start": clock(time), "leave": clock(time + 60), "wait_min": time - arrival, "score": 100, "worth": 2, "is_must": name in question.get("must", []),
                    "is_pinned": name in pins, "has_unknown_hours": not hours, **({"hours": "09:00–18:00"} if hours else {}), "costs_min": 70, "why": f"{name} 소개",
                })  # fmt: skip
                time += 60
            day["last_ways"] = go((latitude, longitude))
            day.update(arrival=clock(time), foot_min=total["foot"], car_min=total["car"], bicycle_min=0)
            answer["days"].append(day)
        used = {visit["name"] for day in answer["days"] for visit in day["visits"]}
        rest = [place for place in PLACES if place[0] not in used and place[0] not in avoid]
        for i, (name, x, y, _) in enumerate(rest):
            why = [
                {"reason": "no_time", "costs_min": 52, "over_min": 22, "instead_of": []},
                {"reason": "no_time", "costs_min": 47, "over_min": 9, "instead_of": [sorted(used)[-1]] if used else []},
                {"reason": "closed", "text": "토요일 휴무"},
            ][i % 3]
            answer["left_out"].append(
                {
                    "place_id": f"p{PLACES.index((name, x, y, _))}",
                    "name": name,
                    "latitude": x,
                    "longitude": y,
                    "theme": "",
                    "score": 1,
                    "worth": 1,
                    "day": 0,
                    "text": "",
                    **why,
                }
            )
        if earlier:
            answer["changes"] = [
                {"change": "new", "place_id": v["place_id"], "name": v["name"], "day": 1, "start": v["start"]}
                for d in answer["days"]
                for v in d["visits"]
                if v["name"] not in before
            ]
        return answer


def fragment(start="서울역", **wishes):
    """The part of an address that holds the wishes of a day from Seoul Station."""
    day = {"from": {"at": [37.5547, 126.9707], "name": start, "nameEn": "Seoul Station"}, "asks": {"date": "2027-04-03"}, **wishes}
    return "#day=" + urllib.parse.quote(json.dumps(day, ensure_ascii=False))


ROWS = "[...document.querySelectorAll('.itinerary .visit')]"
NAMES = f"{ROWS}.map(e => e.querySelector('.go').textContent)"
NUMBERS = "[...document.querySelectorAll('.itinerary .v:not(.rest) .disc')].map(e => e.textContent)"


class Day:
    """The checks, with those of the page."""

    def __init__(self, checker, address, stops):
        self.c, self.address, self.stops = checker, address, stops

    def open(self, part=None, planner=None, **options):
        planner = planner or Planner()
        page = self.c.page(fragment() if part is None else part, routes=planner.routes(), **options)
        if part is None or "day=" in part:
            page.wait_for_selector(".visit", state="attached")
        return page, planner

    def names(self, page):
        return page.evaluate(NAMES)

    def until_asked(self, what, page, planner, count, condition):
        """Waits for a question of a number, and checks it."""
        for _ in range(600):
            if len(planner.asked) >= count:
                break
            page.wait_for_timeout(50)
        question = planner.asked[count - 1] if len(planner.asked) >= count else None
        shown = {k: v for k, v in (question or {}).items() if k != "earlier"}
        self.c.check(what, question is not None and len(planner.asked) == count and condition(question), f"{len(planner.asked)} asked, {shown}")

    def from_where(self):
        c = self.c
        page, planner = self.open(
            self.address(
                self.stops[:1]
                + [
                    {**self.stops[0], "name": "경복궁", "latitude": "37.5796", "longitude": "126.9770"},
                    {**self.stops[0], "name": "내 집", "latitude": "37.5700", "longitude": "126.9800"},
                    self.stops[5],
                ]
            )
        )
        c.check("two questions", page.eval_on_selector_all(".tabs button", "all => all.map(e => e.textContent).join()") == "여행,하루 계획")
        page.click('[data-question="day"]')
        page.wait_for_selector(".visit")
        self.until_asked(
            "from the trip: its first stop, and its attractions as musts",
            page,
            planner,
            1,
            lambda q: q["start"] == "37.5547,126.9707" and q["must"] == ["경복궁"] and "earlier" not in q,
        )
        c.until("stops that are none are told", page, "document.querySelector('.day .notice')?.textContent.includes('2곳')")
        c.check("the title says from where", page.inner_text(".day h1") == "서울역에서 하루")
        page.keyboard.press("Escape")
        c.until(
            "Esc goes back to the trip",
            page,
            "document.querySelector('.day').hidden && document.querySelectorAll('.stops .stop').length === 4 && document.activeElement.dataset.question === 'day'",
        )
        page.click(".stops .stop .go >> nth=1")
        page.click('[data-question="day"]')
        c.until("from a stop", page, "document.querySelector('.day h1')?.textContent === '경복궁에서 하루'")
        page.fill("#q", "창덕궁")
        page.wait_for_selector(".answer")
        page.keyboard.press("Enter")
        self.until_asked("an answer of the search becomes a must", page, planner, 3, lambda q: q["must"] == ["창덕궁"] and "earlier" in q)
        page.context.close()

        page, planner = self.open("")
        page.click('[data-question="day"]')
        c.until("without a start it asks for one", page, "document.querySelector('.start-at h1') && document.querySelector('.start-at [data-plan=fromHere]')")
        c.check("and asks nothing of the server", planner.asked == [])
        page.fill("#q", "덕수궁")
        page.wait_for_selector(".answer")
        page.keyboard.press("Enter")
        c.until("an answer is the start", page, "document.querySelector('.day h1')?.textContent === '덕수궁에서 하루'")
        page.click('.opt[data-name="from"]')
        page.click('[data-plan="fromHere"]')
        c.until("from the middle of the map", page, "document.querySelector('.day h1')?.textContent === '지도 가운데에서 하루'")
        page.context.close()

        page, planner = self.open("")
        page.route("**/page/day.js", lambda route: route.abort())
        c.quiet = False
        page.click('[data-question="day"]')
        c.until("a script that does not come is said", page, "document.querySelector('.trip .notice.wrong')")
        c.quiet = True
        page.context.close()

    def plan(self):
        c = self.c
        page, planner = self.open(ready="[data-drawn]")
        c.check(
            "how many places, date, weekday, minutes on foot and by car",
            re.fullmatch(r"5곳 · 4월 3일 토 · 걷기 \d+분, 차 \d+분", page.inner_text(".day .summary")) is not None,
            page.inner_text(".day .summary"),
        )
        c.check("numbers without a gap", page.evaluate(NUMBERS) == ["1", "2", "3", "4", "5", "6", "끝"], str(page.evaluate(NUMBERS)))
        times = page.eval_on_selector_all(".v .time", "all => all.map(e => e.textContent)")
        c.check("times in order, to the end", times == sorted(times) and len(times) == 9 and all(re.fullmatch(r"\d\d:\d\d", t) for t in times), str(times))
        c.check("figures line up", page.evaluate("(e => getComputedStyle(e).fontVariantNumeric)(document.querySelector('.v .time'))") == "tabular-nums")
        rests = page.eval_on_selector_all(
            ".v.rest",
            "all => all.map(e => [e.querySelector('.disc').textContent.match(/\\d/), e.querySelector('.name').textContent, getComputedStyle(e.querySelector('.disc')).borderTopStyle])",
        )
        c.check("lunch and waits are rows without a number", rests == [[None, "점심, 중앙시장에서", "dashed"], [None, "기다림", "dashed"]], str(rests))
        ways = page.eval_on_selector_all(
            ".way", "all => all.map(e => [e.className.split(' ')[1], e.textContent, getComputedStyle(e.querySelector('i')).backgroundImage !== 'none'])"
        )
        c.check(
            "ways on foot are dotted, by car solid",
            all(dotted == (by == "foot") for by, _, dotted in ways) and {by for by, _, _ in ways} == {"foot", "car"},
            str(ways),
        )
        c.check("each with minutes and length", all(re.search(r"\d+분 · [\d.]+ k?m$", text) for _, text, _ in ways), str(ways))
        c.check("a walk back to the car is a row of its own", any(text.startswith("차까지 걸어서") for _, text, _ in ways), str(ways))
        drawn = page.evaluate("['foot', 'car'].map(by => [...document.querySelectorAll(`path.line.${by}`)].map(e => getComputedStyle(e).strokeDasharray))")
        c.check(
            "on the map too",
            [len(d) for d in drawn] == [sum(by == k for by, _, _ in ways) for k in ("foot", "car")]
            and all(d != "none" for d in drawn[0])
            and all(d == "none" for d in drawn[1]),
            str(drawn),
        )
        c.check(
            "pins have the numbers of the list",
            sorted(page.eval_on_selector_all(".pin b", "all => all.map(e => e.textContent)")) == ["1", "2", "3", "4", "5", "6", "✻"],
        )
        colours = page.evaluate(
            "[[...new Set([...document.querySelectorAll('.way')].map(e => e.style.getPropertyValue('--leg')))], [...new Set([...document.querySelectorAll('path.line')].map(e => e.getAttribute('stroke')))]]"
        )
        c.check("legs have the same colours in the list and on the map", sorted(colours[0]) == sorted(colours[1]) and len(colours[0]) == 7, str(colours))
        page.hover(".way >> nth=2")
        c.until("a way of the list lights that of the map", page, "document.querySelectorAll('path.line.lit').length === 1")
        why = page.eval_on_selector_all(".visit .why", "all => all.map(e => e.textContent)")
        c.check("each visit says why", len(why) == 5 and all("소개" in w for w in why) and "석조전" in why[0], str(why))
        c.check("hours are said, and that they are unknown", "운영시간 모름" in why[2] and "09:00–18:00" in why[0], str(why))
        c.check("ways that are guessed are said", "어림" in page.inner_text(".notes"))
        out = page.eval_on_selector_all(
            ".out li",
            "all => all.map(e => [e.querySelector('.name').textContent, e.querySelector('.cost').textContent, e.querySelector('button')?.textContent ?? ''])",
        )
        c.check(
            "three that were left out, with what each would cost",
            [o[1:] for o in out] == [["+52분, 22분 모자람", "넣기"], ["+47분, 창덕궁 대신", "바꾸기"], ["토요일 휴무", ""]],
            str(out),
        )
        c.check("the request is at the foot", "/v1/plan" in page.inner_text(".ask code") and "37.5547,126.9707" in page.inner_text(".ask code"))
        c.until("a plan is said", page, "document.querySelector('.live').textContent.includes('5곳')")
        page.reload()
        page.wait_for_selector(".visit")
        c.check("a reload, and a link, show the day again", page.inner_text(".day h1") == "서울역에서 하루" and len(planner.asked) == 2)
        size = page.evaluate("[...new Map(performance.getEntriesByType('resource').filter(e => /\\/page\\/day/.test(e.name)).map(e => [e.name, e.decodedBodySize])).values()].reduce((a, b) => a + b, 0)")
        c.check("what a day needs besides is at most 70 kB", 20_000 < size <= 70_000, str(size))
        page.context.close()

    def edits(self):
        c = self.c
        page, planner = self.open()
        first = self.names(page)
        # The old plan stays until the new one is there.
        planner.holding = True
        page.hover(".visit >> nth=1")
        page.click('.visit >> nth=1 >> [data-plan="another"]')
        self.until_asked(
            "another: this place goes, the plan of before comes along",
            page,
            planner,
            2,
            lambda q: q["avoid"] == [first[1]] and len(q["earlier"]["days"]) == 1 and q["change-price"] < 100,
        )
        c.check("the old plan stays meanwhile", self.names(page) == first and page.locator(".bone").count() == 0)
        c.until("the waiting line", page, "!document.querySelector('.progress').hidden")
        planner.holding = False
        planner.give(*planner.held.pop())
        c.until(
            "the rest stays",
            page,
            f"names => (now => now.length === 5 && !now.includes(names[1]) && names.every((n, i) => i === 1 || now.includes(n)))({NAMES})",
            first,
        )
        c.check("what is new is marked", page.locator(".visit.fresh").count() == 1 and "새로 들어옴" in page.inner_text(".visit.fresh .why"))
        c.until(
            "it is told, with Undo",
            page,
            "document.querySelector('.day .notice').textContent.includes('다른 곳을') && document.querySelector('.live').textContent.length > 0",
        )
        page.click('.day [data-do="undo"]')
        c.check("Undo brings the plan of before back at once", self.names(page) == first and len(planner.asked) == 2)
        # Pin.
        page.hover(".visit >> nth=1")
        page.click('.visit >> nth=1 >> [data-plan="pin"]')
        begins = page.inner_text(".visit >> nth=1 >> .time")
        self.until_asked(
            "pin: the time stays", page, planner, 3, lambda q: q["pin"] == [f"{first[1]}@1/{begins}"] and q["change-price"] == 1000 and "avoid" not in q
        )
        c.until(
            "a pinned visit says so",
            page,
            f"{ROWS}[1].querySelector('.stay').textContent.includes('고정') && {ROWS}[1].querySelector('[data-plan=pin]').getAttribute('aria-pressed') === 'true'",
        )
        c.check("the mark of what is new is gone", page.locator(".visit.fresh").count() == 0)
        page.hover(".visit >> nth=1")
        page.click('.visit >> nth=1 >> [data-plan="pin"]')
        self.until_asked("pin again: no longer", page, planner, 4, lambda q: "pin" not in q)
        c.until("and it does not say so", page, f"!{ROWS}[1].querySelector('.stay').textContent.includes('고정')")
        # By keyboard.
        page.focus(".visit .go >> nth=0")
        page.keyboard.press("ArrowDown")
        c.check("arrows go from visit to visit", page.evaluate("document.activeElement.textContent") == first[1])
        page.keyboard.press("Alt+ArrowDown")
        self.until_asked(
            "Alt and an arrow move, by a pin",
            page,
            planner,
            5,
            lambda q: len(q["pin"]) == 1 and q["pin"][0].startswith(f"{first[1]}@1/") and minutes(q["pin"][0][-5:]) % 5 == 0,
        )
        c.until("the visit is there", page, f"n => {NAMES}[2] === n", first[1])
        c.until("the focus stays with it", page, "n => document.activeElement.textContent === n", first[1])
        page.keyboard.press("Control+z")
        c.until("Ctrl+Z undoes", page, f"names => {NAMES}.join() === names.join()", first)
        page.focus(".visit .go >> nth=3")
        page.keyboard.press("Delete")
        self.until_asked("Delete removes, and the rest stays", page, planner, 6, lambda q: q["avoid"] == [first[3]] and q["change-price"] == 1000)
        c.until("it is gone, and nothing new came", page, f"names => {NAMES}.join() === names.join()", first[:3] + first[4:])
        c.until("the focus goes on to the next", page, "n => document.activeElement.textContent === n", first[4])
        page.keyboard.press("Control+z")
        c.until("and comes back", page, f"names => {NAMES}.join() === names.join()", first)
        # By pointer.
        page.hover(".visit >> nth=0")
        grip, target = page.locator(".visit .grip").nth(0).bounding_box(), page.locator(".visit").nth(2).bounding_box()
        page.mouse.move(grip["x"] + 8, grip["y"] + 10)
        page.mouse.down()
        for k in range(1, 6):
            page.mouse.move(grip["x"] + 8, grip["y"] + 10 + (target["y"] + target["height"] - 4 - grip["y"] - 10) * k / 5)
        c.check("a line shows where it lands", page.locator(".itinerary .drop").count() == 1)
        page.mouse.up()
        self.until_asked("a row is dragged", page, planner, 7, lambda q: q["pin"][0].startswith(f"{first[0]}@1/"))
        c.until("and is there", page, f"n => {NAMES}.indexOf(n) === 2", first[0])
        page.click('.day [data-do="undo"]')
        c.until("and back again", page, f"names => {NAMES}.join() === names.join()", first)
        page.hover(".visit >> nth=2")
        page.click('.visit >> nth=2 >> [data-plan="remove"]')
        self.until_asked("the cross removes", page, planner, 8, lambda q: q["avoid"] == [first[2]])
        page.click('.opt[data-name="more"]')
        page.click('[data-plan="notAvoided"]')
        self.until_asked("and can be taken back later", page, planner, 9, lambda q: "avoid" not in q)
        # What was left out.
        name = page.inner_text(".out li .name >> nth=0")
        page.click(".out li button >> nth=0")
        self.until_asked("add: a must", page, planner, 10, lambda q: q["must"] == [name] and "earlier" in q)
        c.until("it is in the plan", page, f"n => {NAMES}.includes(n)", name)
        swapped = page.evaluate("document.querySelectorAll('.out li')[1].querySelector('.cost').textContent").split(", ")[1].removesuffix(" 대신")
        name = page.inner_text(".out li .name >> nth=1")
        page.click(".out li button >> nth=1")
        self.until_asked("swap: a must in place of what was said", page, planner, 11, lambda q: name in q["must"] and q["avoid"] == [swapped])
        page.context.close()

    def conditions(self):
        c = self.c
        page, planner = self.open()
        c.check(
            "conditions as buttons",
            page.eval_on_selector_all(".opt", "all => all.map(e => e.textContent).slice(0, 5)")
            == ["09:00–18:00", "속도 보통", "관심 가리지 않음", "이동 걷고 차로", "기간 1일"],
            str(page.eval_on_selector_all(".opt", "all => all.map(e => e.textContent)")),
        )
        page.click('.opt[data-name="hours"]')
        c.check(
            "they open in place",
            page.get_attribute('.opt[data-name="hours"]', "aria-expanded") == "true" and page.locator(".opened input[type=time]").count() == 2,
        )
        page.fill('[data-set="depart"]', "10:30")
        page.locator('[data-set="depart"]').dispatch_event("change")
        self.until_asked("hours: the end stays", page, planner, 2, lambda q: q["depart"] == "10:30" and float(q["hours"]) == 7.5 and "earlier" in q)
        c.until("and are on the button", page, "document.querySelector('.opt').textContent === '10:30–18:00'")
        page.uncheck('[data-set="lunch"]')
        self.until_asked("without lunch", page, planner, 3, lambda q: q["no-lunch"] == "true")
        c.until("there is none", page, "![...document.querySelectorAll('.rest .name')].some(e => e.textContent.includes('점심'))")
        page.focus('[data-set="lunch"]')
        page.keyboard.press("Escape")
        c.check("Esc closes the condition alone", page.locator(".opened").count() == 0 and page.evaluate("document.activeElement.dataset.name") == "hours")
        page.click('.opt[data-name="pace"]')
        page.check('[data-set="pace"][value="slow"]', force=True)
        self.until_asked("pace", page, planner, 4, lambda q: q["pace"] == "slow")
        page.click('.opt[data-name="mode"]')
        page.check('[data-set="mode"][value="foot"]', force=True)
        self.until_asked("how one moves", page, planner, 5, lambda q: q["mode"] == "foot")
        page.click('.opt[data-name="interests"]')
        page.check('[data-set="interests"][value="자연"]', force=True)
        self.until_asked("interests", page, planner, 6, lambda q: q["interests"] == "자연:1")
        page.click('.opt[data-name="more"]')
        page.check('[data-set="unknown-hours"]')
        self.until_asked(
            "a switch leaves out places with unknown hours",
            page,
            planner,
            7,
            lambda q: q["unknown-hours"] == "only-known" and planner.asked[5]["unknown-hours"] == "open",
        )
        c.until("they are gone", page, "![...document.querySelectorAll('.visit .why')].some(e => e.textContent.includes('모름'))")
        c.check("other parameters of the server have a control", page.locator('[data-set="max-per-theme"]').count() == 1)
        page.click('.opt[data-name="days"]')
        page.fill('[data-set="days"]', "2")
        page.keyboard.press("Tab")
        self.until_asked("days", page, planner, 8, lambda q: q["days"] == "2")
        c.until("days are tabs by date", page, "[...document.querySelectorAll('.dates button')].map(e => e.textContent).join() === '4월 3일 토,4월 4일 일'")
        c.check("the title says how many", page.inner_text(".day h1") == "서울역에서 2일")
        c.until(
            "the other days are grey on the map",
            page,
            "document.querySelectorAll('path.line.other').length > 0 && document.querySelectorAll('.pin.other').length > 0 && new Set([...document.querySelectorAll('path.line.other')].map(e => getComputedStyle(e).stroke)).size === 1",
        )
        one = self.names(page)
        page.click(".dates button >> nth=1")
        c.check("the second day", self.names(page) != one and page.get_attribute(".dates button >> nth=1", "aria-current") == "true")
        c.check("no question for it", len(planner.asked) == 8)
        page.context.close()

    def keeping(self):
        c = self.c
        page, planner = self.open(self.address(self.stops[:2]) + fragment().replace("#", "&"))
        page.click('.day [data-do="save"]')
        c.check("the menu has iCalendar", page.eval_on_selector_all(".menu [data-save]", "all => all.map(e => e.dataset.save)")[0] == "iCalendar")
        with page.expect_download() as download:
            page.click('[data-save="iCalendar"]')
        c.check(
            "iCalendar is saved",
            download.value.suggested_filename == "waymark-day.ics" and planner.accepted[-1] == "text/calendar" and "earlier" in planner.asked[-1],
        )
        shown = self.names(page)
        page.click('[data-plan="keepAsTrip"]')
        c.until(
            "Keep as trip makes stops",
            page,
            "names => [...document.querySelectorAll('.stops .stop .go')].map(e => e.textContent).join() === names.join()",
            ["서울역", *shown],
        )
        c.check("with the date", "4월 3일 토" in page.inner_text(".stops .stop .date >> nth=1"))
        page.click('[data-do="undo"]')
        c.until("and Undo", page, "document.querySelectorAll('.stops .stop').length === 2")
        page.context.close()

    def trouble(self):
        c = self.c
        c.quiet = False
        page, planner = self.open(fragment(musts=["경복궁", "종묘"], asks={"hours": "2", "date": "2027-04-03"}))
        c.until("the wish that stands in the way is said", page, "document.querySelector('.day .notice.wrong')?.textContent.includes('together with')")
        page.click('.day .lifts [data-plan="lift"]')
        self.until_asked("a button lifts it", page, planner, 2, lambda q: "must" not in q)
        c.until("and it is no longer said", page, "!document.querySelector('.day .notice.wrong')")
        page.context.close()

        planner = Planner()
        planner.failing = (400, "must: no attraction is called 없는 곳", "must")
        page = c.page(fragment(musts=["없는 곳"]), routes=planner.routes())
        c.until(
            "a question that is refused: the server's words", page, "document.querySelector('.day .notice.wrong[role=alert]')?.textContent.includes('없는 곳')"
        )
        planner.failing = None
        page.click('.day .lifts [data-plan="lift"]')
        c.until("and a button without that wish", page, f"{ROWS}.length === 5")
        c.check("which is not asked", "must" not in planner.asked[-1])
        for name, failing, words in [
            ("500", (500, "", ""), "실패했습니다"),
            ("429", (429, "", ""), "너무 많습니다"),
            ("400", (400, "a reason", "pin"), "a reason"),
        ]:
            first, planner.failing, asked = self.names(page), failing, len(planner.asked)
            page.focus(".visit .go >> nth=1")
            page.keyboard.press("Delete")
            c.until(f"an edit, {name}: said", page, "w => document.querySelector('.day .notice.wrong')?.textContent.includes(w)", words)
            c.check(f"an edit, {name}: the plan of before stays", self.names(page) == first and len(planner.asked) == asked + 1)
            planner.failing = None
        page.context.close()

        # Lunch stands in the way of the hours that somebody sets.
        page, planner = self.open()
        planner.failing = (400, "day 1: the breaks and the way to its end do not fit the hours of the day", "break")
        planner.fails = lambda question: question.get("no-lunch") != "true"
        page.click('.opt[data-name="hours"]')
        page.fill('[data-set="until"]', "10:00")
        page.locator('[data-set="until"]').dispatch_event("change")
        c.until("hours that do not hold lunch: said in words", page, "document.querySelector('.day .notice.wrong')?.textContent.includes('점심과')")
        page.click('.day [data-do="notice-action"]')
        self.until_asked("and a button makes the change without lunch", page, planner, 3, lambda q: q["hours"] == "1" and q["no-lunch"] == "true")
        page.context.close()

        # Two places have the name of the second.
        page, planner = self.open()
        first = self.names(page)
        planner.failing = (400, f"avoid: several attractions are called {first[1]}", "avoid")
        planner.fails = lambda question: first[1] in question.get("avoid", [])
        page.focus(".visit .go >> nth=1")
        page.keyboard.press("Delete")
        self.until_asked("a name that several places have is asked by its id", page, planner, 3, lambda q: q["avoid"] == ["p1"])
        page.context.close()

        # The answer to the first edit comes after that to the second.
        page, planner = self.open()
        first = self.names(page)
        planner.holding = True
        page.focus(".visit .go >> nth=0")
        page.keyboard.press("Delete")
        self.until_asked("a first edit", page, planner, 2, lambda q: q["avoid"] == [first[0]])
        planner.holding = False
        page.focus(".visit .go >> nth=1")
        page.keyboard.press("Delete")
        self.until_asked("a second edit has both", page, planner, 3, lambda q: q["avoid"] == first[:2])
        c.until("the newer answer", page, f"names => {NAMES}.join() === names.join()", first[2:])
        try:
            planner.give(*planner.held.pop())
        except Exception:
            pass  # the page has ended that question itself
        page.wait_for_timeout(500)
        c.check("a late answer never replaces it", self.names(page) == first[2:])
        page.keyboard.press("Control+z")
        self.until_asked("Undo of the second asks for what was never seen", page, planner, 4, lambda q: q["avoid"] == [first[0]])
        page.context.close()

        page = c.page(fragment(asks={"max-per-theme": "0"}), routes=Planner().routes())
        c.until(
            "nothing to see is said, with a wish to lift",
            page,
            "document.querySelector('.day .notice.wrong')?.textContent.includes('볼 곳이') && document.querySelector('.lifts button')?.textContent.includes('테마')",
        )
        page.context.close()

        for broken in [
            "#day=%7B",
            "#day=%7B%22from%22%3A1%2C%22pins%22%3A7%7D",
            "#day=" + urllib.parse.quote(json.dumps({"from": {"at": [91, 0]}, "asks": {"evil": "x"}, "musts": [7, None]})),
        ]:
            page = c.page(broken, routes=Planner().routes())
            c.until("a broken link asks where to start", page, "document.querySelector('.start-at h1')")
            page.context.close()
        c.quiet = True

    def looks(self):
        c = self.c
        page, planner = self.open(locale="en-GB")
        c.check(
            "English",
            page.inner_text(".day h1") == "A day from Seoul Station" and "by car" in page.inner_text(".day .summary") and planner.asked[0]["language"] == "en",
            page.inner_text(".day"),
        )
        page.click('.bar [data-lang="ko"]')
        self.until_asked("the other language is asked for, and the plan stays", page, planner, 2, lambda q: "language" not in q and "earlier" in q)
        c.until("in Korean", page, "document.querySelector('.day h1').textContent === '서울역에서 하루'")
        page.context.close()

        page, planner = self.open(fragment(musts=[HOSTILE]))
        c.check(
            "hostile names are text",
            HOSTILE in self.names(page) and page.evaluate("!window.hacked && !document.querySelector('.panel img, #map img:not(.leaflet-tile)')"),
        )
        page.context.close()

        moved = f"new Promise(done => {{ const seen = []; const look = () => {{ const all = document.getAnimations().filter(a => a.effect?.target?.closest?.('.itinerary')); seen.push(...all.map(a => a.effect.getTiming().duration)); if (performance.now() - begun > 1500) done(seen); else requestAnimationFrame(look); }}, begun = performance.now(); {ROWS}[0].querySelector('[data-plan=remove]').click(); look(); }})"
        for calm in (False, True):
            page, planner = self.open(calm=calm)
            seen = page.evaluate(moved)
            c.check(
                "reduced motion: no row moves" if calm else "rows move to their place in 260 ms",
                (seen == []) if calm else (len(seen) > 0 and set(seen) == {260}),
                str(seen[:5]),
            )
            page.context.close()

        for width, height in [(360, 740), (721, 600)]:
            page, planner = self.open(width=width, height=height, touch=width < 721)
            for name in ["", "hours", "interests", "days", "from", "more"]:
                if name:
                    page.evaluate("n => document.querySelector(`.opt[data-name=${n}]`).click()", name)
                wide = page.evaluate(
                    "[document.documentElement.scrollWidth, document.querySelector('.scroll').scrollWidth - document.querySelector('.scroll').clientWidth]"
                )
                c.check(f"nothing is wider than {width}, {name}", wide[0] <= width and wide[1] <= 0, str(wide))
            page.context.close()

        page, planner = self.open(width=360, height=740, touch=True)
        page.click(".pull")
        page.wait_for_timeout(400)
        c.check("on a phone the tools are behind the tap", page.locator('.visit [data-plan="pin"]:visible').count() == 0)
        page.locator(".visit .go").nth(1).tap()
        c.until("a tap shows them", page, "[...document.querySelectorAll('.visit [data-plan=pin]')].filter(e => e.checkVisibility()).length === 1")
        small = page.evaluate(
            "[...document.querySelectorAll('.sheet button')].filter(e => e.checkVisibility()).map(e => [e.className, e.getBoundingClientRect()]).filter(([, b]) => b.height < 24 || b.width < 24).map(([c]) => c)"
        )
        c.check("nothing to press is smaller than 24 pixels, in a day", small == [], str(small))
        page.context.close()

    def readers(self):
        from axe_playwright_python.sync_playwright import Axe

        views = {
            "day": dict(),
            "day, dark": dict(dark=True),
            "day, English": dict(locale="en-GB"),
            "day, phone": dict(width=360, height=740, touch=True),
            "day, two": dict(part=fragment(asks={"days": "2", "date": "2027-04-03"})),
            **{f"day, {name}": dict() for name in ["hours", "pace", "interests", "mode", "days", "from", "more"]},
            "day, in the way": dict(part=fragment(musts=["경복궁", "종묘"], asks={"hours": "2"})),
            "day, menu": dict(),
        }
        for name, options in views.items():
            page, _ = self.open(**options, calm=True)
            condition = name.split(", ")[-1]
            if condition in ["hours", "pace", "interests", "mode", "days", "from", "more"]:
                page.click(f'.opt[data-name="{condition}"]')
            if condition == "menu":
                page.click('.day [data-do="save"]')
            else:
                page.hover(".visit >> nth=0")
            page.wait_for_timeout(300)
            found = Axe().run(
                page, context={"exclude": [[".leaflet-pane"]]}, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
            )
            for violation in found.response["violations"]:
                self.c.check(f"axe, {name}: {violation['id']}", False, "; ".join(node["html"][:160] for node in violation["nodes"][:3]))
            self.c.check(f"axe ran, {name}", len(found.response["passes"]) > 10)
            page.context.close()

    def served(self):
        """The server's own plans, where it makes them."""
        c = self.c
        page = c.page(fragment(musts=["경복궁"]))
        plans = page.request.get(c.url + "/page/settings.json").json()["questions"].get("plan") or []
        if not plans or page.request.post(c.url + "/v1/plan", data={"start": "37.5547,126.9707"}).status == 404:
            page.context.close()
            return print("page: NOT TRIED: days that the server plans: it has no /v1/plan")
        page.wait_for_selector(".visit")
        c.check("the server's plan has what must be seen", "경복궁" in self.names(page), str(self.names(page)))
        first = self.names(page)
        page.evaluate(
            "window.plans = []; new PerformanceObserver(list => window.plans.push(...list.getEntries().filter(e => e.name.endsWith('/v1/plan')).map(e => e.duration))).observe({ type: 'resource' })"
        )
        page.focus(".visit .go >> nth=1")
        page.keyboard.press("Delete")
        c.until("one is removed, and the rest stays", page, f"names => {NAMES}.join() === names.join()", [first[0], *first[2:]])
        page.focus(".visit .go >> nth=0")
        page.keyboard.press("Alt+ArrowDown")
        c.until("one is moved", page, f"n => {NAMES}.indexOf(n) === 1", first[0])
        before = self.names(page)
        page.hover(".visit >> nth=0")
        page.click('.visit >> nth=0 >> [data-plan="another"]')
        c.until("another in its place", page, f"names => !{NAMES}.includes(names[0]) && {NAMES}.some(n => !names.includes(n)) && {NAMES}.filter(n => names.includes(n)).length === names.length - 1", before)
        times = page.evaluate("window.plans")
        c.check("each within 300 ms of the server, as the page sees it", len(times) >= 3 and sorted(times)[len(times) // 2] < 600, str(times))
        page.click('.day [data-do="save"]')
        with page.expect_download() as download:
            page.click('[data-save="iCalendar"]')
        with open(download.value.path(), encoding="utf-8") as file:
            c.check("the server's calendar", file.read().startswith("BEGIN:VCALENDAR"))
        page.context.close()

    def steps(self):
        return [self.from_where, self.plan, self.edits, self.conditions, self.keeping, self.trouble, self.looks, self.readers, self.served]
