/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bainville.c: expands the seed `bainville`, the program of Bainville, "OpenCL
 * Fast Fourier Transform" (2010): Stockham's transform of 2^k points, out of
 * place, one kernel a pass of radix 2 to 32; the last pass has the radix that
 * is left.
 *
 *   bainville RADIX [A | B | C] [trig] [wITEMS | group]
 *
 * A computes a sine and cosine for each input; C of radix 4 and B of radix 8,
 * 16 and 32 compute one for all inputs and square it; B of radix 4 works on a
 * float8. trig is where sine and cosine come from: sincos, sin+cos or native as
 * in the article, or sinpi or table (the engine's). `group` runs all passes of
 * a transform in one work-group.
 */
#include "seed.h"

#include "clfft/base/error.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_ITEMS 64
#define LONGEST (UINT64_C(1) << 28)

enum { VARIANT, TRIG, ITEMS, GROUP, SEEN };
enum { SEEN_VARIANT = 1, SEEN_TRIG = 2, SEEN_ITEMS = 4 };

/* numbers of bainville.cl */
enum { EACH, CHAIN, VECTOR };
enum { SINCOS, SIN_COS, NATIVE, SINPI, TABLE };

static const char *const trig_names[] = {"sincos", "sin+cos", "native", "sinpi",
                                         "table"};

/* ---- text ---- */

static bool read(const char *word, clfft_seed_choice *choice)
{
    uint32_t *seen = &choice->option[SEEN];
    static const struct {
        const char *word;
        uint8_t radix;
    } radices[] = {{"2", 2}, {"4", 4}, {"8", 8}, {"16", 16}, {"32", 32}};

    for (unsigned i = 0; i < sizeof radices / sizeof radices[0]; i++)
        if (!strcmp(word, radices[i].word)) {
            choice->radices[0] = radices[i].radix;
            return choice->n_radices++ == 0;
        }
    if (word[0] >= 'A' && word[0] <= 'C' && !word[1]) {
        choice->option[VARIANT] = (uint32_t)(word[0] - 'A');
        return clfft_seed_see(seen, SEEN_VARIANT);
    }
    for (unsigned i = 0; i < sizeof trig_names / sizeof trig_names[0]; i++)
        if (!strcmp(word, trig_names[i])) {
            choice->option[TRIG] = i;
            return clfft_seed_see(seen, SEEN_TRIG);
        }
    if (!strcmp(word, "group")) {
        choice->option[GROUP] = 1;
        return clfft_seed_see(seen, SEEN_ITEMS);
    }
    return clfft_seed_read_count(word, 'w', &choice->option[ITEMS]) &&
           clfft_seed_see(seen, SEEN_ITEMS);
}

static clfft_status finish(clfft_seed_choice *choice)
{
    const unsigned radix = choice->radices[0];
    const unsigned n_variants = radix == 2 ? 1 : radix == 4 ? 3 : 2;
    const uint32_t variant = choice->option[VARIANT];

    choice->option[SEEN] = 0;
    if (!choice->n_radices)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: bainville: a radix of 2, 4, 8, 16 or 32 is "
                          "missing");
    if (variant >= n_variants)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: bainville: radix %u has no variant %c, the "
                          "last is %c",
                          radix, 'A' + (int)variant, 'A' + (int)n_variants - 1);
    if (choice->option[GROUP] && radix == 4 && variant == 1)
        return clfft_fail(CLFFT_STATUS_INVALID,
                          "recipe: bainville: variant B of radix 4 does not "
                          "run in a group");
    if (!choice->option[ITEMS])
        choice->option[ITEMS] = DEFAULT_ITEMS;
    return CLFFT_STATUS_OK;
}

static size_t print(const clfft_seed_choice *choice, char *text, size_t size)
{
    char items[16] = "";

    if (choice->option[ITEMS] != DEFAULT_ITEMS)
        snprintf(items, sizeof items, " w%u", (unsigned)choice->option[ITEMS]);
    return (size_t)snprintf(text, size, " %u %c %s%s", choice->radices[0],
                            'A' + (int)choice->option[VARIANT],
                            trig_names[choice->option[TRIG]],
                            choice->option[GROUP] ? " group" : items);
}

/* ---- passes ---- */

static unsigned style_of(const clfft_seed_choice *choice, unsigned radix)
{
    const uint32_t variant = choice->option[VARIANT];

    if (choice->radices[0] == 4 && variant == 1)
        return radix == 4 ? VECTOR : EACH;
    return variant ? CHAIN : EACH;
}

/* Splits a length into as many passes of the radix as fit, and one of what is
   left. */
static unsigned split(uint64_t n, unsigned radix,
                      uint8_t radices[CLFFT_MAX_PASSES])
{
    unsigned n_passes = 0;

    for (uint64_t rest = n; rest > 1; rest /= radices[n_passes++])
        radices[n_passes] = (uint8_t)(rest < radix ? rest : radix);
    return n_passes;
}

static void define(const clfft_seed_choice *choice, unsigned radix,
                   clfft_seed_launch *launch)
{
    clfft_seed_define(launch, "RADIX", radix);
    clfft_seed_define(launch, "TWIDDLE", style_of(choice, radix));
    clfft_seed_define(launch, "TRIG", choice->option[TRIG]);
}

