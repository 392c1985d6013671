#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""test-python-scipy.py: the back end of scipy.fft, by its protocol: drawn calls
against numpy in double, and against scipy itself where that is installed; what has
to be left to scipy; plans that are kept; threads, forks and failures.

usage: test-python-scipy.py SOURCE-ROOT [CLAIM]...
"""
import math
import os
import random as dice
import subprocess
import sys
import threading

import numpy

ROOT = sys.argv[1]
MODULE = os.path.join(ROOT, "clfft", "python")
sys.path[:0] = [os.path.join(ROOT, "tests", "support"), MODULE]

import clfft  # noqa: E402
import tap  # noqa: E402

try:
    import scipy.fft
except ImportError:
    scipy = None

SEED = int(os.environ.get("CLFFT_TEST_SEED", "0"), 0) or dice.randrange(2 ** 32)
RANDOM = numpy.random.default_rng(SEED)
NAMES = [name + end for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
         for end in ("", "2", "n")]
REAL = ("rfft", "ihfft")  # of real numbers alone
TYPES = ["e", "f", "f", "d", "d", "F", "F", "D", "D", ">f4", ">f8", ">c8", ">c16",
         "i1", "u2", "i4", "u8", "?"]
SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho",
           "forward": "backward"}


def open_backend(**options):
    try:
        device = clfft.Device(os.environ.get("CLFFT_TEST_DEVICE") or "auto")
    except clfft.Error as error:
        raise tap.Skip(str(error).replace("\n", " "))
    return device, clfft.ScipyBackend(device, **options)


def draw(low, high):
    return int(RANDOM.integers(low, high + 1))


def ask(backend, name, *args, **kwargs):
    """By the protocol, as scipy does."""
    def method():
        raise AssertionError("a back end calls no method")
    method.__name__ = name
    return backend.__ua_function__(method, args, kwargs)


# ---- drawn calls ----


def draw_shape(n_axes):
    ndim = draw(n_axes, 5) if n_axes < 5 else n_axes
    if ndim == 1:
        return (draw(1, 700),)
    return tuple(draw(1, {2: 40, 3: 12}.get(ndim, 6)) for _ in range(ndim))


def draw_layout(array):
    """The same numbers, anywhere in memory."""
    kind = draw(0, 5)
    if kind == 1:
        return numpy.asfortranarray(array)
    if kind == 2:
        order = RANDOM.permutation(array.ndim)
        return numpy.ascontiguousarray(array.transpose(order)).transpose(
            numpy.argsort(order))
    if kind == 3:  # steps, and some backwards
        steps = [draw(1, 3) * int(RANDOM.choice([-1, 1])) for _ in array.shape]
        room = numpy.zeros([n * abs(step) for n, step in zip(array.shape, steps)],
                           array.dtype)
        view = room[tuple(slice(None, None, step) for step in steps)]
        view[...] = array
        return view
    if kind == 4:  # at an odd address
        octets = numpy.zeros(array.nbytes + 1, "u1")
        view = numpy.ndarray(array.shape, array.dtype, octets, 1)
        view[...] = array
        return view
    return array


def draw_numbers(shape, kind):
    kind = numpy.dtype(kind)
    if kind.kind in "iu?b":
        return RANDOM.integers(0, 2 if kind.kind == "b" else 100, shape).astype(kind)
    numbers = RANDOM.uniform(-1, 1, shape)
    if kind.kind == "c":
        numbers = numbers + 1j * RANDOM.uniform(-1, 1, shape)
    return numbers.astype(kind)


def draw_call():
    """A name, an array and arguments."""
    name = str(RANDOM.choice(NAMES))
    n_axes = {"2": 2, "t": 1}.get(name[-1]) or draw(1, 5)
    shape = draw_shape(n_axes)
    kind = str(RANDOM.choice([kind for kind in TYPES if not (
        name.rstrip("2n") in REAL and numpy.dtype(kind).kind == "c")]))
    axes = [int(axis) for axis in RANDOM.permutation(len(shape))[:n_axes]]
    shape = list(shape)
    if name.startswith(("irfft", "hfft")):  # one is an error
        shape[axes[-1]] += 1
    array = draw_layout(draw_numbers(tuple(shape), kind))
    axes = [axis - draw(0, 1) * len(shape) for axis in axes]
    lengths = [max(1, shape[axis] + draw(-3, 3)) for axis in axes]
    arguments = {}
    if name[-1] == "t":
        arguments["axis"] = axes[0]
        if draw(0, 1):
            arguments["n"] = lengths[0]
    else:
        arguments["axes"] = axes
        if draw(0, 1):
            arguments["s"] = [length if draw(0, 3) else -1 for length in lengths]
    if draw(0, 1):
        arguments["norm"] = str(RANDOM.choice(["backward", "ortho", "forward"]))
    for word, value in ("overwrite_x", True), ("workers", 2):
        if draw(0, 3) == 0:
            arguments[word] = value
    return name, array, arguments


def compute(name, array, arguments):
    """What numpy makes of it in double, and the points of a transform."""
    x = array.astype("c16" if array.dtype.kind == "c" else "f8")
    norm = arguments.get("norm")
    base = name.rstrip("2n")
    if name[-1] == "t":
        axes, lengths = [arguments["axis"]], arguments.get("n")
        lengths = None if lengths is None else [lengths]
    else:
        axes, lengths = arguments["axes"], arguments.get("s")
    if lengths is None:
        lengths = [x.shape[axis] for axis in axes]
        if base in ("irfft", "hfft"):
            lengths[-1] = 2 * (lengths[-1] - 1)
    lengths = [x.shape[axis] if length == -1 else length
               for axis, length in zip(axes, lengths)]
    points = math.prod(lengths)
    if base == "hfft":
        return numpy.fft.irfftn(numpy.conj(x), lengths, axes, SWAPPED[norm]), points
    if base == "ihfft":
        return numpy.conj(numpy.fft.rfftn(x, lengths, axes, SWAPPED[norm])), points
    return getattr(numpy.fft, base + "n")(x, lengths, axes, norm), points


def check_numbers(got, wanted, single, points, *what):
    """The contract of reference.h for lengths of any primes, of all transforms."""
    assert got.shape == wanted.shape, (got.shape, wanted.shape, what)
    kind = ("F" if single else "D") if wanted.dtype.kind == "c" else \
        ("f" if single else "d")
    assert got.dtype == kind, (got.dtype, kind, what)
    size = numpy.linalg.norm(wanted.reshape(-1))
    error = numpy.linalg.norm((got - wanted).reshape(-1)) / (size or 1)
    limit = 4 * math.sqrt(max(1, math.log2(points))) * 2. ** (-24 if single else -53)
    assert error <= limit, (error, limit, what)


def drawn_calls_agree_with_numpy():
    device, backend = open_backend()
    for _ in range(300 if tap.is_full() else 10):
        name, array, arguments = draw_call()
        single = array.dtype.char in "efF"
        what = name, array.shape, array.strides, array.dtype, arguments
        before = array.tobytes()
        got = ask(backend, name, array, **arguments)
        assert array.tobytes() == before, what
        if not single and not device.has_double:
            assert got is NotImplemented, what
            continue
        assert got is not NotImplemented, what
        wanted, points = compute(name, array, arguments)
        check_numbers(got, wanted, single, points, *what)
        assert got.flags.c_contiguous, what
        if scipy:
            theirs = getattr(scipy.fft, name)(array.copy(), **arguments)
            check_numbers(theirs, wanted, single, points, "scipy", *what)
            with scipy.fft.set_backend(backend, only=True):
                again = getattr(scipy.fft, name)(array, **arguments)
            assert again.tobytes() == got.tobytes(), what


def lists_and_positions_are_read():
    device, backend = open_backend()
    if not device.has_double:
        raise tap.Skip("no double precision")
    x = RANDOM.uniform(-1, 1, (3, 4))
    wanted = numpy.fft.fft(x, 5, 0, "ortho")
    for given in x, x.tolist(), tuple(map(tuple, x)), Lookalike(x):
        check_numbers(ask(backend, "fft", given, 5, 0, "ortho", True, -1),
                      wanted, False, 5)
    check_numbers(ask(backend, "rfft2", x=x), numpy.fft.rfft2(x), False, 12)
    check_numbers(ask(backend, "fft2", x, None, None), numpy.fft.fft2(x), False, 12)
    check_numbers(ask(backend, "fftn", x, 5), numpy.fft.fft(x, 5), False, 5)
    check_numbers(ask(backend, "fftn", x, axes=0), numpy.fft.fft(x, axis=0), False, 3)
    # more loops than a description has
    x = numpy.asfortranarray(RANDOM.uniform(-1, 1, (2, 3, 2, 3, 2, 2)))
    check_numbers(ask(backend, "fft", x, axis=2), numpy.fft.fft(x, axis=2), False, 2)


class Lookalike:
    """What is no array, but has the memory of one."""

    def __init__(self, array):
        self.array, self.__array_interface__ = array, array.__array_interface__


# ---- what is left to scipy ----


def list_left():
    x = numpy.ones((3, 4), "f4")
    masked = numpy.ma.masked_array(x, x > 0)
    return (
        ("dct", (x,), {}), ("fftshift", (x,), {}),
        ("fft", (x.astype("g"),), {}), ("fft", (x.astype("G"),), {}),
        ("rfft", (x.astype("F"),), {}), ("ihfftn", (x.astype("D"),), {}),
        ("fft", (x.astype("M8[s]"),), {}), ("fft", (masked,), {}),
        ("fft", (x.astype(object),), {}), ("fft", (["a"],), {}),
        ("fft", ([[1], [1, 2]],), {}), ("fft", (1.,), {}),
        ("fft", (numpy.float32(1),), {}), ("fft", (numpy.array(1.),), {}),
        ("fft", (x[:0],), {}), ("fft", (x[:, :0],), {}), ("fftn", ([],), {}),
        ("fft", (x, 0), {}), ("fft", (x, -1), {}), ("fft", (x, 2.5), {}),
        ("fft", (x,), {"axis": 2}), ("fft", (x,), {"axis": None}),
        ("fft", (x[0], 4, 1), {}), ("irfft", (x[:, :1],), {}),
        ("fftn", (x, (4, 0)), {}), ("fftn", (x, (1, 2, 3)), {}),
        ("fftn", (x, (4,), (0, 1)), {}), ("fftn", (x,), {"axes": (0, 0)}),
        ("fftn", (x,), {"axes": (0, 2)}), ("fftn", (x,), {"axes": ()}),
        ("rfftn", (x,), {"axes": ()}), ("fft2", (x[0],), {}),
        ("fft", (x,), {"norm": "back"}), ("fft", (x,), {"norm": []}),
        ("fft", (x,), {"workers": 0}), ("fft", (x,), {"workers": -10 ** 6}),
        ("fft", (x,), {"workers": "2"}), ("fft", (x,), {"plan": "plan"}),
        ("fft", (x,), {"s": 4}), ("fft", (), {}))


def outcome(call):
    try:
        return call()
    except Exception as error:
        return type(error), str(error)


def what_it_does_not_do_is_left_to_scipy():
    _, backend = open_backend()
    for name, args, kwargs in list_left():
        got = ask(backend, name, *args, **kwargs)
        assert got is NotImplemented, (name, args, kwargs, got)
        function = getattr(scipy.fft, name, None) if scipy else None
        if function is None or name == "fftshift":
            continue
        wanted = outcome(lambda: function(*args, **kwargs))
        with scipy.fft.set_backend(backend):
            left = outcome(lambda: function(*args, **kwargs))
        if isinstance(wanted, tuple):  # the same error
            assert left == wanted, (left, wanted, name, args, kwargs)
        else:
            numpy.testing.assert_array_equal(left, wanted)


def the_module_is_a_back_end_and_imports_no_scipy():
    open_backend()
    script = """
