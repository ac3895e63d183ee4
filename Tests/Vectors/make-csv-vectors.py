"""Writes python-csv.json: hostile small CSV texts and the records that Python's csv.reader finds in them.

Run: python3 make-csv-vectors.py > python-csv.json
Each vector is [text, records]. Blank lines are left out of the records. Texts whose last quote never closes are left
out: there Python joins all that follows, and Waymark does not.
"""
import csv
import io
import json
import random

ALPHABET = ["a", '"', ",", "\n", "\r", "\r\n", " ", "가"]


def state(text):
    """The state of the default dialect's machine after `text`."""
    now = "start"
    for c in text:
        if now == "start":
            now = "quoted" if c == '"' else "start" if c in ",\n\r" else "plain"
        elif now == "plain":
            now = "start" if c in ",\n\r" else "plain"
        elif now == "quoted":
            now = "closing" if c == '"' else "quoted"
        else:
            now = "quoted" if c == '"' else "start" if c in ",\n\r" else "plain"
    return now


def main():
    random.seed(20241)
    seen = set()
    vectors = []
    while len(vectors) < 1500:
        length = random.randint(1, 14)
        text = "".join(random.choices(ALPHABET, weights=[4, 5, 4, 2, 1, 1, 1, 1], k=length))
        if text in seen or state(text) == "quoted":
            continue
        seen.add(text)
        records = [record for record in csv.reader(io.StringIO(text, newline="")) if record]
        vectors.append([text, records])
    print("[")
    print(",\n".join(json.dumps(vector, ensure_ascii=False, separators=(",", ":")) for vector in vectors))
    print("]")


main()
