/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* words.c: reads the values of the words in a description's text. */
#include "text.h"

#include "clfft/base/numeral.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

bool clfft_find_name(const struct name_list *list, const char *text, int *index)
{
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->names[i], text)) {
            *index = (int)i;
            return true;
        }
    return false;
}

clfft_status clfft_read_name(struct reader *r, const struct name_list *list,
                             int *index)
{
    if (clfft_find_name(list, r->value, index))
        return CLFFT_STATUS_OK;
    return BAD_WORD(r, "names no %s", list->what);
}

/* ---- numbers ---- */

/* Reads a whole number that ends at one of `ends` or with the word. */
static clfft_status read_whole(struct reader *r, const char **text,
                               uint64_t least, const char *ends,
                               uint64_t *value)
{
    const size_t length = strcspn(*text, ends);
    const char *digit = *text;

    *value = 0;
    for (; digit < *text + length && *digit >= '0' && *digit <= '9'; digit++) {
        *value = 10 * *value + (uint64_t)(*digit - '0');
        if (*value > CLFFT_DESC_MOST)
            break;
    }
    if (length == 0 || digit < *text + length || *value < least)
        return BAD_WORD(r,
                        "wants a whole number from %" PRIu64 " to %" PRIu64
                        " instead of \"%.*s\"",
                        least, CLFFT_DESC_MOST, (int)length, *text);
    *text += length;
    return CLFFT_STATUS_OK;
}

static clfft_status read_distance(struct reader *r, const char **text,
                                  const char *ends, int64_t *distance)
{
    uint64_t value;
    const clfft_status status = read_whole(r, text, 0, ends, &value);

    *distance = (int64_t)value;
    return status;
}

/* Reads a number that ends at one of `ends` or with the word. */
static clfft_status read_real_until(struct reader *r, const char **text,
                                    const char *ends, double *value)
{
    char *end;

    *value = clfft_read_double(*text, &end);
    if (end == *text || (*end && !strchr(ends, *end)))
        return BAD_WORD(r, "has no number at \"%s\"", *text);
    *text = end;
    return CLFFT_STATUS_OK;
}

clfft_status clfft_read_lengths(struct reader *r, const char *text,
                                uint64_t lengths[CLFFT_MAX_RANK],
                                unsigned *n_lengths)
{
    uint64_t read[CLFFT_MAX_RANK];
    clfft_status status;
    unsigned n = 0;

    do {
        if (n == CLFFT_MAX_RANK)
            return BAD_WORD(r, "has more than %d axes", CLFFT_MAX_RANK);
        text += n > 0;
        status = read_whole(r, &text, 1, "x", &read[n++]);
        if (status != CLFFT_STATUS_OK)
            return status;
    } while (*text);
    *n_lengths = n;
    for (unsigned d = 0; d < n; d++)
        lengths[d] = read[n - 1 - d];
    return CLFFT_STATUS_OK;
}

clfft_status clfft_read_real(struct reader *r, double *value)
{
    const char *text = r->value;

    return read_real_until(r, &text, "", value);
}

/* ---- layout ---- */

clfft_status clfft_read_loop(struct reader *r)
{
    const char *text = r->word + 1;
    clfft_status status;

    if (r->n_loops == CLFFT_MAX_LOOPS)
        return BAD_WORD(r, "is one loop more than the %d that there can be",
                        CLFFT_MAX_LOOPS);
    status = read_whole(r, &text, 1, "@", &r->loops[r->n_loops].count);
    if (status == CLFFT_STATUS_OK && *text) {
        text++;
        r->loops[r->n_loops].has_distances = true;
        status = read_distance(r, &text, ":", &r->loops[r->n_loops].input);
        r->loops[r->n_loops].output = r->loops[r->n_loops].input;
    }
    if (status == CLFFT_STATUS_OK && *text) {
        text++;
        status = read_distance(r, &text, "", &r->loops[r->n_loops].output);
    }
    r->n_loops++;
    return status;
}

clfft_status clfft_read_strides(struct reader *r, bool input, bool output)
{
    const char *text = r->value;
    int64_t strides[CLFFT_MAX_RANK];
    unsigned n = 0;

    do {
        uint64_t stride;
        if (n == CLFFT_MAX_RANK)
            return BAD_WORD(r, "has more than %d strides", CLFFT_MAX_RANK);
        text += n > 0;
        const clfft_status status = read_whole(r, &text, 1, ",", &stride);
        if (status != CLFFT_STATUS_OK)
            return status;
        strides[n++] = (int64_t)stride;
    } while (*text);
    for (unsigned side = 0; side < 2; side++)
        if (side ? output : input) {
            memcpy(r->strides[side], strides, sizeof strides);
            r->n_strides[side] = n;
        }
    return CLFFT_STATUS_OK;
}

clfft_status clfft_read_pitch(struct reader *r)
{
    const char *text = r->value;

    r->has_pitch = true;
    return read_whole(r, &text, 0, "", &r->pitch);
}

/* ---- hooks ---- */

clfft_status clfft_read_sample(struct reader *r)
{
    const size_t length = strlen(r->value);
    int index;

    if (length > 2 && !strcmp(r->value + length - 2, "be"))
        r->desc->load.big_endian = true;
    if (length > 2 &&
        (r->desc->load.big_endian || !strcmp(r->value + length - 2, "le")))
        r->value[length - 2] = 0;
    const clfft_status status = clfft_read_name(r, &clfft_sample_list, &index);
    if (status == CLFFT_STATUS_OK)
        r->desc->load.sample = (clfft_sample)index;
    return status;
}

