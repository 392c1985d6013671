/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* print.c: prints a description as text. It leaves out every word whose absence
   is read as the same. */
#include "desc.h"

#include "clfft/base/numeral.h"

#include <inttypes.h>
#include <string.h>

struct writer {
    char *text;
    size_t size, length;
};

static void write_text(struct writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void write_text(struct writer *w, const char *format, ...)
{
    va_list arguments;
    const bool room = w->length < w->size;
    int n;

    va_start(arguments, format);
    n = clfft_print(room ? w->text + w->length : NULL,
                    room ? w->size - w->length : 0, format, arguments);
    va_end(arguments);
    w->length += n > 0 ? (size_t)n : 0;
}

/* Prints numbers, the outermost first. */
static void write_lengths(struct writer *w, const uint64_t *lengths,
                          unsigned rank)
{
    for (unsigned d = rank; d-- > 0;)
        write_text(w, "%" PRIu64 "%s", lengths[d], d ? "x" : "");
}

static void write_strides(struct writer *w, const char *word,
                          const int64_t *strides, unsigned rank)
{
    write_text(w, " %s=", word);
    for (unsigned d = rank; d-- > 0;)
        write_text(w, "%" PRId64 "%s", strides[d], d ? "," : "");
}

/* Writes the loops; a single loop of one transform is left out. */
static void write_loops(struct writer *w, const clfft_desc *full)
{
    int64_t input, output;

    if (full->n_loops == 1 && full->loops[0].count == 1)
        return;
    for (unsigned l = full->n_loops; l-- > 0;) {
        const clfft_loop *loop = &full->loops[l];
        clfft_desc_follow(full, l, &input, &output);
        write_text(w, " x%" PRIu64, loop->count);
        if (loop->count == 1 ||
            (loop->input_distance == input && loop->output_distance == output))
            continue;
        write_text(w, "@%" PRId64, loop->input_distance);
        if (loop->output_distance != loop->input_distance)
            write_text(w, ":%" PRId64, loop->output_distance);
    }
}

static bool are_equal(const int64_t *a, const int64_t *b, unsigned rank)
{
    return !memcmp(a, b, rank * sizeof *a);
}

/* The pitch that both sides have, or 0. */
static uint64_t find_pitch(const clfft_desc *full)
{
    int64_t strides[CLFFT_MAX_RANK];
    uint64_t pitch;

    clfft_desc_pack(full, true, 0, strides);
    if (full->rank < 2 || full->input_strides[1] <= strides[1])
        return 0;
    pitch = (uint64_t)(full->input_strides[1] - strides[1]);
    if (!clfft_desc_pack(full, true, pitch, strides) ||
        !are_equal(full->input_strides, strides, full->rank) ||
        !clfft_desc_pack(full, false, pitch, strides) ||
        !are_equal(full->output_strides, strides, full->rank))
        return 0;
    return pitch;
}

static void write_layout(struct writer *w, const clfft_desc *full)
{
    const unsigned rank = full->rank;
    const uint64_t pitch = find_pitch(full);
    int64_t in[CLFFT_MAX_RANK], out[CLFFT_MAX_RANK];

    clfft_desc_pack(full, true, 0, in);
    clfft_desc_pack(full, false, 0, out);
    const bool has_in = !are_equal(full->input_strides, in, rank);
    const bool has_out = !are_equal(full->output_strides, out, rank);
    if (pitch)
        write_text(w, " pitch=%" PRIu64, pitch);
    else if (has_in && has_out &&
             are_equal(full->input_strides, full->output_strides, rank))
        write_strides(w, "stride", full->input_strides, rank);
    else {
        if (has_in)
            write_strides(w, "in-stride", full->input_strides, rank);
        if (has_out)
            write_strides(w, "out-stride", full->output_strides, rank);
    }
}

static void write_load(struct writer *w, const clfft_desc *full)
{
    const clfft_load *load = &full->load;

    if (load->sample || load->big_endian)
        write_text(w, " load=%s%s", clfft_sample_name(load->sample),
                   load->big_endian ? "be" : "");
    if (load->sample_scale != 0)
        write_text(w, " sample-scale=%.17g", load->sample_scale);
    if (memcmp(load->lengths, full->lengths,
               full->rank * sizeof *load->lengths) != 0) {
        write_text(w, " pad=");
        write_lengths(w, load->lengths, full->rank);
    }
    if (load->windows[0] || load->windows[1] || load->windows[2])
        write_text(w, " window");
    if (load->subtract_mean)
        write_text(w, " demean");
    if (load->subtract_line)
        write_text(w, " detrend");
    if (full->zoom.n_bins)
        write_text(w, " zoom=%.17g:%.17g:%" PRIu64, full->zoom.start,
                   full->zoom.step, full->zoom.n_bins);
    if (load->matrix)
        write_text(w, " matrix=%ux%u@%" PRId64, load->n_rows, load->n_sources,
                   load->source_distance);
}

static void write_store(struct writer *w, const clfft_desc *full)
{
    const clfft_store *store = &full->store;

    if (store->quantity)
        write_text(w, " store=%s", clfft_quantity_name(store->quantity));
    if (store->sides != (full->transform == CLFFT_TRANSFORM_R2C
                             ? CLFFT_SIDES_ONE
                             : CLFFT_SIDES_TWO))
        write_text(w, " sides=%s", clfft_sides_name(store->sides));
    if (store->floor != 0)
        write_text(w, " floor=%.17g", store->floor);
    if (store->pixel)
        write_text(w, " pixel=%s", clfft_pixel_name(store->pixel));
    if (store->pixel && store->pixel != CLFFT_PIXEL_HALF)
        write_text(w, " range=%.17g:%.17g", store->lowest, store->highest);
    if (clfft_desc_changes_values(full))
        write_text(w, " value=%s:%.17g:%.17g:%.17g:%.17g",
                   clfft_logarithm_name(store->value.logarithm),
                   store->value.offset, store->value.least, store->value.scale,
                   store->value.shift);
    if (store->gain)
        write_text(w, " gain");
    if (store->bands.n_bands)
        write_text(w, " bands");
    if (store->rings.n_rings)
        write_text(w, " rings");
}

size_t clfft_desc_print(const clfft_desc *desc, char *text, size_t size)
{
    struct writer w = {text, size, 0};
    clfft_desc some = *desc, full;

    if (size)
        *text = 0;
    /* an invalid description is printed as far as there are members */
    if (some.rank > CLFFT_MAX_RANK)
        some.rank = CLFFT_MAX_RANK;
    if (some.n_loops > CLFFT_MAX_LOOPS)
        some.n_loops = CLFFT_MAX_LOOPS;
    clfft_desc_fill(&some, &full);
    write_text(&w, "%s ", clfft_transform_name(full.transform));
    write_lengths(&w, full.lengths, full.rank);
    write_loops(&w, &full);
    if (full.direction == CLFFT_DIRECTION_INVERSE &&
        full.transform == CLFFT_TRANSFORM_C2C)
        write_text(&w, " inverse");
    if (full.precision == CLFFT_PRECISION_DOUBLE)
        write_text(&w, " double");
    if (full.in_place)
        write_text(&w, " inplace");
    if (full.destroy_input)
        write_text(&w, " destroy");
    write_layout(&w, &full);
    if (full.scale != 1)
        write_text(&w, " scale=%.17g", full.scale);
    write_load(&w, &full);
    write_store(&w, &full);
    return w.length;
}
