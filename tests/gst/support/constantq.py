# SPDX-License-Identifier: LGPL-2.1-or-later
"""constantq.py: the formulas of clfft/constantq.h in double precision, over a
whole signal at once: what slices of it must come to."""
import numpy as np

BETA, SIDE = 22.0, 4.0
LOWEST = 32.7031957


def window(u):
    y = np.zeros_like(u)
    inside = np.abs(u) < 1
    y[inside] = np.i0(BETA * np.sqrt(1 - u[inside] ** 2)) / np.i0(BETA)
    return y


def is_smooth(n):
    for p in (2, 3, 5):
        while n % p == 0:
            n //= p
    return n == 1


class Bands:
    """The bands of a rate; hop 0: the largest power of two with an inverse."""

    def __init__(self, rate, low, n, per_octave, gamma=0.0, hop=0, edges=False):
        self.rate, self.has_edges = rate, edges
        self.centers = low * 2 ** (np.arange(n) / per_octave)
        alpha = np.tanh(np.log(2) / per_octave)
        self.widths = alpha * self.centers + gamma
        most = max(1, int(rate / (2 * SIDE * self.widths[-1])))
        self.hop = hop or 1 << (most.bit_length() - 1)
        self.reach = int(np.ceil((1 + edges) * rate / self.widths[0] / self.hop))
        while not is_smooth(self.reach):
            self.reach += 1
        self.reach *= self.hop
        last = self.centers[-1]
        self.below = self.edges(low, self.widths[0], alpha * low, 0)
        self.above = self.edges(rate / 2 - last, self.widths[-1], alpha * last, last)

    def edges(self, span, width, distance, start):
        """Groups of (center, width) over the span, the lowest first; between 0 and the
        first band they begin with half a step."""
        n = max(0, int(np.ceil(span / distance - 0.5)))
        step = span / (n + 0.5)
        first = start + step if start else step / 2
        members = [(first + i * step, width) for i in range(n)]
        size = max(1, int((self.rate / self.hop - 2 * SIDE * width) // step) + 1)
        return [members[i:i + size] for i in range(0, n, size)]

    def groups(self):
        own = [[pair] for pair in zip(self.centers, self.widths)]
        return self.below + own + self.above if self.has_edges else own

    def weights(self, group, f):
        """Of a band at frequencies f, with period rate."""
        def one(f):
            squares = [window((f - c) / (SIDE * w)) ** 2 for c, w in group]
            return np.sqrt(sum(squares))
        top = max(c + SIDE * w for c, w in group)
        bottom = min(c - SIDE * w for c, w in group)
        sums = 0
        for period in range(int(np.floor(bottom / self.rate)),
                            int(np.ceil(top / self.rate)) + 1):
            sums = sums + one(f + period * self.rate)
        return sums

    def count(self, n):
        return (n + self.reach - 1) // self.hop + 1

    def analyse(self, x):
        """Coefficients [frame][band] of x, mirrored about its first sample."""
        n_frames, reach = self.count(len(x)), self.reach
        before = np.zeros(2 * reach)
        n = min(len(x) - 1, 2 * reach)
        before[2 * reach - n:] = x[1:n + 1][::-1]
        length = 2 * reach + len(x) + 3 * reach
        length += -length % self.hop
        padded = np.zeros(length)
        padded[:2 * reach + len(x)] = np.concatenate([before, x])
        spectrum = np.fft.fft(padded)
        f = np.fft.fftfreq(length, 1 / self.rate) % self.rate
        out = np.empty((n_frames, len(self.groups())), complex)
        first = 2 * reach // self.hop
        for b, group in enumerate(self.groups()):
            y = spectrum * self.weights(group, f)
            y = y.reshape(self.hop, -1).sum(0) / self.hop
            out[:, b] = np.fft.ifft(y)[first:first + n_frames]
        return out
