/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* text.c: the text form of a description, both ways. */
#include "desc.h"

#include "clfft/base/checked.h"
#include "clfft/base/error.h"
#include "clfft/base/numeral.h"
#include "clfft/spectrum.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const transform_names[] = {"c2c", "r2c", "c2r"};
static const char *const sample_names[] = {
    "native", "s8",  "u8",  "s16", "u16",   "s24",   "u24", "s20", "u20",
    "s18",    "u18", "s24_32", "u24_32", "s32", "u32", "f32", "f64",
    "unorm8", "unorm16",
};
static const char *const quantity_names[] = {"complex", "magnitude", "power",
                                             "db", "phase"};
static const char *const sides_names[] = {"default", "one", "two", "centered"};
static const char *const pixel_names[] = {"none", "gray8", "gray16", "rgba"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NAME_OF(array, i) ((unsigned)(i) < COUNT(array) ? (array)[i] : "?")

const char *clfft_transform_name(clfft_transform transform)
{
    return NAME_OF(transform_names, transform);
}

const char *clfft_sample_name(clfft_sample sample)
{
    return NAME_OF(sample_names, sample);
}

const char *clfft_quantity_name(clfft_quantity quantity)
{
    return NAME_OF(quantity_names, quantity);
}

const char *clfft_sides_name(clfft_sides sides)
{
    return NAME_OF(sides_names, sides);
}

const char *clfft_pixel_name(clfft_pixel pixel)
{
    return NAME_OF(pixel_names, pixel);
}

/* ---- reading ---- */

static bool find_name(const char *const *names, size_t n, const char *text,
                      size_t length, int *index)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], text, length)) {
            *index = (int)i;
            return true;
        }
    return false;
}

static bool read_number(const char **text, uint64_t *value)
{
    char *end;

    if (!isdigit((unsigned char)**text))
        return false;
    *value = strtoull(*text, &end, 10);
    *text = end;
    return *value < UINT64_C(1) << 60;
}

static clfft_status bad_word(const char *word, size_t length, const char *why)
{
    return clfft_fail(CLFFT_STATUS_INVALID, "description: \"%.*s\" %s",
                      (int)length, word, why);
}

/* "1080x1920": outermost first; how many there are */
static clfft_status read_lengths(const char *word, size_t length,
                                 uint64_t values[CLFFT_MAX_RANK],
                                 unsigned *n_values)
{
    uint64_t lengths[CLFFT_MAX_RANK];
    const char *p = word;
    unsigned rank = 0;

    do {
        if (rank == CLFFT_MAX_RANK)
            return bad_word(word, length, "has more than 3 axes");
        if (!read_number(&p, &lengths[rank]) || !lengths[rank])
            return bad_word(word, length, "is no list of lengths");
        rank++;
    } while (*p == 'x' && p++ < word + length);
    if (p != word + length)
        return bad_word(word, length, "is no list of lengths");
    *n_values = rank;
    for (unsigned d = 0; d < rank; d++)
        values[d] = lengths[rank - 1 - d];
    return CLFFT_STATUS_OK;
}

struct text_options {
    clfft_window window;
    bool has_window;
    uint64_t batch;
    uint64_t pitch; /* unused elements behind a row */
    bool has_pitch;
    unsigned n_pads;
};

static clfft_status read_sample(const char *word, size_t length,
                                const char *value, size_t value_length,
                                clfft_desc *desc)
{
    int index;

    if (value_length > 2 && !strncmp(value + value_length - 2, "be", 2)) {
        desc->load.big_endian = true;
        value_length -= 2;
    } else if (value_length > 2 &&
               !strncmp(value + value_length - 2, "le", 2)) {
        value_length -= 2;
    }
    if (!find_name(sample_names, COUNT(sample_names), value, value_length,
                   &index))
        return bad_word(word, length, "names no sample format");
    desc->load.sample = (clfft_sample)index;
    return CLFFT_STATUS_OK;
}