import sys, numpy, clfft
assert "scipy" not in sys.modules
x = numpy.ones((3, 4), "f4")
try:
    import scipy.fft
except ImportError:
    def method(): pass
    method.__name__ = "fft"
    assert clfft.__ua_domain__ == "numpy.scipy.fft"
    got = clfft.__ua_function__(method, (x,), {})
else:
    with scipy.fft.set_backend(clfft, only=True):
        got = scipy.fft.fft(x)
assert abs(got - numpy.fft.fft(x)).max() < 1e-5, got
with clfft.scipy_backend:
    pass
"""
    done = run_script(script)
    assert done.returncode == 0 and not done.stderr, done.stderr


def run_script(text, **environment):
    return subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", text],
        stderr=subprocess.PIPE, text=True, timeout=300, check=False,
        env=dict(os.environ, PYTHONPATH=MODULE, **environment))


# ---- plans ----


def plans_are_kept_and_given_back():
    device, backend = open_backend(max_plans=3)
    x = {n: draw_numbers((n,), "F") for n in range(2, 7)}
    state = backend._state
    for n in (2, 3, 2, 4, 5, 2, 6):
        kept = dict(state.plans)
        check_numbers(ask(backend, "fft", x[n]), numpy.fft.fft(x[n]), True, n)
        assert len(state.plans) <= 3
        if n == 2 and kept:  # used again and again, so never lost
            assert dict(state.plans) == kept, kept
    assert [text.split()[1] for text in state.plans] == ["5", "2", "6"]
    backend.clear()
    assert not state.plans and state.buffers.handles == [None, None]
    check_numbers(ask(backend, "fft", x[6]), numpy.fft.fft(x[6]), True, 6)
    # scratch memory is bounded as well
    ask(backend, "fft", x[4])
    for plan in state.plans.values():
        plan.scratch = device.max_allocation + 1
    ask(backend, "fft", x[5])
    assert len(state.plans) == 1, state.plans
    backend.close()
    assert ask(backend, "fft", x[6]) is NotImplemented
    try:
        clfft.ScipyBackend(max_plans=0)
    except ValueError as error:
        assert "max_plans is 0" in str(error)
    else:
        raise AssertionError("no error")


def a_plan_of_the_caller_is_used():
    device, backend = open_backend()
    x = draw_numbers((6, 5), "f").T
    text = backend.describe("rfftn", x, axes=(1, 0), norm="ortho")
    with clfft.Plan(device, text) as plan:
        got = ask(backend, "rfftn", x, axes=(1, 0), norm="ortho", plan=plan)
        check_numbers(got, numpy.fft.rfftn(x, None, (1, 0), "ortho"), True, 30)
        assert not backend._state.plans
        for array, words in (x, "scale"), (draw_numbers((2,) * 4, "f"), " and "):
            try:
                ask(backend, "rfftn", array, plan=plan)
            except ValueError as error:
                assert text in str(error) and words in str(error), error
            else:
                raise AssertionError("no error")
    try:
        ask(backend, "rfftn", x, axes=(1, 0), norm="ortho", plan=plan)
    except clfft.Error as error:
        assert "closed" in str(error)
    else:
        raise AssertionError("no error")
    for wrong in (lambda: backend.describe("dct", x),
                  lambda: backend.describe("fftn", numpy.ones((2,) * 4)),
                  lambda: backend.describe("fft", x, 0),
                  lambda: backend.describe("fft", numpy.ones(3, "g"))):
        assert outcome(wrong)[0] is ValueError, outcome(wrong)


# ---- threads, forks, failures ----


def threads_share_a_back_end():
    _, backend = open_backend(max_plans=2)
    inputs = [draw_numbers((4, n), "F") for n in (3, 4, 5)]
    for x in inputs:
        ask(backend, "fft", x)
    wrong = []

    def work(i):
        for turn in range(20):
            # the third length is rare, for each time its plan is made
            x = inputs[2 if turn == i else (turn + i) % 2]
            try:
                check_numbers(ask(backend, "fft", x), numpy.fft.fft(x), True,
                              x.shape[1], turn)
            except Exception as problem:
                wrong.append(problem)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong


FORK = """
import os, sys, threading, numpy, clfft
backend = clfft.ScipyBackend(clfft.Device(%r))
def fft(): pass
x = numpy.ones(8, "f4")
assert backend.__ua_function__(fft, (x,), {}) is not NotImplemented
threading.Thread(target=lambda: [backend.__ua_function__(fft, (x,), {})
                                 for _ in range(2000)]).start()
