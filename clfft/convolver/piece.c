/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* piece.c: the order of the commands of a piece. */
#include "piece.h"

#include "clfft/base/error.h"
#include "clfft/base/grid.h"

#define GROUP_ITEMS 64

/* A grid of at least so many work-items. */
static struct clfft_grid make_grid(const clfft_convolver *c, uint64_t n_items)
{
    const clfft_limits *limits = &c->device->limits;
    size_t items = c->is_cpu ? 1 : GROUP_ITEMS;

    items = items < limits->max_work_group ? items : limits->max_work_group;
    return clfft_grid_make(limits, divide_up(n_items, items), items);
}

/*
 * Each command waits for the one before, where the queue does not see to that
 * itself: and where one fails on the device, those behind it do, up to the
 * event of the call, and those of later calls until a reset.
 */

/* To be called behind each command, with its event unless the queue keeps the
   order. `event`, or NULL, is where the caller of the call gets it too. */
static clfft_status pass_on(struct clfft_piece *p, cl_event done,
                            cl_event *event)
{
    clfft_convolver *c = p->c;
    clfft_status status = CLFFT_STATUS_OK;

    if (c->before)
        clReleaseEvent(c->before);
    c->before = p->in_order ? NULL : done;
    p->n_wait = c->before ? 1 : 0;
    p->wait[0] = c->before;
    if (event && c->before)
        CL_TRY(clRetainEvent(done));
    if (event)
        *event = done;
fail:
    return status;
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
                             p->n_wait, p->wait,
                             event || !p->in_order ? &done : NULL));
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

    params.n_wait = p->n_wait;
    params.wait = p->wait;
    params.event = p->in_order ? NULL : &done;
    TRY(clfft_plan_execute(plan, p->queue, input, output, &params));
    TRY(pass_on(p, done, NULL));
fail:
    return status;
}
