/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * builtins.cl: declares the built-in functions that kernels call. PoCL puts
 * clang's opencl-c.h, 18,000 lines, in front of each program, and reading it
 * takes most of the time of a short program. Where DECLARE_BUILTINS is defined
 * that header was left out (clfft/device/program.c), and these are its
 * declarations with its attributes. A call must not be converted to another type
 * in silence: functions have all types from int on, to which shorter ones are
 * promoted, and vectors are never converted. What is missing here is an error of
 * the compiler, and the program is then built with the header.
 */
#ifdef PRECISION_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#ifdef DECLARE_BUILTINS
#define OVERLOADED __attribute__((overloadable))
#define CONSTANT OVERLOADED __attribute__((const))
#define PURE OVERLOADED __attribute__((pure))

size_t CONSTANT get_global_id(uint);
size_t CONSTANT get_global_size(uint);
size_t CONSTANT get_group_id(uint);
size_t CONSTANT get_local_id(uint);
size_t CONSTANT get_local_size(uint);
size_t CONSTANT get_num_groups(uint);
void OVERLOADED __attribute__((convergent)) barrier(cl_mem_fence_flags);
int OVERLOADED atomic_add(volatile global int *, int);
int OVERLOADED atomic_add(volatile local int *, int);
uint OVERLOADED atomic_add(volatile global uint *, uint);
uint OVERLOADED atomic_add(volatile local uint *, uint);
float CONSTANT native_cos(float);
float CONSTANT native_sin(float);

/* M(vector, its element), or of a number twice the same: what is declared of
   both is then said twice */
#define EACH_VECTOR(M, t) M(t##2, t) M(t##4, t) M(t##8, t) M(t##16, t)
#define EACH_INTEGER_VECTOR(M) EACH_VECTOR(M, int) EACH_VECTOR(M, uint)
#define EACH_INTEGER(M) M(int, int) M(uint, uint) M(long, long) M(ulong, ulong)
#define EACH_SAMPLE(M)                                                         \
    M(char, char) M(uchar, uchar) M(short, short) M(ushort, ushort)            \
    M(int, int) M(uint, uint)
#ifdef PRECISION_DOUBLE
#define EACH_REAL_VECTOR(M) EACH_VECTOR(M, float) EACH_VECTOR(M, double)
#define EACH_REAL(M) M(float, float) M(double, double)
#else
#define EACH_REAL_VECTOR(M) EACH_VECTOR(M, float)
#define EACH_REAL(M) M(float, float)
#endif

#define OF_REALS(T, t)                                                         \
    T CONSTANT atan2(T, T);                                                    \
    T CONSTANT cos(T);                                                         \
    T CONSTANT cospi(T);                                                       \
    T CONSTANT exp2(T);                                                        \
    T CONSTANT fabs(T);                                                        \
    T CONSTANT fma(T, T, T);                                                   \
    T CONSTANT fmax(T, T);                                                     \
    T CONSTANT fmax(T, t);                                                     \
    T CONSTANT fmin(T, T);                                                     \
    T CONSTANT fmin(T, t);                                                     \
    T CONSTANT hypot(T, T);                                                    \
    T CONSTANT log(T);                                                         \
    T CONSTANT log2(T);                                                        \
    T CONSTANT log10(T);                                                       \
    T CONSTANT rint(T);                                                        \
    T CONSTANT sin(T);                                                         \
    T OVERLOADED sincos(T, private T *);                                       \
    T CONSTANT sinpi(T);                                                       \
    T CONSTANT sqrt(T);
EACH_REAL(OF_REALS)
EACH_REAL_VECTOR(OF_REALS)

#define OF_ALL(T, t)                                                           \
    T CONSTANT clamp(T, T, T);                                                 \
    T CONSTANT clamp(T, t, t);                                                 \
    T CONSTANT max(T, T);                                                      \
    T CONSTANT max(T, t);                                                      \
    T CONSTANT min(T, T);                                                      \
    T CONSTANT min(T, t);
