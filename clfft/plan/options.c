/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * options.c: what a kernel is compiled from. What must be known then
 * becomes a -D here; all else goes into struct pass, so that direction, batch,
 * strides and hop never build; how many loops there may be does, and whether a
 * precision holds the scale as one number.
 */
#include "options.h"

#include "clfft/base/roots.h"

#include <stdarg.h>
#include <stdio.h>

/* root_by_polynomial() is exact in its argument up to here */
#define POLYNOMIAL_LIMIT (1u << 25)

/* Names of kernels/host/pass.h. */
static const char *const access_names[] = {
    [CLFFT_ACCESS_COMPLEX] = "COMPLEX", [CLFFT_ACCESS_REAL] = "REAL_ONLY",
    [CLFFT_ACCESS_PAIR] = "PAIR",       [CLFFT_ACCESS_HERMITIAN] = "HERMITIAN",
    [CLFFT_ACCESS_HALF] = "HALF",       [CLFFT_ACCESS_MAGNITUDE] = "MAGNITUDE",
    [CLFFT_ACCESS_POWER] = "POWER",     [CLFFT_ACCESS_DB] = "DB",
    [CLFFT_ACCESS_PHASE] = "PHASE",
};
#define NAMED(name) [CLFFT_SAMPLE_##name] = #name
static const char *const sample_names[] = {
    NAMED(NATIVE),  NAMED(S8),          NAMED(U8),         NAMED(S16),
    NAMED(U16),     NAMED(S24),         NAMED(U24),        NAMED(S20),
    NAMED(U20),     NAMED(S18),         NAMED(U18),        NAMED(S24_32),
    NAMED(U24_32),  NAMED(S32),         NAMED(U32),        NAMED(F32),
    NAMED(F64),     NAMED(UNORM8),      NAMED(UNORM16),    NAMED(UNORM10),
    NAMED(UNORM12), NAMED(UNORM10_TOP), NAMED(UNORM12_TOP)};
#undef NAMED

static void __attribute__((format(printf, 2, 3)))
add_option(struct clfft_options *o, const char *format, ...)
{
    const size_t room =
        o->length < sizeof o->text ? sizeof o->text - o->length : 0;
    va_list arguments;

    va_start(arguments, format);
    o->length += (size_t)vsnprintf(room ? o->text + o->length : NULL, room,
                                   format, arguments);
    va_end(arguments);
}

/* A word and the parameters that it makes the kernel read. */
static void add_reader(struct clfft_options *o, const char *word,
                       unsigned parameters)
{
    add_option(o, "%s", word);
    o->parameters |= parameters;
}

/* What multiplies samples. */
static void add_sample_scale(struct clfft_options *o, const clfft_desc *desc)
{
    const double factor = clfft_desc_load_factor(desc);

    add_reader(o, clfft_desc_has_rest(desc, factor) ? " -DSAMPLE_REST" : "",
               PASS_SAMPLE_SCALE);
}

/* A word that takes the roots between halves of a real transform. */
static void add_real_roots(struct clfft_options *o, const clfft_step *step,
                           const char *word)
{
    if (step->shape.poly && step->n <= POLYNOMIAL_LIMIT)
        add_option(o, "%s -DREAL_ROOTS_BY_POLYNOMIAL", word);
    else
        add_reader(o, word, PASS_REAL_ROOTS);
}

static unsigned count_inner(const clfft_step *step)
{
    return step->inner[1] > 1 ? 2 : step->inner[0] > 1 ? 1 : 0;
}

/* Points that a step computes and could store. */
static uint64_t made_points(const clfft_step *step)
{
    if (step->kind == CLFFT_STEP_DIRECT)
        return step->root_count;
    if ((step->kind != CLFFT_STEP_GROUP && step->kind != CLFFT_STEP_SIMD) ||
        step->fuse_post)
        return 0;
    if (step->convolved)
        return (uint64_t)step->convolved * step->inner[0] * step->inner[1];
    return (uint64_t)step->length * step->inner[0] * step->inner[1] +
           (step->rader ? 1 : 0);
}

