# SPDX-License-Identifier: LGPL-2.1-or-later
"""Equaliser curves drawn at random, as text in the formats that people have,
each with a function that computes its response independently of the product:
the analogue prototypes of R. Bristow-Johnson's "Audio EQ Cookbook" at warped
frequencies, and straight lines over the logarithm of frequency."""
import json

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


def linkwitz(f0, q0, fp, qp):
    """Linkwitz's transform of the closed box f0, q0 to fp, qp, analogue: far
    below half of the rate there is no difference."""
    def response(f):
        return (f0 ** 2 - f ** 2 + 1j * f * f0 / q0) \
            / (fp ** 2 - f ** 2 + 1j * f * fp / qp)
    return response


def general_notch(fz, fp, qp, rate, at_dc):
    def response(f):
        s, z, p = (np.tan(np.pi * x / rate) for x in (f, fz, fp))
        h = (z * z - s * s) / (p * p - s * s + 1j * s * p / qp)
        return h * (p * p / (z * z) if at_dc else 1) + 0j
    return response


def free(b, a, rate):
    def response(f):
        z = np.exp(-2j * np.pi * f / rate)
        return np.polyval(b[::-1], z) / np.polyval([a[1], a[0], 1], z)
    return response


def crossover(order, f0, rate, high, twice):
    """Butterworth's, or Linkwitz and Riley's, by their magnitudes."""
    def response(f):
        ratio = (np.tan(np.pi * np.maximum(f, 1e-9) / rate)
                 / np.tan(np.pi * f0 / rate)) ** (-1 if high else 1)
        level = 1 / np.sqrt(1 + ratio ** (order if twice else 2 * order))
        return level ** (2 if twice else 1) + 0j
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


# thousands and decimals, as Java writes them in different languages
MARKS = [("", "."), ("", ","), (",", "."), (".", ","), ("\u202f", ","),
         ("\u00a0", ","), ("\u2019", "."), ("'", ".")]


def number(value, decimals, marks=MARKS[0]):
    text = f"{value:,.{decimals}f}".translate(
        {ord(","): marks[0], ord("."): marks[1]})
    return text.replace("-", "\u2212") if marks[0] == "\u00a0" else text


def rew_filter(kind, rng, rate):
    """A line of REW 5.40 behind "ON", with its marks, and its response."""
    marks = MARKS[rng.integers(len(MARKS))]
    low, high = {"HP": (20, 300), "HP1": (20, 300), "HP Q": (20, 300),
                 "LP": (2000, 12000), "LP1": (2000, 12000),
                 "LP Q": (2000, 12000), "L-T": (30, 150),
                 "Notch": (3000, 9000), "Notch Q": (3000, 9000),
                 }.get(kind, (30, 9000))
    f0 = log_uniform(rng, low, min(high, rate / 2.5))
    places = 0 if f0 >= 1000 and rng.integers(2) else 2 if f0 < 100 else 1
    f0 = round(f0, places)
    gain, q = round(rng.uniform(-9, 6), 2), round(log_uniform(rng, .5, 4), 3)
    ends = [round(f0 * rng.uniform(0.5, 0.9)), round(rng.uniform(.5, .9), 2)]
    slope = {"LS 6dB": 0.5, "HS 6dB": 0.5, "LS 12dB": 1, "HS 12dB": 1}.get(
        kind, 0.9)
    part = {
        "PK": lambda: section("peak", f0, rate, gain, q=q),
        "Modal": lambda: section("peak", f0, rate, gain, q=q),
        "LP": lambda: section("lowpass", f0, rate, q=np.sqrt(.5)),
        "HP": lambda: section("highpass", f0, rate, q=np.sqrt(.5)),
        "LP1": lambda: section("lowpass1", f0, rate, q=1),
        "HP1": lambda: section("highpass1", f0, rate, q=1),
        "LP Q": lambda: section("lowpass", f0, rate, q=q),
        "HP Q": lambda: section("highpass", f0, rate, q=q),
        "LS": lambda: section("low", f0, rate, gain, slope=slope),
        "HS": lambda: section("high", f0, rate, gain, slope=slope),
        "LS Q": lambda: section("low", f0, rate, gain, q=q),
        "HS Q": lambda: section("high", f0, rate, gain, q=q),
        "Notch": lambda: section("notch", f0, rate, q=30),
        "Notch Q": lambda: section("notch", f0, rate, q=q),
        "All pass": lambda: flat(0),
        "L-T": lambda: linkwitz(f0, q, *ends),
        None: lambda: section(
            "low" if kind[0] == "L" else "high",
            corner(kind[0] == "L", f0, gain, slope), rate, gain, slope=slope),
    }
    text = f"{kind:8} Fc {number(f0, places, marks):>7} Hz"
    if kind in ("PK", "Modal") or kind[:2] in ("LS", "HS"):
        text += f"  Gain {number(gain, 2, marks):>6} dB"
    if kind in ("PK", "Modal", "All pass", "L-T") or kind[-2:] == " Q":
        text += f"  Q {number(q, 3, marks):>6}"
    text += {"Modal": "  T60 target   300 ms",
             "L-T": f" Fp {ends[0]} Qp {number(ends[1], 2, marks)}"}.get(kind, "")
    return text, part.get(kind, part[None])()