/* "-120:0" */
static clfft_status read_range(const char *word, size_t length,
                               const char *value, clfft_desc *desc)
{
    char *colon, *end;

    desc->store.lowest = clfft_read_double(value, &colon);
    if (colon == value || *colon != ':')
        return bad_word(word, length, "is no range as in -120:0");
    desc->store.highest = clfft_read_double(colon + 1, &end);
    if (end == colon + 1 || *end)
        return bad_word(word, length, "is no range as in -120:0");
    return CLFFT_STATUS_OK;
}

static clfft_status read_assignment(const char *word, size_t length,
                                    clfft_desc *desc,
                                    struct text_options *options)
{
    const char *value = memchr(word, '=', length);
    const size_t key = (size_t)(value - word);
    char text[64] = "";
    int index;

    value++;
    const size_t value_length = length - key - 1;
    if (value_length >= sizeof text)
        return bad_word(word, length, "is too long");
    memcpy(text, value, value_length);
#define KEY(name) (key == strlen(name) && !strncmp(word, name, key))
    if (KEY("load"))
        return read_sample(word, length, text, value_length, desc);
    if (KEY("window")) {
        options->has_window = clfft_window_parse(text, &options->window);
        return options->has_window
                   ? CLFFT_STATUS_OK
                   : bad_word(word, length, "names no window");
    }
    if (KEY("store")) {
        if (!find_name(quantity_names, COUNT(quantity_names), text,
                       value_length, &index))
            return bad_word(word, length, "names no quantity");
        desc->store.quantity = (clfft_quantity)index;
        return CLFFT_STATUS_OK;
    }
    if (KEY("sides")) {
        if (!find_name(sides_names, COUNT(sides_names), text, value_length,
                       &index))
            return bad_word(word, length, "names no sides");
        desc->store.sides = (clfft_sides)index;
        return CLFFT_STATUS_OK;
    }
    if (KEY("pixel")) {
        if (!find_name(pixel_names, COUNT(pixel_names), text, value_length,
                       &index))
            return bad_word(word, length, "names no pixel");
        desc->store.pixel = (clfft_pixel)index;
        return CLFFT_STATUS_OK;
    }
    if (KEY("range"))
        return read_range(word, length, text, desc);
    if (KEY("pad"))
        return read_lengths(text, value_length, desc->load.lengths,
                            &options->n_pads);
    if (KEY("pitch")) {
        const char *p = text;
        options->has_pitch = true;
        return read_number(&p, &options->pitch) && !*p
                   ? CLFFT_STATUS_OK
                   : bad_word(word, length, "has no number");
    }
    char *end;
    if (KEY("scale"))
        desc->scale = clfft_read_double(text, &end);
    else if (KEY("floor"))
        desc->store.floor = clfft_read_double(text, &end);
    else
        return bad_word(word, length, "is unknown");
    if (!value_length || *end)
        return bad_word(word, length, "has no number");
#undef KEY
    return CLFFT_STATUS_OK;
}

static clfft_status read_word(const char *word, size_t length,
                              clfft_desc *desc, struct text_options *options)
{
    const char *p = word + 1;

#define WORD(name) (length == strlen(name) && !strncmp(word, name, length))
    if (memchr(word, '=', length))
        return read_assignment(word, length, desc, options);
    if (WORD("inverse"))
        desc->direction = CLFFT_DIRECTION_INVERSE;
    else if (WORD("forward"))
        desc->direction = CLFFT_DIRECTION_FORWARD;
    else if (WORD("double"))
        desc->precision = CLFFT_PRECISION_DOUBLE;
    else if (WORD("single"))
        desc->precision = CLFFT_PRECISION_SINGLE;
    else if (WORD("inplace"))
        desc->in_place = true;
    else if (WORD("destroy"))
        desc->destroy_input = true;
    else if (WORD("demean"))
        desc->load.subtract_mean = true;
    else if (*word == 'x' && read_number(&p, &options->batch) &&
             p == word + length && options->batch)
        return CLFFT_STATUS_OK;
    else
        return bad_word(word, length, "is unknown");
#undef WORD
    return CLFFT_STATUS_OK;
}

