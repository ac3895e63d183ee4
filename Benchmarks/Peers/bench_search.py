#!/usr/bin/env python3
"""Names typed into waymark, SQLite's FTS5 (trigram and prefix) and LIKE, and tantivy if it is installed: hit rate beside time.

Key by key, a hit is a keystroke at which the wanted name is among all answers; what LIKE finds over jamo, waymark must find
too. In each way in which names are misspelled, romanised or cut, a hit has the wanted name among the first five answers.
"""

import argparse
import collections
import csv
import io
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

try:
    import tantivy
except ImportError:
    tantivy = None

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


class Peers:
    """The ways of SQLite to look names up."""

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


class FirstFive:
    """The first five names of each engine, by its own ranking, with what it has against typing errors."""

    def __init__(self, names):
        self.db = Peers(names).db
        if tantivy is None:
            return
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("name", stored=True, tokenizer_name="pairs")
        builder.add_text_field("jamo", stored=True, tokenizer_name="raw")
        self.index = tantivy.Index(builder.build())
        pairs = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(min_gram=1, max_gram=2, prefix_only=False))
        self.index.register_tokenizer("pairs", pairs.filter(tantivy.Filter.lowercase()).build())
        writer = self.index.writer()
        for name in names:
            document = tantivy.Document()
            document.add_text("name", name)
            document.add_text("jamo", jamo(name))
            writer.add_document(document)
        writer.commit()
        self.index.reload()
        self.searcher = self.index.searcher()

    def fts(self, table, text):
        words = text.split()
        query = " OR ".join(phrase(word) + ("*" if table == "prefix" else "") for word in words)
        rows = self.db.execute(f"SELECT name FROM {table} WHERE name MATCH ? ORDER BY rank LIMIT 5", (query,))
        return [row[0] for row in rows]

    def tantivy(self, query):
        return [self.searcher.doc(address)["name"][0] for _, address in self.searcher.search(query, 5).hits]

    def pairs(self, text):
        text = text.lower()
        grams = {text[start:start + size] for size in (1, 2) for start in range(len(text) - size + 1)}
        schema = self.index.schema
        return self.tantivy(tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, tantivy.Query.term_query(schema, "name", gram)) for gram in sorted(grams)]))

    def fuzzy(self, text):
        return self.tantivy(tantivy.Query.fuzzy_term_query(
            self.index.schema, "jamo", jamo(text), distance=2, transposition_cost_one=True, prefix=True))

    def ways(self):
        ways = {"FTS5, trigram": lambda text: self.fts("trigram", text),
                "FTS5, prefix": lambda text: self.fts("prefix", text)}
        if tantivy:
            ways["tantivy, pairs"] = self.pairs
            ways["tantivy, fuzzy jamo"] = self.fuzzy
        return ways


def compare_kinds(options, names, chosen):
    """Prints the share of queries of each kind with the wanted name among the first five, by engine."""
    made = subprocess.run([options.evaluation, "--kinds", *options.files], capture_output=True, text=True, check=True)
    rows = [row for row in csv.DictReader(io.StringIO(made.stdout)) if row["name"] in chosen and jamo(row["query"])]
    keys = [(row["query"], row["name"]) for row in rows]
    answers = {}
    times = {}
    for way, ask in FirstFive(names).ways().items():
        begin = time.perf_counter()
        answers[way] = [ask(text) for text, _ in keys]
        times[way] = time.perf_counter() - begin
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as places:
        write_places(places, names)
        few = min(waymark(options.waymark, places.name, keys[:1], 5)[1] for _ in range(3))
        found, many = waymark(options.waymark, places.name, keys, 5)
        answers["waymark"] = [found[number] for number in range(len(keys))]
        times["waymark"] = many - few
    print(f"\n{len(keys)} queries; wanted name among the first five, in per cent\n")
    print("| query | number | " + " | ".join(answers) + " |\n| --- | --- |" + " --- |" * len(answers))
    for kind in dict.fromkeys(row["kind"] for row in rows):
        mine = [number for number, row in enumerate(rows) if row["kind"] == kind]
        shares = [100 * sum(keys[number][1] in answer[number] for number in mine) / len(mine) for answer in answers.values()]
        print(f"| {kind} | {len(mine)} | " + " | ".join(f"{share:.1f}" for share in shares) + " |")
    print("| µs a query | | " + " | ".join(f"{1e6 * times[way] / len(keys):.0f}" for way in answers) + " |")


def write_places(file, names):
    writer = csv.writer(file)
    writer.writerow(["id", "name", "latitude", "longitude"])
    writer.writerows((number, name, 37, 127) for number, name in enumerate(names))
    file.flush()


def waymark(program, files, keys, limit):
    """The names that waymark finds for each keystroke, and the seconds that it takes."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["query_id", "query"])
    writer.writerows((number, text) for number, (text, _) in enumerate(keys))
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write(table.getvalue())
        file.flush()
        begin = time.perf_counter()
        run = subprocess.run(
            [program, "search", "--queries", file.name, "--attractions", files, "--limit", str(limit), "--jobs", "1", "--quiet"],
            capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - begin
    found = collections.defaultdict(set)
    for row in csv.DictReader(io.StringIO(run.stdout)):
        found[int(row["query_id"])].add(row["name"])
    return found, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waymark", required=True)
    parser.add_argument("--evaluation", required=True, help="the program SearchEvaluation")
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

    print(f"{len(chosen)} of {len(names)} names, {len(keys)} keystrokes; SQLite {sqlite3.sqlite_version}\n")
    print("| way | wanted name among the answers | µs a keystroke |")
    print("| --- | --- | --- |")
    answers = {}
    for way, ask in Peers(names).ways().items():
        begin = time.perf_counter()
        answers[way] = [ask(text) for text, _ in keys]
        seconds = time.perf_counter() - begin
        hits = sum(name in found for (_, name), found in zip(keys, answers[way]))
        print(f"| {way} | {100 * hits / len(keys):.1f} % | {1e6 * seconds / len(keys):.0f} |")

    # All ways look among the same names: here they are a table of places.
    with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as places:
        write_places(places, names)
        # The least of some runs, without what one query takes: to start, to read the places and to make the index.
        few = min(waymark(options.waymark, places.name, keys[:1], 5)[1] for _ in range(3))
        many = min(waymark(options.waymark, places.name, keys, 5)[1] for _ in range(3))
        found, _ = waymark(options.waymark, places.name, keys, len(names))
    hits = sum(name in found[number] for number, (_, name) in enumerate(keys))
    print(f"| waymark | {100 * hits / len(keys):.1f} % | {1e6 * (many - few) / len(keys):.0f} |")

    compared = 0
    for number, ((text, _), answer) in enumerate(zip(keys, answers["LIKE over jamo"])):
        wanted = {name for name in answer if begins_a_letter(jamo(text), name)}
        compared += len(wanted)
        if missed := wanted - found[number]:
            sys.exit(f"bench-search: LIKE over jamo finds {sorted(missed)[:3]} for {text!r}, and waymark does not")
    print(f"\nwaymark finds all {compared} answers of LIKE over jamo that begin at a letter; its time is that of the first five, sorted")
    compare_kinds(options, names, set(chosen))


main()
