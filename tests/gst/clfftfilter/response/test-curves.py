#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the responses of equaliser curves have the magnitude that the
curve asks for, and the phase that was asked for, at three rates (TAP).

    test-curves.py RESPOND

RESPOND is the program of respond.c. Skipped where numpy is missing, or the
program finds no OpenCL device.
"""
import atexit
import os
import re
import sys
import tempfile

from tap import modules

np = modules("numpy")

import claims
import curves
from ask import Answers, Refused
from claims import Skip, claim, is_full, random

# on a device that the fault layer plays, a few of the magnitudes alone
IS_PLAYED = bool(os.environ.get("CLFFT_LAYER_PROFILE"))
N_CURVES = 120 if is_full() else \
    len(curves.FORMATS) if IS_PLAYED else 21
LIBRARIES = {curves.camilladsp: "LIBYAML", curves.mini_eq: "JSON-GLIB"}
FORMATS = [form for form in curves.FORMATS if os.environ.get(
    f"HAVE_{LIBRARIES.get(form)}") != "false"]
RATES = [44100, 48000, 96000]
BOUND = 0.1  # dB
GRID = 3 << 18  # not that of the product

answers = Answers(sys.argv[1])
folder = tempfile.TemporaryDirectory()


def write(text, name="curve.txt", mode="w"):
    path = os.path.join(folder.name, name)
    with open(path, mode, **({} if "b" in mode else
                             {"newline": "", "encoding": "utf-8"})) as file:
        file.write(text)
    return path


def load(text, rate=48000, phase="minimum", n_taps=0):
    try:
        return answers("curve", rate, phase, n_taps, write(
            text, mode="wb" if isinstance(text, bytes) else "w"))[0]
    except Refused as refused:
        library = re.search("built without ([a-z-]+)", str(refused))
        if library:
            assert os.environ.get(f"HAVE_{library[1].upper()}") == "false"
            raise Skip(str(refused)) from refused
        if "No device" in str(refused):
            raise Skip("no OpenCL device") from refused
        raise


def spectrum(taps, rate):
    """Bins from 20 Hz to 20 kHz, below 300 Hz all of them: their frequencies,
    and the response."""
    step = rate / GRID
    bins = np.unique(np.geomspace(np.ceil(20 / step), np.floor(
        min(20000, rate / 2) / step), 30000).astype(int))
    return bins * step, np.fft.rfft(taps, GRID)[bins]


def distance(h, wanted, floor):
    """The most decibels between them, and where; below the floor, of the
    largest value, the distance from that."""
    level = np.maximum(np.abs(wanted), floor * np.abs(wanted).max())
    apart = np.abs(20 * np.log10(1 + (np.abs(h) - np.abs(wanted)) / level))
    return apart.max(), apart.argmax()


def check(name, text, response, rate):
    f, h = spectrum(load(text, rate), rate)
    worst, at = distance(h, response(f), 1e-3)
    assert worst <= BOUND, f"{name}: {worst} dB at {f[at]} Hz\n{text}"
    assert not answers.note, f"{name}: {answers.note}\n{text}"


def drawn(n=N_CURVES):
    for i in range(n):
        form = FORMATS[i % len(FORMATS)]
        rate = int(random.choice(RATES))
        text, response = form(random, rate)
        yield f"{form.__name__} at {rate} Hz", text, response, rate


@claim
def minimum_phase_has_the_magnitude_of_the_curve():
    for name, text, response, rate in drawn():
        check(name, curves.encode(random, text), response, rate)
        assert answers.delay == 0


@claim
def linear_phase_has_the_magnitude_of_the_curve_and_no_phase():
    for name, text, response, rate in drawn():
        taps = load(text, rate, "linear")
        f, h = spectrum(taps, rate)
        wanted = response(f)
        kept = np.abs(wanted) > 0.01 * np.abs(wanted).max()
        f, h, wanted = f[kept], h[kept], wanted[kept]
        worst, at = distance(h, wanted, 0.05)
        assert worst <= BOUND, f"{name}: {worst} dB at {f[at]} Hz\n{text}"
        assert len(taps) % 2 and answers.delay == len(taps) // 2
        assert np.abs(taps - taps[::-1]).max() <= 1e-9 * np.abs(taps).max()
        turned = h * np.exp(2j * np.pi * f * answers.delay / rate)
        assert (turned.real > 0).all(), name


@claim
def minimum_phase_is_as_early_as_can_be():
    """The cepstrum of the wanted magnitude by numpy, which zeros on the unit
    circle make inexact."""
    for name, text, response, rate in drawn(len(curves.FORMATS)):
        taps = load(text, rate)
        f = np.arange(GRID // 2 + 1) * rate / GRID
        level = np.log(np.maximum(np.abs(response(f)), 1e-12))
        cepstrum = np.fft.irfft(level, GRID)
        cepstrum[1:GRID // 2] *= 2
        cepstrum[GRID // 2 + 1:] = 0
        early = np.fft.irfft(np.exp(np.fft.rfft(cepstrum)), GRID)[:len(taps)]
        error = np.abs(taps - early).max() / np.abs(early).max()
        assert error < 1e-2, f"{name}: {error}\n{text}"


@claim
def a_length_that_is_asked_for_is_got():
    text = "GraphicEQ: 100 6; 200 -6"
    whole = load(text)
    for phase in "minimum", "linear":
        for n_taps in 1, 2, 1023, 1024, 100000:
            taps = load(text, 48000, phase, n_taps)
            assert len(taps) == n_taps
            if phase == "minimum":
                n = min(n_taps, len(whole))
                assert np.abs(taps[:n] - whole[:n]).max() < 1e-12
            else:
                assert answers.delay == (n_taps - 1) // 2
                middle = taps[:2 * answers.delay + 1]
                assert np.abs(middle - middle[::-1]).max() < 1e-12


@claim
def rates_from_8_to_384_kilohertz_have_curves():
    text = "Preamp: -3 dB\nFilter: ON PK Fc 1000 Hz Gain 6 dB Q 1"
    for rate in 8000, 22050, 176400, 384000:
        wanted = curves.product([
            curves.flat(-3), curves.section("peak", 1000, rate, 6, q=1)])
        for phase in "minimum", "linear":
            f, h = spectrum(load(text, rate, phase), rate)
            worst, _ = distance(h, wanted(f), 1e-3)
            assert worst <= BOUND, f"{rate} {phase}: {worst}"


@claim
def preamp_and_several_graphs_add():
    text = "Preamp: -1,5 dB\nPreamp: -2\nGraphicEQ: 50 1; 5000 -2\n" \
           "GraphicEQ: 20 0,5; 300 -4,5; 9000 3;\n"
    wanted = curves.product([
        curves.flat(-3.5), curves.lines([50, 5000], [1, -2]),
        curves.lines([20, 300, 9000], [.5, -4.5, 3])])
    f, h = spectrum(load(text), 48000)
    assert distance(h, wanted(f), 0)[0] <= BOUND


@claim
def every_type_of_rew_is_its_own_filter():
    for kind in curves.REW_TYPES * (5 if is_full() else 1):
        rate = int(random.choice(RATES))
        row, response = curves.rew_filter(kind, random, rate)
        if random.integers(2):
            row = curves.blur(random, row)
        check(f"{kind} at {rate} Hz", curves.rew_file([row]), response, rate)


@claim
def every_type_of_camilladsp_is_its_own_filter():
    for kind in curves.CAMILLA_TYPES * (5 if is_full() else 1):
        rate = int(random.choice(RATES))
        name, fields, response = curves.camilla_filter(kind, random, rate)
        rows = ["filters:"] + curves.camilla_rows("a", name, fields,
                                                  random.integers(2))
        check(f"{name} at {rate} Hz", "\n".join(rows), response, rate)


# The widest filters, of ten octaves, reach half the rate from here, of half the rate.
NEAR = .95


def frequencies(fields):
    """Of the filters that one of CamillaDSP is."""
    if "bands" in fields:
        return [band["freq"] for band in fields["bands"] if band["gain"]]
    if "gains" in fields:
        low, high = (fields.get(f"freq_{end}", otherwise) for end, otherwise in (
            ("min", 20), ("max", 20000)))
        n = len(fields["gains"])
        return [low * (high / low) ** ((i + .5) / n)
                for i, gain in enumerate(fields["gains"]) if gain]
    if "fls" in fields:
        return [fields["f" + band] for band in ("ls", "p1", "p2", "p3", "hs")]
    if set(fields) == {"gain"}:  # Tilt
        return [110, 3500]
    return [value for key, value in fields.items() if key.startswith("freq")]


def check_lack(text, rate, is_beyond=None, is_strange=False):
    """What this rate lacks of a curve is reported, and no more."""
    for phase in "minimum", "linear":
        try:
            taps = load(text, rate, phase, n_taps=4096)
        except Refused as refused:
            raise AssertionError(f"{rate} Hz: {refused}\n{text}") from refused
        assert np.isfinite(taps).all(), f"{rate} Hz\n{text}"
        note = f"{rate} Hz: {answers.note}\n{text}"
        reported = re.search(r"half the rate, (\S+) Hz: the first, of (\S+) Hz",
                         answers.note)
        assert is_beyond in (None, bool(reported)), note
        assert ("is left out" in answers.note) == is_strange, note
        if reported:
            assert float(reported[1]) == float(f"{rate / 2:g}"), note
            assert float(reported[2]) >= NEAR * rate / 2, note


@claim
def any_filter_at_any_rate_is_done_as_far_as_it_can_be():
    for kind in curves.REW_TYPES * (9 if is_full() else 2):
        row, _ = curves.rew_filter(kind, random, 48000)
        check_lack(curves.rew_file([row]),
                   round(curves.log_uniform(random, 20, 30000)))
    for kind in curves.CAMILLA_TYPES * (9 if is_full() else 2):
        rate = round(curves.log_uniform(random, 20, 30000))
        own = int(random.choice([0, rate, *RATES]))
        name, fields, _ = curves.camilla_filter(kind, random, 48000)
        rows = ["filters:"] + curves.camilla_rows("a", name, fields) \
            + [f"devices: {{samplerate: {own}}}"] * (own > 0)
        highest = max(frequencies(fields), default=0) if kind != "allpass" else 0
        is_beyond = None if NEAR <= 2 * highest / rate < 1 else 2 * highest >= rate
        check_lack("\n".join(rows), rate, is_beyond,
                   kind == "free" and own not in (0, rate))


@claim
def filters_that_a_rate_lacks_leave_the_others_alone():
    alone = "filters:\n  a: {type: Biquad, parameters: {type: Peaking, " \
            "freq: 300, gain: 5, q: 1}}\n"
    for kind in ["peak", "high", "high1", "lowpass", "linkwitz", "notch",
                 "allpass", "free"] * (9 if is_full() else 2):
        rate = int(random.integers(1000, 4000))
        name, fields, _ = curves.camilla_filter(kind, random, 48000)
        for key in fields:
            if key.startswith("freq"):
                fields[key] = round(curves.log_uniform(random, 2000, 1e5), 2)
        text = alone + "\n".join(
            curves.camilla_rows("b", name, fields, random.integers(2))
            + ["devices: {samplerate: 44100}"])
        assert np.array_equal(load(text, rate), load(alone, rate)), \
            f"{rate} Hz\n{text}"


@claim
def frequencies_are_read_in_every_language():
    rows, forms = [], []
    for _ in range(150):
        f0 = round(curves.log_uniform(random, 20, 20000), 2)
        marks = curves.MARKS[random.integers(len(curves.MARKS))]
        for text, way in (rows, curves.MARKS[0]), (forms, marks):
            text.append(f"Filter: ON PK Fc {curves.number(f0, 2, way)} Hz "
                        f"Gain {curves.number(-3.25, 2, way)} dB "
                        f"Q {curves.number(1.25, 2, way)}")
    assert np.array_equal(load("\n".join(forms), n_taps=50),
                          load("\n".join(rows), n_taps=50)), forms


@claim
def decimal_commas_and_thousands_are_read_as_equalizer_apo_does():
    plain = load("Filter 1: ON PK Fc 1050 Hz Gain -3.5 dB Q 2.25")
    for form in ("Fc 1,050 Hz Gain -3,5 dB Q 2,25",
                 "Fc 1.050 Hz Gain -3.5 dB Q 2.25",
                 "Fc 1\u00a0050 Hz Gain -3,5 dB Q 2,25",
                 "Fc 1050,0 Hz Gain -3,50 dB Q 2,25 # remark"):
        assert np.array_equal(load("Filter  1: ON  PK " + form), plain), form


CAMILLA = "filters:\n  a:\n    type: Conv\n    parameters:\n"


@claim
def coefficients_of_camilladsp_are_taken_as_they_are():
    h = np.round(random.normal(0, .1, 50), 4)
    block = "".join(f"      - {x}\n" for x in h)
    brackets = "      values: [" + ",\n        ".join(map(str, h)) + "]\n"
    write("\n".join(map(str, h)) + "\n", "h.txt")
    write(b"head" + h.astype("<f8").tobytes(), "h.f64", "wb")
    write((h * 2 ** 31).astype("<i4").tobytes(), "h.s32", "wb")
    right = np.round(h * 2 ** 23).astype("<i4")
    packed = right.view(np.uint8).reshape(-1, 4)
    write(right.tobytes(), "h.s24", "wb")
    write((right & 0xffffff).tobytes(), "h.s24z", "wb")
    write((right << 8 | 0x5a).tobytes(), "h.s24l", "wb")
    write(packed[:, :3].tobytes(), "h.s24p", "wb")
    write(h.astype("<f4").tobytes(), "h-48000.f32", "wb")
    raw = "      type: Raw\n      filename: {}\n      format: {}\n".format
    taken = [load(CAMILLA + raw(*words)) for words in (
        ("h.s24", "S24LE"), ("h.s24", "S24_4_LE"), ("h.s24", "S24_4_RJ_LE"),
        ("h.s24z", "S24_4_RJ_LE"), ("h.s24l", "S24_4_LJ_LE"),
        ("h.s24l", "S24_LJ_LE"), ("h.s24p", "S24LE3"), ("h.s24p", "S24_3_LE"))]
    assert all(np.array_equal(taps, right / 2 ** 23) for taps in taken)
    for text, bound in (
            ("      type: Values\n      values:\n" + block, 0),
            ("      type: Values\n      values:\n"
             + block.replace("      ", "        "), 0),
            ("      type: Values\n" + brackets, 0),
            ("      type: Raw\n      filename: h.txt\n      format: TEXT\n", 0),
            ("      type: Raw\n      filename: h.f64\n      format: FLOAT64LE\n"
             "      skip_bytes_lines: 4\n", 0),
            ("      type: Raw\n      filename: h.s32\n"
             "      format: S32LE\n", 1e-9),
            ("      type: Raw\n      filename: h.s24\n"
             "      format: S24LE\n", 1e-7),
            ("      type: Raw\n      filename: h-$samplerate$.f32\n"
             "      format: FLOAT32LE\n", 1e-7)):
        for phase in "minimum", "linear":
            taps = load(CAMILLA + text, 48000, phase)
            assert np.abs(taps - h).max() <= bound, text


@claim
def coefficients_at_another_rate_are_resampled():
    x = np.arange(400)
    h = np.exp(-0.5 * ((x - 200) / 12) ** 2) * np.cos(0.3 * x)
    text = CAMILLA + "      type: Values\n      values: " + str(h.tolist()) \
        + "\ndevices:\n  samplerate: 44100\n"
    t = np.arange(len(load(text, 48000))) * 44100 / 48000
    wanted = np.exp(-0.5 * ((t - 200) / 12) ** 2) * np.cos(0.3 * t) * 0.91875
    taps = load(text, 48000)
    assert np.abs(taps - wanted).max() < 10 ** (-90 / 20)


@claim
def gains_of_camilladsp_turn_and_multiply():
    text = "filters:\n  a:\n    type: Gain\n    parameters: \n" \
           "      gain: 0.25\n      scale: linear\n      inverted: true\n"
    for phase in "minimum", "linear":
        assert np.abs(load(text, 48000, phase, 1) + 0.25).max() < 1e-12


@claim
def coefficients_of_a_biquad_are_of_their_rate():
    """Its zeros are where the level has them, its sign is that of the curve."""
    text = ("filters:\n  a:\n    type: Biquad\n    parameters: {type: Free, "
            "b0: -0.5, b1: 0, b2: 0, a1: 0, a2: 0}\n"
            "devices: {samplerate: 44100}\n")
    for phase in "minimum", "linear":
        assert np.abs(load(text, 44100, phase, 1) + 0.5).max() < 1e-12
    assert np.array_equal(load(text, 48000, n_taps=9), np.eye(9)[0]), \
        "coefficients of another rate were taken"
    assert "44100 Hz" in answers.note and "48000 Hz" in answers.note


@claim
def what_no_length_is_enough_for_is_refused():
    for text, phase in (
            ("Filter: ON PK Fc 20 Hz Gain 12 dB Q 900", "minimum"),
            ("Filter: ON NO Fc 50 Hz", "linear")):
        try:
            load(text, 48000, phase)
        except Refused as refused:
            assert "too sharp" in str(refused), refused
        else:
            raise AssertionError(text)
        assert len(load(text, 48000, phase, 1000)) == 1000


@claim
def loading_a_curve_can_be_given_up():
    text = "\n".join(f"Filter: ON PK Fc {f} Hz Gain 1 dB Q 9"
                     for f in range(30, 430))
    try:
        answers("cancel", 20, "curve", 192000, "linear", 0, write(text))
    except Refused as refused:
        assert refused.domain == "gst-core-error-quark", refused
    else:
        raise AssertionError("it was not given up")


atexit.register(folder.cleanup)
atexit.register(answers.close)
if IS_PLAYED:
    del claims.table[2:]
claims.main()
