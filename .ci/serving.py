"""What the checks of the service from outside share: a served program, and a client that keeps its connection."""

import http.client
import itertools
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A busy machine may take long; what hangs is found all the same.
PATIENCE = 300


class Checks:
    """Counts what was checked, and says each fault at once; the same again is only counted."""

    def __init__(self, name):
        self.name, self.done, self.faults, self.said = name, 0, 0, set()

    def say(self, text):
        print(f"{self.name}: {text}", flush=True)

    def check(self, is_right, text):
        self.done += 1
        if not is_right:
            self.faults += 1
            if text not in self.said:
                self.said.add(text)
                print(f"{self.name}: FAULT: {text}", file=sys.stderr, flush=True)
        return is_right

    def end(self):
        self.say(f"{self.done} checks, {self.faults} faults, {len(self.said)} of them different")
        sys.exit(1 if self.faults or not self.done else 0)


class Ports:
    """Free ports of this machine: of thirty from `first` on, in turn, or any."""

    def __init__(self, first=None):
        self.turns = itertools.cycle(range(first, first + 30) if first else [0])

    def take(self):
        for port in self.turns:
            with socket.socket() as probe:
                try:
                    probe.bind(("127.0.0.1", port))
                    return probe.getsockname()[1]
                except OSError:
                    if not port:
                        raise


class Served:
    """A running service, which is ready."""

    def __init__(self, program, *options, attractions=ROOT / "data/attractions.csv", port=0):
        self.process = subprocess.Popen(
            [program, "serve", "--attractions", attractions, "--listen", f"127.0.0.1:{port}", *options],
            stderr=subprocess.PIPE, text=True, errors="replace")
        self.lines, self.changed, self.is_over = [], threading.Condition(), False
        threading.Thread(target=self._read, daemon=True).start()
        self.url = self.wait_for(r"listening on (http://127\.0\.0\.1:\d+)")[1]
        self.port = int(self.url.rpartition(":")[2])
        self.wait_for("ready with")

    def _read(self):
        for line in self.process.stderr:
            with self.changed:
                self.lines.append(line)
                self.changed.notify_all()
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def wait_for(self, pattern, after=0):
        """The match of the first line of standard error, from number `after` on, that has a pattern."""
        end = time.monotonic() + PATIENCE
        with self.changed:
            while True:
                for line in self.lines[after:]:
                    if found := re.search(pattern, line):
                        return found
                if self.is_over or time.monotonic() > end:
                    raise RuntimeError(f"waymark serve does not say {pattern!r}: {''.join(self.lines[-20:])}")
                self.changed.wait(1)

    def kilobytes(self):
        """Resident memory."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", text)[1])

    def get(self, path, **headers):
        return ask(self.port, path, headers=headers)

    def end(self):
        """Ends it by SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Reply:
    def __init__(self, response, body):
        self.status, self.headers, self.body = response.status, response.headers, body

    @property
    def type(self):
        return (self.headers.get("Content-Type") or "").split(";")[0]

    @property
    def json(self):
        """The body as JSON; None if it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


def ask(port, path, method="GET", body=None, headers={}, timeout=PATIENCE):
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return Reply(response, response.read())
    finally:
        connection.close()
