#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that a file which is no curve, or not one that is understood, is
refused with its line, the text of the line and what was expected (TAP).

    test-refusals.py RESPOND

RESPOND is the program of respond.c. Skipped where numpy is missing.
"""
import atexit
import os
import sys
import tempfile

from tap import modules

numpy = modules("numpy")

import claims
from ask import Answers, Refused
from claims import Skip, claim

answers = Answers(sys.argv[1])
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "curve.txt")
PK = "Filter 1: ON PK Fc 100 Hz Gain 3 dB Q 1\n"
BIQUAD = "filters:\n  a:\n    type: Biquad\n    parameters:\n"
COMBO = "filters:\n  a:\n    type: BiquadCombo\n    parameters: "
GAIN = "filters:\n  a:\n    type: Gain\n    parameters:\n      gain: 1\n"
CONV = "filters:\n  a:\n    type: Conv\n    parameters:\n      type: "

# text, line or None, words of the error
COMMANDS = [
    ("", None, "empty file"),
    ("\n\n  \r\n", None, "no curve"),
    ("# only this\n", None, "no curve"),
    ("hello", 1, "was expected"),
    ("Preamp: -3 dB\nPreamp: loud dB", 2, '"Preamp: number dB"'),
    ("Preamp: 301 dB", 1, "301 dB is beyond"),
    ("Preamp: -200 dB\n" * 2, 2, "-400 dB is beyond"),
    ("Preamp: nan dB", 1, '"Preamp: number dB"'),
    ("Preamp: inf", 1, '"Preamp: number dB"'),
    ("Preamp: 1e999", 1, '"Preamp: number dB"'),
    ("Preamp: 0x10", 1, '"Preamp: number dB"'),
    ("GraphicEQ: 20 1", 1, "at least 2 points"),
    ("GraphicEQ:", 1, "at least 2 points"),
    ("GraphicEQ: 20 1; 20 2", 1, "20 Hz comes after 20 Hz"),
    ("GraphicEQ: 20 1; 10 2", 1, "10 Hz comes after 20 Hz"),
    ("GraphicEQ: 0 1; 10 2", 1, "must be above 0"),
    ("GraphicEQ: -5 1; 10 2", 1, "must be above 0"),
    ("GraphicEQ: 20 nan; 30 1", 1, "pairs of Hz and dB"),
    ("GraphicEQ: 20 1e400; 30 1", 1, "pairs of Hz and dB"),
    ("GraphicEQ: 20 400; 30 1", 1, "400 dB is beyond"),
    ("GraphicEQ: 20,1; 30,2", 1, "pairs of Hz and dB"),
    ("GraphicEQ: 20 1 30 2", 1, "pairs of Hz and dB"),
    ("GraphicEQ: 20; 30", 1, "pairs of Hz and dB"),
    ("Filter: PK Fc 50 Hz", 1, "ON or OFF"),
    ("Filter 1: ON XX Fc 50 Hz", 1, "a type was expected: PK"),
    ("Filter 1: ON IIR Order 1", 1, "a type was expected: PK"),
    ("Filter 1: ON PK Gain 3 dB Q 1", 1, '"Fc number Hz" was expected for PK'),
    ("Filter 1: ON PK Fc 50 Hz Q 1", 1, '"Gain number dB" was expected'),
    ("Filter 1: ON PK Fc 50 Hz Gain 3 dB", 1, '"Q number" was expected'),
    ("Filter 1: ON AP Fc 50 Hz", 1, '"Q number" was expected'),
    ("Filter 1: ON PK Fc 50 Gain 3 dB Q 1", 1, '"Fc number Hz"'),
    ("Filter 1: ON PK Fc 0 Hz Gain 3 dB Q 1", 1, "0 Hz, but must be above"),
    ("Filter 1: ON PK Fc -9 Hz Gain 3 dB Q 1", 1, "-9 Hz, but must be above"),
    ("Filter 1: ON PK Fc 50 Hz Gain 3 dB Q 0", 1, "Q is 0, but must be above"),
    ("Filter 1: ON PK Fc 50 Hz Gain 3 dB Q -1", 1, "Q is -1"),
    ("Filter 1: ON PK Fc 50 Hz Gain 3 dB BW Oct 0", 1, "bandwidth is 0"),
    ("Filter 1: ON LS 0 dB Fc 50 Hz Gain 3 dB", 1, "slope is 0"),
    ("Filter 1: ON PK Fc 50 Hz Gain 3 dB BW/60 9", 1, 'before "BW/60 9"'),
    ("Filter 1: ON PK Fc 50 Hz Fc 60 Hz Gain 3 dB Q 1", 1, "was expected"),
    ("Filter 1: ON PK Fc nan Hz Gain 3 dB Q 1", 1, "was expected"),
    ("Filter 1: ON LSC 96 dB Fc 50 Hz Gain 15 dB", 1, "not be steeper"),
    ("Channel: L\n" + PK, 1, "Channel is not understood: the same curve"),
    ("Device: Speakers\n" + PK, 1, "Device is not understood"),
    (PK + "Include: more.txt", 2, "Include is not understood"),
    (PK + "Convolution: room.wav", 2, "Convolution is not understood"),
    (PK + "Delay: 3 ms", 2, "Delay is not understood"),
    (PK + "Copy: L=R", 2, "Copy is not understood"),
    ("Stage: pre-mix", 1, "Stage is not understood"),
    ("If: 1 == 1", 1, "If is not understood"),
    ("Balance: 3", 1, '"Preamp:", "Filter:" or "GraphicEQ:"'),
    (PK * 501, 501, "more than 500 filters"),
    ("GraphicEQ: 20 1; 30 2\n" * 501, 501, "more than 500 curves"),
    ("Filter Settings file\n\nNotes: none\n", None, "no curve"),
    ("Filter Settings file\n" + PK + "Total: 1", 3, "was expected"),
]
COLUMNS = [
    ("20 1\n", None, "at least 2 points"),
    ("20 1\n30\n", 2, "columns of Hz and dB"),
    ("20 1\n30 x\n", 2, "columns of Hz and dB"),
    ("* 5\n20 1\n20 1\n", 3, "20 Hz comes after 20 Hz"),
    ("20 1\n10 1\n", 2, "10 Hz comes after 20 Hz"),
    ("0 1\n10 1\n", 1, "must be above 0"),
    ("20 1\n30 999\n", 2, "999 dB is beyond"),
    ("frequency,raw\n20,1\n", None, "at least 2 points"),
    ("frequency,this,that\n20,1,2\n30,1,2\n", 1, "names of columns"),
    ("frequency,raw\nfrequency,raw\n20,1\n", 2, "columns of Hz and dB"),
    ("frequency,phase,raw\n20,1,2\n30,1\n", 3, "columns of Hz and dB"),
    ("frequency,raw\n20,1 dB\n", 2, "columns of Hz and dB"),
]
PRESETS = [
    ("{}", None, "no preset of mini-eq"),
    ("{", None, "is no JSON"),
    ('{"bands": 3}', None, "no preset of mini-eq"),
    ('{"bands": [3]}', 1, "an object was expected"),
    ('{"version": 2, "bands": []}', None, "newer version than 1"),
    ('{"version": "x", "bands": []}', None, "newer version than 1"),
    ('{"preamp_db": "x", "bands": []}', None, "preamp_db"),
    ('{"preamp_db": 900, "bands": []}', None, "900 dB is beyond"),
    ('{"bands": [{"filter_type": 7, "frequency": 9}]}', 1,
     "filter_type 7 is not understood"),
    ('{"bands": [{"filter_type": 1.5, "frequency": 9}]}', 1, "1.5 is not"),
    ('{"bands": [{"filter_type": 1e99, "frequency": 9}]}', 1, "is not"),
    ('{"bands": [{"filter_type": 1}]}', 1, "must be above 0"),
    ('{"bands": [{"filter_type": 1, "frequency": "x"}]}', 1, "be numbers"),
    ('{"bands": [{"filter_type": 1, "frequency": 9, "q": 0}]}', 1, "Q is 0"),
    ('{"bands": ' + "[" * 50000 + "]" * 50000 + "}", None, "nested deeper"),
    ('{"bands": [' + "0," * 600000 + "0]}", None, "may have 1048576"),
]
CAMILLADSP = [
    ("filters:\n", None, "filters were expected"),
    ("filters:\n\ta: 1", 2, "cannot start any token"),
    ("filters:\n  a:\n    type: Delay\n    parameters:\n      delay: 1\n", 2,
     'a filter of type Biquad, BiquadCombo, Gain or Conv with parameters was '
     'expected, not "Delay"'),
    ("filters:\n  a:\n    type: Biquad\n", 2, "was expected"),
    (BIQUAD + "      type: Fred\n      a1: 1\n", 4, '"Fred" is not understood'),
    (BIQUAD + "      type: Free\n      a1: 1\n", 4, 'expected for "b0"'),
    (BIQUAD + "      {type: Free, b0: 1, b1: 0, b2: 0, a1: 2, a2: 1}\n", 4,
     "not stable"),
    (BIQUAD + "      {type: Free, b0: 0, b1: 0, b2: 0, a1: 0, a2: 0}\n", 4,
     "nothing would be heard"),
    (BIQUAD + "      {type: LinkwitzTransform, freq_act: 9, q_act: 1, "
     "freq_target: 0, q_target: 1}\n", 4, "poles is 0 Hz"),
    (BIQUAD + "      {type: GeneralNotch, freq_z: 9, freq_p: 9, q_p: 0}\n", 4,
     "Q of the poles is 0"),
    (COMBO + "{type: Twist}\n", 4, '"Twist" is not understood'),
    (COMBO + "{type: Tilt}\n", 4, 'expected for "gain"'),
    (COMBO + "{type: LinkwitzRileyLowpass, freq: 9, order: 3}\n", 4,
     "even order"),
    (COMBO + "{type: ButterworthLowpass, freq: 9, order: 100000}\n", 4,
     "must be above 0"),
    (COMBO + "{type: NPointPeq, bands: []}\n", 4, "at least 2 bands"),
    (COMBO + "{type: NPointPeq, bands: [{freq: 9, gain: 1, q: 1},\n"
     "      {freq: 8, gain: 1, q: 1}]}\n", 5, "8 Hz comes after 9 Hz"),
    (COMBO + "{type: GraphicEqualizer, freq_min: 9, freq_max: 8, gains: [1]}\n",
     4, "freq_min must be"),
    (COMBO + "{type: GraphicEqualizer, gains: [1, x]}\n", 4,
     "a number was expected"),
    (BIQUAD + "      type: Peaking\n      freq: 9\n      q: 1\n", 4,
     'a number was expected for "gain"'),
    (BIQUAD + "      type: Peaking\n      freq: 9\n      gain: 1\n", 4,
     "must have q or bandwidth"),
    (BIQUAD + "      type: Lowshelf\n      freq: 9\n      gain: 1\n", 4,
     "must have q or slope"),
    (BIQUAD + "      type: Peaking\n      freq: 9\n      gain: 1\n      q: 1\n"
     "      bandwidth: 1\n", 9, "only one of q, bandwidth and slope"),
    (BIQUAD + "      type: Peaking\n      freq: x\n      gain: 1\n      q: 1\n",
     6, 'a number was expected for "freq"'),
    (BIQUAD + "      type: Notch\n      freq: 9\n      q: 0\n", 4, "Q is 0"),
    (BIQUAD + "      type: Notch\n      freq: 0\n      q: 1\n", 4, "0 Hz"),
    (BIQUAD + "      type: Notch\n      freq: 9\n      q: 1\n      w: 2\n", 8,
     "this is not understood here"),
    (BIQUAD + "      type: Notch\n      freq: 9\n      freq: 9\n", 7, "twice"),
    (BIQUAD + "        type: Notch\n      freq: 9\n", 6, "this is no YAML"),
    (BIQUAD + "      type: Notch\n        freq: 9\n", 6, "this is no YAML"),
    (BIQUAD + "      - 3\n      type: Notch\n", 6, "this is no YAML"),
    (BIQUAD + "      {type: Notch, freq: 9, q: 1\n", None, "this is no YAML"),
    (BIQUAD + "      type: *x\n", 5, 'no anchor "x" above'),
    (BIQUAD + "      &x {type: *x}\n", 5, 'no anchor "x" above'),
    (BIQUAD + "      type: !mine Notch\n", 5, "the tag !mine"),
    (BIQUAD + "      {[1]: 2}\n", 5, "a name was expected"),
    (BIQUAD + "      {*x : 2}\n", 5, ""),
    (BIQUAD + "      type: 'Notch\n", None, "this is no YAML"),
    (BIQUAD + '      type: "a\\0b"\n', 5, "a byte 0"),
    ("filters: {}\n---\nfilters: {}\n", 2, "second document"),
    ("filters:\n  a: &a [1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
        f"  {name}: &{name} [{', '.join([f'*{chr(ord(name) - 1)}'] * 8)}]\n"
        for name in "bcdefgh"), 7, "more than 262144 entries"),
    ("filters:\n  a: &a " + "x" * 5000 + "\n  b: ["
     + ", ".join(["*a"] * 2000) + "]\n", 3, "more than 8388608 bytes"),
    ("%TAG !a! x\n" * 17 + "---\n" + GAIN, 17, "more than 16 directives"),
    (GAIN + "pipeline:\n" + "- {type: Filter, names: [a]}\n" * 1025, 6,
     "more than 1024 steps"),
    (GAIN + "pipeline:\n" + "".join(f"- {{type: Filter, channel: {i}}}\n"
                                    for i in range(257)), 263,
     "more than 256 channels"),
    (GAIN + "pipeline:\n- type: Filter\n  channels: [" + "0, " * 257
     + "0]\n", 7, "more than 256 channels"),
    (GAIN + "pipeline:\n- type: Filter\n  names: [" + "a, " * 500
     + "a]\n", 7, "more than 500 filters"),
    (COMBO + "\n      type: GraphicEqualizer\n      gains: ["
     + "0, " * 500 + "0]\n", 6, "more than 500 bands"),
    ("filters:\n  a:\n    type: Gain\n    parameters:\n      gain: 1\n"
     "      mute: true\n", 4, "muted"),
    ("filters:\n  a:\n    type: Gain\n    parameters:\n      gain: 1\n"
     "      scale: bel\n", 6, "dB or linear"),
    ("filters:\n  a:\n    type: Gain\n    parameters:\n      gain: 0\n"
     "      scale: linear\n", 4, "beyond what is understood"),
    (CONV + "Dummy\n      length: 9\n", 4, "type Values, Raw or Wav"),
    (CONV + "Values\n", 4, "a list of numbers"),
    (CONV + "Values\n      values: [1, x]\n", 6, "a number was expected"),
    (CONV + "Values\n      values: [1, 2\n", None, "this is no YAML"),
    (CONV + "Values\n      values: [1, [2]]\n", 6, "a number was expected"),
    (CONV + "Raw\n", 4, '"filename" is missing'),
    (CONV + "Raw\n      filename: not there\n", None, "No such file"),
    (CONV + "Raw\n      filename: curve.txt\n      format: S8\n", 4,
     'the format "S8" is not understood'),
    (CONV + "Raw\n      filename: curve.txt\n", None, "is not a number"),
    (CONV + "Raw\n      filename: curve.txt\n      format: S16LE\n"
     "      skip_bytes_lines: 99999\n", None, "is empty"),
    (CONV + "Values\n      values: [1]\n" + BIQUAD.replace("filters:\n  a", "  b")
     + "      type: Notch\n      freq: 9\n      q: 1\n", 4, "cannot be one"),
    (BIQUAD + "      type: Notch\n      freq: 9\n      q: 1\npipeline:\n"
     "  - type: Mixer\n    name: m\n", 9, "only steps of type Filter"),
    (BIQUAD + "      type: Notch\n      freq: 9\n      q: 1\npipeline:\n"
     "  - type: Filter\n    channel: 0\n    names: [b]\n", 11,
     "no filter of this name"),
    (BIQUAD + "      type: Notch\n      freq: 9\n      q: 1\npipeline:\n"
     "  - type: Filter\n    channels: [0]\n    names: [a]\n"
     "  - type: Filter\n    channels: [1]\n    names: [a, a]\n", 8,
     "other filters"),
    (BIQUAD + "      type: Notch\n      freq: 9\n      q: 1\ndevices:\n"
     "  capture:\n    channels: 2\npipeline:\n  - type: Filter\n"
     "    channel: 0\n    names: [a]\n", 11, "only 1 of the 2 channels"),
    ("filters:\n" + "".join("  " * i + "- a:\n" for i in range(1, 40)), None,
     "nested deeper"),
]


def write(data):
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def refusal(words="curve 48000 minimum 0", where=path):
    try:
        answers(words, where)
    except Refused as refused:
        return str(refused)
    with open(where, "rb") as file:
        raise AssertionError(f"this was taken: {file.read(200)}")


def check(table):
    for text, line, words in table:
        for change in (lambda x: x, lambda x: x.replace("\n", "\r\n"),
                       lambda x: "\ufeff" + x if x else x):
            write(change(text))
            error = refusal()
            assert error.startswith(f'The curve "{path}"'), error
            assert words in error, f"{text!r}: {error}"
            if line:
                shown = f", line {line}"
                assert shown + ", \"" in error or shown + ":" in error, \
                    f"{text!r}: {error}"


@claim
def lines_of_equalizer_apo_and_rew():
    check(COMMANDS)


@claim
def columns_of_rew():
    check(COLUMNS)


def need(library, text):
    """Skips where the build has no such library, and says so."""
    if os.environ.get(f"HAVE_{library.upper()}") != "false":
        return
    write(text)
    assert f"built without {library}" in refusal(), refusal()
    raise Skip(f"built without {library}")


@claim
def configurations_of_camilladsp():
    need("libyaml", "filters: {}")
    check(CAMILLADSP)


@claim
def presets_of_mini_eq():
    need("json-glib", '{"bands": []}')
    check(PRESETS)


@claim
def a_number_has_39_characters_at_most():
    for n in 38, 39, 40:
        write(PK.replace("Gain 3 dB", f"Gain {'3.'.ljust(n, '0')} dB"))
        if n < 40:
            answers("curve 48000 minimum 0", path)
        else:
            assert "Gain" in refusal()


@claim
def an_error_shows_the_text_of_its_line():
    write(PK + "Filter 2: ON WHAT Fc 3 Hz \xff" + "x" * 90)
    error = refusal()
    assert '"Filter 2: ON WHAT Fc 3 Hz' in error and '..."' in error, error
    write(b"Preamp: \xe9\xff 3\n")
    assert '"Preamp: ' in refusal()


SECRETS = [
    "root:@:19000:0:99999:7:::\n@:*:19000\n",
    "-----BEGIN PRIVATE KEY-----\n@\n@\n-----END PRIVATE KEY-----\n",
    "@\n", "@ @\n", "# one\n@=@\n", "[@]\n@=@\n", "@,@\n@,1\n", "@: @\n",
    "frequency,@\n@,@\n", "hz;@;raw\n@;2;@\n", "20 @\n", "20\t1\t@\n@\t2\n",
    "20 1 @\n20 1 @\n", "Filter: @\n", "Filter 1: ON @\n", "Filter 2: @ ON\n",
    "Filter 1: ON None @\n", "Preamp: @ dB\n", "Preamp: 3 @\n", "GraphicEQ: @\n",
    "GraphicEQ: 20 @; 30 @\n", "Include: @\n", "Device: @\n", "If: @\n", "@ 1: @\n",
    "Filter Settings file\n@\nFilter 1: ON @\n",
    '{"@": "@"}', '{"bands": "@"}', '{"@": @}', '{"bands": {"@": [@]}}', '["@"]',
    '{"filters": "@"}', '{"filters": {"@": "@"}}', '{"filters": ["@", "@"]}',
    "filters:\n  - @: @\n", "filters:\n  @:\n    type: @\n    @: @\n",
    "filters:\n  @: *@\n", "filters: &@ !@ @\n", "filters:\n @\n  @: @:\n",
    "filters:\n  @: {type: grok, @: '@'}\npipeline:\n  - {type: @, names: [@]}\n",
    "filters:\n  @: @\n  @: @\n", "@:\n  filters: [@\n", "filters: @\n---\n@\n",
]


def draw_secret(text, secrets):
    """The text with a secret in place of each @."""
    signs = list("abcdefghjkmnqrstuvwxyzABCDEFGHJKLMNQRSTUVWXYZ23456789")
    parts = text.split("@")
    for part in parts[:-1]:
        # no number, and no word of the formats
        secrets.append("Z" + "".join(claims.random.choice(signs, 11)))
        yield part + secrets[-1]
    yield parts[-1]


@claim
def a_file_that_is_no_curve_is_not_shown():
    """Not even a piece of it: a path may be of a file that is secret."""
    for text in SECRETS * (20 if claims.is_full() else 2):
        secrets = []
        made = "".join(draw_secret(text, secrets))
        write(made if claims.random.integers(4) else made.encode("utf-16"))
        error = refusal()
        for secret in secrets:
            assert not any(secret[i:i + 4] in error for i in range(9)), f"{made!r}: {error}"


@claim
def coefficients_that_are_none_are_not_shown():
    need("libyaml", CONV)
    other = os.path.join(folder.name, "taps.txt")
    for text in "@\n", "1\n@\n", "1 @\n", "1\n2@", "@:@":
        secrets = []
        with open(other, "w", encoding="ascii") as file:
            file.write("".join(draw_secret(text, secrets)))
        write(CONV + "Raw\n      filename: taps.txt\n")
        error = refusal()
        assert "of its coefficients, of" in error, error
        for secret in secrets:
            assert secret[:4] not in error and secret[-4:] not in error, error


@claim
def files_that_are_no_text():
    write(b"Preamp: -3 dB\n\0" + PK.encode())
    assert "byte 0" in refusal()
    write(PK.encode("utf-32"))
    assert "byte 0" in refusal()
    write(PK.encode("utf-16")[:-1])
    assert "byte 0" in refusal()
    write("Channel: L".encode("utf-16"))
    assert "Channel is not understood" in refusal()
    assert "a folder, not a file" in refusal(where=folder.name)
    assert "No such file" in refusal(where=path + "x")
    pipe = os.path.join(folder.name, "pipe")
    os.mkfifo(pipe)
    assert "a device or a pipe" in refusal(where=pipe)


@claim
def files_that_are_too_large():
    with open(path, "wb") as file:
        file.truncate(1 << 30)
    assert "1073741824 bytes, but may have 8388608" in refusal()
    write("20 1\n" + "".join(f"{21 + i} 0\n" for i in range(1 << 18)))
    assert "more than 262144 points" in refusal()
    need("libyaml", CONV)
    write(CONV + "Values\n      values:\n" + "      - 0\n" * (1 << 18))
    assert "more than 262144 entries" in refusal()


@claim
def rates_that_are_none():
    write(PK)
    for rate in 0, -1:
        assert "has no curve" in refusal(f"curve {rate} minimum 0")


atexit.register(folder.cleanup)
atexit.register(answers.close)
claims.main()