/* "hann", "kaiser:8.6", "none" */
static clfft_status read_window(struct reader *r, char *name,
                                struct window_choice *window)
{
    char *colon = strchr(name, ':');
    const char *number = colon ? colon + 1 : NULL;
    double low, high;

    if (colon)
        *colon = 0;
    *window = (struct window_choice){.is_none = !strcmp(name, "none")};
    if (window->is_none && !number)
        return CLFFT_STATUS_OK;
    if (!clfft_window_parse(name, &window->kind))
        return BAD_WORD(r, "names no window at \"%s\"", name);
    if (!clfft_window_parameter(window->kind, &window->parameter, &low,
                                &high)) {
        if (number)
            return BAD_WORD(r, "gives a parameter to \"%s\", which takes none",
                            name);
        return CLFFT_STATUS_OK;
    }
    if (!number)
        return CLFFT_STATUS_OK;
    const clfft_status status =
        read_real_until(r, &number, "", &window->parameter);
    if (status == CLFFT_STATUS_OK &&
        !(window->parameter >= low && window->parameter <= high))
        return BAD_WORD(r, "wants a parameter from %g to %g instead of %g", low,
                        high, window->parameter);
    return status;
}

clfft_status clfft_read_windows(struct reader *r)
{
    clfft_status status = CLFFT_STATUS_OK;
    char *name = r->value;

    while (name && status == CLFFT_STATUS_OK) {
        char *comma = strchr(name, ',');
        if (comma)
            *comma = 0;
        if (r->n_windows == CLFFT_MAX_RANK)
            return BAD_WORD(r, "has more than %d windows", CLFFT_MAX_RANK);
        status = read_window(r, name, &r->windows[r->n_windows++]);
        name = comma ? comma + 1 : NULL;
    }
    return status;
}

clfft_status clfft_read_mix(struct reader *r)
{
    const char *text = r->value;
    clfft_load *load = &r->desc->load;
    clfft_status status;
    size_t n = 0;

    r->matrix = malloc(LONGEST_WORD / 2 * sizeof *r->matrix);
    if (!r->matrix)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY, "no memory for a matrix");
    load->source_distance = 1;
    do {
        text += n > 0;
        status = read_real_until(r, &text, ",/@", &r->matrix[n++]);
        if (status != CLFFT_STATUS_OK)
            return status;
        if (!isfinite(r->matrix[n - 1]))
            return BAD_WORD(r, "has the coefficient %g, which is not finite",
                            r->matrix[n - 1]);
        if (*text == ',')
            continue;
        load->n_rows++;
        if (load->n_rows == 1)
            load->n_sources = (unsigned)n;
        if (n != (size_t)load->n_rows * load->n_sources)
            return BAD_WORD(r, "has rows of other than %u coefficients",
                            load->n_sources);
    } while (*text == ',' || *text == '/');
    if (*text) {
        text++;
        status = read_distance(r, &text, "", &load->source_distance);
    }
    return status;
}

clfft_status clfft_read_range(struct reader *r)
{
    const char *text = r->value;
    clfft_status status =
        read_real_until(r, &text, ":", &r->desc->store.lowest);

    if (status == CLFFT_STATUS_OK && !*text)
        return BAD_WORD(r, "is no range as in %s", "-120:0");
    text++;
    return status == CLFFT_STATUS_OK
               ? read_real_until(r, &text, "", &r->desc->store.highest)
               : status;
}

clfft_status clfft_read_value(struct reader *r)
{
    clfft_value *value = &r->desc->store.value;
    double *const numbers[] = {&value->offset, &value->least, &value->scale,
                               &value->shift};
    const char *text = r->value + strcspn(r->value, ":");
    clfft_status status = CLFFT_STATUS_OK;
    int index;

    for (unsigned i = 0; status == CLFFT_STATUS_OK && i < COUNT(numbers); i++) {
        if (!*text)
            return BAD_WORD(r, "is no value as in %s", "natural:0:1e-10:1:0");
        text++;
        status = read_real_until(r, &text, i + 1 < COUNT(numbers) ? ":" : "",
                                 numbers[i]);
    }
    r->value[strcspn(r->value, ":")] = 0;
    if (status == CLFFT_STATUS_OK)
        status = clfft_read_name(r, &clfft_logarithm_list, &index);
    if (status == CLFFT_STATUS_OK)
        value->logarithm = (clfft_logarithm)index;
    return status;
}

clfft_status clfft_read_zoom(struct reader *r)
{
    clfft_zoom *zoom = &r->desc->zoom;
    double *const numbers[] = {&zoom->start, &zoom->step};
    const char *text = r->value;

    for (unsigned i = 0; i < COUNT(numbers); i++) {
        const clfft_status status = read_real_until(r, &text, ":", numbers[i]);

        if (status != CLFFT_STATUS_OK)
            return status;
        if (!*text)
            return BAD_WORD(r, "is no zoom as in %s", "0.009:1e-06:500");
        text++;
    }
    return read_whole(r, &text, 1, "", &zoom->n_bins);
}