/* How a step reads: what is no more than moved is a number. */
static void add_load(struct clfft_options *o, const clfft_plan *plan,
                     const clfft_step *step)
{
    const clfft_desc *d = &plan->desc;

    if (step->in.access)
        add_option(
            o, " -DLOAD=%s",
            access_names[step->kind == CLFFT_STEP_SPREAD ? CLFFT_ACCESS_REAL
                                                         : step->in.access]);
    if (step->in.access == CLFFT_ACCESS_HALF)
        add_real_roots(o, step, "");
    if (step->in.outer && d->load.sample) {
        add_option(o, " -DSAMPLE=SAMPLE_%s", sample_names[d->load.sample]);
        if (step->kind != CLFFT_STEP_MEAN)
            add_sample_scale(o, d);
        if (d->load.big_endian == plan->device->limits.little_endian)
            add_option(o, " -DSAMPLE_SWAP");
    }
    if (step->in.outer && d->load.matrix)
        add_reader(o, " -DMATRIX", PASS_MATRIX);
    if (step->in.outer && clfft_desc_mean_points(d) &&
        step->kind != CLFFT_STEP_MEAN)
        add_reader(o, d->load.subtract_line ? " -DMEAN -DMEAN_LINE" : " -DMEAN",
                   PASS_MEANS);
    if (step->in.window && d->load.windows[step->axis])
        add_reader(o, " -DWINDOW", PASS_WINDOW);
    if (step->in.window && step->in.length < d->lengths[step->axis])
        add_option(o, " -DZERO_PAD");
    if (step->in.chirp)
        add_reader(o, " -DCHIRP_LOAD", PASS_CHIRP);
}

/* Which half of a spectrum a step that ends a plan writes, and where. */
static void add_sides(struct clfft_options *o, const clfft_desc *d,
                      const clfft_step *step)
{
    const bool is_spread = step->kind == CLFFT_STEP_SPREAD;

    if (d->transform == CLFFT_TRANSFORM_R2C &&
        d->store.sides != CLFFT_SIDES_ONE)
        add_option(o, is_spread ? " -DHALF_STORED" : " -DMIRROR");
    if (d->store.sides == CLFFT_SIDES_CENTERED)
        add_option(o, " -DROTATE");
    if (step->out.axes && !is_spread)
        add_option(o, " -DAXES=%u", step->out.axes);
}

/* How a step adds up powers. */
static void add_bands(struct clfft_options *o, const clfft_desc *d,
                      const clfft_step *step)
{
    if (step->bands)
        add_option(o, " -DBANDS=%s -DPOWERS=%u",
                   access_names[clfft_store_access(d)],
                   (unsigned)clfft_stored_bins(d));
    add_reader(o, d->store.rings.n_rings ? " -DSPARSE" : "",
               PASS_BAND_FIRST | PASS_BAND_START | PASS_BAND_WEIGHT |
                   PASS_N_BANDS);
    if (d->store.bands_of_magnitude)
        add_option(o, " -DOF_MAGNITUDE");
}

/* What a step that ends a plan makes of a quantity. */
static void add_values(struct clfft_options *o, const clfft_desc *d)
{
    const bool makes_values = clfft_desc_makes_values(d);

    if (makes_values)
        add_option(o, " -DVALUES=%d", (int)d->store.value.logarithm);
    if (d->store.pixel)
        add_option(o, " -DPIXEL=%d", (int)d->store.pixel); /* of pass.h */
    if (makes_values || d->store.pixel)
        o->parameters |= PASS_RANGE;
    if (d->store.pixel == CLFFT_PIXEL_RGBA)
        o->parameters |= PASS_COLORS;
}

/* How a step writes. */
static void add_store(struct clfft_options *o, const clfft_plan *plan,
                      const clfft_step *step)
{
    const clfft_desc *d = &plan->desc;

    if (step->out.access)
        add_option(o, " -DSTORE=%s", access_names[step->out.access]);
    if (step->out.buffer == CLFFT_BUFFER_OUTPUT)
        add_values(o, d);
    if (step->scale && clfft_desc_has_rest(d, clfft_desc_store_factor(d)))
        add_option(o, " -DSCALE_REST");
    if (step->out.gain && d->store.gain)
        add_reader(o, " -DGAIN", PASS_GAIN);
    if (step->kind == CLFFT_STEP_BANDS || step->bands)
        add_bands(o, d, step);
    if (step->kind != CLFFT_STEP_BANDS && step->out.outer)
        add_sides(o, d, step);
    if (made_points(step) > step->out.length)
        add_option(o, " -DTRUNCATE");
    if (step->out.chirp)
        add_reader(o,
                   d->zoom.n_bins ? " -DCHIRP_STORE -DZOOM" : " -DCHIRP_STORE",
                   PASS_CHIRP);
    if (step->spectrum_store)
        add_reader(o, " -DSPECTRUM_STORE", PASS_CHIRP_SPECTRUM);
}

