/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* text.h: the state of reading a description's text, and the functions that
   read the values of its words. */
#ifndef CLFFT_TEXT_H
#define CLFFT_TEXT_H

#include "desc.h"

#include "clfft/base/error.h"
#include "clfft/spectrum.h"

/* No word of a description is longer; a matrix of 8 by 8 has room. */
#define LONGEST_WORD 2048

struct window_choice {
    bool is_none;
    clfft_window kind;
    double parameter;
};

/* Lists are as they were read: outermost first. */
struct reader {
    clfft_desc *desc;
    char word[LONGEST_WORD + 1]; /* that is read, for messages */
    char *value;                 /* what stands behind its '=' */
    unsigned said;               /* a bit each subject */
    struct {
        uint64_t count;
        int64_t input, output;
        bool has_distances;
    } loops[CLFFT_MAX_LOOPS];
    unsigned n_loops;
    int64_t strides[2][CLFFT_MAX_RANK]; /* of the input, of the output */
    unsigned n_strides[2];              /* 0: dense, or with the pitch */
    uint64_t pitch;
    bool has_pitch;
    unsigned n_pads;
    struct window_choice windows[CLFFT_MAX_RANK];
    unsigned n_windows;
    double *matrix; /* owned until the description takes it */
    char text[LONGEST_WORD + 1];
};

#define BAD(...) clfft_fail(CLFFT_STATUS_INVALID, "description: " __VA_ARGS__)
#define BAD_WORD(r, text, ...) BAD("\"%s\" " text, (r)->word, __VA_ARGS__)

/* The names of an enumeration, and their number. */
struct name_list {
    const char *const *names;
    size_t n;
    const char *what; /* they name */
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LIST(array, what)                                                      \
    {                                                                          \
        array, COUNT(array), what                                              \
    }

extern const struct name_list clfft_transform_list, clfft_sample_list,
    clfft_quantity_list, clfft_sides_list, clfft_pixel_list,
    clfft_logarithm_list;

bool clfft_find_name(const struct name_list *list, const char *text,
                     int *index);

/* Each of these reads the value of its word, or the word, into the description
   or the reader. INVALID names the word, the value and the limit. */
clfft_status clfft_read_name(struct reader *r, const struct name_list *list,
                             int *index);
clfft_status clfft_read_real(struct reader *r, double *value);
/* Reads "1080x1920" into the axes; the last number is axis 0. */
clfft_status clfft_read_lengths(struct reader *r, const char *text,
                                uint64_t lengths[CLFFT_MAX_RANK],
                                unsigned *n_lengths);
/* "x64", "x64@1030", "x100@256:513" */
clfft_status clfft_read_loop(struct reader *r);
/* "1030,1" */
clfft_status clfft_read_strides(struct reader *r, bool input, bool output);
clfft_status clfft_read_pitch(struct reader *r);
/* "s16", "f64be" */
clfft_status clfft_read_sample(struct reader *r);
/* "hann", "kaiser:8.6,none": one for all axes, or one an axis */
clfft_status clfft_read_windows(struct reader *r);
/* "0.5,0.5/0.5,-0.5@441" */
clfft_status clfft_read_mix(struct reader *r);
/* "-120:0" */
clfft_status clfft_read_range(struct reader *r);
clfft_status clfft_read_value(struct reader *r);
/* "0.009:1e-06:500" */
clfft_status clfft_read_zoom(struct reader *r);

#endif /* CLFFT_TEXT_H */
