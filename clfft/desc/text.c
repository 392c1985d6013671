/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* text.c: reads a description from its text: the table of its words, and what
   words mean together. */
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table of words ---- */

/* The subjects that a text sets once. */
enum subject {
    SUBJECT_DIRECTION,
    SUBJECT_PRECISION,
    SUBJECT_PLACE,
    SUBJECT_DESTROY,
    SUBJECT_SCALE,
    SUBJECT_SAMPLE,
    SUBJECT_SAMPLE_SCALE,
    SUBJECT_WINDOW,
    SUBJECT_PAD,
    SUBJECT_MEAN,
    SUBJECT_MIX,
    SUBJECT_ZOOM,
    SUBJECT_INPUT_STRIDES,
    SUBJECT_OUTPUT_STRIDES,
    SUBJECT_QUANTITY,
    SUBJECT_SIDES,
    SUBJECT_FLOOR,
    SUBJECT_PIXEL,
    SUBJECT_RANGE,
    SUBJECT_VALUE,
};

static const char *const subject_names[] = {
    "the direction",
    "the precision",
    "inplace",
    "destroy",
    "the scale",
    "the sample format",
    "the scale of samples",
    "the window",
    "the padding",
    "the trend",
    "the mix",
    "the zoom",
    "the input's strides",
    "the output's strides",
    "the quantity",
    "the sides",
    "the floor",
    "the pixel",
    "the range",
    "the value",
};

enum word_kind {
    WORD_FORWARD,
    WORD_INVERSE,
    WORD_SINGLE,
    WORD_DOUBLE,
    WORD_INPLACE,
    WORD_DESTROY,
    WORD_DEMEAN,
    WORD_DETREND,
    WORD_SCALE,
    WORD_LOAD,
    WORD_SAMPLE_SCALE,
    WORD_WINDOW,
    WORD_PAD,
    WORD_MIX,
    WORD_ZOOM,
    WORD_STRIDE,
    WORD_IN_STRIDE,
    WORD_OUT_STRIDE,
    WORD_PITCH,
    WORD_STORE,
    WORD_SIDES,
    WORD_FLOOR,
    WORD_PIXEL,
    WORD_RANGE,
    WORD_VALUE,
};

#define ONE(subject) (1U << SUBJECT_##subject)
#define BOTH_STRIDES (ONE(INPUT_STRIDES) | ONE(OUTPUT_STRIDES))

static const struct {
    const char *name;
    bool has_value;
    unsigned says; /* a bit each subject */
} words[] = {
    [WORD_FORWARD] = {"forward", false, ONE(DIRECTION)},
    [WORD_INVERSE] = {"inverse", false, ONE(DIRECTION)},
    [WORD_SINGLE] = {"single", false, ONE(PRECISION)},
    [WORD_DOUBLE] = {"double", false, ONE(PRECISION)},
    [WORD_INPLACE] = {"inplace", false, ONE(PLACE)},
    [WORD_DESTROY] = {"destroy", false, ONE(DESTROY)},
    [WORD_DEMEAN] = {"demean", false, ONE(MEAN)},
    [WORD_DETREND] = {"detrend", false, ONE(MEAN)},
    [WORD_SCALE] = {"scale", true, ONE(SCALE)},
    [WORD_LOAD] = {"load", true, ONE(SAMPLE)},
    [WORD_SAMPLE_SCALE] = {"sample-scale", true, ONE(SAMPLE_SCALE)},
    [WORD_WINDOW] = {"window", true, ONE(WINDOW)},
    [WORD_PAD] = {"pad", true, ONE(PAD)},
    [WORD_MIX] = {"mix", true, ONE(MIX)},
    [WORD_ZOOM] = {"zoom", true, ONE(ZOOM)},
    [WORD_STRIDE] = {"stride", true, BOTH_STRIDES},
    [WORD_IN_STRIDE] = {"in-stride", true, ONE(INPUT_STRIDES)},
    [WORD_OUT_STRIDE] = {"out-stride", true, ONE(OUTPUT_STRIDES)},
    [WORD_PITCH] = {"pitch", true, BOTH_STRIDES},
    [WORD_STORE] = {"store", true, ONE(QUANTITY)},
    [WORD_SIDES] = {"sides", true, ONE(SIDES)},
    [WORD_FLOOR] = {"floor", true, ONE(FLOOR)},
    [WORD_PIXEL] = {"pixel", true, ONE(PIXEL)},
    [WORD_RANGE] = {"range", true, ONE(RANGE)},
    [WORD_VALUE] = {"value", true, ONE(VALUE)},
};

/* The words that print writes for arrays. */
static const char *const array_words[] = {"window", "matrix", "gain", "bands",
                                          "rings"};
static const struct name_list arrays = LIST(array_words, "array");

