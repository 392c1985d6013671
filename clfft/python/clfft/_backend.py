# SPDX-License-Identifier: LGPL-2.1-or-later
"""_backend.py: what scipy.fft.set_backend(clfft) calls. scipy is not imported."""
from __future__ import annotations

import os
import threading
import warnings
import weakref
from collections import OrderedDict
from typing import Any, Callable, Optional, Tuple

import numpy

from ._calls import FUNCTIONS, Call, Step, read_call
from ._device import Buffers, Device, Error, Owner
from ._library import fft
from ._plan import Plan

# what scipy does instead without a word
QUIET = ("unsupported", "no memory", "forked", "invalid")


class _State:
    """What a back end keeps, and the lock of whoever uses it."""

    def __init__(self, device: Optional[Device]) -> None:
        self.lock, self.buffers, self.device = threading.Lock(), Buffers(), device
        self.plans: OrderedDict[str, Plan] = OrderedDict()
        self.has_failed = False  # to open the device

    def clear(self) -> None:
        while self.plans:
            self.plans.popitem()[1].close()
        self.buffers.release()


def _close_state(state: _State) -> None:
    state.buffers.is_closing = True
    if not fft.clfft_check_process():
        with state.lock:  # of a thread that goes on at the interpreter's end
            state.clear()


_states: Any = weakref.WeakSet()


def _renew_locks() -> None:
    """In a child, where the threads that hold them are not."""
    for state in _states:
        state.lock = threading.Lock()


os.register_at_fork(after_in_child=_renew_locks)


class ScipyBackend(Owner):
    """A back end of scipy.fft: scipy.fft.set_backend(ScipyBackend(device)). The
    module clfft is one itself, of the device "auto", which its first call opens;
    clfft.scipy_backend is that object.

    fft, ifft, rfft, irfft, hfft, ihfft and their forms of two and n axes run on the
    device: in float32 of float16, float32 and complex64, in float64 of all other
    numbers but longdouble; more than three axes by several plans. What is left to
    the next back end, which is scipy's own: other functions, types of arrays and of
    numbers, arrays without elements, arguments that are an error, what does not fit
    on the device, float64 where the device has none, calls after close() and of a
    child after fork(), and, with a RuntimeWarning, those at which a driver fails.
    The input is never overwritten, and `workers` changes nothing.

    Any thread may call. Calls wait for each other while the device works, and while
    a plan is made, which takes up to seconds for the first array of its shape and
    layout. Plans are kept for later calls, and two buffers as large as the largest
    call has needed.

    device     where it runs, None: "auto"
    max_plans  that are kept, those used last, 1 or more. Together their scratch
               memory is at most max_allocation of the device, or that of one plan
    """

    __ua_domain__ = "numpy.scipy.fft"

    def __init__(self, device: Optional[Device] = None, *,
                 max_plans: int = 64) -> None:
        if max_plans < 1:
            raise ValueError("max_plans is %d, below 1" % max_plans)
        self.max_plans = max_plans
        self._state = _State(device)
        _states.add(self._state)
        self._own(_close_state, self._state)

    def clear(self) -> None:
        """Gives back plans and buffers. The next call makes its own again, and tries
        again to open a device that was not there."""
        if not fft.clfft_check_process():
            with self._state.lock:
                self._state.clear()
                self._state.has_failed = False

    def describe(self, name: str, x: Any, *arguments: Any, **named: Any) -> str:
        """The description of what scipy.fft's function `name` does with an array like
        x: a Plan of it, with effort="measure" for example, is what the function then
        takes as plan=. The arguments are those of the function.

        Raises TypeError or ValueError where they are wrong, and for what the back
        end does not do or does by more than one plan.
        """
        call = read_call(name, (x,) + arguments, named) if name in FUNCTIONS else None
        if call is None or len(call.steps) > 1:
            raise ValueError("%s of this is no transform by one plan" % name)
        return call.steps[0].text

    def __ua_function__(self, method: Callable[..., Any], args: Tuple[Any, ...],
                        kwargs: Any) -> Any:
        """The protocol of scipy.fft: a result, or NotImplemented."""
        name, state = method.__name__, self._state
        if name not in FUNCTIONS or fft.clfft_check_process() or \
                state.buffers.is_closing or state.has_failed:
            return NotImplemented
        try:
            call = read_call(name, args, kwargs)
        except (TypeError, ValueError, OverflowError):
            return NotImplemented  # the next one tells what is wrong
        if call is None:
            return NotImplemented
        if call.plan is not None:
            return self._run_plan(call)
        try:
            return self._run(call)
        except Error as error:
            if error.status not in QUIET:
                warnings.warn("clfft leaves %s to scipy: %s" % (name, error),
                              RuntimeWarning, stacklevel=3)
            return NotImplemented

    def _run(self, call: Call) -> Any:
        array = call.array
        for step in call.steps:
            memory = step.arrange(array)
            array = numpy.empty(step.shape, step.dtypes[1])
            with self._state.lock:
                try:
                    self._execute(step, memory, array)
                except Error as error:
                    if error.status != "no memory":
                        raise
                    self._state.clear()
                    self._execute(step, memory, array)
        return call.finish(array)

    @staticmethod
    def _run_plan(call: Call) -> Any:
        """By the caller's own plan."""
        plan, step = call.plan, call.steps[0]
        if not isinstance(plan, Plan):
            return NotImplemented
        if len(call.steps) > 1 or plan.text != step.text:
            raise ValueError("the plan is %r, needed is %s" % (plan.text, " and ".join(
                repr(other.text) for other in call.steps)))
        result = numpy.empty(step.shape, step.dtypes[1])
        plan.transform(step.arrange(call.array), result)
        return call.finish(result)

    def _execute(self, step: Step, memory: numpy.ndarray,
                 result: numpy.ndarray) -> None:
        self._get_plan(step.text).transform(memory, result, self._state.buffers)

    def _get_plan(self, text: str) -> Plan:
        state = self._state
        state.buffers.check_open("back end")
        if state.device is None:
            try:
                state.device = Device()
            except Error:
                state.has_failed = True
                raise
        plan = state.plans.get(text)
        if plan is None:
            state.plans[text] = plan = Plan(state.device, text)
            while len(state.plans) > self.max_plans or len(state.plans) > 1 and \
                    sum(kept.scratch for kept in state.plans.values()) > \
                    state.device.max_allocation:
                state.plans.popitem(last=False)[1].close()
        state.plans.move_to_end(text)
        return plan


scipy_backend = ScipyBackend()