children = []
for _ in range(5):
    child = os.fork()
    if child == 0:
        backend.clear()
        sys.exit(5 if backend.__ua_function__(fft, (x,), {}) is NotImplemented else 6)
    children.append(child)
for child in children:
    assert os.waitpid(child, 0)[1] == 5 << 8
"""
# another process may be forked while its parent is about to open a device
LOCKED = """
import os, sys, clfft
backend = clfft.ScipyBackend()
with backend._state.lock:
    child = os.fork()
    if child == 0:
        backend.clear()
        sys.exit(5)
    assert os.waitpid(child, 0)[1] == 5 << 8
"""


END = """
import sys, threading, numpy, clfft
backend = clfft.ScipyBackend(clfft.Device(%r))
def fft(): pass
x = numpy.ones(8, "f4")
started = threading.Event()
def work():
    while True:
        backend.__ua_function__(fft, (x,), {})
        clfft.__ua_function__(fft, (x,), {})
        started.set()
threading.Thread(target=work, daemon=True).start()
started.wait()
sys.exit(3)
"""


def the_end_is_quiet():
    open_backend()
    for _ in range(20 if tap.is_full() else 2):
        done = run_script(END % (os.environ.get("CLFFT_TEST_DEVICE") or "auto"))
        assert done.returncode == 3 and not done.stderr, (done.returncode, done.stderr)


def children_of_a_fork_leave_all_to_scipy():
    open_backend()
    for script in FORK % (os.environ.get("CLFFT_TEST_DEVICE") or "auto"), LOCKED:
        done = run_script(script)
        assert done.returncode == 0 and not done.stderr, done.stderr


def a_device_that_fails_is_reported_once():
    script = """
