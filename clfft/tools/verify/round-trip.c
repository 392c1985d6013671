/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* round-trip.c: forward, then inverse, must give the input times N. */
#include "clfft/tools/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POOLED_POINTS 65536
#define ROUND_TRIP_FACTOR 1.5 /* of the forward bar */

static bool is_plain(const clfft_desc *desc)
{
    bool plain = desc->transform != CLFFT_TRANSFORM_C2R && !desc->in_place &&
                 !desc->load.sample && !desc->load.subtract_mean &&
                 !desc->load.subtract_line && !desc->load.matrix &&
                 !desc->store.quantity && !desc->store.sides &&
                 (desc->scale == 0 || desc->scale == 1);

    for (unsigned axis = 0; axis < CLFFT_MAX_RANK; axis++)
        plain = plain && !desc->load.windows[axis] && !desc->load.lengths[axis];
    return plain;
}

static void make_inverse(const clfft_desc *forward, clfft_desc *inverse)
{
    *inverse = *forward;
    if (forward->transform == CLFFT_TRANSFORM_R2C)
        inverse->transform = CLFFT_TRANSFORM_C2R;
    inverse->direction = forward->direction == CLFFT_DIRECTION_INVERSE
                             ? CLFFT_DIRECTION_FORWARD
                             : CLFFT_DIRECTION_INVERSE;
    memcpy(inverse->input_strides, forward->output_strides,
           sizeof inverse->input_strides);
    memcpy(inverse->output_strides, forward->input_strides,
           sizeof inverse->output_strides);
    for (unsigned l = 0; l < forward->n_loops; l++) {
        inverse->loops[l].input_distance = forward->loops[l].output_distance;
        inverse->loops[l].output_distance = forward->loops[l].input_distance;
    }
}

static double number_at(const void *numbers, clfft_precision precision,
                        size_t i)
{
    return precision == CLFFT_PRECISION_DOUBLE ? ((const double *)numbers)[i]
                                               : ((const float *)numbers)[i];
}

/* Over the points; what lies between them is no part of the transform. */
static double compare(const struct bench_case *item, const void *returned)
{
    const clfft_precision precision = item->desc.precision;
    const uint64_t parts = item->desc.transform == CLFFT_TRANSFORM_C2C ? 2 : 1;
    const uint64_t n_points = item->layout->n_points;
    long double error = 0, value = 0;

    for (uint64_t r = 0; r < item->layout->n_transforms; r++)
        for (uint64_t i = 0; i < parts * n_points; i++) {
            const size_t place =
                parts * reference_input_index(item->reference, r, i / parts) +
                i % parts;
            const long double x = number_at(item->input, precision, place);
            const long double difference =
                number_at(returned, precision, place) / n_points - x;
            error += difference * difference;
            value += x * x;
        }
    return (double)sqrtl(error / value);
}

static clfft_status there_and_back(const struct bench_device *device,
                                   const struct bench_case *item,
                                   void *returned)
{
    clfft_plan *forward = NULL, *backward = NULL;
    clfft_status status;
    clfft_desc inverse;
    cl_mem start = NULL, middle = NULL;
    cl_int error, error2;

    make_inverse(&item->desc, &inverse);
    start = clCreateBuffer(device->context,
                           CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                           item->input_size, item->input, &error);
    middle = clCreateBuffer(device->context, CL_MEM_READ_WRITE,
                            item->output_size, NULL, &error2);
    status = error || error2
                 ? CLFFT_STATUS_NO_MEMORY
                 : clfft_plan_create(device->engine, &item->desc,
                                     &device->options->plan, &forward);
    if (status == CLFFT_STATUS_OK)
        status = clfft_plan_create(device->engine, &inverse,
                                   &device->options->plan, &backward);
    if (status == CLFFT_STATUS_OK)
        status =
            clfft_plan_execute(forward, device->queue, start, middle, NULL);
    if (status == CLFFT_STATUS_OK)
        status =
            clfft_plan_execute(backward, device->queue, middle, start, NULL);
    if (status == CLFFT_STATUS_OK &&
        clEnqueueReadBuffer(device->queue, start, CL_TRUE, 0, item->input_size,
                            returned, 0, NULL, NULL) != CL_SUCCESS)
        status = CLFFT_STATUS_DEVICE;
    clfft_plan_destroy(&forward);
    clfft_plan_destroy(&backward);
    if (start)
        clReleaseMemObject(start);
    if (middle)
        clReleaseMemObject(middle);
    return status;
}

/* The same words with another batch. */
static void replace_batch(const char *text, uint64_t batch, char *larger,
                          size_t size)
{
    size_t used =
        (size_t)snprintf(larger, size, "%.*s", (int)strcspn(text, " "), text);

    for (unsigned word = 0; used < size; word++) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
        if (!*text)
            break;
        if (*text != 'x')
            used += (size_t)snprintf(larger + used, size - used, " %.*s",
                                     (int)strcspn(text, " "), text);
        if (word == 0 && used < size) /* behind the lengths */
            used += (size_t)snprintf(larger + used, size - used, " x%llu",
                                     (unsigned long long)batch);
    }
}

/* The same description with a batch that pools enough points, unless loops have
   distances: those are what is tried then. */
static bool open_pooled(struct bench_case *item, const char *text,
                        uint64_t seed, char *reason)
{
    char larger[512];
    uint64_t points;

    if (!bench_case_open(item, text, reason))
        return false;
    points = item->layout->n_points * item->layout->n_transforms;
    if (is_plain(&item->desc) && points < POOLED_POINTS && !strchr(text, '@')) {
        replace_batch(text,
                      (POOLED_POINTS + item->layout->n_points - 1) /
                          item->layout->n_points,
                      larger, sizeof larger);
        bench_case_close(item);
        if (!bench_case_open(item, larger, reason))
            return false;
        item->text = text;
    }
    if (bench_case_fill(item, seed, reason))
        return true;
    bench_case_close(item);
    return false;
}

void bench_verify_round_trip(const struct bench_device *device,
                             const char *text, uint64_t seed,
                             struct bench_verdict *verdict)
{
    struct reference_limits limits;
    struct bench_case item;
    clfft_status status;
    void *returned;

    *verdict = (struct bench_verdict){.ratio = INFINITY};
    if (!open_pooled(&item, text, seed, verdict->message))
        return;
    returned = malloc(item.input_size);
    reference_get_limits(&item.desc, &limits);
    verdict->limit = ROUND_TRIP_FACTOR * bench_case_limit(&item, limits.pooled);
    if (!is_plain(&item.desc) || !item.layout->separate_inputs || !returned) {
        snprintf(verdict->message, sizeof verdict->message,
                 !returned ? "no memory"
                 : !is_plain(&item.desc)
                     ? "a round trip starts from c2c or r2c, out of place, "
                       "without hooks and scale"
                     : "inputs that overlap cannot be written back");
        verdict->refused = verdict->has_no_round_trip = returned != NULL;
    } else {
        status = there_and_back(device, &item, returned);
        if (status == CLFFT_STATUS_OK) {
            verdict->relative = compare(&item, returned);
            verdict->ratio = verdict->relative / verdict->limit;
            if (!(verdict->ratio <= 1))
                snprintf(verdict->message, sizeof verdict->message,
                         "the round trip misses its bar");
        } else {
            snprintf(verdict->message, sizeof verdict->message, "%s: %s",
                     clfft_status_name(status), clfft_last_error());
            verdict->refused = status == CLFFT_STATUS_UNSUPPORTED;
        }
    }
    free(returned);
    bench_case_close(&item);
}
