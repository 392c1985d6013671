# SPDX-License-Identifier: LGPL-2.1-or-later
"""Sound whose samples tell which ones they are, and what elements make of it against the
runs of the model."""
from rig import SECOND, numpy
from model import frames_of

RATES = 1000, 8000, 10000  # a sample is a whole number of nanoseconds
SCALE = 2 ** 16


def write(values):
    return (numpy.asarray(values) / SCALE).astype("<f4").tobytes()


def caps_of(rate):
    return f"audio/x-raw,format=F32LE,layout=interleaved,rate={rate},channels=1"


def check_frames(out, runs, size, hop, center, drops=False):
    """Buffers of spectra, whose first bin is the sum of a frame, against runs."""
    wanted = []
    for run in runs:
        frames = list(frames_of(run, size, hop, center))
        if drops and run is not runs[-1]:
            frames = [one for one in frames if one[0] + size <= len(run.values)]
        sums = numpy.concatenate([[0], numpy.cumsum(run.values, dtype=numpy.int64)])
        for k, (place, time) in enumerate(frames):
            ends = numpy.clip([place, place + size], 0, len(run.values))
            wanted.append((run, k, time, (sums[ends[1]] - sums[ends[0]]) / SCALE,
                           k + 1 == len(frames), ends))
    at, behind = 0, None
    for buffer in out:
        values = buffer.read("<c8").reshape(-1, size // 2 + 1)[:, 0]
        frames = wanted[at:at + len(values)]
        assert len(frames) == len(values), (
            f"{at + len(values)} frames and more, not {len(wanted)}")
        run, k, time, _, _, ends = frames[0]
        where = (f"frame {k} of the run of {len(run.values)} samples at {run.anchor}, "
                 f"{len(values)} frames")
        assert all(frame[0] is run for frame in frames), f"{where}: of two runs"
        error = numpy.abs(values.real - [frame[3] for frame in frames])
        assert error.max() < 2e-6 * size, f"{where}: other samples, {error.max()}"
        assert buffer.pts == time, f"{where}: at {buffer.pts}, not {time}"
        assert (buffer.offset, buffer.offset_end) == (ends[0], frames[-1][5][1]), (
            f"{where}: OFFSETs {buffer.offset} to {buffer.offset_end}, not {ends[0]} to "
            f"{frames[-1][5][1]}")
        full = run.time((k + len(values)) * hop) - time
        cut = min(full, max(run.end - time, 1)) if frames[-1][4] else full
        right = [cut] if buffer.step >= run.ended else [cut, full]
        assert buffer.duration in right, f"{where}: lasts {buffer.duration}, not {right}"
        if behind not in (None, buffer.pts):
            assert buffer.discont, f"{where}: no DISCONT at {time}, behind {behind}"
        behind = buffer.pts + buffer.duration
        at += len(values)
    assert at == len(wanted), f"{at} frames, not {len(wanted)}; next {wanted[at][:3]}"


def check_samples(out, runs, exact=True):
    """Buffers of sound against runs: each sample where the model has it. Without
    `exact` only where samples are, not how they are cut into runs."""
    wanted = [(run.time(k), value, run, k) for run in runs for k, value in enumerate(run.values)]
    if not runs:
        assert not out, f"{len(out)} buffers of nothing"
        return
    at, behind, rate = 0, None, runs[0].rate
    for buffer in out:
        values = numpy.rint(buffer.read("<f4") * SCALE)
        part = wanted[at:at + len(values)]
        where = f"buffer of {len(values)} samples at {buffer.pts}"
        assert len(part) == len(values), f"{where}: {at + len(values)} samples, not {len(wanted)}"
        assert buffer.pts == part[0][0], f"{where}: not at {part[0][0]}"
        for k in 0, len(values) - 1:
            time = buffer.pts + k * SECOND // rate
            assert abs(time - part[k][0]) <= (0 if exact else 1), (
                f"{where}: sample {k} at {time}, not {part[k][0]}")
        wrong = numpy.nonzero(values != [one[1] for one in part])[0]
        assert len(wrong) == 0, (f"{where}: {len(wrong)} other samples, the first {wrong[0]}: "
                                 f"{values[wrong[0]]}, not {part[wrong[0]][1]}")
        end = buffer.pts + len(values) * SECOND // rate
        assert abs(buffer.duration - (end - buffer.pts)) <= 1, f"{where}: lasts {buffer.duration}"
        if behind is not None and abs(behind - buffer.pts) > 1:
            assert buffer.discont, f"{where}: no DISCONT behind {behind}"
        behind = end
        at += len(values)
    assert at == len(wanted), f"{at} samples, not {len(wanted)}"
