#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""test-python-plans.py: plans of the Python module as other programs use them: drawn
descriptions against numpy in double, arrays that they must refuse, and scripts that
end in drawn ways.

usage: test-python-plans.py SOURCE-ROOT
"""
import os
import random as dice
import subprocess
import sys
import textwrap
import threading

import numpy

ROOT = sys.argv[1]
MODULE = os.path.join(ROOT, "clfft", "python")
sys.path[:0] = [os.path.join(ROOT, "tests", "support"), MODULE]

import clfft  # noqa: E402
import tap  # noqa: E402
from model import Case  # noqa: E402

SEED = int(os.environ.get("CLFFT_TEST_SEED", "0"), 0) or dice.randrange(2 ** 32)


def open_device():
    try:
        return clfft.Device(os.environ.get("CLFFT_TEST_DEVICE") or "auto")
    except clfft.Error as error:
        raise tap.Skip(str(error).replace("\n", " "))


# ---- descriptions ----


def draw_case(random, device):
    """A case and its plan."""
    while True:
        case = Case(random)
        try:
            return case, clfft.Plan(device, case.text)
        except clfft.Error as error:
            assert "double precision" in str(error) and \
                error.status == "unsupported", (case.text, error)


def check_case(case, plan):
    places = case.input_places()
    extent = int(places.max()) + 1
    samples, values = case.draw_samples(extent)
    wanted, spectrum = case.compute(values[places])
    order = numpy.argsort(case._places(1, case.axes + case.loops).reshape(-1))
    wanted = wanted.reshape(-1)[order]
    spectrum = spectrum.reshape(-1)[order]
    given = [samples]
    once = numpy.unique(places)
    if once.size == places.size and case.input_is_nested():  # without its gaps
        per = samples.size // extent
        given.append(samples.reshape(extent, per)[once].reshape(-1))
    side = plan.input
    if samples.dtype.itemsize * samples.size == side.nbytes:  # read where it is
        given.append(numpy.ndarray(side.shape, side.dtype, samples, 0,
                                   side.strides))
        assert side.unpack(given[-1]) is given[-1]
        given.append(Lookalike(given[-1]))
    for array in given:
        got = plan(array)
        extra = (4,) if case.pixel == "rgba" else ()
        assert got.shape == case.output_shape() + extra, \
            (case.text, got.shape, case.output_shape())
        if case.quantity == "complex" and case.transform != "c2r":
            assert got.dtype == ("c16" if case.double else "c8"), got.dtype
        wrong = case.judge(got.reshape((-1,) + extra), wanted, spectrum)
        assert not wrong, (case.text, wrong)
        check_out(plan, array, got)


class Lookalike:
    """What is no array, but has the memory of one."""

    def __init__(self, array):
        self.array, self.__array_interface__ = array, array.__array_interface__


def check_out(plan, array, wanted):
    """The result in an array of the caller's, whatever its strides."""
    side = plan.output
    for memory in (numpy.empty(side.shape, side.dtype),
                   numpy.empty(side.shape[::-1], side.dtype).T,
                   numpy.empty(side.shape + (2,), side.dtype)[..., 0]):
        assert plan(array, out=memory) is memory
        assert memory.tobytes() == wanted.tobytes(), plan.text


def drawn_descriptions_agree_with_numpy():
    device = open_device()
    random = numpy.random.default_rng(SEED)
    for _ in range(400 if tap.is_full() else 16):
        check_case(*draw_case(random, device))


def refuse(plan, array, *words):
    try:
        plan(array)
    except TypeError as error:
        assert all(str(word) in str(error) for word in words), error
    else:
        raise AssertionError("no error: %s" % array.dtype)