static clfft_status read_kind(struct reader *r, enum word_kind kind)
{
    clfft_desc *desc = r->desc;
    clfft_status status = CLFFT_STATUS_OK;
    int index = 0;

    switch (kind) {
    case WORD_FORWARD:
        desc->direction = CLFFT_DIRECTION_FORWARD;
        break;
    case WORD_INVERSE:
        desc->direction = CLFFT_DIRECTION_INVERSE;
        break;
    case WORD_SINGLE:
        desc->precision = CLFFT_PRECISION_SINGLE;
        break;
    case WORD_DOUBLE:
        desc->precision = CLFFT_PRECISION_DOUBLE;
        break;
    case WORD_INPLACE:
        desc->in_place = true;
        break;
    case WORD_DESTROY:
        desc->destroy_input = true;
        break;
    case WORD_DEMEAN:
        desc->load.subtract_mean = true;
        break;
    case WORD_DETREND:
        desc->load.subtract_line = true;
        break;
    case WORD_SCALE:
        return clfft_read_real(r, &desc->scale);
    case WORD_LOAD:
        return clfft_read_sample(r);
    case WORD_SAMPLE_SCALE:
        return clfft_read_real(r, &desc->load.sample_scale);
    case WORD_WINDOW:
        return clfft_read_windows(r);
    case WORD_PAD:
        return clfft_read_lengths(r, r->value, desc->load.lengths, &r->n_pads);
    case WORD_MIX:
        return clfft_read_mix(r);
    case WORD_ZOOM:
        return clfft_read_zoom(r);
    case WORD_STRIDE:
        return clfft_read_strides(r, true, true);
    case WORD_IN_STRIDE:
        return clfft_read_strides(r, true, false);
    case WORD_OUT_STRIDE:
        return clfft_read_strides(r, false, true);
    case WORD_PITCH:
        return clfft_read_pitch(r);
    case WORD_STORE:
        status = clfft_read_name(r, &clfft_quantity_list, &index);
        desc->store.quantity = (clfft_quantity)index;
        break;
    case WORD_SIDES:
        status = clfft_read_name(r, &clfft_sides_list, &index);
        desc->store.sides = (clfft_sides)index;
        break;
    case WORD_FLOOR:
        return clfft_read_real(r, &desc->store.floor);
    case WORD_PIXEL:
        status = clfft_read_name(r, &clfft_pixel_list, &index);
        desc->store.pixel = (clfft_pixel)index;
        break;
    case WORD_RANGE:
        return clfft_read_range(r);
    case WORD_VALUE:
        return clfft_read_value(r);
    }
    return status;
}

/* The subject that is set a second time, or -1. */
static int find_said(unsigned said)
{
    for (int subject = 0; subject <= SUBJECT_VALUE; subject++)
        if (said >> subject & 1)
            return subject;
    return -1;
}

/* Reads a word after the lengths. */
static clfft_status read_word(struct reader *r)
{
    char *equals = strchr(r->text, '=');
    int index;

    if (*r->text == 'x')
        return clfft_read_loop(r);
    if (equals)
        *equals = 0;
    r->value = equals ? equals + 1 : NULL;
    for (size_t i = 0; i < COUNT(words); i++) {
        if (strcmp(words[i].name, r->text) != 0 ||
            words[i].has_value != (equals != NULL))
            continue;
        const int twice = find_said(r->said & words[i].says);
        if (twice >= 0)
            return BAD_WORD(r, "says %s a second time", subject_names[twice]);
        r->said |= words[i].says;
        return read_kind(r, (enum word_kind)i);
    }
    if (clfft_find_name(&arrays, r->text, &index))
        return BAD_WORD(r, "stands for numbers that the text does not have%s",
                        index == 0   ? "; window=NAME makes them"
                        : index == 1 ? "; mix=NUMBERS has them"
                                     : "");
    return BAD_WORD(r, "is unknown%s", "");
}

/* Reads the first two words, then the others. */
static clfft_status read_all(struct reader *r, const char *text)
{
    clfft_status status = CLFFT_STATUS_OK;
    unsigned n_words = 0;
    char *word = r->word;
    int index;

    for (; status == CLFFT_STATUS_OK; n_words++) {
        text += strspn(text, " \t");
        const size_t length = strcspn(text, " \t");
        if (!length)
            break;
        if (length > LONGEST_WORD)
            return BAD("a word of %zu characters is above the limit %d", length,
                       LONGEST_WORD);
        memcpy(word, text, length);
        word[length] = 0;
        memcpy(r->text, word, length + 1);
        text += length;
        if (n_words == 1) {
            status =
                clfft_read_lengths(r, word, r->desc->lengths, &r->desc->rank);
        } else if (n_words > 1) {
            status = read_word(r);
        } else if (clfft_find_name(&clfft_transform_list, word, &index)) {
            r->desc->transform = (clfft_transform)index;
        } else {
            status = BAD_WORD(r, "is not %s", "c2c, r2c or c2r");
        }
    }
    if (status == CLFFT_STATUS_OK && n_words < 2)
        return BAD("needs a transform and lengths, as in \"c2c 4096 x64\"");
    return status;
}

/* ---- what the words mean together ---- */

