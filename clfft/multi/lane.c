/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * lane.c: one chunk on one device. The device never sees the caller's memory:
 * chunks are copied by the lane's thread, so that a command that fails or hangs
 * leaves nothing behind there.
 */
#include "state.h"

#include "clfft/base/error.h"
#include "clfft/device/wait.h"

/* ---- life ---- */

static clfft_status new_host_memory(struct clfft_lane *lane, cl_map_flags flags,
                                    size_t size, cl_mem *buffer, void **bytes)
{
    clfft_device *device = lane->member->device;
    clfft_status status;
    cl_event event;
    cl_int code;

    TRY(clfft_device_new_buffer(
        device, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size, NULL, buffer));
    *bytes = clEnqueueMapBuffer(lane->queue, *buffer, CL_FALSE, flags, 0, size,
                                0, NULL, &event, &code);
    CL_CHECK(code, "clEnqueueMapBuffer");
    status = clfft_wait_and_release(lane->member->multi->waiter, event);
fail:
    return status;
}

static clfft_status make_buffers(struct clfft_lane *lane)
{
    struct clfft_member *member = lane->member;
    const clfft_multi *multi = member->multi;
    const size_t in_size =
        clfft_places_length(&multi->input, multi->chunk) * multi->input.size;
    const size_t out_size =
        clfft_places_length(&multi->output, multi->chunk) * multi->output.size;
    const cl_mem_flags flags =
        CL_MEM_READ_WRITE | (member->is_mapped ? CL_MEM_ALLOC_HOST_PTR : 0);
    clfft_status status;

    TRY(clfft_device_new_buffer(member->device, flags, in_size, NULL,
                                &lane->input));
    TRY(clfft_device_new_buffer(member->device, flags, out_size, NULL,
                                &lane->output));
    member->device_size += in_size + out_size;
    if (member->is_mapped)
        return CLFFT_STATUS_OK;
    TRY(new_host_memory(lane, CL_MAP_WRITE, in_size, &lane->host_input,
                        &lane->input_bytes));
    TRY(new_host_memory(lane, CL_MAP_READ, out_size, &lane->host_output,
                        &lane->output_bytes));
    member->host_size += in_size + out_size;
fail:
    return status;
}

clfft_status clfft_lane_make(struct clfft_lane *lane,
                             const clfft_plan_params *params)
{
    struct clfft_member *member = lane->member;
    clfft_plan_info info;
    clfft_status status;
    cl_int code;

    lane->queue = clCreateCommandQueue(member->device->context,
                                       member->device->id, 0, &code);
    CL_CHECK(code, "clCreateCommandQueue");
    TRY(clfft_plan_create(member->device, &member->multi->desc, params,
                          &lane->plan));
    clfft_plan_get_info(lane->plan, &info);
    member->device_size += info.scratch_size;
    TRY(make_buffers(lane));
fail:
    return status;
}

bool clfft_lane_drain(struct clfft_lane *lane)
{
    const clfft_waiter *waiter = lane->member->multi->waiter;

    if (lane->input_bytes)
        clEnqueueUnmapMemObject(lane->queue, lane->host_input,
                                lane->input_bytes, 0, NULL, NULL);
    if (lane->output_bytes)
        clEnqueueUnmapMemObject(lane->queue, lane->host_output,
                                lane->output_bytes, 0, NULL, NULL);
    lane->input_bytes = lane->output_bytes = NULL;
    if (lane->queue)
        clfft_drain_queue(waiter, lane->queue);
    clfft_plan_destroy(&lane->plan); /* it waits, too */
    return !clfft_has_given_up(waiter);
}

void clfft_lane_clear(struct clfft_lane *lane)
{

    RELEASE_BUFFERS(lane->input, lane->output, lane->host_input,
                    lane->host_output);
    if (lane->queue)
        clReleaseCommandQueue(lane->queue);
}

/* ---- chunks ---- */

struct chunk {
    struct clfft_lane *lane;
    uint64_t count;
    size_t input_size, output_size; /* bytes */
    cl_event written, executed, read;
};

static void release(cl_event *event)
{
    if (*event)
        clReleaseEvent(*event);
    *event = NULL;
}

/* clfft_wait_and_release() releases it. */
static clfft_status wait_for(const struct chunk *c, cl_event *event)
{
    const cl_event waited = *event;

    *event = NULL;
    return clfft_wait_and_release(c->lane->member->multi->waiter, waited);
}

