/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* interpreter.c: a recipe's steps, one point at a time. */
#include "interpreter.h"

#include "clfft/base/roots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double complex number;

#define N_BUFFERS (2 + CLFFT_N_SCRATCH)

/* Cells are reals; a complex element takes two. */
struct memory {
    long double *cells;
    unsigned char *written; /* times, saturated */
    uint64_t n_cells;
};

struct machine {
    const clfft_desc *desc;
    const clfft_recipe *recipe;
    struct memory buffers[N_BUFFERS];
    number *chirp, *chirp_spectrum;
    uint64_t random;
    struct interpreter_result *result;
};

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t draw(struct machine *machine)
{
    uint64_t z = machine->random += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static number root(uint64_t m, uint64_t n)
{
    long double re, im;

    clfft_root(m, n, &re, &im);
    return CMPLXL(re, im);
}

/* ---- memory ---- */

static bool take_memory(struct memory *memory, uint64_t n_cells)
{
    memory->n_cells = n_cells;
    memory->cells = calloc(n_cells + 1, sizeof *memory->cells);
    memory->written = calloc(n_cells + 1, 1);
    return memory->cells && memory->written;
}

static long double read_cell(struct machine *machine, int buffer, uint64_t i)
{
    const struct memory *memory = &machine->buffers[buffer];

    if (i >= memory->n_cells) {
        machine->result->n_outside++;
        return 0;
    }
    machine->result->n_unwritten += !memory->written[i];
    return memory->cells[i];
}

static void write_cell(struct machine *machine, int buffer, uint64_t i,
                       long double value)
{
    struct memory *memory = &machine->buffers[buffer];

    if (i >= memory->n_cells) {
        machine->result->n_outside++;
        return;
    }
    machine->result->input_written |= buffer == CLFFT_BUFFER_INPUT;
    if (buffer == CLFFT_BUFFER_OUTPUT && memory->written[i] == 2)
        machine->result->n_twice++;
    /* the input's own cells count as written, not as results */
    memory->written[i] = buffer == CLFFT_BUFFER_OUTPUT ? 2 : 1;
    memory->cells[i] = value;
}

/* What a step finds in the output it may store there again. */
static void take_results_back(struct machine *machine)
{
    struct memory *out = &machine->buffers[CLFFT_BUFFER_OUTPUT];

    for (uint64_t i = 0; i < out->n_cells; i++)
        out->written[i] = out->written[i] > 0;
}

static number read_point(struct machine *machine, int buffer, uint64_t i)
{
    const long double re = read_cell(machine, buffer, 2 * i);

    return CMPLXL(re, read_cell(machine, buffer, 2 * i + 1));
}

static void write_point(struct machine *machine, int buffer, uint64_t i,
                        number value)
{
    write_cell(machine, buffer, 2 * i, creall(value));
    write_cell(machine, buffer, 2 * i + 1, cimagl(value));
}

/* ---- the access modes, by their definitions ---- */

/* Half a spectrum as the whole it stands for. */
static number hermitian_point(struct machine *machine, int buffer, uint64_t n,
                              uint64_t k)
{
    const bool low = 2 * k <= n;
    const number v = read_point(machine, buffer, low ? k : n - k);

    if (k == 0 || 2 * k == n)
        return creall(v);
    return low ? v : conjl(v);
}

static number load(struct machine *machine, const clfft_step *step,
                   uint64_t index)
{
    const clfft_side *in = &step->in;
    const uint64_t n = step->n, h = n / 2;
    number x = 0;

    switch (in->access) {
    case CLFFT_ACCESS_COMPLEX:
        if (index < in->length)
            x = read_point(machine, in->buffer, index);
        if (in->conjugate)
            x = conjl(x);
        break;
    case CLFFT_ACCESS_REAL:
        if (index < n && index < in->length)
            x = read_cell(machine, in->buffer, index);
        break;
    case CLFFT_ACCESS_PAIR:
        if (2 * index < in->length)
            x = read_cell(machine, in->buffer, 2 * index);
        if (2 * index + 1 < in->length)
            x += I * read_cell(machine, in->buffer, 2 * index + 1);
        break;
    case CLFFT_ACCESS_HERMITIAN:
        if (index < n)
            x = conjl(hermitian_point(machine, in->buffer, n, index));
        break;
    case CLFFT_ACCESS_HALF:
        /* even and odd samples' spectra: E + O, exp(+2 pi i k/n) (E - O) */
        if (index < h) {
            const number a = hermitian_point(machine, in->buffer, n, index);
            const number b =
                conjl(hermitian_point(machine, in->buffer, n, h - index));
            x = conjl(a + b + I * conjl(root(index, n)) * (a - b));
        }
        break;
    default:
        machine->result->n_outside++;
    }
    if (in->chirp && index < machine->recipe->bluestein_n[0])
        x *= machine->chirp[index];
    return x;
}

static void store_bin(struct machine *machine, const clfft_step *step,
                      uint64_t k, number value)
{
    if (step->out.outer && machine->desc->store.sides == CLFFT_SIDES_CENTERED)
        k = (k + step->n / 2) % step->n;
    if (step->out.access == CLFFT_ACCESS_POWER)
        write_cell(machine, step->out.buffer, k, creall(value * conjl(value)));
    else
        write_point(machine, step->out.buffer, k, value);
}

static void store(struct machine *machine, const clfft_step *step, uint64_t e,
                  uint64_t i0, uint64_t index, number value)
{
    const clfft_side *out = &step->out;
    const bool outer = out->outer;
    const bool mirrored = machine->desc->transform == CLFFT_TRANSFORM_R2C &&
                          machine->desc->store.sides != CLFFT_SIDES_ONE;

    if (step->twiddle_store)
        value *= root(e * i0 * step->root_scale, step->root_count);
    if (step->spectrum_store)
        value = conjl(value * machine->chirp_spectrum[index]);
    if (index >= out->length)
        return;
    if (out->chirp)
        value = conjl(value) * machine->chirp[index];
    if (step->scale)
        value *= (long double)machine->desc->scale;
    if (out->conjugate)
        value = conjl(value);
    switch (out->access) {
    case CLFFT_ACCESS_REAL:
        write_cell(machine, out->buffer, index, creall(value));
        break;
    case CLFFT_ACCESS_PAIR:
        write_cell(machine, out->buffer, 2 * index, creall(value));
        write_cell(machine, out->buffer, 2 * index + 1, cimagl(value));
        break;
    default:
        store_bin(machine, step, index, value);
        if (outer && mirrored && index > 0 && 2 * index < step->n)
            store_bin(machine, step, step->n - index, conjl(value));
    }
}

/* ---- transforms by definition ---- */

static void transform(const number *x, number *y, uint64_t n)
{
    number *circle = malloc(n * sizeof *circle);

    for (uint64_t m = 0; circle && m < n; m++)
        circle[m] = root(m, n);
    for (uint64_t k = 0; k < n; k++) {
        uint64_t turn = 0;
        y[k] = circle ? 0 : NAN;
        for (uint64_t j = 0; circle && j < n; j++) {
            y[k] += x[j] * circle[turn];
            turn += k;
            turn -= turn >= n ? n : 0;
        }
    }
    free(circle);
}

/* X[k] of 2h reals from their pairs' transform. */
static number untangle(number z, number mirror, uint64_t k, uint64_t h)
{
    return (z + conjl(mirror)) / 2 -
           I * root(k, 2 * h) * (z - conjl(mirror)) / 2;
}

/* ---- steps ---- */

/* The smallest number of whose first p - 1 powers modulo p the last alone is
   1. */
static uint64_t generator(uint64_t p)
{
    for (uint64_t g = 1;; g++) {
        uint64_t power = g % p, order = 1;
        for (; power != 1 && order < p; order++)
            power = power * g % p;
        if (order == p - 1)
            return g;
    }
}

/* Of a prime p: the powers of its generator, and what the convolution over
   them multiplies by. */
struct prime {
    uint64_t n; /* p - 1 */
    uint64_t *power;
    number *spectrum;
};

static bool make_prime(struct prime *prime, uint64_t p)
{
    const uint64_t n = prime->n = p - 1, g = generator(p);
    number *w = calloc(n, sizeof *w);

    prime->power = calloc(n, sizeof *prime->power);
    prime->spectrum = calloc(n, sizeof *prime->spectrum);
    for (uint64_t m = 0; w && prime->power && m < n; m++) {
        prime->power[m] = m ? prime->power[m - 1] * g % p : 1;
        w[(n - m) % n] = root(prime->power[m], p) / (long double)n;
    }
    if (w && prime->spectrum)
        transform(w, prime->spectrum, n);
    free(w);
    return w && prime->power && prime->spectrum;
}

static void free_prime(struct prime *prime)
{
    free(prime->power);
    free(prime->spectrum);
}

/* Column or row i0 of the convolution; whole it is one row. */
static void run_prime(struct machine *machine, const clfft_step *step,
                      uint64_t i0, number *x, number *y)
{
    const bool gathers =
        step->rader == CLFFT_RADER_WHOLE || step->rader == CLFFT_RADER_FIRST;
    const bool scatters =
        step->rader == CLFFT_RADER_WHOLE || step->rader == CLFFT_RADER_LAST;
    const bool convolves =
        step->rader == CLFFT_RADER_WHOLE || step->rader == CLFFT_RADER_MIDDLE;
    const uint64_t length = step->length, rows = step->inner[0];
    const uint32_t *in = step->in.index, *out = step->out.index;
    struct prime prime;
    number carried = 0;

    if (!make_prime(&prime, length * rows + 1)) {
        machine->result->n_outside++;
        free_prime(&prime);
        return;
    }
    if (i0 == 0)
        carried = load(machine, step, gathers ? 0 : prime.n);
    for (uint64_t e = 0; e < length; e++) {
        const uint64_t m = e * in[0] + i0 * in[1];
        x[e] = load(machine, step, gathers ? prime.power[m] : m);
    }
    transform(x, y, length);
    if (i0 == 0)
        store(machine, step, 0, 0, scatters ? 0 : prime.n,
              convolves ? carried + y[0] : carried);
    if (convolves) {
        for (uint64_t e = 0; e < length; e++)
            x[e] = conjl(y[e] * prime.spectrum[i0 + rows * e]);
        x[0] += conjl(carried);
        transform(x, y, length);
    }
    for (uint64_t e = 0; e < length; e++) {
        const uint64_t m = e * out[0] + i0 * out[1];
        if (scatters)
            store(machine, step, e, i0, prime.power[(prime.n - m) % prime.n],
                  conjl(y[e]));
        else
            store(machine, step, e, i0, m, y[e]);
    }
    free_prime(&prime);
}

/* Rows i0 and n1 - i0 of real data's last pass, untangled together. */
static void run_rows(struct machine *machine, const clfft_step *step,
                     uint64_t i0, number *x, number *y)
{
    const uint64_t n = step->length, n1 = step->out.index[0];
    const uint64_t h = n * n1, other = i0 ? n1 - i0 : 0;
    const uint32_t *in = step->in.index;
    number *mirror = calloc(n, sizeof *mirror);

    if (!mirror)
        abort();
    for (uint64_t e = 0; e < n; e++)
        x[e] = load(machine, step, e * in[0] + i0 * in[1]);
    transform(x, y, n);
    for (uint64_t e = 0; e < n; e++)
        x[e] = load(machine, step, e * in[0] + other * in[1]);
    transform(x, mirror, n);
    for (uint64_t e = 0; e < n; e++) {
        const uint64_t at = i0 ? n - 1 - e : (n - e) % n;
        const uint64_t k = i0 + n1 * e, l = other + n1 * e;
        store(machine, step, k, 0, k, untangle(y[e], mirror[at], k, h));
        if (k == 0)
            store(machine, step, h, 0, h, untangle(y[e], mirror[at], h, h));
        if (other != i0)
            store(machine, step, l, 0, l, untangle(mirror[e], y[at], l, h));
    }
    free(mirror);
}

static void run_pass(struct machine *machine, const clfft_step *step,
                     uint64_t number_, number *x, number *y)
{
    const uint64_t n = step->convolved ? step->convolved : step->length;
    const uint64_t i0 = number_ % step->inner[0];
    const uint64_t i1 = number_ / step->inner[0];
    const uint32_t *in = step->in.index, *out = step->out.index;

    if (step->rader && !step->convolved) {
        run_prime(machine, step, i0, x, y);
        return;
    }
    if (step->fuse_post && step->inner[0] > 1) {
        run_rows(machine, step, i0, x, y);
        return;
    }
    for (uint64_t e = 0; e < n; e++)
        x[e] = load(machine, step, e * in[0] + i0 * in[1] + i1 * in[2]);
    transform(x, y, n);
    if (step->bluestein && !step->convolved) {
        for (uint64_t e = 0; e < n; e++)
            x[e] = conjl(y[e] * machine->chirp_spectrum[e]);
        transform(x, y, n);
    }
    if (step->fuse_post) {
        const uint64_t h = step->bluestein ? step->n / 2 : n;

        for (uint64_t k = 0; k < h && step->bluestein; k++)
            y[k] = conjl(y[k]) * machine->chirp[k];
        for (uint64_t k = 0; k <= h; k++)
            store(machine, step, k, 0, k,
                  untangle(y[k % h], y[(h - k) % h], k, h));
        return;
    }
    for (uint64_t e = 0; e < n; e++)
        store(machine, step, e, i0, e * out[0] + i0 * out[1] + i1 * out[2],
              y[e]);
}

static void run_butterfly(struct machine *machine, const clfft_step *step,
                          uint64_t j, number *x, number *y)
{
    const uint64_t radix = step->shape.radices[0], span = step->span;
    const uint64_t n_butterflies = step->root_count / radix, q = j % span;

    for (uint64_t k = 0; k < radix; k++)
        x[k] = load(machine, step, j + k * n_butterflies) *
               root(k * q * step->root_scale, step->root_count);
    transform(x, y, radix);
    for (uint64_t k = 0; k < radix; k++) {
        const uint64_t o = (j - q) * radix + q + k * span;
        store(machine, step, o, 0, o, y[k]);
    }
}

static void run_real(struct machine *machine, const clfft_step *step,
                     uint64_t k)
{
    const uint64_t h = step->n / 2;
    number z, mirror;

    if (step->in.access == CLFFT_ACCESS_HALF) { /* point h is not stored */
        store(machine, step, k, 0, k, load(machine, step, k));
        return;
    }
    z = read_point(machine, step->in.buffer, k % h);
    mirror = read_point(machine, step->in.buffer, (h - k) % h);
    store(machine, step, k, 0, k, untangle(z, mirror, k, h));
}

static void run_band(struct machine *machine, const clfft_step *step,
                     uint64_t b)
{
    const clfft_bands *bands = &machine->desc->store.bands;
    long double sum = 0;

    for (uint32_t i = bands->first[b]; i < bands->first[b + 1]; i++)
        sum +=
            bands->weight[i] * read_cell(machine, step->in.buffer,
                                         bands->start[b] + i - bands->first[b]);
    write_cell(machine, step->out.buffer, b, sum);
}

static uint64_t count_units(const struct machine *machine,
                            const clfft_step *step)
{
    switch (step->kind) {
    case CLFFT_STEP_DIRECT:
        return step->root_count / step->shape.radices[0];
    case CLFFT_STEP_REAL:
        return step->n / 2 + 1;
    case CLFFT_STEP_BANDS:
        return machine->desc->store.bands.n_bands;
    default:
        return (uint64_t)step->inner[0] * step->inner[1];
    }
}

static void run_step(struct machine *machine, const clfft_step *step, number *x,
                     number *y)
{
    const uint64_t n = count_units(machine, step);
    const uint64_t first = draw(machine) % n;
    const bool backwards = draw(machine) % 2;

    for (uint64_t i = 0; i < n; i++) {
        const uint64_t unit = ((backwards ? n - 1 - i : i) + first) % n;
        switch (step->kind) {
        case CLFFT_STEP_DIRECT:
            run_butterfly(machine, step, unit, x, y);
            break;
        case CLFFT_STEP_REAL:
            run_real(machine, step, unit);
            break;
        case CLFFT_STEP_BANDS:
            run_band(machine, step, unit);
            break;
        default:
            run_pass(machine, step, unit, x, y);
        }
    }
}

/* ---- the chirp ---- */

static bool make_chirp(struct machine *machine)
{
    const uint64_t n = machine->recipe->bluestein_n[0];
    const uint64_t m = machine->recipe->bluestein_m[0];
    number *b = calloc(m + 1, sizeof *b);

    machine->chirp = calloc(n + 1, sizeof(number));
    machine->chirp_spectrum = calloc(m + 1, sizeof(number));
    if (!b || !machine->chirp || !machine->chirp_spectrum) {
        free(b);
        return false;
    }
    for (uint64_t j = 0; j < n; j++) {
        machine->chirp[j] = root(j * j % (2 * n), 2 * n);
        b[j] = conjl(machine->chirp[j]) / (long double)m;
        if (j)
            b[m - j] = b[j];
    }
    if (m)
        transform(b, machine->chirp_spectrum, m);
    free(b);
    return true;
}

/* ---- the whole, by definition ---- */

/* Input point j as the definition reads it. */
static number input_point(struct machine *machine, uint64_t j)
{
    const clfft_desc *d = machine->desc;

    if (d->transform == CLFFT_TRANSFORM_C2R)
        return hermitian_point(machine, CLFFT_BUFFER_INPUT, d->lengths[0], j);
    if (j >= d->load.lengths[0])
        return 0;
    return d->transform == CLFFT_TRANSFORM_R2C
               ? read_cell(machine, CLFFT_BUFFER_INPUT, j)
               : read_point(machine, CLFFT_BUFFER_INPUT, j);
}

/* Spectrum in stored order; the first `bins` of y. */
static void define(struct machine *machine, number *x, number *y)
{
    const clfft_desc *d = machine->desc;
    const uint64_t n = d->lengths[0];
    const bool inverse = clfft_desc_is_inverse(d);

    for (uint64_t j = 0; j < n; j++) {
        x[j] = input_point(machine, j);
        x[j] = inverse ? conjl(x[j]) : x[j];
    }
    transform(x, y, n);
    for (uint64_t k = 0; k < n; k++)
        y[k] = (long double)d->scale * (inverse ? conjl(y[k]) : y[k]);
    if (d->store.sides == CLFFT_SIDES_CENTERED) {
        memcpy(x, y, n * sizeof *x);
        for (uint64_t k = 0; k < n; k++)
            y[(k + n / 2) % n] = x[k];
    }
    for (uint64_t b = 0; b < d->store.bands.n_bands; b++) {
        const clfft_bands *bands = &d->store.bands;
        x[b] = 0;
        for (uint32_t i = bands->first[b]; i < bands->first[b + 1]; i++) {
            const number v = y[bands->start[b] + i - bands->first[b]];
            x[b] += bands->weight[i] * (v * conjl(v));
        }
    }
    if (d->store.bands.n_bands)
        memcpy(y, x, d->store.bands.n_bands * sizeof *y);
    else if (d->store.quantity == CLFFT_QUANTITY_POWER)
        for (uint64_t k = 0; k < n; k++)
            y[k] *= conjl(y[k]);
}

static bool is_real_output(const clfft_desc *desc)
{
    return desc->transform == CLFFT_TRANSFORM_C2R ||
           desc->store.quantity != CLFFT_QUANTITY_COMPLEX;
}

static void compare(struct machine *machine, const number *expected)
{
    const clfft_desc *d = machine->desc;
    const struct memory *out = &machine->buffers[CLFFT_BUFFER_OUTPUT];
    const bool real = is_real_output(d);
    uint64_t bins[CLFFT_MAX_RANK];
    long double error = 0, norm = 0;

    clfft_desc_get_bins(d, bins);
    for (uint64_t k = 0; k < bins[0]; k++) {
        const number got =
            real ? out->cells[k]
                 : CMPLXL(out->cells[2 * k], out->cells[2 * k + 1]);
        for (unsigned i = 0; i < (real ? 1 : 2); i++)
            machine->result->n_missing +=
                out->written[(real ? 1 : 2) * k + i] != 2;
        error += creall((got - expected[k]) * conjl(got - expected[k]));
        norm += creall(expected[k] * conjl(expected[k]));
    }
    machine->result->error = error == 0 ? 0 : sqrtl(error / norm);
    machine->result->norm = sqrtl(norm);
}

static bool make_buffers(struct machine *machine)
{
    const clfft_desc *d = machine->desc;
    struct memory *in = &machine->buffers[CLFFT_BUFFER_INPUT];
    struct memory *out = &machine->buffers[CLFFT_BUFFER_OUTPUT];
    const uint64_t n_input = (d->transform == CLFFT_TRANSFORM_R2C ? 1 : 2) *
                             clfft_desc_input_points(d, 0);
    bool good = take_memory(in, n_input);
    uint64_t bins[CLFFT_MAX_RANK], n_output;

    clfft_desc_get_bins(d, bins);
    n_output = (is_real_output(d) ? 1 : 2) * bins[0];
    if (d->in_place && n_output < n_input)
        n_output = n_input;
    good = take_memory(out, n_output) && good;
    for (unsigned i = 0; i < CLFFT_N_SCRATCH; i++)
        good = take_memory(&machine->buffers[CLFFT_BUFFER_SCRATCH + i],
                           2 * machine->recipe->scratch_points[i]) &&
               good;
    for (uint64_t i = 0; good && i < n_input; i++) {
        in->cells[i] = (long double)(int64_t)draw(machine) * 0x1p-63L;
        in->written[i] = 1;
    }
    if (good && d->in_place) { /* from here on reads see the results */
        memcpy(out->cells, in->cells, n_input * sizeof *in->cells);
        memcpy(out->written, in->written, n_input);
    }
    return good;
}

bool interpreter_run(const clfft_desc *desc, const clfft_recipe *recipe,
                     uint64_t seed, struct interpreter_result *result)
{
    const uint64_t n = desc->lengths[0];
    const uint64_t most =
        recipe->bluestein_m[0] > 2 * n ? recipe->bluestein_m[0] : 2 * n;
    struct machine machine = {
        .desc = desc, .recipe = recipe, .random = seed, .result = result};
    number *x = calloc(most + 1, sizeof *x), *y = calloc(most + 1, sizeof *y);
    number *expected = calloc(most + 1, sizeof *y);
    bool good;

    *result = (struct interpreter_result){0};
    good = x && y && expected && make_buffers(&machine) && make_chirp(&machine);
    if (good) {
        define(&machine, x, expected);
        for (unsigned i = 0; i < recipe->n_steps; i++) {
            clfft_step step = recipe->steps[i];
            if (step.in.buffer == CLFFT_BUFFER_OUTPUT)
                take_results_back(&machine);
            if (desc->in_place && step.in.buffer == CLFFT_BUFFER_INPUT)
                step.in.buffer = CLFFT_BUFFER_OUTPUT;
            run_step(&machine, &step, x, y);
        }
        compare(&machine, expected);
    }
    for (unsigned i = 0; i < N_BUFFERS; i++) {
        free(machine.buffers[i].cells);
        free(machine.buffers[i].written);
    }
    free(machine.chirp);
    free(machine.chirp_spectrum);
    free(expected);
    free(x);
    free(y);
    return good;
}