static void add_twiddles(struct clfft_options *o, const clfft_plan *plan,
                         const clfft_step *step)
{
    if (!step->twiddle_store)
        return;
    add_option(o, step->kind == CLFFT_STEP_GROUP ? " -DTWIDDLE_CHAIN"
                                                 : " -DTWIDDLE_STORE");
    if (plan->real_size == 4 && step->root_count <= POLYNOMIAL_LIMIT)
        add_option(o, " -DROOTS_BY_POLYNOMIAL");
    else
        o->parameters |= PASS_ROOTS;
}

static void add_access(struct clfft_options *o, const clfft_plan *plan,
                       const clfft_step *step)
{
    add_load(o, plan, step);
    add_store(o, plan, step);
    add_twiddles(o, plan, step);
    if (count_inner(step))
        add_option(o, " -DINNER=%u", count_inner(step));
    if (clfft_step_has_neighbours(step))
        add_option(o, " -DNEIGHBOURS");
    if (clfft_plan_is_wide(plan, step))
        add_option(o, " -DWIDE");
}

/* How work-items share the butterflies of a prime. */
static void add_sharers(struct clfft_options *o, unsigned prime)
{
    const unsigned sharers = clfft_sharers(prime);
    const uint64_t generator = clfft_primitive_root(prime);
    uint64_t power = 1;

    for (unsigned i = 0; i < (prime / 2 + sharers - 1) / sharers; i++)
        power = power * generator % prime;
    add_reader(o, "", PASS_TWIDDLE);
    add_option(o, " -DSHARERS=%u -DGENERATOR=%u -DGENERATOR_POWER=%u", sharers,
               (unsigned)generator, (unsigned)power);
}

/* What each part of Rader's algorithm reads. */
static const struct {
    const char *word;
    unsigned parameters;
} raders[] = {
    [CLFFT_RADER_NONE] = {"", 0},
    [CLFFT_RADER_WHOLE] = {" -DRADER", PASS_CHIRP_SPECTRUM | PASS_PERMUTATION},
    [CLFFT_RADER_FIRST] = {" -DRADER_FIRST", PASS_PERMUTATION},
    [CLFFT_RADER_MIDDLE] = {" -DRADER_MIDDLE", PASS_CHIRP_SPECTRUM},
    [CLFFT_RADER_LAST] = {" -DRADER_LAST", PASS_PERMUTATION},
};

static void add_radices(struct clfft_options *o, const clfft_step *step)
{
    add_option(o, " -DLENGTH=%u", step->length);
    for (unsigned i = 0; i < step->shape.n_radices; i++)
        add_option(o, " -DRADIX%u=%u", i, step->shape.radices[i]);
    if (step->shape.poly)
        add_option(o, " -DSTAGES_BY_POLYNOMIAL");
    if (clfft_shape_shares(&step->shape))
        add_sharers(o, step->shape.radices[0]);
    else if (step->shape.n_radices > 1 && !step->shape.poly)
        o->parameters |= PASS_TWIDDLE;
    if (step->bluestein)
        add_reader(o, " -DBLUESTEIN -cl-no-signed-zeros", PASS_CHIRP_SPECTRUM);
    add_reader(o, raders[step->rader].word, raders[step->rader].parameters);
    if (step->convolved)
        add_reader(o, " -DOWN_CONVOLUTION", step->bluestein ? PASS_CHIRP : 0);
    if (step->fuse_post)
        add_real_roots(o, step, " -DFUSE_POST");
}

/* Does it write where others of its launch read? */
static bool is_in_place(const clfft_plan *plan, const clfft_step *step)
{
    const int in = step->in.buffer, out = step->out.buffer;

    return in == out || (plan->desc.in_place && in < CLFFT_BUFFER_SCRATCH &&
                         out < CLFFT_BUFFER_SCRATCH);
}

/* The most loops that an execute may have; a batch of one counts as one. */
static unsigned count_loops(const clfft_plan *plan, const clfft_step *step)
{
    unsigned n = plan->desc.n_loops > 1 ? plan->desc.n_loops : 1;

    if (step->kind == CLFFT_STEP_TILE2D)
        n++;
    for (unsigned d = 0; d < CLFFT_MAX_RANK; d++)
        if (d != step->axis &&
            (step->lines[d] > 1 ||
             (d == 0 && (clfft_step_has_neighbours(step) || step->out.axes))))
            n++;
    return n;
}

/*
 * A GPU loses time where a kernel has to find out how many loops there are. A
 * CPU does not, and its compilers take seconds: two sorts of a kernel are
 * enough there. Figures: docs/internals/notes.md, options.c.
 */
