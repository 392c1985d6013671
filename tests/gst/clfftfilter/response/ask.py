# SPDX-License-Identifier: LGPL-2.1-or-later
"""Responses from the program respond, as arrays [channel][tap]."""
import subprocess

import numpy as np


class Refused(Exception):
    """The product's error."""

    def __init__(self, line):
        _, self.domain, code, text = line.split(" ", 3)
        self.code = int(code)
        super().__init__(text)


class Answers:
    """One process, which answers one request after the other."""

    def __init__(self, program, environment=None):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment)
        self.delay = 0
        self.note = ""

    def __call__(self, *words):
        line = " ".join(str(word) for word in words) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()
        head = self.process.stdout.readline().decode()
        if head.startswith("error"):
            raise Refused(head.strip())
        assert head, f"no answer to {line}"
        *numbers, note = head.split(" ", 4)
        channels, taps, self.rate, self.delay = map(int, numbers)
        self.note = note.strip()
        size = 8 * channels * taps
        data = self.process.stdout.read(size)
        assert len(data) == size
        return np.frombuffer(data).reshape(channels, taps)

    def close(self):
        self.process.stdin.close()
        assert self.process.wait() == 0
