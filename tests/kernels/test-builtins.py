#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""test-builtins.py ROOT: common/builtins.cl declares each built-in function that
a kernel calls. One that is missing is no error of the engine, which compiles
such a program, and all that follow, with the driver's own header: PoCL then
takes several times as long, and only the log says so."""
import pathlib
import re
import sys

# OpenCL C 1.2, sections 6.12.1 to 6.12.12
NAMES = set('''
    get_work_dim get_global_size get_global_id get_local_size get_local_id
    get_num_groups get_group_id get_global_offset
    acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil
    copysign cos cosh cospi erf erfc exp exp2 exp10 expm1 fabs fdim floor fma fmax
    fmin fmod fract frexp hypot ilogb ldexp lgamma lgamma_r log log2 log10 log1p
    logb mad maxmag minmag modf nan nextafter pow pown powr remainder remquo rint
    rootn round rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc
    abs abs_diff add_sat hadd rhadd clamp clz mad_hi mad_sat max min mul_hi rotate
    sub_sat upsample popcount mad24 mul24 degrees mix radians step smoothstep sign
    cross dot distance length normalize fast_distance fast_length fast_normalize
    isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater
    isfinite isinf isnan isnormal isordered isunordered signbit any all bitselect
    select barrier mem_fence read_mem_fence write_mem_fence shuffle shuffle2 printf
    async_work_group_copy async_work_group_strided_copy wait_group_events prefetch
    atomic_add atomic_sub atomic_xchg atomic_inc atomic_dec atomic_cmpxchg
    atomic_min atomic_max atomic_and atomic_or atomic_xor vec_step'''.split())
MADE = re.compile(r'(?:native|half)_[a-z]\w*|convert_[a-z]+\w*|as_[a-z]+\d*|'
                  r'v(?:load|store)(?:a_half|_half)?\d*(?:_rt\w)?$')
CALL = re.compile(r'\b([a-z_][a-z0-9_]*)\(')
BY_THE_LANGUAGE = re.compile(r'as_')  # clang declares these itself
SIZES = re.compile(r'(?<=[a-z])(?:2|3|4|8|16)(?=_|$)')


def read_code(path):
    text = path.read_text(encoding='utf-8')
    text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)
    return re.sub(r'//[^\n]*', ' ', text).replace('##', '')


def is_built_in(name):
    return name in NAMES or MADE.fullmatch(name)


def find_missing(calls, declared):
    """Names of calls, built-in and not declared. A declaration of vectors is
    written with n in the place of their size, or for each size."""
    def has(name):
        forms = {name, SIZES.sub('n', name), SIZES.sub('', name),
                 re.sub(r'(?<=[a-z])(?=_rt|$)', 'n', name, count=1)}
        return not forms.isdisjoint(declared)

    return sorted(name for name in calls if is_built_in(name) and
                  not BY_THE_LANGUAGE.match(name) and not has(name))


def main():
    folder = pathlib.Path(sys.argv[1]) / 'kernels'
    here = folder / 'common' / 'builtins.cl'
    declared = set(CALL.findall(read_code(here)))
    missing, n_calls = [], 0
    for path in sorted(folder.rglob('*')):
        if path.suffix not in ('.cl', '.h') or path == here:
            continue
        code = read_code(path)
        calls = set(CALL.findall(code))
        own = set(re.findall(r'(?:INLINE|define)[^;{(]*?\b([a-z_]\w*)\(', code))
        calls -= own
        n_calls += sum(map(bool, map(is_built_in, calls)))
        missing += [f'{path.relative_to(folder)} calls {name}()'
                    for name in find_missing(calls, declared)]
    print('1..2')
    for line in missing:
        print('#', line + ', which common/builtins.cl does not declare')
    print('not ok' if missing or n_calls < 100 else 'ok',
          f'1 - calls_are_declared # {n_calls} calls')
    planted = {'abs_diff', 'vload4', 'native_exp', 'convert_long4_sat', 'own'}
    seen = find_missing(planted, declared - {'abs_diff'})
    print('ok' if seen == ['abs_diff', 'convert_long4_sat', 'native_exp'] else
          'not ok', '2 - missing_ones_are_seen')


main()