EACH_INTEGER(OF_ALL)
EACH_INTEGER_VECTOR(OF_ALL)
EACH_REAL(OF_ALL)
EACH_REAL_VECTOR(OF_ALL)

#define OF_INTEGERS(T, t) T CONSTANT popcount(T);
EACH_INTEGER(OF_INTEGERS)

/* M(type, signed and unsigned integer of its size) */
#define WITH_MASK(M, t, i, u)                                                  \
    M(t, i, u) M(t##2, i##2, u##2) M(t##4, i##4, u##4) M(t##8, i##8, u##8)     \
    M(t##16, i##16, u##16)
#define OF_MASKS(T, I, U)                                                      \
    T CONSTANT select(T, T, I);                                                \
    T CONSTANT select(T, T, U);
WITH_MASK(OF_MASKS, int, int, uint)
WITH_MASK(OF_MASKS, uint, int, uint)
WITH_MASK(OF_MASKS, float, int, uint)
#ifdef PRECISION_DOUBLE
WITH_MASK(OF_MASKS, double, long, ulong)
#endif

#define TO_MASK(T, I, U) I CONSTANT isfinite(T);
WITH_MASK(TO_MASK, float, int, uint)
#ifdef PRECISION_DOUBLE
int CONSTANT isfinite(double);
long2 CONSTANT isfinite(double2);
long4 CONSTANT isfinite(double4);
long8 CONSTANT isfinite(double8);
long16 CONSTANT isfinite(double16);
#endif

#define FROM_MASK(T, I, U) int CONSTANT any(T);
WITH_MASK(FROM_MASK, int, int, uint)
WITH_MASK(FROM_MASK, long, long, ulong)

/* of vectors of n numbers, or with no n of numbers */
#define TO_SINGLE(T, n)                                                        \
    float##n CONSTANT convert_float##n(T##n);                                  \
    int##n CONSTANT convert_int##n(T##n);                                      \
    int##n CONSTANT convert_int##n##_rte(T##n);                                \
    uchar##n CONSTANT convert_uchar##n##_rte(T##n);                            \
    uint##n CONSTANT convert_uint##n##_rte(T##n);                              \
    ushort##n CONSTANT convert_ushort##n##_rte(T##n);
#ifdef PRECISION_DOUBLE
#define TO_ALL(T, n)                                                           \
    TO_SINGLE(T, n)                                                            \
    double##n CONSTANT convert_double##n(T##n);
#else
#define TO_ALL TO_SINGLE
#endif
#define CONVERSIONS_OF(T, t)                                                   \
    TO_ALL(T, ) TO_ALL(T, 2) TO_ALL(T, 4) TO_ALL(T, 8) TO_ALL(T, 16)
EACH_SAMPLE(CONVERSIONS_OF)
EACH_REAL(CONVERSIONS_OF)

#define MEMORY_OF(t, n, space)                                                 \
    t##n PURE vload##n(size_t, const space t *);                               \
    void OVERLOADED vstore##n(t##n, size_t, space t *);
#define MEMORY(t, n)                                                           \
    MEMORY_OF(t, n, global) MEMORY_OF(t, n, local) MEMORY_OF(t, n, private)
#define VECTORS_IN_MEMORY(T, t)                                                \
    MEMORY(t, 2) MEMORY(t, 4) MEMORY(t, 8) MEMORY(t, 16)
EACH_SAMPLE(VECTORS_IN_MEMORY)
EACH_REAL(VECTORS_IN_MEMORY)

#define HALVES_IN_MEMORY(T, t)                                                 \
    void OVERLOADED vstore_half_rte(t, size_t, private half *);                \
    void OVERLOADED vstore_half4_rte(t##4, size_t, global half *);             \
    void OVERLOADED vstore_half8_rte(t##8, size_t, global half *);             \
    void OVERLOADED vstore_half16_rte(t##16, size_t, global half *);
EACH_REAL(HALVES_IN_MEMORY)
#endif /* DECLARE_BUILTINS */
