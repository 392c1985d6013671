#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""test-fft-py.py: docs/examples/engine/fft.py as other programs use it: drawn
descriptions against numpy, arrays that it must refuse, and scripts that end in
drawn ways.

usage: test-fft-py.py SOURCE-ROOT
"""
import os
import random as dice
import subprocess
import sys
import textwrap

import numpy

ROOT = sys.argv[1]
EXAMPLES = os.path.join(ROOT, "docs", "examples", "engine")
sys.path[:0] = [os.path.join(ROOT, "tests", "support"), EXAMPLES]

import fft  # noqa: E402
import tap  # noqa: E402
from model import Case  # noqa: E402

SEED = int(os.environ.get("CLFFT_TEST_SEED", "0"), 0) or dice.randrange(2 ** 32)


def open_device():
    try:
        return fft.Device(os.environ.get("CLFFT_TEST_DEVICE") or "auto")
    except fft.Error as error:
        raise tap.Skip(str(error).replace("\n", " "))


# ---- descriptions ----


def draw_case(random, device):
    """A case and its plan."""
    while True:
        case = Case(random)
        try:
            return case, fft.Plan(device, case.text)
        except fft.Error as error:
            assert "double precision" in str(error), (case.text, error)


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
    for array in given:
        got = plan(array)
        extra = (4,) if case.pixel == "rgba" else ()
        assert got.shape == case.output_shape() + extra, \
            (case.text, got.shape, case.output_shape())
        if case.quantity == "complex" and case.transform != "c2r":
            assert got.dtype == ("c16" if case.double else "c8"), got.dtype
        wrong = case.judge(got.reshape((-1,) + extra), wanted, spectrum)
        assert not wrong, (case.text, array.shape, wrong)


def drawn_descriptions_agree_with_numpy():
    device = open_device()
    random = numpy.random.default_rng(SEED)
    for _ in range(400 if tap.is_full() else 16):
        check_case(*draw_case(random, device))


def refuse(plan, array, *words):
    try:
        plan(array)
    except fft.Error as error:
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
            except fft.Error as error:
                assert str(array.nbytes) in str(error), error
            else:  # right without the gaps, or with those behind it
                elements = n // (samples.size // plan.input.extent)
                assert elements in (numpy.prod(plan.input.shape), max(
                    a * b for a, b in zip(plan.input.shape,
                                          plan.input.strides))), case.text


# ---- the end ----


def run_script(text, status=0):
    # newer Pythons warn of a fork where there are threads
    script = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", text], stderr=subprocess.PIPE, text=True,
        timeout=300, env=dict(os.environ, PYTHONPATH=EXAMPLES,
                              MALLOC_PERTURB_="165", MALLOC_CHECK_="3"))
    said = [line for line in script.stderr.splitlines()
            if line and "wanted" not in line]
    assert script.returncode == status and not said, \
        (script.returncode, script.stderr, text)


MAKE = """
import atexit, gc, os, sys, threading, weakref
import numpy, fft
from fft import Error
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
    "fft.plan{i} = plan{i}",
    "sys.modules['plan{i}'] = plan{i}",
    "def once{i}(plan=plan{i}):\n"
    "    try:\n        plan(zeros)\n    except Error:\n        pass\n"
    "threading.Thread(target=once{i}).start()",
    "def work{i}(plan=plan{i}):\n"
    "    try:\n        while True:\n            plan(zeros)\n"
    "    except Error:\n        pass\n"
    "threading.Thread(target=work{i}, daemon=True).start()",
)
ENDS = (("", 0), ("sys.exit(3)", 3), ("del numpy", 0), ("del fft", 0),
        ("del sys.modules['fft']", 0), ("gc.collect()", 0),
        ("os.environ.clear()", 0), ("raise SystemExit(3)", 3))


def draw_script(draw):
    lines = [MAKE]
    n_devices, n_plans = draw.randrange(1, 3), draw.randrange(1, 4)
    for d in range(n_devices):
        lines.append("device%d = fft.Device(%r)" % (
            d, os.environ.get("CLFFT_TEST_DEVICE") or "auto"))
    for i in range(n_plans):
        lines.append("plan{0} = fft.Plan(device{1}, 'c2c 8')\n"
                     "plans.append(plan{0})".format(i, i % n_devices))
    for _ in range(draw.randrange(6)):
        turn, i = draw.choice(TURNS), draw.randrange(n_plans)
        lines.append("try:\n%s\nexcept (NameError, fft.Error):\n    pass" %
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
device = fft.Device(%r)
plan = fft.Plan(device, "c2c 8")
plan(zeros)
child = os.fork()
if child == 0:
    try:
        plan(zeros)
    except fft.Error as error:
        sys.exit(5 if "fork" in str(error) else 6)
    sys.exit(7)
assert os.waitpid(child, 0)[1] == 5 << 8
plan(zeros)
""" % (os.environ.get("CLFFT_TEST_DEVICE") or "auto"))


def arrays_of_change_stay_the_caller_s():
    device = open_device()
    window = numpy.linspace(0, 1, 16)

    def set_window(desc):
        desc.load.windows[0] = window.ctypes.data_as(
            type(desc.load.windows[0]))

    x = numpy.random.default_rng(SEED).standard_normal(16).astype("f4")
    for _ in range(3):
        got = fft.Plan(device, "r2c 16 window=hann", set_window)(x)
        assert abs(got - numpy.fft.rfft(x * window)).max() < 1e-5
    assert (window == numpy.linspace(0, 1, 16)).all()


CLAIMS = (drawn_descriptions_agree_with_numpy,
          other_types_and_sizes_are_refused_by_name,
          arrays_of_change_stay_the_caller_s, scripts_end_well_in_any_order,
          a_child_of_a_fork_is_refused_and_ends_well)

if __name__ == "__main__":
    print("# seed %#x" % SEED)
    chosen = [claim for claim in CLAIMS if not sys.argv[2:] or any(
        word in claim.__name__ for word in sys.argv[2:])]
    sys.exit(tap.prove(chosen))