static clfft_status check_axes(const struct reader *r)
{
    const unsigned rank = r->desc->rank;

    if (r->n_pads && r->n_pads != rank)
        return BAD("pad has %u axes, the transform %u", r->n_pads, rank);
    for (unsigned side = 0; side < 2; side++)
        if (r->n_strides[side] && r->n_strides[side] != rank)
            return BAD("strides of the %s: %u, axes of the transform: %u",
                       side ? "output" : "input", r->n_strides[side], rank);
    if (r->n_windows > 1 && r->n_windows != rank)
        return BAD("windows: %u, axes of the transform: %u", r->n_windows,
                   rank);
    if (r->has_pitch && rank < 2)
        return BAD("pitch needs rank 2 or 3; rows of rank 1 have a distance, "
                   "as in \"x100@1030\"");
    return CLFFT_STATUS_OK;
}

static clfft_status fill_window(clfft_desc *desc, unsigned axis,
                                const struct window_choice *window)
{
    const uint64_t n = desc->load.lengths[axis] ? desc->load.lengths[axis]
                                                : desc->lengths[axis];
    double *w = n < UINT64_C(1) << 32 ? malloc(n * sizeof *w) : NULL;

    if (!w)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a window of %" PRIu64, n);
    desc->load.windows[axis] = w;
    return clfft_window_fill(window->kind, window->parameter, n, w);
}

/* Makes the map from opaque black to white. */
static clfft_status fill_color_map(clfft_desc *desc)
{
    uint8_t *map = malloc(CLFFT_COLOR_MAP_SIZE);

    if (!map)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a colour map");
    for (unsigned i = 0; i < CLFFT_COLOR_MAP_SIZE; i++)
        map[i] = i % 4 == 3 ? 255 : (uint8_t)(i / 4);
    desc->store.color_map = map;
    return CLFFT_STATUS_OK;
}

static clfft_status fill_arrays(struct reader *r)
{
    clfft_desc *desc = r->desc;
    clfft_status status = CLFFT_STATUS_OK;

    desc->load.matrix = r->matrix;
    r->matrix = NULL;
    for (unsigned axis = 0;
         r->n_windows && axis < desc->rank && status == CLFFT_STATUS_OK;
         axis++) {
        const struct window_choice *window =
            &r->windows[r->n_windows > 1 ? desc->rank - 1 - axis : 0];
        if (!window->is_none)
            status = fill_window(desc, axis, window);
    }
    if (status == CLFFT_STATUS_OK && desc->store.pixel == CLFFT_PIXEL_RGBA)
        status = fill_color_map(desc);
    return status;
}

static clfft_status lay_out_axes(const struct reader *r)
{
    clfft_desc *desc = r->desc, full;

    for (unsigned d = 0; d < desc->rank; d++) {
        if (r->n_strides[0])
            desc->input_strides[d] = r->strides[0][desc->rank - 1 - d];
        if (r->n_strides[1])
            desc->output_strides[d] = r->strides[1][desc->rank - 1 - d];
    }
    if (!r->pitch)
        return CLFFT_STATUS_OK;
    clfft_desc_fill(desc, &full);
    if (!clfft_desc_pack(&full, true, r->pitch, desc->input_strides) ||
        !clfft_desc_pack(&full, false, r->pitch, desc->output_strides))
        return BAD("pitch %" PRIu64 " makes a stride that overflows", r->pitch);
    return CLFFT_STATUS_OK;
}

/* Places the loops without distances behind everything within them. */
static void lay_out_loops(const struct reader *r)
{
    clfft_desc *desc = r->desc, full;
    const unsigned n = r->n_loops;

    for (unsigned l = 0; l < (n ? n : 1); l++) {
        clfft_loop *loop = &desc->loops[l];
        desc->n_loops = l;
        clfft_desc_fill(desc, &full);
        loop->count = n ? r->loops[n - 1 - l].count : 1;
        if (n && r->loops[n - 1 - l].has_distances) {
            loop->input_distance = r->loops[n - 1 - l].input;
            loop->output_distance = r->loops[n - 1 - l].output;
        } else {
            clfft_desc_follow(&full, l, &loop->input_distance,
                              &loop->output_distance);
        }
    }
    desc->n_loops = n ? n : 1;
}

clfft_status clfft_desc_parse(const char *text, clfft_desc *desc)
{
    struct reader r = {.desc = desc};
    clfft_status status;

    memset(desc, 0, sizeof *desc);
    status = read_all(&r, text);
    if (status == CLFFT_STATUS_OK)
        status = check_axes(&r);
    if (status == CLFFT_STATUS_OK)
        status = fill_arrays(&r);
    if (status == CLFFT_STATUS_OK)
        status = lay_out_axes(&r);
    if (status == CLFFT_STATUS_OK) {
        lay_out_loops(&r);
        status = clfft_desc_validate(desc);
    }
    free(r.matrix);
    if (status != CLFFT_STATUS_OK)
        clfft_desc_clear(desc);
    return status;
}
