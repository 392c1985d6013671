/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* check.h: the input of the self-check of a new plan and the right answer to
   it; shared by check.c, which runs it, check_question.c and check_impulse.c,
   which choose the input, check_layout.c, which says what lies where,
   check_transfer.c, which moves it, and check_answer.c, which computes the
   answer. */
#ifndef CLFFT_CHECK_H
#define CLFFT_CHECK_H

#include "plan.h"
#include "clfft/base/roots.h"

#define CLFFT_MOST_IMPULSES 256
#define CLFFT_N_QUESTIONS 2

struct clfft_impulse {
    uint64_t place; /* elements from where its transform begins */
    double re, im;
};

/* One of the times that an impulse is read. */
struct clfft_reading {
    uint64_t index[CLFFT_MAX_RANK];
    unsigned source;
    double re, im, weight; /* of the impulse; of the windows */
};

/* How much of the host's work is done; the caller is asked now and then. */
struct clfft_pace {
    const clfft_plan *plan;
    uint64_t n_terms; /* since the caller was asked */
    clfft_status status;
};

/* The input of one transform. */
struct clfft_question {
    struct clfft_impulse impulses[CLFFT_MOST_IMPULSES];
    unsigned n_impulses;
    struct clfft_reading *readings;
    unsigned n_readings;
    clfft_circle *const *circles; /* the probe's */
    struct clfft_pace *pace;      /* likewise */
};

/*
 * The questions to several transforms. They lie one behind the other, but of
 * two loops the second begins one transform later, so that no pass makes one
 * loop of both.
 */
struct clfft_probe {
    struct clfft_question questions[CLFFT_N_QUESTIONS];
    unsigned n_copies, n_inner; /* transforms, and those of the first loop */
    uint64_t slice;             /* of them that one launch runs at most */
    uint64_t input_length, output_length; /* elements from one to the next */
    unsigned char *input, *output;
    size_t input_size, output_size; /* bytes, of all elements */
    /* results that are compared: each step-th, and the last */
    uint64_t step, n_compared, n_results;
    /* one large transform: `input` stays NULL, and `output` holds the results
       that are compared alone */
    bool is_sampled;
    clfft_circle *circles[CLFFT_MAX_RANK];
    struct clfft_pace pace;
};

struct clfft_bin {
    double re, im;
};

/* The value of 1 in the codes of an integer format. */
double clfft_code_unit(clfft_sample sample);

/* Computes index number `number` of a box of points, axis 0 fastest. */
void clfft_split_number(uint64_t number, const uint64_t points[CLFFT_MAX_RANK],
                        uint64_t index[CLFFT_MAX_RANK]);

/* How many points one transform reads, in all and on each axis. */
uint64_t clfft_count_input(const clfft_desc *desc,
                           uint64_t points[CLFFT_MAX_RANK]);

/* Makes the circles of the axes. */
clfft_status clfft_make_circles(const clfft_plan *plan,
                                struct clfft_probe *probe);

/* Counts work of the host, of some 20 ns a term, and asks the caller now and
   then; false: it gave up, and what is computed is of no use. */
bool clfft_count_terms(struct clfft_pace *pace, uint64_t n_terms);

/* Computes bin number `number` in stored order; of which row of the matrix. */
struct clfft_bin clfft_expect_bin(const clfft_plan *plan,
                                  const struct clfft_question *question,
                                  unsigned row, uint64_t number);

/* The power of result number `number`: a bin, a band or a ring. */
double clfft_expect_power(const clfft_plan *plan,
                          const struct clfft_question *question, unsigned row,
                          uint64_t number);

/* The mean of that over all frequencies: what errors are measured by where the
   bins of a zoom lie between those of the impulses. */
double clfft_expect_mean(const clfft_plan *plan,
                         const struct clfft_question *question, unsigned row,
                         uint64_t number);

/* The quantity for which the pixel or value at `at` stands that is closest to
   the right one; NaN if it stands for none. */
double clfft_nearest_value(const clfft_plan *plan, const unsigned char *at,
                           double right);

/* check_question.c: makes buffers for the smallest batch that shows what a
   launch may run, and fills the input. The plan's loops are those of the probe
   until the caller puts them back; input, output, circles and readings are the
   caller's to free. */
clfft_status clfft_make_probe(clfft_plan *plan, struct clfft_probe *probe);

/* check_impulse.c: fills a question; its readings are the caller's to free. */
clfft_status clfft_choose_impulses(const clfft_plan *plan,
                                   struct clfft_question *question,
                                   uint64_t seed);

/* Which question transform number `copy` gets: 0, 1, 1, 0, 1, 0, 0, 1 and so on
   (Thue and Morse), which no shift turns into itself: a transform that reads
   its neighbour's points shows. */
unsigned clfft_question_of(unsigned copy);

/* Where transform number `copy` begins, in transforms. */
uint64_t clfft_begin_of(const struct clfft_probe *probe, unsigned copy);

/* Sources of the matrix; 1 without one. */
unsigned clfft_count_sources(const clfft_desc *desc);

/* Results of one transform by all rows of the matrix, and bins on each axis of
   a row. */
uint64_t clfft_count_results(const clfft_desc *desc,
                             uint64_t bins[CLFFT_MAX_RANK]);

/* Of how many results one is compared: all columns take their turn. */
uint64_t clfft_comparison_step(const clfft_desc *desc);

/* How many bins the host computes for a question. */
uint64_t clfft_count_added(const clfft_desc *desc);

/* The number of result `i` of those that are compared. */
uint64_t clfft_compared(const struct clfft_probe *probe, uint64_t i);

/* Where a transform stores a result, in elements; which row and which bin of it
   that is, unless NULL. */
uint64_t clfft_find_result(const clfft_desc *desc, uint64_t number,
                           unsigned *row, uint64_t *bin);

/* Write a sample and a point as they are stored. */
void clfft_put_sample(const clfft_plan *plan, unsigned char *at, double value);
void clfft_put_point(const clfft_plan *plan, unsigned char *at, double re,
                     double im);

/* check_transfer.c: move what the probe has to the device and back; `output` is
   NULL in place. */
clfft_status clfft_write_probe(clfft_plan *plan,
                               const struct clfft_probe *probe,
                               cl_command_queue queue, cl_mem input,
                               cl_mem output);
clfft_status clfft_read_probe(clfft_plan *plan, const struct clfft_probe *probe,
                              cl_command_queue queue, cl_mem output);

/* check_transfer.c: tells how far the check is; CANCELLED. */
clfft_status clfft_tell_check(const clfft_plan *plan, double fraction);

/* Elements from the first point of a transform to that at `index`. */
uint64_t clfft_place_of(const uint64_t index[CLFFT_MAX_RANK],
                        const int64_t strides[CLFFT_MAX_RANK]);

/* Replace the caller's range, map and numbers of a value by those that the
   check knows, and put them back; they do nothing to a plan without these.
   Begin leaves the buffer of the new map to clfft_upload_color_map(). */
void clfft_begin_pixels(clfft_plan *plan, const struct clfft_probe *probe,
                        struct clfft_codes *asked);
void clfft_end_pixels(clfft_plan *plan, const struct clfft_codes *asked);

#endif /* CLFFT_CHECK_H */
