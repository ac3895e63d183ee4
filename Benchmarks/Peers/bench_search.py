#!/usr/bin/env python3
"""Names typed into waymark, SQLite, tantivy and Whoosh: hit rate beside time.

First, lookups: a hit is a keystroke at which the wanted name is among all answers, and what LIKE finds over jamo, waymark must
find too. Then engines that rank: a hit has the wanted name among the first five answers, for each keystroke and for each way in
which names are misspelled, romanised or cut. At last everyday queries, by mean reciprocal rank. Engines that are not installed
are left out, and said. Times are those that one thread had of a processor.
"""

import argparse
import collections
import csv
import io
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

try:
    import tantivy
except ImportError:
    tantivy = None
try:
    import whoosh.fields
    import whoosh.filedb.filestore
    import whoosh.query
except ImportError:
    whoosh = None

INITIALS = "ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ".split()
VOWELS = "ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ".split()
FINALS = [""] + "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ".split()


def letters_of(text):
    """The letters of a text, each as it is typed, without blanks and signs."""
    letters = []
    for character in text.lower():
        if "가" <= character <= "힣":
            number = ord(character) - 0xAC00
            letters.append(INITIALS[number // 588] + VOWELS[number // 28 % 21] + FINALS[number % 28])
        elif character.isalnum():
            letters.append(character)
    return letters


def jamo(text):
    """The keystrokes of a text."""
    return "".join(letters_of(text))


def begins_a_letter(keys, name):
    """Whether keystrokes are in a name from the beginning of a letter on: a final consonant begins none."""
    letters = letters_of(name)
    return any("".join(letters[start:]).startswith(keys) for start in range(len(letters)))


def phrase(text):
    """A text as FTS5 takes it."""
    return '"' + text.replace('"', '""') + '"'


class Lookups:
    """Ways of SQLite to look names up, without ranking."""

    def __init__(self, names):
        self.db = db = sqlite3.connect(":memory:")
        db.execute("CREATE TABLE plain(name TEXT, jamo TEXT)")
        db.executemany("INSERT INTO plain VALUES(?, ?)", [(name, jamo(name)) for name in names])
        db.execute("CREATE VIRTUAL TABLE trigram USING fts5(name, tokenize='trigram')")
        db.execute("CREATE VIRTUAL TABLE prefix USING fts5(name, prefix='1 2 3 4')")
        for table in ("trigram", "prefix"):
            db.executemany(f"INSERT INTO {table} VALUES(?)", [(name,) for name in names])

    def ask(self, statement, value):
        return {row[0] for row in self.db.execute(statement, (value,))}

    def ways(self):
        return {
            "FTS5, trigram": lambda text: self.ask("SELECT name FROM trigram WHERE name MATCH ?", phrase(text)),
            "FTS5, prefix": lambda text: self.ask("SELECT name FROM prefix WHERE name MATCH ?", phrase(text) + "*"),
            "LIKE": lambda text: self.ask("SELECT name FROM plain WHERE name LIKE ?", f"%{text}%"),
            "LIKE over jamo": lambda text: self.ask("SELECT name FROM plain WHERE jamo LIKE ?", f"%{jamo(text)}%"),
        }


def grams(text, *sizes):
    """The parts of a text with one of some sizes."""
    return [text[start:start + size] for size in sizes for start in range(len(text) - size + 1)]


def letters(text):
    """The letters of a text, complete, without blanks and signs."""
    return "".join(character for character in text.lower() if character.isalnum())


def parts(name, texts):
    """What is indexed of a place, by field: parts of its name, of the keys and the 초성 of its name, and of other texts."""
    return {"letters": grams(letters(name), 1, 2), "keys": grams(jamo(name), 2, 3),
            "initials": grams("^" + "".join(letter[0] for letter in letters_of(name)), 2, 3), "texts": grams(letters(texts), 2)}


def asked(text, fields):
    """The parts of a query, each with its field and its weight among some fields."""
    found = {"letters": grams(letters(text), 1, 2), "keys": grams(jamo(text), 2, 3), "initials": grams("^" + jamo(text), 2, 3),
             "texts": grams(letters(text), 2)}
    return [(field, part, weight) for field, weight in fields.items() for part in sorted(set(found[field]))]


PLAIN = {"letters": 1, "texts": 0.3}
EVERY = {"letters": 2, "keys": 1, "initials": 1, "texts": 0.3}


class SQLite:
    """FTS5 with any of the words or of the parts, by its rank."""

    def __init__(self, places):
        self.db = db = sqlite3.connect(":memory:")
        db.execute("CREATE VIRTUAL TABLE prefix USING fts5(name, texts, prefix='1 2 3 4')")
        db.executemany("INSERT INTO prefix VALUES(?, ?)", places)
        db.execute("CREATE VIRTUAL TABLE keys USING fts5(name UNINDEXED, jamo, texts, tokenize='trigram')")
        db.executemany("INSERT INTO keys VALUES(?, ?, ?)", [(name, jamo(name), jamo(texts)) for name, texts in places])

    def rows(self, statement, *values):
        return [row[0] for row in self.db.execute("SELECT name FROM " + statement, values)]

    def prefix(self, text, limit):
        words = " OR ".join(phrase(word) + "*" for word in text.split())
        return self.rows("prefix WHERE prefix MATCH ? ORDER BY bm25(prefix, 10, 1) LIMIT ?", words, limit)

    def keys(self, text, limit):
        trigrams = " OR ".join(phrase(part) for part in set(grams(jamo(text), 3)))
        if not trigrams:
            return self.rows("keys WHERE jamo LIKE ? ORDER BY length(name) LIMIT ?", f"%{jamo(text)}%", limit)
        return self.rows("keys WHERE keys MATCH ? ORDER BY bm25(keys, 0, 10, 1) LIMIT ?", trigrams, limit)

    def ways(self):
        return {"FTS5, prefix": self.prefix, "FTS5, keys": self.keys}


class Tantivy:
    """tantivy with any of the parts, by BM25."""

    def __init__(self, places):
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("name", stored=True, tokenizer_name="raw")
        for field in EVERY:
            builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
        self.schema = builder.build()
        index = tantivy.Index(self.schema)
        writer = index.writer(num_threads=1)
        for name, texts in places:
            document = tantivy.Document()
            document.add_text("name", name)
            for field, found in parts(name, texts).items():
                document.add_text(field, " ".join(found))
            writer.add_document(document)
        writer.commit()
        index.reload()
        self.searcher = index.searcher()

    def ask(self, text, fields, limit):
        query = tantivy.Query.boolean_query([
            (tantivy.Occur.Should, tantivy.Query.boost_query(tantivy.Query.term_query(self.schema, field, part), weight))
            for field, part, weight in asked(text, fields)])
        return [self.searcher.doc(address)["name"][0] for _, address in self.searcher.search(query, limit).hits]

    def ways(self):
        return {"tantivy": lambda text, limit: self.ask(text, PLAIN, limit),
                "tantivy, keys": lambda text, limit: self.ask(text, EVERY, limit)}


class Whoosh:
    """Whoosh with any of the parts, by BM25."""

    def __init__(self, places):
        schema = whoosh.fields.Schema(name=whoosh.fields.STORED, **{field: whoosh.fields.KEYWORD() for field in EVERY})
        index = whoosh.filedb.filestore.RamStorage().create_index(schema)
        writer = index.writer()
        for name, texts in places:
            writer.add_document(name=name, **{field: " ".join(found) for field, found in parts(name, texts).items()})
        writer.commit()
        self.searcher = index.searcher()

    def ask(self, text, fields, limit):
        query = whoosh.query.Or(
            [whoosh.query.Term(field, part, boost=weight) for field, part, weight in asked(text, fields)])
        return [hit["name"] for hit in self.searcher.search(query, limit=limit)]

    def ways(self):
        return {"Whoosh": lambda text, limit: self.ask(text, PLAIN, limit),
                "Whoosh, keys": lambda text, limit: self.ask(text, EVERY, limit)}


class Engines:
    """The engines that rank, among the same places: for each way, answers to queries and the seconds that they took."""

    def __init__(self, program, places, files=None):
        """Without files of their own for waymark, the places are written as a table."""
        self.program, self.places, self.files = program, places, files
        self.ways = {}
        for engine, module in ((SQLite, sqlite3), (Tantivy, tantivy), (Whoosh, whoosh)):
            if module:
                self.ways |= engine(places).ways()

    def ask(self, texts, limit):
        answers = {}
        for way, ask in self.ways.items():
            begin = time.process_time()
            found = [ask(text, limit) for text in texts]
            answers[way] = found, time.process_time() - begin
        with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as table:
            write_places(table, [name for name, _ in self.places])
            answers["waymark"] = waymark(self.program, self.files or table.name, texts, limit)
        return answers


def compare_kinds(options, names, chosen, keys):
    """Prints the share of queries of each kind with the wanted name among the first five, by engine."""
    made = subprocess.run([options.evaluation, "--kinds", *options.files], capture_output=True, text=True, check=True)
    rows = [row for row in csv.DictReader(io.StringIO(made.stdout)) if row["name"] in chosen and jamo(row["query"])]
    engines = Engines(options.waymark, [(name, "") for name in names])
    typed = engines.ask([text for text, _ in keys], 5)
    answers = engines.ask([row["query"] for row in rows], 5)

    print(f"\n{len(keys)} keystrokes, {len(rows)} other queries; wanted name among the first five, in per cent\n")
    print("| query | number | " + " | ".join(answers) + " |\n| --- | --- |" + " --- |" * len(answers))

    def line(what, wanted, found):
        shares = [100 * sum(name in answer for name, answer in zip(wanted, one)) / len(wanted) for one in found]
        print(f"| {what} | {len(wanted)} | " + " | ".join(f"{share:.1f}" for share in shares) + " |")

    line("each keystroke", [name for _, name in keys], [found for found, _ in typed.values()])
    for kind in dict.fromkeys(row["kind"] for row in rows):
        mine = [number for number, row in enumerate(rows) if row["kind"] == kind]
        line(kind, [rows[number]["name"] for number in mine], [[found[number] for number in mine] for found, _ in answers.values()])
    for what, number, one in (("µs a keystroke", len(keys), typed), ("µs another query", len(rows), answers)):
        print(f"| {what} | | " + " | ".join(f"{1e6 * seconds / number:.0f}" for _, seconds in one.values()) + " |")


def compare_everyday(options):
    """Prints the mean reciprocal rank of the place that is meant by everyday queries, without a point."""
    with open(options.places, encoding="utf-8", newline="") as file:
        fields = ["관광지구분", "소재지도로명주소", "소재지지번주소", "공공편익시설정보", "관광지소개"]
        places = [(row["관광지명"], " ".join(row[field] or "" for field in fields)) for row in csv.DictReader(file)]
    with open(options.queries, encoding="utf-8", newline="") as file:
        # A query with a point of its own means another place without it.
        rows = [row for row in csv.DictReader(file) if not row["latitude"]]
    answers = Engines(options.waymark, places, options.places).ask([row["query"] for row in rows], 100)
    print(f"\n{len(rows)} everyday queries without a point, {len(places)} places\n")
    print("| way | mean reciprocal rank | among the first five | no answer |\n| --- | --- | --- | --- |")
    for way, (found, _) in answers.items():
        ranks = [answer.index(row["meant"]) + 1 if row["meant"] in answer else None for row, answer in zip(rows, found)]
        mean = sum(1 / rank for rank in ranks if rank) / len(rows)
        first = 100 * sum(1 for rank in ranks if rank and rank <= 5) / len(rows)
        print(f"| {way} | {mean:.3f} | {first:.1f} % | {100 * sum(not answer for answer in found) / len(rows):.1f} % |")


def write_places(file, names):
    writer = csv.writer(file)
    writer.writerow(["id", "name", "latitude", "longitude"])
    writer.writerows((number, name, 37, 127) for number, name in enumerate(names))
    file.flush()


def waymark(program, places, texts, limit):
    """The names that waymark finds for each query, best first, and the seconds that it takes.

    These are the least of three runs, without those of one query: to start, to read the places and to make the index.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as file:
        def run(texts):
            file.seek(0)
            file.truncate()
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["query_id", "query"])
            writer.writerows(enumerate(texts))
            file.flush()
            begin = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                [program, "search", "--queries", file.name, "--attractions", places, "--limit", str(limit), "--jobs", "1", "--quiet"],
                capture_output=True, text=True, check=True)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime, done.stdout

        few = min(run(texts[:1]) for _ in range(3))[0]
        many, answers = min(run(texts) for _ in range(3))
    found = [[] for _ in texts]
    for row in csv.DictReader(io.StringIO(answers)):
        found[int(row["query_id"])].append(row["name"])
    return found, many - few


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waymark", required=True)
    parser.add_argument("--evaluation", required=True, help="the program SearchEvaluation")
    parser.add_argument("--queries", default="data/queries.csv", help="everyday queries, with the place that is meant")
    parser.add_argument("--places", default="data/attractions.csv", help="the places of these queries")
    parser.add_argument("--names", type=int, default=400, help="how many names are typed")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()

    typed = subprocess.run(
        [options.evaluation, "--keystrokes", *options.files], capture_output=True, text=True, check=True)
    texts = collections.defaultdict(list)
    for row in csv.DictReader(io.StringIO(typed.stdout)):
        texts[row["name"]].append(row["query"])
    names = list(texts)
    chosen = random.Random(1).sample(names, min(options.names, len(names)))
    # A text without letters is no query: an opening bracket, for instance.
    keys = [(text, name) for name in chosen for text in texts[name] if jamo(text)]
    if not keys:
        sys.exit("bench-search: no names")

    for module, name in ((tantivy, "tantivy"), (whoosh, "whoosh-reloaded")):
        if not module:
            print(f"bench-search: {name} is not installed, and left out", file=sys.stderr)
    print(f"{len(chosen)} of {len(names)} names, {len(keys)} keystrokes; SQLite {sqlite3.sqlite_version}\n")
    print("| way | wanted name among the answers | µs a keystroke |")
    print("| --- | --- | --- |")
    answers = {}
    for way, ask in Lookups(names).ways().items():
        begin = time.process_time()
        answers[way] = [ask(text) for text, _ in keys]
        seconds = time.process_time() - begin
        hits = sum(name in found for (_, name), found in zip(keys, answers[way]))
        print(f"| {way} | {100 * hits / len(keys):.1f} % | {1e6 * seconds / len(keys):.0f} |")

    # All ways look among the same names: here they are a table of places.
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as places:
        write_places(places, names)
        texts = [text for text, _ in keys]
        _, seconds = waymark(options.waymark, places.name, texts, 5)
        found = [set(answer) for answer in waymark(options.waymark, places.name, texts, len(names))[0]]
    hits = sum(name in answer for (_, name), answer in zip(keys, found))
    print(f"| waymark | {100 * hits / len(keys):.1f} % | {1e6 * seconds / len(keys):.0f} |")

    compared = 0
    for (text, _), answer, mine in zip(keys, answers["LIKE over jamo"], found):
        wanted = {name for name in answer if begins_a_letter(jamo(text), name)}
        compared += len(wanted)
        if missed := wanted - mine:
            sys.exit(f"bench-search: LIKE over jamo finds {sorted(missed)[:3]} for {text!r}, and waymark does not")
    print(f"\nwaymark finds all {compared} answers of LIKE over jamo that begin at a letter; its time is that of the first five, sorted")
    compare_kinds(options, names, set(chosen), keys)
    compare_everyday(options)


main()