REW_TYPES = ["PK", "Modal", "LP", "HP", "LP1", "HP1", "LP Q", "HP Q", "LS",
             "HS", "LS 6dB", "HS 6dB", "LS 12dB", "HS 12dB", "LS Q", "HS Q",
             "Notch", "Notch Q", "All pass", "L-T"]


def blur(rng, text):
    """Other cases, tabs and blanks that change nothing."""
    parts = text.split(" ")
    out = parts[0]
    for part in parts[1:]:
        out += [" ", "  ", "\t", " \t "][rng.integers(4)] + part
    return [out, out.upper(), out.lower()][rng.integers(3)]


def rew_file(rows):
    rows = [f"Filter {i + 1:2}: ON  {row}" for i, row in enumerate(rows)]
    return "\n".join([
        "Filter Settings file", "", "Room EQ V5.40", "Dated: 1 May 2026", "",
        "Notes: Filter and others", "", "Equaliser: Generic",
        "Left at the other"] + rows + ["Filter  1: OFF None      ",
                                      "Filter  2: ON  None   "]) + "\n"


def rew(rng, rate):
    """The filter settings of REW."""
    kinds = [kind for kind in rng.permutation(REW_TYPES)
             if kind not in ("L-T", "HP1", "LP1")][:rng.integers(4, 9)]
    rows, parts = zip(*(rew_filter(str(kind), rng, rate) for kind in kinds))
    return rew_file(rows), product(parts)


def columns(rng, rate):
    """A measurement: REW's, AutoEq's, or a table of some other program."""
    hertz = np.round(np.geomspace(18, 21000, 96 * 3), 3)
    levels = np.round(2 + 5 * np.convolve(
        rng.normal(0, 1, len(hertz)), np.hanning(25) / 6, "same"), 3)
    marks = [(".", m) for m in (",", ", ", ";", "; ", "\t", " ", "  ")] \
        + [(",", m) for m in (";", "\t", " ")]
    point, mark = marks[rng.integers(len(marks))]
    names = [["frequency", "raw"], ["Frequency", "SPL"], ["Hz", "dB"],
             ["Freq(Hz)", "SPL(dB)"], ["FREQUENCY (Hz)", "Level (dB)"],
             ["freq_hz", "gain_db"], ["frequency", "what"]][rng.integers(7)]
    table = [hertz, levels]
    if names[1] != "what" and rng.integers(2):
        names, table = names + ["Phase(degrees)", "smoothed"], \
            table + [levels - 90, levels / 2]
        order = rng.permutation(4)
        names = [names[i] for i in order]
        table = [table[i] for i in order]
    kind = ["* ", "# ", "none", "", "quoted"][rng.integers(5)]
    if list(names[:1]) != ["frequency"] and kind == "none":
        kind = "* "
    if "what" in names and kind in ("* ", "# "):
        kind = ""
    quote = '"' if kind == "quoted" else ""
    rows = ["* Measurement data measured by REW V5.40",
            "# Frequency Step: 96 ppo, smoothing: none", ""][:rng.integers(4)]
    if kind == "none" and table[0] is hertz and table[1] is levels:
        pass
    else:
        head = (" " if mark == " " * len(mark) else mark).join(
            quote + name + quote for name in names)
        rows.append(("" if kind in ("none", "quoted") else kind) + head)
    rows += [mark.join(quote + f"{x:.3f}".replace(".", point) + quote
                       for x in row) for row in zip(*table)]
    return "\n".join(rows), lines(hertz, levels)