/* Behind each row come `pitch` elements that belong to nothing. */
static clfft_status pad_rows(clfft_desc *desc, const clfft_desc *full,
                             uint64_t pitch)
{
    for (unsigned side = 0; side < 2; side++) {
        const int64_t *dense = side ? full->output_strides
                                    : full->input_strides;
        int64_t *strides = side ? desc->output_strides : desc->input_strides;
        const uint64_t row = (uint64_t)dense[1];
        strides[0] = 1;
        for (unsigned d = 1; d < CLFFT_MAX_RANK; d++) {
            uint64_t stride;
            if (!checked_multiply((uint64_t)dense[d] / row, row + pitch,
                                  &stride) || stride > INT64_MAX)
                return clfft_fail(CLFFT_STATUS_INVALID,
                                  "description: pitch %" PRIu64
                                  " makes a stride that overflows", pitch);
            strides[d] = (int64_t)stride;
        }
    }
    return CLFFT_STATUS_OK;
}

/* Back to back, as long as one transform's own extent. */
static clfft_status make_dense_batch(clfft_desc *desc,
                                     const struct text_options *options)
{
    clfft_status status;
    uint64_t input, output, bins[CLFFT_MAX_RANK];
    clfft_desc full;

    status = clfft_desc_resolve(desc, &full);
    if (status == CLFFT_STATUS_OK && options->pitch && full.rank > 1) {
        status = pad_rows(desc, &full, options->pitch);
        clfft_desc_clear(&full);
        if (status == CLFFT_STATUS_OK)
            status = clfft_desc_resolve(desc, &full);
    }
    if (status != CLFFT_STATUS_OK)
        return status;
    clfft_desc_get_bins(&full, bins);
    /* the distance of the axis that would come next */
    const unsigned last = full.rank - 1;
    input = (uint64_t)full.input_strides[last] *
            clfft_desc_input_points(&full, last);
    output = (uint64_t)full.output_strides[last] * bins[last];
    if (full.in_place && last == 0) {
        const uint64_t half = full.lengths[0] / 2 + 1;
        if (full.transform == CLFFT_TRANSFORM_R2C)
            input = 2 * half;
        if (full.transform == CLFFT_TRANSFORM_C2R)
            output = 2 * half;
    }
    clfft_desc_clear(&full);
    desc->n_loops = 1;
    desc->loops[0] =
        (clfft_loop){options->batch, (int64_t)input, (int64_t)output};
    return clfft_desc_validate(desc);
}

static clfft_status fill_window(clfft_desc *desc, unsigned axis,
                                clfft_window window)
{
    const uint64_t n = desc->load.lengths[axis] ? desc->load.lengths[axis]
                                                : desc->lengths[axis];
    double standard = 0, low, high;
    double *w = n < UINT64_C(1) << 32 ? malloc(n * sizeof *w) : NULL;

    if (!w)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for a window of %" PRIu64, n);
    desc->load.windows[axis] = w;
    clfft_window_parameter(window, &standard, &low, &high);
    return clfft_window_fill(window, standard, n, w);
}

/* From opaque black to white. */
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

clfft_status clfft_desc_parse(const char *text, clfft_desc *desc)
{
    struct text_options options = {.batch = 1};
    clfft_status status = CLFFT_STATUS_OK;
    unsigned n_words = 0;
    int index;

    memset(desc, 0, sizeof *desc);
    while (status == CLFFT_STATUS_OK) {
        text += strspn(text, " \t");
        const size_t length = strcspn(text, " \t");
        if (!length)
            break;
        if (n_words == 0) {
            if (!find_name(transform_names, COUNT(transform_names), text,
                           length, &index))
                status = bad_word(text, length, "is not c2c, r2c or c2r");
            else
                desc->transform = (clfft_transform)index;
        } else if (n_words == 1) {
            status = read_lengths(text, length, desc->lengths, &desc->rank);
        } else {
            status = read_word(text, length, desc, &options);
        }
        text += length;
        n_words++;
    }
    if (status == CLFFT_STATUS_OK && n_words < 2)
        status = clfft_fail(CLFFT_STATUS_INVALID,
                            "description: needs a transform and lengths, "
                            "as in \"c2c 4096 x64\"");
    if (status == CLFFT_STATUS_OK && options.n_pads &&
        options.n_pads != desc->rank)
        status = clfft_fail(CLFFT_STATUS_INVALID,
                            "description: pad has %u axes, the transform %u",
                            options.n_pads, desc->rank);
    if (status == CLFFT_STATUS_OK && options.has_pitch && desc->rank < 2)
        status = clfft_fail(CLFFT_STATUS_INVALID,
                            "description: pitch needs rank 2 or 3");
    for (unsigned d = 0; options.has_window && d < desc->rank &&
                         status == CLFFT_STATUS_OK; d++)
        status = fill_window(desc, d, options.window);
    if (status == CLFFT_STATUS_OK && desc->store.pixel == CLFFT_PIXEL_RGBA)
        status = fill_color_map(desc);
    if (status == CLFFT_STATUS_OK)
        status = make_dense_batch(desc, &options);
    if (status != CLFFT_STATUS_OK)
        clfft_desc_clear(desc);
    return status;
}

