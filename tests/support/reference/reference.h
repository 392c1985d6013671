/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * reference.h: what a description means, computed the plain way on the host.
 *
 * One transform at a time: load hook, FFTW, store hook, all written from
 * clfft.h's formulae and nothing else, so that tests and the benchmark judge
 * the engine by an independent reading of its contract. Arithmetic is FFTW
 * double for single-precision plans and FFTW long double for double ones;
 * the hooks are long double in both.
 *
 * A reference serves one thread at a time. FFTW's planner is not thread-safe:
 * create and destroy references on one thread.
 */
#ifndef CLFFT_TEST_REFERENCE_H
#define CLFFT_TEST_REFERENCE_H

#include "clfft/clfft.h"

/* ---- one description ------------------------------------------------- */

struct reference;

/*
 * desc must be valid (clfft_desc_validate); its arrays must outlive the
 * reference. NULL if memory or FFTW gave out.
 */
struct reference *reference_create(const clfft_desc *desc);

/* Accepts NULL; sets NULL. */
void reference_destroy(struct reference **reference);

/* What the full batch touches; sizes in bytes, the rest in elements. */
struct reference_layout {
    size_t input_size, output_size; /* of one element */
    uint64_t input_length;          /* largest index + 1 */
    uint64_t output_length;
    uint64_t n_transforms; /* product of the loops' counts */
    uint64_t n_points;     /* product of the lengths: the N of the bars */
    uint64_t n_stored;     /* output elements of one transform */
    uint64_t n_read;       /* input elements of the full batch, each once */
    bool separate_inputs;  /* no element is read by two transforms; nested
                              distances alone are known to be so */
    bool complex_output;   /* an output element is (re, im) */
};

const struct reference_layout *
reference_get_layout(const struct reference *reference);

/*
 * Random input for input_length elements, uniform in [-1, 1) or over all bit
 * patterns of an integer format; NaN in floats that no transform reads. C2R of
 * rank 2 and 3 gets the symmetry that makes the result real. quiet_db > 0 makes
 * every second transform that much quieter than its neighbours (float formats;
 * layouts without overlap).
 */
void reference_fill(const struct reference *reference, uint64_t seed,
                    double quiet_db, void *input);

/*
 * Transform number r (loops[0] varies fastest over the description's counts)
 * as the output stores it, dense and in stored order: n_stored numbers, or
 * (re, im) pairs when complex_output. Valid until the next call.
 */
const long double *reference_transform(struct reference *reference,
                                       const void *input, uint64_t r);

/* Where point i of what transform r reads, in dense order, lies in the input,
   and how many such points there are. */
uint64_t reference_input_index(const struct reference *reference, uint64_t r,
                               uint64_t i);
uint64_t reference_count_read(const struct reference *reference);

/* Where element i of transform r's dense order lies in the output. */
uint64_t reference_output_index(const struct reference *reference, uint64_t r,
                                uint64_t i);

/* The strides of one side, with those that the description leaves open. */
void reference_get_strides(const struct reference *reference, bool input,
                           int64_t strides[CLFFT_MAX_RANK]);

/* ---- comparing ------------------------------------------------------- */

/* Adds up over calls; zero it first. */
struct reference_error {
    long double error_square, value_square;
    double worst_single;      /* relative L2 of the one transform whose error
                                 is largest over its limit */
    double single_ratio;      /* that over its limit */
    double max_error;         /* largest |error| over its frame's RMS; of dB
                                 and phase the largest error itself */
    double worst_unit;        /* dB, phase: largest error over its limit,
                                 see reference_get_limits */
    uint64_t worst_transform; /* of worst_single */
    uint64_t worst_element;   /* of max_error, in the output */
    uint64_t n_points;        /* transform points looked at */
    uint64_t n_bad;           /* NaN or Inf where the reference has neither,
                                 or the reverse; a dB below its floor */
};

/* Which transforms: those within counts (0: all of the loop), of these
   number first, first + step, ... (step 0: each). */
struct reference_range {
    uint64_t counts[CLFFT_MAX_LOOPS];
    uint64_t first, step;
};

/* Computes each transform of the range (NULL: all) from `input` and adds how
   `output` differs. */
void reference_compare(struct reference *reference,
                       const struct reference_range *range, const void *input,
                       const void *output, struct reference_error *error);

/* Relative L2 of everything compared so far. */
double reference_relative_error(const struct reference_error *error);

/*
 * Output elements of [0, n_elements) that differ between `before` and `after`
 * though no transform of the range stores there. UINT64_MAX if memory gave
 * out.
 */
uint64_t reference_count_strays(const struct reference *reference,
                                const struct reference_range *range,
                                const void *before, const void *after,
                                uint64_t n_elements);

/* ---- the accuracy contract ------------------------------------------- */

/* Unit roundoff: 2^-24 single, 2^-53 double. */
double reference_roundoff(const clfft_desc *desc);

/* Every length a product of primes up to 31, which are stages, but not 19
   to 31 alone, which may be Rader's; no zoom. */
bool reference_is_smooth(const clfft_desc *desc);

/*
 * dB must lie within 0.001 dB and phase within 1e-5 rad, or within what
 * 4 times `single` of the frame's RMS turns the bin by, where that is more:
 * rounding leaves every bin of a frame an error in proportion to the frame,
 * so a bin near 1e-3 of the RMS cannot keep 1e-5 rad in single precision.
 * Bins below 1e-3 of the RMS are not judged.
 */
struct reference_limits {
    double pooled; /* relative L2 over >= 2^16 points */
    double single; /* of any one transform; twice that of powers, and twice
                      again in bands and rings */
    double peaked; /* of one that has more than half its energy in one bin */
};

/* Errors of a zoom, but of dB and phase, are relative to at least what its
   frame has per bin over all frequencies; the N of its bar is the larger one of
   length and bins. */

/*
 * With subtract_mean or subtract_line errors are relative to the frame as it
 * was with its mean, since samples are rounded first, and the mean itself may
 * be off by 4 roundings of the frame's RMS, which the windows put into the bins
 * round DC.
 */
void reference_get_limits(const clfft_desc *desc,
                          struct reference_limits *limits);

/* Largest of the measured errors over their limits; <= 1 meets the contract,
   infinite when n_bad > 0. */
double reference_judge(const clfft_desc *desc,
                       const struct reference_error *error);

/* What to multiply that by for the results of a recipe: all that has only
   stages has the bar of smooth lengths, and all that makes a convolution the
   bar of convolutions, whatever its length is. */
double reference_recipe_factor(const clfft_desc *desc, const char *recipe);

#endif /* CLFFT_TEST_REFERENCE_H */