import warnings, numpy, clfft
def fft(): pass
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for _ in range(3):
        assert clfft.__ua_function__(fft, ([1.],), {}) is NotImplemented
assert len(caught) == 1 and caught[0].category is RuntimeWarning, caught
text = str(caught[0].message)
assert text.startswith("clfft leaves fft to scipy: ") and len(text) > 40, text
"""
    done = run_script(script, OCL_ICD_VENDORS="/nonexistent",
                      OCL_ICD_FILENAMES="", OPENCL_LAYERS="")
    assert done.returncode == 0 and not done.stderr, done.stderr
    device, backend = open_backend()
    x = draw_numbers((8,), "f")
    failures = [clfft.Error("out of memory", "no memory")]
    execute = backend._execute

    def fail(*arguments):
        if failures:
            raise failures.pop()
        execute(*arguments)

    backend._execute = fail
    check_numbers(ask(backend, "rfft", x), numpy.fft.rfft(x), True, 8)  # tried again
    failures[:] = [clfft.Error("out of memory", "no memory")] * 2
    assert ask(backend, "rfft", x) is NotImplemented
    check_numbers(ask(backend, "rfft", x), numpy.fft.rfft(x), True, 8)


CLAIMS = (drawn_calls_agree_with_numpy, lists_and_positions_are_read,
          what_it_does_not_do_is_left_to_scipy,
          the_module_is_a_back_end_and_imports_no_scipy,
          plans_are_kept_and_given_back, a_plan_of_the_caller_is_used,
          threads_share_a_back_end, children_of_a_fork_leave_all_to_scipy,
          the_end_is_quiet,
          a_device_that_fails_is_reported_once)

if __name__ == "__main__":
    print("# seed %#x, %s" % (SEED, "scipy " + scipy.__version__ if scipy
                              else "no scipy: by the protocol alone"))
    chosen = [claim for claim in CLAIMS if not sys.argv[2:] or any(
        word in claim.__name__ for word in sys.argv[2:])]
    sys.exit(tap.prove(chosen))
