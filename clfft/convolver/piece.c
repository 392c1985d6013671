/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* piece.c: the order of the commands of a piece. */
#include "piece.h"

#include "clfft/base/error.h"
#include "clfft/base/grid.h"

#define GROUP_ITEMS 64
/* Of a CPU, where each group copies the arguments: enough to pay for that, and
   few enough for many processors. */
#define GROUP_ITEMS_CPU 8

/* A grid of at least so many work-items. */
static struct clfft_grid make_grid(const clfft_convolver *c, uint64_t n_items)
{
    const clfft_limits *limits = &c->device->limits;
    size_t items = c->is_cpu ? GROUP_ITEMS_CPU : GROUP_ITEMS;

    items = items < limits->max_work_group ? items : limits->max_work_group;
    return clfft_grid_make(limits, divide_up(n_items, items), items);
}

/* Each command waits for the one before: to be called behind each. `event`, or
   NULL, is where the caller of the call gets its event too. */
static clfft_status pass_on(struct clfft_piece *p, cl_event done,
                            cl_event *event)
{
    clfft_chain_pass_on(&p->c->chain, done);
    p->waits = (struct clfft_waits){1, {done}};
    return clfft_chain_give(&p->c->chain, event);
}

clfft_status clfft_piece_launch(struct clfft_piece *p, cl_kernel kernel,
                                const struct clfft_argument *arguments,
                                cl_uint n_arguments, uint64_t n_items,
                                cl_event *event)
{
    const struct clfft_grid grid = make_grid(p->c, n_items);
    cl_event done = NULL;
    clfft_status status;

    TRY(clfft_kernel_enqueue(kernel, p->queue, arguments, n_arguments, &grid,
                             p->waits.n, p->waits.events, &done));
    TRY(pass_on(p, done, event));
fail:
    return status;
}

clfft_status clfft_piece_execute(struct clfft_piece *p, clfft_plan *plan,
                                 cl_mem input, cl_mem output,
                                 clfft_execute_params params)
{
    cl_event done = NULL;
    clfft_status status;

    params.n_wait = p->waits.n;
    params.wait = p->waits.events;
    params.event = &done;
    TRY(clfft_plan_execute(plan, p->queue, input, output, &params));
    TRY(pass_on(p, done, NULL));
fail:
    return status;
}
