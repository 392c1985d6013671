/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * draw.c: shapes drawn at random. From neighbour to neighbour a search
 * stays where three things must change at once: other radices, exchanged in
 * parts, with registers for one group more.
 */
#include "clfft/tools/bench.h"
#include "tune.h"

#include <stdlib.h>
#include <string.h>

#define ATTEMPTS 1000

static unsigned below(uint64_t *state, unsigned n)
{
    return (unsigned)(bench_draw(state) % n);
}

/* Any product in any order. false: the last factor is no radix. */
static bool draw_radices(clfft_shape *shape, uint32_t length, unsigned most,
                         uint64_t *state)
{
    uint8_t fit[CLFFT_N_RADICES];

    memset(shape->radices, 0, sizeof shape->radices);
    shape->n_radices = 0;
    while (length > 1 && shape->n_radices < most) {
        unsigned n = 0;
        for (size_t i = 0; i < CLFFT_N_RADICES; i++)
            if (length % clfft_radices[i] == 0)
                fit[n++] = (uint8_t)clfft_radices[i];
        if (n == 0)
            return false;
        shape->radices[shape->n_radices] = fit[below(state, n)];
        length /= shape->radices[shape->n_radices++];
    }
    return length == 1;
}

/* One of the counts that idle little. false: none, or no memory. */
static bool draw_items(clfft_shape *shape, const clfft_limits *limits,
                       uint64_t *state)
{
    struct tune_list list = {0};
    clfft_shape work = *shape;
    bool found;

    work.columns = 1;
    tune_set_exchange(&work, TUNE_EXCHANGES - 1, clfft_shape_length(shape));
    found = tune_neighbours(&work, TUNE_ITEMS, limits, &list) && list.n > 0;
    if (found)
        shape->items = list.shapes[below(state, list.n)].items;
    free(list.shapes);
    return found;
}

bool tune_draw(const clfft_shape *model, const clfft_limits *limits,
               uint64_t *state, clfft_shape *drawn)
{
    const uint32_t length = clfft_shape_length(model);
    const unsigned most = model->n_radices < CLFFT_MAX_RADICES
                              ? model->n_radices + 1u
                              : CLFFT_MAX_RADICES;

    for (unsigned i = 0; i < ATTEMPTS; i++) {
        clfft_shape s = *model;
        unsigned roots;

        if (!draw_radices(&s, length, most, state) ||
            !draw_items(&s, limits, state))
            continue;
        s.columns = tune_columns[below(state, TUNE_N_COLUMNS)];
        s.layout = (clfft_layout)below(state, 3);
        roots = below(state, 3);
        s.early = roots == 1;
        s.poly = roots == 2;
        s.registers = limits->limits_registers && below(state, 2)
                          ? tune_registers[below(state, TUNE_N_REGISTERS)]
                          : 0;
        if (tune_set_exchange(&s, below(state, TUNE_EXCHANGES), length) &&
            tune_fits(&s, limits)) {
            *drawn = s;
            return true;
        }
    }
    return false;
}