def mini_eq(rng, rate):
    """A preset of mini-eq 0.8: bands of numbered types, some silent."""
    kinds = {1: "peak", 2: "highpass", 3: "high", 4: "lowpass", 5: "low",
             6: "notch", 8: "allpass", 9: "bandpass"}
    ranges = {2: (20, 60), 4: (9000, 16000), 6: (3000, 9000)}
    solo = rng.integers(3) == 0
    preamp = round(rng.uniform(-12, 3), 2)
    bands, parts = [], [flat(preamp)]
    for i in range(rng.integers(2, 10)):
        kind = int(rng.choice([0, 1, 1, 1, 1, 2, 3, 4, 5, 6, 8]))
        f0 = log_uniform(rng, *ranges.get(kind, (30, 12000)))
        gain, q = rng.uniform(-9, 9), log_uniform(rng, 0.4, 4)
        band = dict(filter_type=kind, frequency=f0, gain_db=gain, q=q,
                    mute=bool(rng.integers(5) == 0),
                    solo=bool(solo and (i == 0 or rng.integers(2))))
        bands.append(band)
        if kind and not band["mute"] and (band["solo"] or not solo):
            parts.append(section(
                kinds[kind], f0, rate, gain, q=q))
    preset = dict(version=1, preamp_db=preamp, bands=bands, name="drawn")
    if rng.integers(3) == 0:
        del preset["version"]
    return json.dumps(preset, indent=[2, None][rng.integers(2)]) + "\n", \
        product(parts)


def camilla_filter(kind, rng, rate):
    """Type, parameters and response of one of CamillaDSP's filters, of versions
    2 to 5."""
    gain = round(rng.uniform(-8, 8), 2)
    f0 = round(log_uniform(rng, 40, min(15000, rate / 2.5)), 2)
    q, octaves = round(rng.uniform(0.5, 4), 3), round(rng.uniform(.3, 2), 3)
    slope, order = float(rng.choice([3, 6, 9, 12])), int(rng.integers(1, 7))
    low, high = round(rng.uniform(20, 90), 1), round(rng.uniform(2e3, 12e3), 1)

    def peqs(n):
        hertz = np.round(np.sort(np.geomspace(60, 9000, n)
                                 * rng.uniform(.9, 1.1, n)), 1)
        gains = np.round(rng.uniform(-6, 6, n), 2)
        gains[rng.integers(n)] = 0
        roles = ["low"] + ["peak"] * (n - 2) + ["high"]
        widths = np.round(rng.uniform(0.5, 2, n), 2)
        return list(zip(hertz.tolist(), gains.tolist(), widths.tolist())), \
            product([section(role, f, rate, g, q=w) for role, f, g, w in zip(
                roles, hertz, gains, widths) if g])

    def five():
        bands, part = peqs(5)
        return "FivePointPeq", {
            key + name: value for name, band in zip(
                ("ls", "p1", "p2", "p3", "hs"), bands)
            for key, value in zip("fgq", band)}, part

    def n_point():
        bands, part = peqs(int(rng.integers(2, 9)))
        return "NPointPeq", dict(bands=[dict(zip(("freq", "gain", "q"), band))
                                        for band in bands]), part

    def graphic():
        n = int(rng.integers(2, 12))
        gains = np.round(rng.uniform(-6, 6, n), 1).tolist()
        given = dict(freq_min=30, freq_max=12000) if rng.integers(2) else {}
        span = [np.log2(f) for f in (list(given.values()) or (20, 20000))]
        if rate < 40001 and not given:
            given, span = dict(freq_min=30, freq_max=12000), np.log2([30, 12e3])
        width = (span[1] - span[0]) / n
        return "GraphicEqualizer", dict(given, gains=gains), product([
            section("peak", 2 ** (span[0] + (i + .5) * width), rate, g,
                    octaves=width) for i, g in enumerate(gains) if g])

    def two():
        side = rng.integers(2)
        return ("Butterworth" + ["Lowpass", "Highpass"][side], dict(
            freq=[high, low][side], order=order), crossover(
                order, [high, low][side], rate, side, False))

    def twice():
        side = rng.integers(2)
        return ("LinkwitzRiley" + ["Lowpass", "Highpass"][side], dict(
            freq=[high, low][side], order=2 * order), crossover(
                2 * order, [high, low][side], rate, side, True))

    def coefficients():
        poles = rng.uniform(.1, .9) * np.exp(1j * rng.uniform(.3, 3))
        zeros = rng.uniform(.3, 1.8) * np.exp(1j * rng.uniform(.3, 3))
        a = np.round([-2 * poles.real, abs(poles) ** 2], 6)
        b = np.round(np.array([1, -2 * zeros.real, abs(zeros) ** 2])
                     * rng.uniform(-2, 2), 6)
        if rng.integers(2):  # real zeros
            b = np.round(np.convolve([1, rng.uniform(-2, 2)],
                                     [1, rng.uniform(-2, 2)]), 6)
        return "Free", dict(zip(("b0", "b1", "b2", "a1", "a2"), map(
            float, [*b, *a]))), free(b, a, rate)

    def notch():
        at_dc = bool(rng.integers(2))
        fz, fp = (round(rng.uniform(2000, 6000)) for _ in range(2))
        return "GeneralNotch", dict(freq_z=fz, freq_p=fp, q_p=q,
                                    normalize_at_dc=at_dc), \
            general_notch(fz, fp, q, rate, at_dc)

    return {
        "peak": lambda: ("Peaking", dict(freq=f0, gain=gain, q=q),
                         section("peak", f0, rate, gain, q=q)),
        "band": lambda: ("Peaking", dict(freq=f0, gain=gain, bandwidth=octaves),
                         section("peak", f0, rate, gain, octaves=octaves)),
        "low": lambda: ("Lowshelf", dict(freq=f0, slope=slope, gain=gain),
                        section("low", f0, rate, gain, slope=slope / 12)),
        "high": lambda: ("Highshelf", dict(freq=f0, q=q, gain=gain),
                         section("high", f0, rate, gain, q=q)),
        "low1": lambda: ("LowshelfFO", dict(freq=f0, gain=gain),
                         section("low1", f0, rate, gain, q=1)),
        "high1": lambda: ("HighshelfFO", dict(freq=f0, gain=gain),
                          section("high1", f0, rate, gain, q=1)),
        "highpass1": lambda: ("HighpassFO", dict(freq=25),
                              section("highpass1", 25, rate, q=1)),
        "lowpass": lambda: ("Lowpass", dict(freq=high, q=q),
                            section("lowpass", high, rate, q=q)),
        "allpass": lambda: ("Allpass", dict(freq=f0, q=q), flat(0)),
        "linkwitz": lambda: ("LinkwitzTransform", dict(
            freq_act=low, q_act=q, freq_target=low / 2, q_target=0.7),
            linkwitz(low, q, low / 2, 0.7)),
        "tilt": lambda: ("Tilt", dict(gain=gain), product([
            section("low", 110, rate, -gain / 2, q=.35),
            section("high", 3500, rate, gain / 2, q=.35)])),
        "notch": notch, "free": coefficients, "five": five, "n": n_point,
        "graphic": graphic, "butterworth": two, "riley": twice,
    }[kind]()