static clfft_status execute(struct chunk *c)
{
    clfft_execute_params params = {
        .n_wait = 1, .wait = &c->written, .event = &c->executed};

    params.counts[c->lane->member->multi->loop] = c->count;
    return clfft_plan_execute(c->lane->plan, c->lane->queue, c->lane->input,
                              c->lane->output, &params);
}

/* Each command waits for the event of the one before: what fails on the device
   fails what follows, whatever the driver makes of its queue then. */
static clfft_status run_staged(struct chunk *c,
                               const struct clfft_places *input,
                               const void *from,
                               const struct clfft_places *output, void *to)
{
    struct clfft_lane *lane = c->lane;
    clfft_status status;

    clfft_places_load(input, c->count, from, lane->input_bytes);
    CL_TRY(clEnqueueWriteBuffer(lane->queue, lane->input, CL_FALSE, 0,
                                c->input_size, lane->input_bytes, 0, NULL,
                                &c->written));
    TRY(execute(c));
    CL_TRY(clEnqueueReadBuffer(lane->queue, lane->output, CL_FALSE, 0,
                               c->output_size, lane->output_bytes, 1,
                               &c->executed, &c->read));
    TRY(wait_for(c, &c->read));
    clfft_places_store(output, c->count, lane->output_bytes, to);
fail:
    return status;
}

static clfft_status map(struct chunk *c, cl_mem buffer, cl_map_flags flags,
                        size_t size, cl_event after, void **bytes)
{
    clfft_status status = CLFFT_STATUS_OK;
    cl_event mapped = NULL;
    cl_int code;

    *bytes = clEnqueueMapBuffer(c->lane->queue, buffer, CL_FALSE, flags, 0,
                                size, after ? 1 : 0, after ? &after : NULL,
                                &mapped, &code);
    if (code != CL_SUCCESS)
        *bytes = NULL;
    CL_CHECK(code, "clEnqueueMapBuffer");
    TRY(wait_for(c, &mapped));
fail:
    return status;
}

static clfft_status run_mapped(struct chunk *c,
                               const struct clfft_places *input,
                               const void *from,
                               const struct clfft_places *output, void *to)
{
    struct clfft_lane *lane = c->lane;
    void *in = NULL, *out = NULL;
    clfft_status status;

    TRY(map(c, lane->input, CL_MAP_WRITE_INVALIDATE_REGION, c->input_size, NULL,
            &in));
    clfft_places_load(input, c->count, from, in);
    CL_TRY(clEnqueueUnmapMemObject(lane->queue, lane->input, in, 0, NULL,
                                   &c->written));
    in = NULL;
    TRY(execute(c));
    TRY(map(c, lane->output, CL_MAP_READ, c->output_size, c->executed, &out));
    clfft_places_store(output, c->count, out, to);
fail:
    if (in)
        clEnqueueUnmapMemObject(lane->queue, lane->input, in, 0, NULL, NULL);
    if (out)
        clEnqueueUnmapMemObject(lane->queue, lane->output, out, 0, NULL, NULL);
    return status;
}

/* PoCL counts the users of a compiled kernel for all devices of the process,
   and ends the process where several run it at once and the count goes wrong
   (3.1): there the chunks of all multis take turns. */
static pthread_mutex_t turns = PTHREAD_MUTEX_INITIALIZER;

static bool takes_turns(const struct clfft_lane *lane)
{
    return clfft_device_is_pocl(&lane->member->device->limits);
}

static clfft_status run_chunk(struct chunk *c, const struct clfft_places *input,
                              const void *from,
                              const struct clfft_places *output, void *to)
{
    const struct clfft_member *member = c->lane->member;
    const clfft_status status = (member->is_mapped ? run_mapped : run_staged)(
        c, input, from, output, to);

    if (status != CLFFT_STATUS_OK) /* the next chunk needs these buffers */
        clfft_drain_queue(member->multi->waiter, c->lane->queue);
    return status;
}

clfft_status clfft_lane_run(struct clfft_lane *lane, uint64_t count,
                            const struct clfft_places *input, const void *from,
                            const struct clfft_places *output, void *to)
{
    struct chunk c = {
        .lane = lane,
        .count = count,
        .input_size = clfft_places_length(input, count) * input->size,
        .output_size = clfft_places_length(output, count) * output->size,
    };
    clfft_status status;

    if (takes_turns(lane))
        pthread_mutex_lock(&turns);
    status = run_chunk(&c, input, from, output, to);
    if (takes_turns(lane))
        pthread_mutex_unlock(&turns);
    if (clfft_has_given_up(lane->member->multi->waiter))
        return status; /* the events may be the device's */
    release(&c.written);
    release(&c.executed);
    release(&c.read);
    return status;
}