def other_types_and_sizes_are_refused_by_name():
    device = open_device()
    random = numpy.random.default_rng(SEED)
    types = ["f4", "f8", "c8", "c16", "i2", "u2", "i4", "u1", "V4", "?", ">f4"]
    for _ in range(4):
        case, plan = draw_case(random, device)
        samples, _ = case.draw_samples(plan.input.extent)
        for kind in map(numpy.dtype, types):
            if kind != samples.dtype:
                n = max(samples.nbytes // kind.itemsize, 1)
                refuse(plan, numpy.zeros(n, kind), samples.dtype, kind)
        sizes = {samples.size + 1, samples.size - 1, 7 * samples.size}
        for n in sizes - {0}:
            array = numpy.zeros(n, samples.dtype)
            try:
                plan.input.unpack(array)
            except ValueError as error:
                assert str(array.nbytes) in str(error), error
            else:  # right without the gaps, or with those behind it
                elements = n // (samples.size // plan.input.extent)
                assert elements in (plan.input.packed, max(
                    a * b for a, b in zip(plan.input.counts,
                                          plan.input.steps))), case.text


# ---- the end ----


def run_script(text, status=0):
    # newer Pythons warn of a fork where there are threads
    script = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", text], stderr=subprocess.PIPE, text=True,
        timeout=300, env=dict(os.environ, PYTHONPATH=MODULE,
                              MALLOC_PERTURB_="165", MALLOC_CHECK_="3"))
    said = [line for line in script.stderr.splitlines()
            if line and "wanted" not in line]
    assert script.returncode == status and not said, \
        (script.returncode, script.stderr, text)


MAKE = """
import atexit, gc, os, sys, threading, weakref
import numpy, clfft
from clfft import Error
devices, plans = [], []
zeros = numpy.zeros(8, "c8")
"""
# what a script may do with plan {i} of device {d}
TURNS = (
    "def function{i}(x=zeros):\n    return plan{i}(x)\nfunction{i}()",
    "plan{i}.itself = plan{i}",
    "plan{i}.others = plans",
    "device{d}.plans = [plan{i}, device{d}]",
    "del device{d}",
    "keep{i} = plan{i}; del plan{i}",
    "plans.clear()",
    "gc.collect()",
    "gc.disable()",
    "plan{i}.close()",
    "device{d}.close(); gc.collect()",
    "def later{i}(plan=plan{i}):\n"
    "    try:\n        plan(zeros)\n    except Error:\n        pass\n"
    "atexit.register(later{i})",
    "weakref.finalize(plan{i}, print)",
    "clfft.plan{i} = plan{i}",
    "sys.modules['plan{i}'] = plan{i}",
    "def once{i}(plan=plan{i}):\n"
    "    try:\n        plan(zeros)\n    except Error:\n        pass\n"
    "threading.Thread(target=once{i}).start()",
    "def work{i}(plan=plan{i}):\n"
    "    try:\n        while True:\n            plan(zeros)\n"
    "    except Error:\n        pass\n"
    "threading.Thread(target=work{i}, daemon=True).start()",
)
ENDS = (("", 0), ("sys.exit(3)", 3), ("del numpy", 0), ("del clfft", 0),
        ("del sys.modules['clfft']", 0), ("gc.collect()", 0),
        ("os.environ.clear()", 0), ("raise SystemExit(3)", 3))


def draw_script(draw):
    lines = [MAKE]
    n_devices, n_plans = draw.randrange(1, 3), draw.randrange(1, 4)
    for d in range(n_devices):
        lines.append("device%d = clfft.Device(%r)" % (
            d, os.environ.get("CLFFT_TEST_DEVICE") or "auto"))
    for i in range(n_plans):
        lines.append("plan{0} = clfft.Plan(device{1}, 'c2c 8')\n"
                     "plans.append(plan{0})".format(i, i % n_devices))
    for _ in range(draw.randrange(6)):
        turn, i = draw.choice(TURNS), draw.randrange(n_plans)
        lines.append("try:\n%s\nexcept (NameError, Error):\n    pass" %
                     textwrap.indent(turn.format(i=i, d=i % n_devices),
                                     "    "))
    end, status = draw.choice(ENDS)
    return "\n".join(lines + [end]), status


def scripts_end_well_in_any_order():
    open_device()
    draw = dice.Random(SEED)
    for _ in range(100 if tap.is_full() else 20):
        run_script(*draw_script(draw))


def a_child_of_a_fork_is_refused_and_ends_well():
    open_device()
    run_script(MAKE + """
device = clfft.Device(%r)
plan = clfft.Plan(device, "c2c 8")
plan(zeros)
child = os.fork()
if child == 0:
    try:
        plan(zeros)
    except Error as error:
        sys.exit(5 if "fork" in str(error) else 6)
    sys.exit(7)
assert os.waitpid(child, 0)[1] == 5 << 8
plan(zeros)
""" % (os.environ.get("CLFFT_TEST_DEVICE") or "auto"))