static void add_loops(struct clfft_options *o, const clfft_plan *plan,
                      const clfft_step *step)
{
    const unsigned most = count_loops(plan, step);
    const bool known = most <= 3 && (step->kind == CLFFT_STEP_GROUP ||
                                     step->kind == CLFFT_STEP_TILE2D);

    o->loops = known ? most : most <= 2 ? 2 : PASS_MAX_LOOPS;
    add_option(o, " -DLOOPS=%u%s", o->loops, known ? "" : " -DCOUNT_LOOPS");
}

/* How work-items share points. */
static void add_exchange(struct clfft_options *o, const clfft_plan *plan,
                         const clfft_step *step)
{
    add_option(o, " -DITEMS=%u -DCOLUMNS=%u -DLAYOUT=%d", step->shape.items,
               step->shape.columns, (int)step->shape.layout);
    if (step->shape.split)
        add_option(o, " -DSPLIT");
    if (is_in_place(plan, step))
        add_option(o, " -DIN_PLACE");
    if (step->shape.parts > 1)
        add_option(o, " -DPARTS=%u", step->shape.parts);
    if (step->shape.registers)
        add_option(o, " -DFREE_GROUP_SIZE -cl-nv-maxrregcount=%u",
                   step->shape.registers);
}

static void add_group(struct clfft_options *o, const clfft_plan *plan,
                      const clfft_step *step)
{
    const bool lines = step->axis > 0, tiles = count_inner(step) > 0;

    add_radices(o, step);
    add_exchange(o, plan, step);
    add_option(o, " -DLOAD_COLUMNS=%d -DSTORE_COLUMNS=%d",
               lines || (tiles && step->in.index[1] == 1),
               lines || (tiles && step->out.index[1] == 1));
    if (step->shape.early)
        add_option(o, " -DEARLY");
    if (step->shape.linear)
        add_option(o, " -DLINEAR");
}

static void add_tile2d(struct clfft_options *o, const clfft_plan *plan,
                       const clfft_step *step)
{
    const clfft_shape *shape = &step->shape;

    add_option(o, " -DTILE2D -DLENGTH=%u -DACROSS=%u -DBINS=%u", step->length,
               step->across, step->bins);
    for (unsigned i = 0; i < shape->n_radices; i++)
        add_option(o, " -DRADIX%u=%u", i, shape->radices[i]);
    for (unsigned i = 0; i < step->across_shape.n_radices; i++)
        add_option(o, " -DACROSS%u=%u", i, step->across_shape.radices[i]);
    if (plan->desc.transform == CLFFT_TRANSFORM_C2R)
        add_option(o, " -DACROSS_FIRST");
    if (plan->desc.load.windows[step->across_axis])
        add_reader(o, " -DACROSS_WINDOW", PASS_ACROSS_WINDOW);
    add_exchange(o, plan, step);
}

static const struct kind {
    const char *kernel, *file;
} kinds[] = {
    [CLFFT_STEP_GROUP] = {"pass_group", "group/group.cl"},
    [CLFFT_STEP_SIMD] = {"pass_simd", "simd/lanes.cl"},
    [CLFFT_STEP_DIRECT] = {"pass_direct", "steps/direct.cl"},
    [CLFFT_STEP_TILE2D] = {"pass_tile2d", "group/tile2d.cl"},
    [CLFFT_STEP_REAL] = {"pass_real", "steps/real.cl"},
    [CLFFT_STEP_BANDS] = {"pass_bands", "steps/bands.cl"},
    [CLFFT_STEP_SPREAD] = {"pass_spread", "steps/spread.cl"},
    [CLFFT_STEP_MEAN] = {"pass_mean", "steps/mean.cl"},
    [CLFFT_STEP_MEAN_END] = {"pass_mean_end", "steps/mean.cl"},
};

/* What rows of the simd schedule do for want of local memory. */
static const char *room_of_rows(const clfft_plan *plan, const clfft_step *step)
{
    const size_t most = plan->device->limits.local_total;

    return clfft_simd_is_tight(&step->shape, plan->real_size, most) ? " -DTIGHT"
           : clfft_simd_borrows(&step->shape, plan->real_size, most)
               ? " -DBORROW"
               : "";
}