CAMILLA_TYPES = ["peak", "band", "low", "high", "low1", "high1", "highpass1",
                 "lowpass", "allpass", "linkwitz", "tilt", "notch", "free",
                 "five", "n", "graphic", "butterworth", "riley"]
COMBOS = ("FivePointPeq", "NPointPeq", "GraphicEqualizer", "Tilt",
          "Butterworth", "Linkwitz")


def camilla_rows(name, kind, fields, flow=False):
    """A filter as YAML, in block style or as JSON is."""
    combo = "Combo" if kind.startswith(COMBOS) and kind != \
        "LinkwitzTransform" else ""
    if flow:
        return [f"  {name}: " + json.dumps(dict(
            type="Biquad" + combo, parameters=dict(fields, type=kind)))]
    return [f"  {name}:", f"    type: Biquad{combo}  # a comment",
            "    description: null", "    parameters:", f"      type: {kind}"] \
        + [f"      {key}: {json.dumps(value)}" for key, value in fields.items()]


def camilladsp(rng, rate):
    """Filters of CamillaDSP."""
    rows, parts, names = ["---", "filters:"], [], []
    kinds = CAMILLA_TYPES[:9] + ["tilt", "five", "n", "graphic"]
    for i in range(rng.integers(4, 9)):
        kind, fields, part = camilla_filter(
            kinds[rng.integers(len(kinds))], rng, rate)
        names.append(f"filter {i}")
        rows += camilla_rows(names[-1], kind, fields, rng.integers(2))
        parts.append(part)
    rows += ["  level:", "    type: Gain", "    parameters: &level",
             "      gain: -3.5", "      inverted: false",
             "  again:", "    type: Gain", "    parameters: *level"]
    parts.append(flat(-7))
    names += ["level", "again"]
    if rng.integers(2):
        rows += ["pipeline:"]
        for channel in "01":
            rows += ["  - type: Filter", f"    channel: {channel}",
                     "    names:"] + [f"      - \"{name}\"" for name in names]
    return "\n".join(rows) + "\n", product(parts)


def encode(rng, text):
    """The bytes of the text as an editor may save it."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace(
        "\n", ["\n", "\r\n", "\r"][rng.integers(3)])
    return [lambda: text.encode(), lambda: text.encode("utf-8-sig"),
            lambda: text.encode("utf-16"), lambda: text.encode("utf-16-le"),
            lambda: ("\ufeff" + text).encode("utf-16-be"),
            lambda: text.encode("utf-16-be")][rng.integers(6)]()


FORMATS = [graphic, parametric, apo, rew, columns, camilladsp, mini_eq]