static void expand_passes(const clfft_desc *desc,
                          const clfft_seed_choice *choice,
                          const uint8_t *radices, unsigned n_passes,
                          clfft_recipe *recipe)
{
    const uint32_t n = (uint32_t)desc->lengths[0];
    int from = CLFFT_BUFFER_INPUT;
    uint32_t p = 1;

    for (unsigned i = 0; i < n_passes; i++) {
        /* the last one writes the output, so every second one does */
        const int to =
            (n_passes - 1 - i) % 2 ? CLFFT_BUFFER_SCRATCH : CLFFT_BUFFER_OUTPUT;
        clfft_step *step = clfft_seed_add(desc, recipe, from, to);
        clfft_seed_launch *launch = clfft_seed_launch_of(recipe, step);

        launch->seed_method.kernel = "bainville_pass";
        launch->seed_method.file = "seeds/bainville-pass.cl";
        define(choice, radices[i], launch);
        launch->seed_method.items = choice->option[ITEMS];
        launch->seed_method.work = n / radices[i];
        launch->value[0] = p;
        launch->value[1] = n / radices[i];
        launch->value[2] = clfft_seed_log2(n / radices[i]);
        launch->value[3] = n / radices[i] / p;
        step->root_count = choice->option[TRIG] == TABLE ? n : 0;
        p *= radices[i];
        from = to;
    }
}

static void expand_group(const clfft_desc *desc,
                         const clfft_seed_choice *choice,
                         const uint8_t *radices, unsigned n_passes,
                         clfft_recipe *recipe)
{
    const uint32_t n = (uint32_t)desc->lengths[0];
    clfft_step *step =
        clfft_seed_add(desc, recipe, CLFFT_BUFFER_INPUT, CLFFT_BUFFER_OUTPUT);
    clfft_seed_launch *launch = clfft_seed_launch_of(recipe, step);

    launch->seed_method.kernel = "bainville_group";
    launch->seed_method.file = "seeds/bainville-group.cl";
    define(choice, radices[0], launch);
    clfft_seed_define(launch, "LAST_RADIX", radices[n_passes - 1]);
    clfft_seed_define(launch, "N", n);
    launch->seed_method.items = n / radices[0];
    launch->seed_method.rows = 1;
    launch->seed_method.rows_a_group = 1;
    launch->seed_method.local_size = (size_t)n * 2 * sizeof(float);
    step->root_count = choice->option[TRIG] == TABLE ? n : 0;
}

static clfft_status expand(const clfft_desc *desc,
                           const clfft_seed_choice *choice,
                           clfft_recipe *recipe)
{
    const uint64_t n = desc->lengths[0];
    uint8_t radices[CLFFT_MAX_PASSES];
    unsigned n_passes;

    if (n < 2 || n > LONGEST || n & (n - 1))
        return clfft_fail(CLFFT_STATUS_UNSUPPORTED,
                          "recipe: bainville takes lengths 2^1 to 2^%u, not "
                          "%" PRIu64,
                          clfft_seed_log2(LONGEST), n);
    n_passes = split(n, choice->radices[0], radices);
    if (choice->option[GROUP])
        expand_group(desc, choice, radices, n_passes, recipe);
    else
        expand_passes(desc, choice, radices, n_passes, recipe);
    return CLFFT_STATUS_OK;
}

/* ---- accuracy ---- */

/*
 * The error bar of a plan is the sum of three relative L2 errors, whose parts
 * of one pass were measured for 2^4 to 2^20 points:
 *
 *   butterflies and the last bit of each root: random, so they grow with the
 *   root of log2 N;
 *   the angle -pi k / h of the article, whose pi is rounded (by 2.8e-8), as is
 *   the product: the same way in every pass, so they grow with their number;
 *   CHAIN raises a root and its error to the power m: rms(m) times the error.
 */
#define ROUNDING 0.42e-7
#define ROOT_ERROR 0.33e-7
/* sin.approx of NVIDIA's PTX; OpenCL leaves it to the device */
#define NATIVE_ROOT_ERROR 6.7e-7 /* 2^-20.5 */
#define MARGIN 1.3

static double angle_error(unsigned radix)
{
    return radix == 2    ? 0.22e-7
           : radix == 4  ? 0.35e-7
           : radix == 8  ? 0.47e-7
           : radix == 16 ? 0.58e-7
                         : 0.63e-7;
}

/* The root mean square of m = 0 .. radix - 1. */
static double rms_power(unsigned radix)
{
    return sqrt((radix - 1.0) * (2.0 * radix - 1.0) / 6);
}

static double limit(const clfft_desc *desc, const clfft_seed_choice *choice)
{
    const uint32_t trig = choice->option[TRIG];
    const double root = trig == NATIVE ? NATIVE_ROOT_ERROR : ROOT_ERROR;
    const unsigned bits = clfft_seed_log2(desc->lengths[0]);
    uint8_t radices[CLFFT_MAX_PASSES];
    const unsigned n = split(desc->lengths[0], choice->radices[0], radices);
    double square = ROUNDING * ROUNDING * bits, angle = 0;

    for (unsigned i = 1; i < n; i++) { /* the first pass has no roots */
        const bool chain = style_of(choice, radices[i]) == CHAIN;
        const double error = root * (chain ? rms_power(radices[i]) : 1);
        if (chain || trig == NATIVE)
            square += error * error;
        angle += angle_error(radices[i]);
    }
    if (trig != SINPI && trig != TABLE)
        square += angle * angle;
    return MARGIN * sqrt(square);
}

const struct clfft_seed clfft_seed_bainville = {
    .name = "bainville",
    .max_rank = 1,
    .read = read,
    .finish = finish,
    .print = print,
    .expand = expand,
    .limit = limit,
};
