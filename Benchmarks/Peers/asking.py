"""Runs a program that answers the questions, and compares its answers with those of the linear scan."""

import array
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
QUESTIONS = ["within_sorted", "within_ids", "within_count", "knn"]
TOLERANCE = 1e-6  # metres
NOT_INSTALLED = 69


def say(words):
    print(words, file=sys.stderr, flush=True)


class Asker:
    """The folder with places and answers, and the programs that answer."""

    def __init__(self, folder, peer_questions):
        self.folder, self.peer_questions = folder, peer_questions
        self.python = os.path.join(folder, "venv", "bin", "python")

    def command(self, peer):
        if peer == "Waymark":
            return [self.peer_questions]
        if peer in ("linear scan", "nanoflann", "boost"):
            return [os.path.join(self.folder, "peers"), peer.replace("linear ", "")]
        return [self.python, os.path.join(HERE, "peers.py"), peer]

    def ask(self, peer, data, queries, check, sample, k=10, runs=5, radius=10_000, hits=None):
        """A row for each question, by its name, and the folder with the answers; or the reason why there is none."""
        answers = os.path.join(self.folder, "answers", peer.replace(" ", "-"))
        os.makedirs(answers, exist_ok=True)
        for question in QUESTIONS:
            if os.path.exists(os.path.join(answers, question)):
                os.remove(os.path.join(answers, question))
        options = {
            "data": data,
            "queries": queries,
            "radius": radius,
            "k": k,
            "check": check,
            "runs": runs,
            "q": sample,
            "answers": answers,
        } | ({"hits": hits} if hits else {})
        command = self.command(peer) + [word for name, value in options.items() for word in (f"--{name}", str(value))]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except FileNotFoundError as error:
            return None, f"not installed: {error.strerror}: {error.filename}"
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [""])[-1]
            return (
                None,
                f"not installed: {last}"
                if done.returncode == NOT_INSTALLED
                else f"failed: exit {done.returncode}: {last}",
            )
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return {row["workload"]: row for row in rows}, answers


def answers(folder, question):
    """For each query the ids and metres; for a count, how many alone."""
    with open(os.path.join(folder, question), "rb") as file:
        content = file.read()
    words = array.array("q", content)
    if question == "within_count":
        return list(words)
    numbers = array.array("d", content)
    found, i = [], 0
    while i < len(words):
        count = words[i]
        found.append((words[i + 1 : i + 1 + count], numbers[i + 1 + count : i + 1 + 2 * count]))
        i += 1 + 2 * count
    return found


def difference(truth, given, question):
    """What differs first between the true answers and those given, in words; nothing where they are equal.

    The same ids, each at the same distance within a thousandth of a millimetre, and in its order where one was asked for.
    """
    if not given or len(given) > len(truth):
        return f"{len(given)} answers to {len(truth)} queries"
    for i, (right, answer) in enumerate(zip(truth, given)):
        if question == "within_count":
            if answer != right:
                return f"query {i}: {answer} hits, not {right}"
            continue
        ids, metres = answer
        if len(ids) != len(right[0]) or len(set(ids)) != len(ids):
            return f"query {i}: {len(ids)} hits, not {len(right[0])}"
        distances = dict(zip(*right))
        for id, distance in zip(ids, metres):
            if id not in distances or not abs(distance - distances[id]) <= TOLERANCE:
                return f"query {i}: place {id} at {distance} m, not {distances.get(id, 'a hit')}"
        if question != "within_ids" and list(metres) != sorted(metres):
            return f"query {i}: not in order"
    return None


def duration(seconds):
    """Three significant digits in the unit that suits: 824 ns, 12.1 µs, 1.56 ms."""
    for unit, factor in (("ns", 1e9), ("µs", 1e6), ("ms", 1e3), ("s", 1)):
        if seconds * factor < 999.5 or unit == "s":
            return f"{significant(seconds * factor)} {unit}"


def significant(number):
    return f"{number:.0f}" if number >= 99.5 else f"{number:.1f}" if number >= 9.95 else f"{number:.2f}"


def size(count):
    return (
        f"{count // 1_000_000} M"
        if count % 1_000_000 == 0
        else f"{count // 1000} k"
        if count % 1000 == 0
        else str(count)
    )


def markdown(header, rows):
    """An aligned Markdown table; all columns but the first are right-aligned."""
    widths = [max(len(row[i]) for row in [header] + rows) for i in range(len(header))]
    lines = [header, ["-" * width for width in widths]] + rows
    text = [
        "| "
        + " | ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths)))
        + " |"
        for line in lines
    ]
    text[1] = "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
    return "\n".join(text)