def arrays_of_the_caller_are_copied_and_measured():
    device = open_device()
    random = numpy.random.default_rng(SEED)
    x = random.standard_normal(16).astype("f4")
    window, gain = random.uniform(0.5, 1, (2, 16))
    plan = clfft.Plan(device, "r2c 16 window=hann", window=window, gain=gain[:9])
    wanted = numpy.fft.rfft(x * window) * gain[:9]
    window[:] = gain[:] = 0
    for _ in range(3):
        assert abs(plan(x) - wanted).max() < 1e-5
    first, start, weight = [0, 2, 2, 5], [1, 0, 4], [1, 2, 3, 4, 5]
    rows = clfft.Bands(first, start, weight)
    got = clfft.Plan(device, "r2c 16 store=power", bands=rows)(x)
    power = abs(numpy.fft.rfft(x)) ** 2
    assert abs(got - rows.matrix(9) @ power).max() < 1e-3, got
    for text, words, wrong in (
            ("r2c 16", "15 16", {"window": window[:15]}),
            ("r2c 4x4", "3 windows 2 axes", {"window": [None] * 3}),
            ("r2c 16", "gain 16 9", {"gain": gain}),
            ("r2c 16", "weight 4 5", {
                "bands": clfft.Bands(first, start, weight[:4])}),
            ("r2c 16", "start 2 3", {
                "bands": clfft.Bands(first, start[:2], weight)}),
            ("r2c 16", "first rise", {
                "bands": clfft.Bands([0, 3, 2, 5], start, weight)}),
            ("r2c 16", "bin 4 5", {"rings": ([0, 5], range(4), weight)}),
            ("r2c 16", "1023 1024", {"color_map": numpy.zeros(1023)}),
            ("r2c 16", "rgba alone", {"color_map": numpy.zeros((256, 4))}),
            ("r2c 16", "effort none", {"effort": "none"})):
        try:
            clfft.Plan(device, text + " store=power", **wrong)
        except ValueError as error:
            assert all(word in str(error) for word in words.split()), error
        else:
            raise AssertionError("no error: %s" % words)


def what_is_closed_says_so():
    device = open_device()
    with clfft.Plan(device, "c2c 8") as plan:
        plan(numpy.zeros(8, "c8"))
    for close in (plan.close, device.close):
        close()
        try:
            plan(numpy.zeros(8, "c8"))
        except clfft.Error as error:
            assert "closed" in str(error) and error.status == "invalid", error
        else:
            raise AssertionError("no error")
    try:
        clfft.Plan(device, "c2c 8")
    except clfft.Error as error:
        assert "closed" in str(error), error
    else:
        raise AssertionError("no error")


def errors_are_the_engine_s():
    device = open_device()
    for text, words, status in (
            ("c2c 1000 window=han", "han", "invalid"), ("c2c", "", "invalid"),
            ("c2c 10000000x1000000", "", "unsupported")):
        try:
            clfft.Plan(device, text)
        except clfft.Error as error:
            assert str(error) and words in str(error) and \
                error.status == status, (error.status, error)
        else:
            raise AssertionError("no error: %s" % text)
    try:
        clfft.Device("none of that name")
    except clfft.Error as error:
        assert error.status == "no device" and "none of that" in str(error), error
    else:
        raise AssertionError("no error")


def threads_share_a_plan():
    device = open_device()
    random = numpy.random.default_rng(SEED)
    plan = clfft.Plan(device, "c2c 64")
    inputs = random.standard_normal((4, 128)).view("c16").astype("c8")
    wrong = []

    def work(x):
        for _ in range(50):
            if abs(plan(x) - numpy.fft.fft(x)).max() > 1e-4:
                wrong.append(x)

    threads = [threading.Thread(target=work, args=(x,)) for x in inputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong


CLAIMS = (drawn_descriptions_agree_with_numpy,
          other_types_and_sizes_are_refused_by_name,
          arrays_of_the_caller_are_copied_and_measured, what_is_closed_says_so,
          errors_are_the_engine_s, threads_share_a_plan,
          scripts_end_well_in_any_order,
          a_child_of_a_fork_is_refused_and_ends_well)

if __name__ == "__main__":
    print("# seed %#x" % SEED)
    chosen = [claim for claim in CLAIMS if not sys.argv[2:] or any(
        word in claim.__name__ for word in sys.argv[2:])]
    sys.exit(tap.prove(chosen))