/* ---- writing ---- */

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

static bool is_padded(const clfft_desc *desc, unsigned rank)
{
    for (unsigned d = 0; d < rank; d++)
        if (desc->load.lengths[d] && desc->load.lengths[d] != desc->lengths[d])
            return true;
    return false;
}

size_t clfft_desc_print(const clfft_desc *desc, char *text, size_t size)
{
    struct writer w = {text, size, 0};
    const unsigned rank = desc->rank ? desc->rank : 1;

    if (size)
        *text = 0;
    write_text(&w, "%s ", clfft_transform_name(desc->transform));
    for (unsigned d = rank; d-- > 0;)
        write_text(&w, "%" PRIu64 "%s", desc->lengths[d], d ? "x" : "");
    if (clfft_desc_batch(desc) > 1)
        write_text(&w, " x%" PRIu64, clfft_desc_batch(desc));
    if (desc->direction == CLFFT_DIRECTION_INVERSE &&
        desc->transform == CLFFT_TRANSFORM_C2C)
        write_text(&w, " inverse");
    if (desc->precision == CLFFT_PRECISION_DOUBLE)
        write_text(&w, " double");
    if (desc->in_place)
        write_text(&w, " inplace");
    if (desc->destroy_input)
        write_text(&w, " destroy");
    if (desc->scale != 0 && desc->scale != 1)
        write_text(&w, " scale=%.17g", desc->scale);
    if (desc->load.sample)
        write_text(&w, " load=%s%s", clfft_sample_name(desc->load.sample),
                   desc->load.big_endian ? "be" : "");
    if (is_padded(desc, rank))
        write_text(&w, " pad=");
    for (unsigned d = is_padded(desc, rank) ? rank : 0; d-- > 0;)
        write_text(&w, "%" PRIu64 "%s", clfft_desc_input_points(desc, d),
                   d ? "x" : "");
    if (desc->load.windows[0] || desc->load.windows[1] ||
        desc->load.windows[2])
        write_text(&w, " window");
    if (desc->load.subtract_mean)
        write_text(&w, " demean");
    if (desc->load.matrix)
        write_text(&w, " matrix");
    if (desc->store.quantity)
        write_text(&w, " store=%s", clfft_quantity_name(desc->store.quantity));
    if (desc->store.sides == CLFFT_SIDES_CENTERED ||
        (desc->store.sides == CLFFT_SIDES_TWO &&
         desc->transform == CLFFT_TRANSFORM_R2C))
        write_text(&w, " sides=%s", clfft_sides_name(desc->store.sides));
    if (desc->store.floor != 0)
        write_text(&w, " floor=%.17g", desc->store.floor);
    if (desc->store.pixel)
        write_text(&w, " pixel=%s range=%.17g:%.17g",
                   clfft_pixel_name(desc->store.pixel), desc->store.lowest,
                   desc->store.highest);
    if (desc->store.gain)
        write_text(&w, " gain");
    if (desc->store.bands.n_bands)
        write_text(&w, " bands");
    if (desc->store.rings.n_rings)
        write_text(&w, " rings");
    return w.length;
}
