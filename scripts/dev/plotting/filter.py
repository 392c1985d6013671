# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of docs/guide/clfftfilter.md, from sounds that clfftfilter makes:

    filter.py VOICE.WAV FOLDER OUTPUT

room.png: the response of a room, which is computed here, and a voice before it
and in it. equalizer.png: a curve in AutoEq's form, and what is measured of both
phases. FOLDER gets the sounds. gst-launch-1.0 must find the elements."""
import os
import struct
import subprocess
import sys

import numpy as np

import style
from style import BLUE, GREY, RED, pyplot

RATE = 48000
CURVE = """Preamp: -6.4 dB
Filter 1: ON LSC Fc 105 Hz Gain 6.2 dB Q 0.70
Filter 2: ON PK Fc 196 Hz Gain -3.4 dB Q 0.62
Filter 3: ON PK Fc 1253 Hz Gain -2.1 dB Q 1.74
Filter 4: ON PK Fc 2830 Hz Gain 4.9 dB Q 2.05
Filter 5: ON PK Fc 4420 Hz Gain -5.3 dB Q 4.87
Filter 6: ON PK Fc 7150 Hz Gain 3.2 dB Q 3.90
Filter 7: ON PK Fc 9680 Hz Gain -4.1 dB Q 5.20
Filter 8: ON HSC Fc 10000 Hz Gain -2.8 dB Q 0.70
"""
# by image sources (J. Allen, D. Berkley, JASA 65 (1979), 943)
ROOM, SPEAKER, LISTENER = (7.1, 5.3, 2.9), (1.6, 2.1, 1.5), (5.2, 3.4, 1.3)
REFLECTION, SECONDS, SOUND = 0.86, 1.2, 343.0  # of a wall; m/s


def image_distances(axis, order):
    """Of the images along an axis, with the walls that each was reflected by."""
    length, source, ear = ROOM[axis], SPEAKER[axis], LISTENER[axis]
    n = np.arange(-order, order + 1)
    return (np.concatenate([2 * n * length + source - ear,
                            2 * n * length - source - ear]),
            np.concatenate([np.abs(2 * n), np.abs(2 * n - 1)]))


def make_room():
    """The taps of the room's response."""
    n = int(RATE * SECONDS)
    taps = np.zeros(n)
    xs, ys, zs = (image_distances(axis, int(SECONDS * SOUND / ROOM[axis] / 2) + 1)
                  for axis in range(3))
    for x, walls_x in zip(*xs):
        for y, walls_y in zip(*ys):
            distance = np.sqrt(x * x + y * y + zs[0] ** 2)
            at = np.round(distance / SOUND * RATE).astype(int)
            heard = at < n
            np.add.at(taps, at[heard], (REFLECTION ** (walls_x + walls_y + zs[1])
                                        / distance)[heard])
    return taps / np.abs(taps).max()


def write_wave(path, x):
    data = x.astype("<f4").tobytes()
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt "
                   + struct.pack("<IHHIIHH", 16, 3, 1, RATE, 4 * RATE, 4, 32)
                   + b"data" + struct.pack("<I", len(data)) + data)


def play(source, through, path):
    """The samples that come out of gst-launch-1.0 at 48 kHz."""
    subprocess.run(
        ["gst-launch-1.0", "-q", "filesrc", "location=" + source, "!", "decodebin",
         "!", "audioconvert", "!", "audioresample", "quality=10", "!",
         f"audio/x-raw,format=F32LE,rate={RATE},channels=1", "!", *through,
         "filesink", "location=" + path], check=True)
    return np.fromfile(path, "<f4")


