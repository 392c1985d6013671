/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spectrum.h: the coefficients that make a transform a calibrated spectrum:
 * windows, scalings, frequency weightings, bands. Pure functions of numbers, no
 * OpenCL; safe on any thread. Their results are for the load and store hooks of
 * clfft.h.
 */
#ifndef CLFFT_SPECTRUM_H
#define CLFFT_SPECTRUM_H

#include "clfft.h"

#include "begin.h"

/*
 * ---- long work ---------------------------------------------------------
 *
 * Coefficients of millions of points take seconds. Sets what the functions
 * below call on this thread from now on, every few milliseconds, with the part
 * of the array that is done and what it is, as "a window"; NULL: nothing. If it
 * returns false, they fail with CANCELLED soon. So does the making of plans,
 * and clfft_plan_execute() on a CPU: of a million points and more it waits for
 * each launch, since none can be taken back.
 */
void clfft_spectrum_watch(clfft_progress_function watch, void *user_data);

/*
 * ---- windows -----------------------------------------------------------
 *
 * Windows are periodic: w[i] has period n. They are the symmetric windows of
 * n + 1 points without the last one, and 1 in the middle.
 */

typedef enum clfft_window {
    CLFFT_WINDOW_RECT = 0,
    CLFFT_WINDOW_HANN,
    CLFFT_WINDOW_HAMMING,       /* .54 - .46 cos */
    CLFFT_WINDOW_HAMMING_EXACT, /* .53836 - .46164 cos */
    CLFFT_WINDOW_BLACKMAN,
    CLFFT_WINDOW_BLACKMAN_HARRIS,
    CLFFT_WINDOW_NUTTALL,
    CLFFT_WINDOW_FLATTOP,
    CLFFT_WINDOW_BARTLETT,
    CLFFT_WINDOW_WELCH,
    CLFFT_WINDOW_SINE,
    CLFFT_WINDOW_TUKEY,           /* parameter: tapered fraction, 0..1 */
    CLFFT_WINDOW_GAUSS,           /* parameter: sigma over n/2, 0.05..1000 */
    CLFFT_WINDOW_KAISER,          /* parameter: beta, 0..500 */
    CLFFT_WINDOW_DOLPH_CHEBYSHEV, /* parameter: side-lobe attenuation in dB,
                                     1..300 */
    CLFFT_WINDOW_PARZEN,
    CLFFT_WINDOW_BOHMAN,
    CLFFT_WINDOW_HANN_POISSON,   /* parameter: alpha, 0..100 */
    CLFFT_WINDOW_TAYLOR,         /* parameter: side-lobe attenuation in dB,
                                    1..120; nbar is the least that keeps the main
                                    lobe narrow: 4 for 30 dB */
    CLFFT_WINDOW_DPSS,           /* Slepian; parameter: half the bandwidth times
                                    the length (NW), 0.1..500; one above
                                    (n+1)/2 counts as that */
    CLFFT_WINDOW_HANN_SYMMETRIC, /* from 0 to 0: the Hann window of n-1 points,
                                    and its first point again */
    CLFFT_WINDOW_POVEY, /* hann-symmetric to the power of 0.85, Kaldi's;
                           since 0.2 */
    CLFFT_N_WINDOWS,
} clfft_window;

/* The name of a window: "rect", "hann", "hamming-exact" ...; a static string,
   or NULL for an unknown kind. */
const char *clfft_window_name(clfft_window window);
/* Finds a window by its name; false if no window has that name. */
bool clfft_window_parse(const char *name, clfft_window *window);
/* Gets the default, the smallest and the largest legal parameter; each pointer
   may be NULL. Returns false if the window takes none. */
bool clfft_window_parameter(clfft_window window, double *standard,
                            double *lowest, double *highest);
/*
 * Fills w[0..length). INVALID if the length is outside 1..2^32-1 or the
 * parameter outside its range (it is ignored by windows that take none);
 * NO_MEMORY for dolph-chebyshev alone. CANCELLED by the watch.
 */
clfft_status clfft_window_fill(clfft_window window, double parameter,
                               uint64_t length, double *w);

/*
 * Fills tapers[n_tapers][length] with the first discrete prolate spheroidal
 * sequences of `length` points whose bandwidth times length is 2 NW, for D. J.
 * Thomson, "Spectrum estimation and harmonic analysis", Proc. IEEE 70 (1982).
 * Each has the energy 1, and they are orthogonal: so they are symmetric, not
 * periodic as windows are. Even ones have a positive mean, odd ones a positive
 * first lobe: scipy.signal.windows.dpss(length, nw, n_tapers). NW above
 * length/2 counts as that. The cost is linear in the length. INVALID if the
 * length is outside 1..2^32-1, NW outside 0.1..500, or n_tapers
 * outside 1..MAX_TAPERS or above the length. CANCELLED by the watch. Since 0.2.
 */
