/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-pace.c: the creation of a plan of a large transform. What the host moves
 * and waits for is counted, by functions of OpenCL's that this program has in
 * the driver's place, so that no claim depends on the machine: little in all,
 * less between two calls of the progress function, and nothing behind one that
 * said no.
 */
#include "engine/harness.h"
#include "support/test.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define MOST_BYTES                                                             \
    ((size_t)12 << 20) /* of the host's, whatever the transform */
#define MOST_BETWEEN ((size_t)6 << 20)
#define MOST_COPIED ((size_t)256 << 20)

/* What the host did since the last call of note(), and in all. */
static struct {
    size_t bytes, copied, launches;
} since, all, worst;

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void count(size_t bytes, size_t copied, size_t launches)
{
    since.bytes += bytes;
    since.copied += copied;
    since.launches += launches;
    all.bytes += bytes;
    worst.bytes = larger(worst.bytes, since.bytes);
    worst.copied = larger(worst.copied, since.copied);
    worst.launches = larger(worst.launches, since.launches);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool wait,
                            size_t offset, size_t size, const void *bytes,
                            cl_uint n, const cl_event *events, cl_event *event)
{
    __typeof__(&clEnqueueWriteBuffer) next;

    *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueWriteBuffer");
    count(size, 0, 0);
    return next(queue, buffer, wait, offset, size, bytes, n, events, event);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool wait,
                           size_t offset, size_t size, void *bytes, cl_uint n,
                           const cl_event *events, cl_event *event)
{
    __typeof__(&clEnqueueReadBuffer) next;

    *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueReadBuffer");
    count(size, 0, 0);
    return next(queue, buffer, wait, offset, size, bytes, n, events, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to,
                           size_t from_offset, size_t to_offset, size_t size,
                           cl_uint n, const cl_event *events, cl_event *event)
{
    __typeof__(&clEnqueueCopyBuffer) next;

    *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueCopyBuffer");
    count(0, size, 0);
    return next(queue, from, to, from_offset, to_offset, size, n, events,
                event);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                              cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local,
                              cl_uint n, const cl_event *events,
                              cl_event *event)
{
    __typeof__(&clEnqueueNDRangeKernel) next;

    *(void **)&next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
    count(0, 0, 1);
    return next(queue, kernel, dimensions, offset, global, local, n, events,
                event);
}

/* With a waiter that cannot be held a plan is made on the calling thread, which
   is asked by its steps alone. */
static bool wait_for(cl_event event, char *reason, size_t size, void *data)
{
    return clWaitForEvents(1, &event) == CL_SUCCESS;
}

static bool has_given_up(void *data)
{
    return false;
}

struct calls {
    unsigned n, stop_at, n_after; /* after it said no */
    double last;
    bool falls;
};

static bool note(double fraction, const char *what, void *data)
{
    struct calls *calls = data;

    since.bytes = since.copied = since.launches = 0;
    calls->falls |= fraction < calls->last || !*what;
    calls->last = fraction;
    calls->n_after += calls->stop_at && calls->n >= calls->stop_at;
    return ++calls->n != calls->stop_at;
}

/* Draws a transform of 2^19 to 2^22 points, whose samples may have a zero that
   is not made of zeros and any number of bytes. */
static void draw_large(char text[128])
{
    static const char *const transforms[] = {
        "c2c",
        "r2c",
        "c2r",
        "c2c",
    };
    static const char *const hooks[] = {
        "",
        "load=u24be",
        "load=s16",
        "load=u8",
        "load=unorm10",
        "store=power sides=centered",
        "pad=",
        "store=db pixel=gray8 range=-80:0",
    };
    const unsigned kind = test_random() % 4;
    const bool deep = test_random() % 2;
    const unsigned a = 16 + test_random() % 48, b = 64 + test_random() % 64;
    const unsigned c = (1u << 21) / a / b;
    const char *hook = kind == 1 ? hooks[test_random() % 8] : "";

    if (!strcmp(hook, "pad="))
        hook = "window=hann,hann,hann";
    if (!deep && strstr(hook, "window"))
        hook = "window=hann,none";
    if (deep)
        snprintf(text, 128, "%s %ux%ux%u %s", transforms[kind], a, b, c, hook);
    else
        snprintf(text, 128, "%s %ux%u %s%s", transforms[kind], a * 4, b * c / 4,
                 hook, kind == 0 && test_random() % 2 ? " inplace" : "");
}

static clfft_status try_plan(const char *text, struct calls *calls)
{
    static const clfft_waiter waiter = {.wait = wait_for,
                                        .has_given_up = has_given_up};
    const clfft_plan_params params = {
        .progress = note, .progress_data = calls, .waiter = &waiter};
    clfft_status status;
    clfft_desc desc;
    clfft_plan *plan;

    memset(&since, 0, sizeof since);
    memset(&all, 0, sizeof all);
    memset(&worst, 0, sizeof worst);
    status = clfft_desc_parse(text, &desc);
    if (status != CLFFT_STATUS_OK)
        return status;
    status = clfft_plan_create(harness_device(), &desc, &params, &plan);
    clfft_plan_destroy(&plan);
    clfft_desc_clear(&desc);
    return status;
}

static void the_host_moves_little_of_a_large_transform(void)
{
    REQUIRE_DEVICE;
    for (unsigned i = 0; i < (test_is_full() ? 12 : 3); i++) {
        struct calls calls = {0};
        char text[128];

        draw_large(text);
        const clfft_status status = try_plan(text, &calls);
        printf("# %s: %u calls, %zu bytes, at once %zu, copied %zu\n", text,
               calls.n, all.bytes, worst.bytes, worst.copied);
        TEST_CHECK(status == CLFFT_STATUS_OK, "%s: %s", text,
                   clfft_last_error());
        TEST_CHECK(all.bytes <= MOST_BYTES && worst.bytes <= MOST_BETWEEN &&
                       worst.copied <= MOST_COPIED && worst.launches <= 1,
                   "%s: %zu bytes, %zu at once, copied %zu, %zu launches", text,
                   all.bytes, worst.bytes, worst.copied, worst.launches);
        TEST_CHECK(!calls.falls && calls.last == 1, "%s: %u calls, up to %g",
                   text, calls.n, calls.last);
    }
}

/* The plan of a prime has long tables, too. */
static void nothing_is_done_after_giving_up(void)
{
    REQUIRE_DEVICE;
    for (unsigned i = 0; i < (test_is_full() ? 12 : 4); i++) {
        struct calls calls = {.stop_at = 1 + test_random() % 12};
        char text[128];

        if (i % 2)
            draw_large(text);
        else
            snprintf(text, sizeof text, "c2c %u",
                     262147 + (unsigned)(test_random() % 9999));
        const clfft_status status = try_plan(text, &calls);
        TEST_CHECK(status == CLFFT_STATUS_CANCELLED && !calls.n_after &&
                       calls.n == calls.stop_at && !since.bytes &&
                       !since.copied && !since.launches,
                   "%s: status %d, %u calls of %u, then %u, %zu bytes", text,
                   status, calls.n, calls.stop_at, calls.n_after, since.bytes);
    }
}

TEST_MAIN(TEST(the_host_moves_little_of_a_large_transform),
          TEST(nothing_is_done_after_giving_up))