def levels(x, size=1024, hop=120):
    """Decibels of short spectra, [frequency][time]."""
    window = np.hanning(size)
    frames = np.lib.stride_tricks.sliding_window_view(
        np.pad(x, (size // 2, size)), size)[::hop]
    power = np.abs(np.fft.rfft(frames * window)) ** 2 / np.sum(window) ** 2 * 4
    return 10 * np.log10(np.maximum(power, 1e-20)).T, hop / RATE


def draw_room(voice, folder):
    taps = make_room()
    response = os.path.join(folder, "room-response.wav")
    write_wave(response, taps)
    before = play(voice, [], os.path.join(folder, "before.f32"))
    after = play(voice, ["clfftfilter", "ir-file=" + response, "normalize=energy",
                         "wet=0.5", "dry=0.5", "!"],
                 os.path.join(folder, "after.f32"))
    figure = pyplot.figure(figsize=(9.6, 5.8))
    grid = figure.add_gridspec(2, 2, width_ratios=(1, 1.5))
    style.set_title(figure, "A voice in a room of 7.1 m by 5.3 m by 2.9 m")

    heard = figure.add_subplot(grid[0, 0])
    time = np.arange(len(taps)) / RATE * 1000
    level = 20 * np.log10(np.maximum(np.abs(taps), 1e-9))
    shown = time < 60
    heard.vlines(time[shown], -60, np.maximum(level[shown], -60), color=BLUE,
                 linewidth=0.7)
    heard.set(title="Its impulse response: the first reflections", ylim=(-60, 3),
              xlim=(0, 60), xlabel="time (ms)", ylabel="level (dB)")
    heard = figure.add_subplot(grid[1, 0])
    energy = np.cumsum(taps[::-1] ** 2)[::-1]
    heard.plot(time / 1000, 10 * np.log10(np.maximum(energy / energy[0], 1e-9)),
               color=BLUE)
    heard.set(title="The energy that is still to come", ylim=(-70, 3),
              xlim=(0, 0.9), xlabel="time (s)", ylabel="level (dB)")

    for row, (x, title) in enumerate((
            (before, "The voice before the filter"),
            (after, "Behind it: dry=0.5 wet=0.5 normalize=energy"))):
        panel = figure.add_subplot(grid[row, 1])
        spectra, step = levels(np.pad(x, (0, len(after) - len(x))))
        image = panel.imshow(spectra, origin="lower", aspect="auto", cmap="magma",
                             vmin=-110, vmax=-30, interpolation="bilinear",
                             extent=(0, spectra.shape[1] * step, 0, RATE / 2000))
        panel.set(title=title, xlim=(0, 2.2), ylim=(0, 12), xlabel="time (s)",
                  ylabel="frequency (kHz)")
        panel.grid(False)
        figure.colorbar(image, ax=panel, label="level (dBFS)", pad=0.02)
    style.lay_out(figure)
    return figure


def asked(f):
    """The decibels of the curve, by the prototypes of the Audio EQ Cookbook."""
    total = np.zeros(len(f))
    for line in CURVE.splitlines():
        words = line.split()
        if words[0] == "Preamp:":
            total += float(words[1])
            continue
        kind, f0, gain, q = words[3], *(float(words[i]) for i in (5, 8, 11))
        a = 10 ** (gain / 40)
        s = 1j * np.tan(np.pi * f / RATE) / np.tan(np.pi * f0 / RATE)
        middle = np.sqrt(a) / q * s
        h = {"PK": (s * s + s * a / q + 1) / (s * s + s / a / q + 1),
             "LSC": a * (s * s + middle + a) / (a * s * s + middle + 1),
             "HSC": a * (a * s * s + middle + 1) / (s * s + middle + a)}[kind]
        total += 20 * np.log10(np.abs(h))
    return total


def draw_equalizer(folder):
    curve, impulse = (os.path.join(folder, name)
                      for name in ("ParametricEQ.txt", "impulse.wav"))
    with open(curve, "w", encoding="ascii") as file:
        file.write(CURVE)
    write_wave(impulse, np.eye(1, 4096)[0])
    figure, (top, below) = pyplot.subplots(
        2, 1, figsize=(9.6, 5.2), sharex=True, height_ratios=(2.4, 1))
    f = np.geomspace(20, 20000, 600)
    wanted = asked(f)
    handles = [top.semilogx(f, wanted, color="#bbbbbb", linewidth=5)[0]]
    for phase, color, dashes in ("minimum", BLUE, "-"), ("linear", RED, "--"):
        x = play(impulse, ["clfftfilter", "curve-file=" + curve, "phase=" + phase,
                           "!"], os.path.join(folder, phase + ".f32"))
        turn = np.exp(-2j * np.pi * np.outer(f, np.arange(len(x))) / RATE)
        measured = 20 * np.log10(np.abs(turn @ x))
        handles += top.plot(f, measured, dashes, color=color, linewidth=1.2)
        below.plot(f, measured - wanted, dashes, color=color, linewidth=1.2)
        print(f"{phase}: {np.abs(measured - wanted).max():.3f} dB")
    top.set(ylabel="level (dB)", ylim=(-13, 1))
    top.tick_params(axis="x", which="minor", length=0)
    below.set(ylabel="difference (dB)", ylim=(-0.11, 0.11), xlim=(20, 20000),
              xlabel="frequency (Hz)")
    below.axhline(0, color=GREY, linewidth=0.8)
    below.set_xticks([20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000])
    below.xaxis.set_major_formatter(style.FuncFormatter(style.plain))
    below.xaxis.set_minor_formatter(style.NullFormatter())
    below.tick_params(axis="x", which="minor", length=0)
    style.set_title(figure, "A ParametricEQ.txt of eight filters, asked for and "
                    "measured")
    style.lay_out(figure, handles, ["the curve in the file", "phase=minimum",
                                    "phase=linear"])
    return figure


def main():
    voice, folder, output = sys.argv[1:]
    style.save(draw_room(voice, folder), os.path.join(output, "room.png"))
    style.save(draw_equalizer(folder), os.path.join(output, "equalizer.png"))


if __name__ == "__main__":
    main()
