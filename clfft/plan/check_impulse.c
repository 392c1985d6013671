/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * check_impulse.c: chooses the impulses that the self-check gives a transform,
 * and lists who reads them: axes and sources that overlap read one stored
 * sample several times.
 */
#include "check.h"

#include "clfft/base/error.h"
#include "clfft/base/grid.h"

#include <stdlib.h>

/* Terms of all sums that make an answer. A large transform gets more impulses,
   so that some point of each sort is not zero; it takes longer anyway. */
#define MOST_TERMS ((uint64_t)1 << 15)
#define MOST_TERMS_IF_LARGE ((uint64_t)1 << 21)
#define LARGE 262144 /* points */

#define FEW_IMPULSES 4 /* even where these sums have more terms */
#define MOST_ADDED                                                             \
    ((uint64_t)1 << 21)  /* bins of large sums; above, 1 impulse */
#define MOST_VISITS 4096 /* to list the readings of one impulse */
#define ALL_VISITS 65536 /* of a question; then the impulses there are do */

/* ---- who reads a place ---- */

/* The axes and the sources of one transform, by their steps, and the readings
   that were found. */
struct search {
    /* largest step first; how far all smaller ones reach */
    struct {
        uint64_t count, step, reach;
        unsigned axis;
    } levels[CLFFT_MAX_RANK + 1];
    uint64_t index[CLFFT_MAX_RANK + 1]; /* the source behind the axes */
    struct clfft_reading *found;
    unsigned n_found, most_found;
    unsigned n_visits, all_visits; /* of one place; of all */
    bool is_over; /* more readings, or more visits, than there may be */
};

static void add_level(struct search *search, unsigned n, unsigned axis,
                      uint64_t count, uint64_t step)
{
    unsigned at = n;

    for (; at && search->levels[at - 1].step < step; at--)
        search->levels[at] = search->levels[at - 1];
    search->levels[at].axis = axis;
    search->levels[at].count = count;
    search->levels[at].step = step;
}

static void set_levels(const clfft_desc *d, struct search *search)
{
    uint64_t points[CLFFT_MAX_RANK], reach = 0;

    clfft_count_input(d, points);
    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++)
        add_level(search, a, a, points[a],
                  a < d->rank ? (uint64_t)d->input_strides[a] : 0);
    add_level(search, CLFFT_MAX_RANK, CLFFT_MAX_RANK, clfft_count_sources(d),
              d->load.matrix ? (uint64_t)d->load.source_distance : 0);
    for (unsigned l = CLFFT_MAX_RANK + 1; l-- > 0;) {
        search->levels[l].reach = reach;
        reach += (search->levels[l].count - 1) * search->levels[l].step;
    }
}

static void add_reading(struct search *search)
{
    struct clfft_reading *reading;

    if (search->n_found == search->most_found) {
        search->is_over = true;
        return;
    }
    reading = &search->found[search->n_found++];
    for (unsigned a = 0; a < CLFFT_MAX_RANK; a++)
        reading->index[a] = search->index[a];
    reading->source = (unsigned)search->index[CLFFT_MAX_RANK];
}

/* Lists what reads `place` elements further, by levels from this one on. */
static void visit(struct search *search, unsigned level, uint64_t place)
{
    const uint64_t step = search->levels[level].step;
    const uint64_t reach = search->levels[level].reach;
    const uint64_t count = search->levels[level].count;
    uint64_t first = 0, last = count - 1;

    search->is_over |= ++search->n_visits > MOST_VISITS;
    if (step) {
        first = place > reach ? divide_up(place - reach, step) : 0;
        last = place / step < last ? place / step : last;
    }
    for (uint64_t i = first; i <= last && !search->is_over; i++) {
        search->index[search->levels[level].axis] = i;
        if (level == CLFFT_MAX_RANK)
            add_reading(search);
        else
            visit(search, level + 1, place - i * step);
    }
}

