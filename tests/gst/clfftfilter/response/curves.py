# SPDX-License-Identifier: LGPL-2.1-or-later
"""Equaliser curves drawn at random, as text in the formats that people have,
each with a function that computes its response independently of the product:
the analogue prototypes of R. Bristow-Johnson's "Audio EQ Cookbook" at warped
frequencies, and straight lines over the logarithm of frequency."""
import numpy as np


def section(kind, f0, rate, gain=0.0, q=None, octaves=None, slope=None):
    """H at frequencies f, of a section at a rate."""
    a = 10 ** (gain / 40)
    w0 = 2 * np.pi * f0 / rate
    if q is not None:
        one_q = 1 / q
    elif octaves is not None:
        one_q = 2 * np.sinh(np.log(2) / 2 * octaves * w0 / np.sin(w0))
    else:
        one_q = np.sqrt((a + 1 / a) * (1 / slope - 1) + 2)

    def response(f):
        s = 1j * np.tan(np.pi * f / rate) / np.tan(w0 / 2)
        middle = np.sqrt(a) * one_q * s
        return {
            "peak": lambda: (s * s + s * a * one_q + 1)
            / (s * s + s * one_q / a + 1),
            "low": lambda: a * (s * s + middle + a) / (a * s * s + middle + 1),
            "high": lambda: a * (a * s * s + middle + 1) / (s * s + middle + a),
            "lowpass": lambda: 1 / (s * s + s * one_q + 1),
            "highpass": lambda: s * s / (s * s + s * one_q + 1),
            "bandpass": lambda: s * one_q / (s * s + s * one_q + 1),
            "notch": lambda: (s * s + 1) / (s * s + s * one_q + 1),
            "allpass": lambda: np.ones_like(s),  # no magnitude
            "lowpass1": lambda: 1 / (s + 1),
            "highpass1": lambda: s / (s + 1),
            "low1": lambda: (s + a) / (s + 1 / a),
            "high1": lambda: (s * a + 1) / (s / a + 1),
        }[kind]()
    return response


def corner(low, f0, gain, slope):
    """The middle of a shelf of Equalizer APO's LS and HS."""
    return f0 * 10 ** ((1 if low else -1) * abs(gain) / 80 / slope)


def flat(decibels):
    return lambda f: np.full(len(f), 10 ** (decibels / 20), complex)


def lines(hertz, decibels):
    return lambda f: 10 ** (np.interp(np.log(np.maximum(f, 1e-9)),
                                      np.log(hertz), decibels) / 20) + 0j


def product(parts):
    def response(f):
        h = np.ones(len(f), complex)
        for part in parts:
            h = h * part(f)
        return h
    return response


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


# ---- formats: (text, response, is of minimum phase as it stands) ----

def graphic(rng, rate):
    """GraphicEQ.txt of AutoEq: 127 bands, the gains a smooth walk."""
    hertz = np.unique(np.round(np.geomspace(20, 19871, 127)))
    steps = np.cumsum(rng.normal(0, 0.5, len(hertz)))
    gains = np.round(np.clip(steps - steps.mean(), -15, 12), 1)
    text = "GraphicEQ: " + "; ".join(f"{h:.0f} {g:.1f}"
                                     for h, g in zip(hertz, gains))
    return text, lines(hertz, gains)


def parametric(rng, rate):
    """ParametricEQ.txt of AutoEq."""
    preamp = -round(rng.uniform(0, 9), 1)
    rows, parts = [f"Preamp: {preamp} dB"], [flat(preamp)]
    n = rng.integers(5, 11)
    for i in range(n):
        gain = round(rng.uniform(-9, 9), 1)
        word, kind, low, high = ("LSC", "low", 40, 250) if i == 0 else (
            "HSC", "high", 4000, 12000) if i == n - 1 else (
            "PK", "peak", 30, 15000)
        f0 = round(log_uniform(rng, low, high))
        q = 0.7 if kind != "peak" else round(log_uniform(rng, 0.3, 6), 2)
        rows.append(f"Filter {i + 1}: ON {word} Fc {f0} Hz Gain {gain} dB "
                    f"Q {q:.2f}")
        parts.append(section(kind, f0, rate, gain, q=q))
    return "\n".join(rows) + "\n", product(parts)