#define CLFFT_MAX_TAPERS 16u
clfft_status clfft_tapers_fill(double nw, uint64_t length, unsigned n_tapers,
                               double *tapers);

/*
 * Gets the smallest and the largest value of sum_k w^2[n - k hop] over all n,
 * which a weighted overlap-add of frames w[0..length), one every `hop` samples,
 * divides by. A smallest value of 0 means that no frame holds some of the
 * samples: hop is above length, or a zero of the window is covered by no other
 * frame. A coefficient below DBL_EPSILON of the largest one is rounding and
 * counts as 0. INVALID if length or hop is 0; CANCELLED by the watch.
 */
clfft_status clfft_window_coverage(const double *w, uint64_t length,
                                   uint64_t hop, double *lowest,
                                   double *highest);

/* ---- scaling --------------------------------------------------------- */

typedef enum clfft_scaling {
    CLFFT_SCALING_NONE = 0,  /* plain |X| */
    CLFFT_SCALING_AMPLITUDE, /* a sine of amplitude a reads a */
    CLFFT_SCALING_POWER,     /* mean square: a sine of amplitude a reads
                                a^2/2 */
    CLFFT_SCALING_PSD,       /* mean square per hertz */
    CLFFT_SCALING_LEGACY,    /* |X|^2 / n^2, as GStreamer's `spectrum` scales: n
                                is the transform's length, and the window's gain
                                stays in */
} clfft_scaling;

/* ---- frequency weighting (A, C: IEC 61672-1; B: IEC 60651; D: IEC 60537) */

typedef enum clfft_weighting {
    CLFFT_WEIGHTING_NONE = 0,
    CLFFT_WEIGHTING_A,
    CLFFT_WEIGHTING_B,
    CLFFT_WEIGHTING_C,
    CLFFT_WEIGHTING_D,
    CLFFT_WEIGHTING_Z, /* IEC 61672-1's name of none */
} clfft_weighting;

/* The amplitude gain at `frequency` hertz of either sign; 1 at 1 kHz, 0 at
   DC. */
double clfft_weighting_gain(clfft_weighting weighting, double frequency);

typedef struct clfft_gain_desc {
    clfft_scaling scaling;
    clfft_weighting weighting;
    clfft_sides sides;    /* ONE, TWO or CENTERED */
    uint64_t n;           /* transform length */
    double rate;          /* samples per second */
    const double *window; /* the window applied */
    uint64_t window_length;
    bool complex_input; /* I/Q: no doubling; sides TWO or CENTERED */
    bool for_sums;      /* powers are to be summed over bins: see below */
    double calibration; /* decibels added to all */
    uint64_t n_tapers;  /* `window` is so many windows, one behind the other, of
                           window_length each, and powers are the mean of theirs;
                           0: 1. Since 0.2 */
    clfft_zoom zoom;    /* the bins, if they are a zoom's: in rising order
                           whatever the sides are. Since 0.2 */
    uint64_t reserved[4];
} clfft_gain_desc;

/*
 * Fills gain[] with the amplitude gain of each stored bin, in stored order:
 * n/2+1 of them for ONE, else n, or those of the zoom. With ONE all bins count
 * for their mirrors too but those at 0 Hz and at half the rate. If the watch
 * says no, the rest stays as it is.
 *
 * A bin is weighted by the frequency in its middle. The power of a sine is
 * spread over the main lobe of the window, though, and where the curve is bent
 * its weighted sum is not the curve's value at the sine. for_sums makes up for
 * that: gains are those whose sum over the lobe is the curve, to third order.
 */
void clfft_gain_fill(const clfft_gain_desc *desc, double *gain);

/*
 * What a sum of power over bins is multiplied by to be the power of their band:
 * under PSD the distance of bins, rate/n; else one over the noise bandwidth of
 * the window in bins, n sum w^2 / (sum w)^2. With POWER all bins together then
 * have the mean square of the signal, and a sine reads in its band what it
 * reads in its bin, whatever the window. Only the scaling, n, the rate, the
 * window and the step of a zoom count, which takes the place of 1/n.
 */
double clfft_band_factor(const clfft_gain_desc *desc);

/* ---- bands ------------------------------------------------------------ */

typedef enum clfft_band_scale {
    CLFFT_BAND_SCALE_BINS = 0, /* equal runs of bins */
    CLFFT_BAND_SCALE_LOG,
    CLFFT_BAND_SCALE_OCTAVE, /* IEC 61260-1, base ten, as all OCTAVEs */
    CLFFT_BAND_SCALE_THIRD_OCTAVE,
    CLFFT_BAND_SCALE_MEL,  /* triangular filters */
    CLFFT_BAND_SCALE_BARK, /* Traunmueller 1990 */
    CLFFT_BAND_SCALE_ERB,  /* Glasberg and Moore 1990 */
    CLFFT_BAND_SCALE_SIXTH_OCTAVE,
    CLFFT_BAND_SCALE_TWELFTH_OCTAVE,
    CLFFT_BAND_SCALE_TWENTY_FOURTH_OCTAVE,
} clfft_band_scale;