/* How many impulses the host can answer for. */
static unsigned count_impulses(const clfft_plan *plan)
{
    const uint64_t added = clfft_count_added(&plan->desc);
    const unsigned least = added > MOST_ADDED ? 1 : FEW_IMPULSES;
    uint64_t points[CLFFT_MAX_RANK], n, most;

    n = clfft_count_input(&plan->desc, points) *
        clfft_count_sources(&plan->desc);
    most = (n > LARGE ? MOST_TERMS_IF_LARGE : MOST_TERMS) / (added + 1);
    most = most < least                 ? least
           : most > CLFFT_MOST_IMPULSES ? CLFFT_MOST_IMPULSES
                                        : most;
    return (unsigned)(most < n ? most : n);
}

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return *state >> 20;
}

static double draw_value(const clfft_plan *plan, uint64_t *state)
{
    const uint64_t drawn = draw(state);
    const double value = 0.25 * (double)(1 + drawn / 2 % 3);

    return drawn & 1 && !clfft_sample_is_pixel(plan->desc.load.sample) ? -value
                                                                       : value;
}

/* Draws the place of an impulse and lists its readings. Few read what is near
   the first element: half as far away until they are not too many. */
static uint64_t draw_place(const clfft_desc *d, struct search *search,
                           uint64_t *state)
{
    uint64_t points[CLFFT_MAX_RANK], index[CLFFT_MAX_RANK];
    const uint64_t n = clfft_count_input(d, points);
    const unsigned n_sources = clfft_count_sources(d);
    uint64_t place, source;

    clfft_split_number(draw(state) % n, points, index);
    source = n_sources > 1 ? draw(state) % n_sources : 0;
    for (;;) {
        place = clfft_place_of(index, d->input_strides) +
                source * (uint64_t)d->load.source_distance;
        search->n_found = search->n_visits = 0;
        search->is_over = false;
        visit(search, 0, place);
        search->all_visits += search->n_visits;
        if (!search->is_over || !(index[0] | index[1] | index[2] | source))
            return place;
        for (unsigned a = 0; a < CLFFT_MAX_RANK; a++)
            index[a] /= 2;
        source /= 2;
    }
}

static bool is_taken(const struct clfft_question *question, uint64_t place)
{
    for (unsigned i = 0; i < question->n_impulses; i++)
        if (question->impulses[i].place == place)
            return true;
    return false;
}

/* Gives the readings that were found the value of their impulse. */
static void take_readings(const clfft_desc *d, struct clfft_question *question,
                          const struct search *search,
                          const struct clfft_impulse *impulse)
{
    for (unsigned i = 0; i < search->n_found; i++) {
        struct clfft_reading *reading = &search->found[i];
        reading->re = impulse->re;
        reading->im = impulse->im;
        reading->weight = 1;
        for (unsigned a = 0; a < d->rank; a++)
            if (d->load.windows[a])
                reading->weight *= d->load.windows[a][reading->index[a]];
    }
    question->n_readings += search->n_found;
}

clfft_status clfft_choose_impulses(const clfft_plan *plan,
                                   struct clfft_question *question,
                                   uint64_t seed)
{
    const clfft_desc *d = &plan->desc;
    uint64_t points[CLFFT_MAX_RANK];
    uint64_t state = seed ^ clfft_count_input(d, points);
    const unsigned n_sources = clfft_count_sources(d);
    const unsigned n_impulses = count_impulses(plan);
    /* all sources may read the same sample */
    const unsigned most = n_impulses > n_sources ? n_impulses : n_sources;
    struct search search = {0};

    question->readings = calloc(most, sizeof *question->readings);
    if (!question->readings)
        return clfft_fail(CLFFT_STATUS_NO_MEMORY,
                          "no memory for the self-check");
    set_levels(d, &search);
    while (question->n_impulses < n_impulses && question->n_readings < most &&
           search.all_visits < ALL_VISITS) {
        struct clfft_impulse *p = &question->impulses[question->n_impulses];
        search.found = question->readings + question->n_readings;
        search.most_found = most - question->n_readings;
        p->place = draw_place(d, &search, &state);
        if (search.is_over || is_taken(question, p->place))
            continue;
        p->re = draw_value(plan, &state);
        p->im =
            d->transform == CLFFT_TRANSFORM_R2C ? 0 : draw_value(plan, &state);
        take_readings(d, question, &search, p);
        question->n_impulses++;
    }
    return CLFFT_STATUS_OK;
}