/* The stages of lanes that are primes without a butterfly of their own. */
static void add_primes(struct clfft_options *o, const clfft_shape *shape)
{
    const unsigned n = shape->n_radices;

    for (unsigned i = 0; i < n; i++)
        if (clfft_is_prime_stage(shape->radices[i])) {
            add_option(o, " -DPRIME%u=%zu%s", i,
                       clfft_prime_place(shape->radices, n, i),
                       i + 1 == n ? " -DLAST_IS_PRIME" : "");
            o->parameters |= PASS_TWIDDLE;
        }
}

static void add_simd(struct clfft_options *o, const clfft_plan *plan,
                     const clfft_step *step)
{
    add_radices(o, step);
    add_option(o, " -DLANES=%u",
               clfft_shape_lanes(&step->shape, plan->real_size));
    if (!step->shape.rows) {
        add_option(o, " -DSHAPE_LANES");
        add_primes(o, &step->shape);
        return;
    }
    o->file = "simd/rows.cl";
    add_option(
        o, " -DSHAPE_ROWS%s%s -DTOGETHER=%u", room_of_rows(plan, step),
        clfft_simd_is_in_pairs(&step->shape, plan->real_size) ? " -DPAIRS" : "",
        clfft_simd_together(&step->shape));
}

/* Says of each parameter whether the kernel has it. */
static void add_parameters(struct clfft_options *o)
{
#define HAS(NAME, name, type, otherwise)                                       \
    add_option(o, " -DHAS_" #NAME "=%d", (o->parameters & PASS_##NAME) != 0);
    EACH_PASS_PARAMETER(HAS)
#undef HAS
}

void clfft_options_make(const clfft_plan *plan, const clfft_step *step,
                        struct clfft_options *o)
{
    const clfft_seed_method_launch *launch = NULL;

    *o = (struct clfft_options){.kernel = kinds[step->kind].kernel,
                                .file = kinds[step->kind].file};
    if (step->kind == CLFFT_STEP_SEED_METHOD)
        launch = clfft_plan_get_launch(plan, step);
    /* one standard: PoCL 6 refuses a second one that differs */
    add_option(o, "-cl-std=CL%s -cl-mad-enable",
               launch && launch->is_opencl_3 ? "3.0" : "1.2");
    if (plan->real_size == 8)
        add_reader(o, " -DPRECISION_DOUBLE", PASS_FACTORS);
    switch (step->kind) {
    case CLFFT_STEP_GROUP:
        add_group(o, plan, step);
        break;
    case CLFFT_STEP_TILE2D:
        add_tile2d(o, plan, step);
        break;
    case CLFFT_STEP_SIMD:
        add_simd(o, plan, step);
        break;
    case CLFFT_STEP_DIRECT:
        add_option(o, " -DRADIX=%u", step->shape.radices[0]);
        o->parameters |= PASS_ROOTS;
        break;
    case CLFFT_STEP_REAL:
        o->parameters |= PASS_REAL_ROOTS;
        if (plan->recipe.schedule == CLFFT_SCHEDULE_SIMD)
            add_option(o, " -DRUNS -DLANES=%u",
                       clfft_shape_lanes(&step->shape, plan->real_size));
        break;
    case CLFFT_STEP_BANDS:
        if (clfft_plan_band_lanes(plan) > 1)
            add_option(o, " -DLANES=%u -DPOWERS=%u",
                       clfft_plan_band_lanes(plan), step->in.length);
        break;
    case CLFFT_STEP_SPREAD:
        if (clfft_plan_spreads_runs(plan))
            add_option(o, " -DRUNS");
        break;
    case CLFFT_STEP_MEAN:
    case CLFFT_STEP_MEAN_END:
        add_option(o, " -DMEAN_ITEMS=%u%s", clfft_plan_mean_items(plan),
                   step->kind == CLFFT_STEP_MEAN_END        ? " -DMEAN_END"
                   : step->out.buffer == CLFFT_BUFFER_MEANS ? " -DMEAN_WHOLE"
                                                            : "");
        add_option(o, " -DMEAN_POINTS=%u%s",
                   clfft_desc_mean_points(&plan->desc),
                   plan->desc.load.subtract_line ? " -DMEAN_LINE" : "");
        if (step->out.buffer == CLFFT_BUFFER_MEANS && plan->desc.load.sample) {
            add_option(o, " -DWITH_SCALE");
            add_sample_scale(o, &plan->desc);
        }
        break;
    case CLFFT_STEP_SEED_METHOD:
        o->kernel = launch->kernel;
        o->file = launch->file;
        add_option(o, "%s", launch->options);
        return;
    default:
        break;
    }
    add_loops(o, plan, step);
    add_access(o, plan, step);
    add_parameters(o);
}