/* How many bands an octave has: 1, 3, 6, 12 or 24; 0 on other scales. */
unsigned clfft_band_scale_fraction(clfft_band_scale scale);

/* Which mel scale; triangles are straight in hertz, as librosa's and
   torchaudio's are, but for KALDI. */
typedef enum clfft_mel_scale {
    CLFFT_MEL_SCALE_HTK = 0, /* 2595 log10(1 + f/700) */
    CLFFT_MEL_SCALE_SLANEY,  /* straight up to 1 kHz, then logarithmic */
    CLFFT_MEL_SCALE_KALDI,   /* HTK's, triangles straight in mel: Kaldi,
                                TensorFlow */
} clfft_mel_scale;

typedef enum clfft_mel_norm {
    CLFFT_MEL_NORM_NONE = 0, /* peaks of 1 */
    CLFFT_MEL_NORM_SLANEY,   /* areas of 1: 2 / (high - low) in hertz */
} clfft_mel_norm;

typedef struct clfft_bands_desc {
    clfft_band_scale scale;
    unsigned n_bands; /* 0 for the OCTAVEs */
    uint64_t n;       /* transform length */
    double rate;      /* samples per second */
    double factor;    /* multiplies every weight: clfft_band_factor(); 0: 1 */
    double low, high; /* hertz: where bands begin and end; 0: the scale's
                         range */
    clfft_mel_scale mel_scale; /* of MEL alone */
    clfft_mel_norm mel_norm;
    uint64_t n_tapers; /* of clfft_bands_class_1(), as in clfft_gain_desc.
                          Since 0.2 */
    clfft_zoom zoom;   /* the bins, if they are a zoom's. Since 0.2 */
    bool no_weights;   /* *bands gets n_bands alone, its arrays stay NULL; the
                          cost is that of the centres, however many bins there
                          are. Since 0.3 */
    uint64_t reserved[3];
} clfft_bands_desc;

/*
 * Fills *bands with bands over the one-sided bins of an n-point transform.
 * *bands owns its arrays; clfft_bands_clear() frees them.
 *
 * A bin stands for the frequencies nearer to it than to any other, from 0 to
 * Nyquist. The scales are:
 *
 *   BINS          splits the bins from low to high into runs, as equal as
 *                 whole bins allow
 *   LOG           equal ratios, from Nyquist/1024 (or half a bin, if higher)
 *   BARK, ERB     equal steps of the scale, both from 0 to Nyquist
 *   OCTAVE ...    the standard's bands that are at least a bin wide and lie
 *                 below Nyquist, from the one that holds low to the one that
 *                 holds high; n_bands is 0
 *   MEL           triangles of height 1 whose corners are n_bands + 2 equal
 *                 steps of mel_scale from 0 to Nyquist, sampled at the bins,
 *                 times mel_norm: the rows of librosa.filters.mel. One
 *                 that lies between two bins has no weight: its sum is 0
 *
 * low and high take the place of 0 (or of LOG's own beginning) and of Nyquist.
 * Of a zoom, whose step is above 0, bands lie where its bins do: half a step
 * around the first and the last of them takes the place of 0 and of Nyquist.
 *
 * All but MEL weigh a bin by the share of it that lies in the band: within the
 * range covered, the weights of a bin add up to the factor over all bands.
 *
 * centers, if not NULL, gets a malloc'ed array of the bands' centres in hertz,
 * the middles on the scale, which the caller frees. INVALID with the reason:
 * more bands than bins, 0 bands on a scale that needs their number, a number on
 * a scale that does not, no octave that fits, a rate not above 0, a factor
 * below 0, low not below high, one of them above Nyquist. CANCELLED by the
 * watch.
 */
clfft_status clfft_bands_fill(const clfft_bands_desc *desc, clfft_bands *bands,
                              double **centers);
void clfft_bands_clear(clfft_bands *bands);

/*
 * Gets the exact centre in hertz of the lowest OCTAVE from which on all are
 * within the class 1 limits of IEC 61260-1:2014, table 1, for sines of any
 * frequency and phase under this window; low, high and factor are ignored. 0:
 * there is none, or another scale. Windows with high side lobes (rect, hamming)
 * never are; for a zoom none is looked for. NO_MEMORY; INVALID as
 * clfft_bands_fill().
 */
clfft_status clfft_bands_class_1(const clfft_bands_desc *desc,
                                 const double *window, uint64_t window_length,
                                 double *lowest);

#include "end.h"

#endif /* CLFFT_SPECTRUM_H */