def apo(rng, rate):
    """A configuration of Equalizer APO, with everything that it can have."""
    rows, parts = ["# made up", "Device: all", "Channel: all"], []
    for i in range(rng.integers(5, 9)):
        gain = round(rng.uniform(-8, 8), 1)
        f0 = round(log_uniform(rng, 60, 9000), 2)
        slope = rng.choice([6, 9, 12])
        octaves = round(rng.uniform(0.3, 2), 2)
        q = round(log_uniform(rng, 0.4, 5), 2)
        at = f"Fc {f0:.2f} Hz"
        text, part = [
            (f"PK {at} Gain {gain} dB BW Oct {octaves}",
             section("peak", f0, rate, gain, octaves=octaves)),
            (f"PEQ {at} Gain {gain} dB Q {q}",
             section("peak", f0, rate, gain, q=q)),
            (f"LS {at} Gain {gain} dB",
             section("low", f0, rate, gain, slope=0.9)),
            (f"HS {slope}dB {at} Gain {gain} dB",
             section("high", corner(False, f0, gain, slope / 12), rate, gain,
                     slope=slope / 12)),
            (f"LS {slope} dB {at} Gain {gain} dB",
             section("low", corner(True, f0, gain, slope / 12), rate, gain,
                     slope=slope / 12)),
            (f"HSC {slope} dB {at} Gain {gain} dB",
             section("high", f0, rate, gain, slope=slope / 12)),
            (f"NO Fc {3000 + f0:.2f} Hz",
             section("notch", round(3000 + f0, 2), rate, q=30)),
            (f"AP {at} Q {q}", section("allpass", f0, rate, q=q)),
            (f"LPQ Fc {15000 + f0:.2f} Hz Q {q}",
             section("lowpass", 15000 + f0 if 15000 + f0 < 20000 else 16000,
                     rate, q=q)),
            (f"HP Fc {20 + i}.0 Hz",
             section("highpass", 20 + i, rate, q=np.sqrt(0.5))),
        ][rng.integers(10)]
        if text.startswith("LPQ") and 15000 + f0 >= 20000:
            text = f"LPQ Fc 16000 Hz Q {q}"
        rows.append(f"Filter {i + 1}: ON {text}")
        parts.append(part)
    rows.append("Filter: OFF PK Fc 1 Hz Gain 99 dB Q 0")
    if rng.integers(2):
        rows.append("GraphicEQ: 100 3; 1000 -3; 10000 1,5".replace(
            ",", "." if rng.integers(2) else ","))
        parts.append(lines([100, 1000, 10000], [3, -3, 1.5]))
    return "\ufeff" + "\r\n".join(rows), product(parts)


def rew(rng, rate):
    """The filter settings of REW."""
    rows = ["Filter Settings file", "", "Room EQ V5.20.13", "Dated: 1 May 2023",
            "", "Notes: Filter and others", "", "Equaliser: Generic",
            "Left at the seat"]
    parts = []
    for i in range(rng.integers(4, 10)):
        f0 = round(log_uniform(rng, 25, 500), 1)
        gain, q = round(rng.uniform(-12, 6), 1), round(rng.uniform(1, 9), 3)
        rows.append(f"Filter {i + 1:2}: ON  PK       Fc   {f0:6.1f} Hz  Gain  "
                    f"{gain:5.1f} dB  Q {q:6.3f}")
        parts.append(section("peak", f0, rate, gain, q=q))
    rows += [f"Filter {i + 1:2}: ON  None" for i in range(len(parts), 20)]
    return "\n".join(rows) + "\n", product(parts)


def columns(rng, rate):
    """A measurement of REW."""
    hertz = np.geomspace(18, 21000, 96 * 3)
    levels = np.round(2 + 5 * np.convolve(
        rng.normal(0, 1, len(hertz)), np.hanning(25) / 6, "same"), 3)
    rows = ["* Measurement data measured by REW V5.20.13",
            "* Freq(Hz) SPL(dB) Phase(degrees)"]
    mark = ["\t", " ", ", ", "; "][rng.integers(4)]
    rows += [mark.join((f"{h:.3f}", f"{x:.3f}", "0.0"))
             for h, x in zip(hertz, levels)]
    return "\n".join(rows), lines(np.round(hertz, 3), levels)


def camilladsp(rng, rate):
    """Filters of CamillaDSP."""
    rows, parts, names = ["---", "filters:"], [], []
    for i in range(rng.integers(4, 9)):
        gain = round(rng.uniform(-8, 8), 2)
        f0 = round(log_uniform(rng, 40, 15000), 2)
        q, octaves = round(rng.uniform(0.5, 4), 3), round(rng.uniform(.3, 2), 3)
        slope = float(rng.choice([3, 6, 9, 12]))
        kind, fields, part = [
            ("Peaking", dict(freq=f0, gain=gain, q=q),
             section("peak", f0, rate, gain, q=q)),
            ("Peaking", dict(freq=f0, gain=gain, bandwidth=octaves),
             section("peak", f0, rate, gain, octaves=octaves)),
            ("Lowshelf", dict(freq=f0, slope=slope, gain=gain),
             section("low", f0, rate, gain, slope=slope / 12)),
            ("Highshelf", dict(freq=f0, q=q, gain=gain),
             section("high", f0, rate, gain, q=q)),
            ("LowshelfFO", dict(freq=f0, gain=gain),
             section("low1", f0, rate, gain, q=1)),
            ("HighshelfFO", dict(freq=f0, gain=gain),
             section("high1", f0, rate, gain, q=1)),
            ("HighpassFO", dict(freq=25), section("highpass1", 25, rate, q=1)),
            ("Lowpass", dict(freq=18000, q=q),
             section("lowpass", 18000, rate, q=q)),
            ("Allpass", dict(freq=f0, q=q), section("allpass", f0, rate, q=q)),
        ][rng.integers(9)]
        names.append(f"filter {i}")
        rows += [f"  filter {i}:", "    type: Biquad  # a comment",
                 "    parameters:", f"      type: {kind}"]
        rows += [f"      {k}: {v}" for k, v in fields.items()]
        parts.append(part)
    rows += ["  level:", "    type: Gain", "    parameters:", "      gain: -3.5",
             "      inverted: false"]
    parts.append(flat(-3.5))
    names.append("level")
    if rng.integers(2):
        rows += ["pipeline:"]
        for channel in "01":
            rows += ["  - type: Filter", f"    channel: {channel}",
                     "    names:"] + [f"      - \"{name}\"" for name in names]
    return "\n".join(rows) + "\n", product(parts)


FORMATS = [graphic, parametric, apo, rew, columns, camilladsp]
