/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-multi-lost.c: devices of a batch that fail, under the layer that
   OPENCL_LAYERS names: the others do their work, or the error names them. */
#include "batch.h"
#include "layer/fault-layer.h"
#include "pair.h"
#include "support/test.h"

#include <stdatomic.h>
#include <unistd.h>

static atomic_uint n_warnings;

static void count_warnings(clfft_log_level level, const char *message,
                           void *data)
{
    if (level == CLFFT_LOG_WARNING && strstr(message, "is left out"))
        atomic_fetch_add(&n_warnings, 1);
}

#define NEED_LAYER()                                                           \
    do {                                                                       \
        if (!fault_layer_find_loaded())                                        \
            TEST_SKIP("no layer that makes calls fail");                       \
    } while (0)

static unsigned count_failed(const clfft_multi *multi)
{
    unsigned n = 0;

    for (unsigned i = 0; i < 2; i++) {
        clfft_multi_device_info info;
        clfft_multi_get_device(multi, i, &info);
        n += info.has_failed;
    }
    return n;
}

/* What fails, on a call of a multi that is sound before. */
static void fail_once(clfft_device *devices[2], const struct fault *fault,
                      clfft_multi_memory memory)
{
    const double shares[2] = {1, 1};
    const clfft_multi_params params = {
        .shares = shares, .memory = memory, .chunk_size = 1000};
    const struct fault_layer *layer = fault_layer_find_loaded();
    struct fault_report report;
    clfft_multi *multi = NULL;
    clfft_status status;
    const char *wrong;
    struct batch b;

    batch_make(&b, "c2c 60 x99", 1);
    TEST_REQUIRE(!clfft_multi_create(devices, 2, &b.desc, &params, &multi),
                 "%s", clfft_last_error());
    for (unsigned call = 0; call < 2; call++) { /* the second with one device */
        batch_reset(&b, call);
        atomic_store(&n_warnings, 0);
        layer->arm(call ? NULL : fault);
        status = batch_execute(&b, multi, 0);
        layer->report(&report);
        layer->arm(NULL);
        TEST_CHECK(call || report.n_failed == 1, "%s: %lu failed", fault->call,
                   report.n_failed);
        TEST_CHECK(!status, "%s: %s", fault->call, clfft_last_error());
        wrong = batch_judge(&b, multi, 0);
        TEST_CHECK(!wrong, "%s: %s", fault->call, wrong);
        TEST_CHECK(count_failed(multi) == 1, "%s: %u have failed", fault->call,
                   count_failed(multi));
        TEST_CHECK(atomic_load(&n_warnings) == !call, "%s: %u warnings",
                   fault->call, atomic_load(&n_warnings));
    }
    clfft_multi_destroy(&multi);
    batch_clear(&b);
}

static void the_others_do_what_a_failed_device_has_not_done(void)
{
    static const struct fault faults[] = {
        {.call = "clEnqueueNDRangeKernel", .at = 1, .code = -5},
        {.call = "clEnqueueNDRangeKernel", .at = 9, .code = -6},
        {.call = "clEnqueueReadBuffer", .at = 2, .code = -5},
        {.call = "clEnqueueWriteBuffer", .at = 7, .code = -36},
        {.call = "clEnqueueMapBuffer", .at = 5, .code = -12},
        {.call = "clEnqueueNDRangeKernel",
         .at = 4,
         .code = -5,
         .on_device = true},
        {.call = "clEnqueueReadBuffer", .at = 3, .code = -5, .on_device = true},
    };
    clfft_device *devices[2];

    NEED_PAIR();
    NEED_LAYER();
    TEST_REQUIRE(pair_open(devices, "", count_warnings), "%s",
                 clfft_last_error());
    for (size_t i = 0; i < COUNT(faults); i++)
        fail_once(devices, &faults[i],
                  strstr(faults[i].call, "Map") ? CLFFT_MULTI_MEMORY_MAPPED
                                                : CLFFT_MULTI_MEMORY_STAGED);
    pair_close(devices);
}

/* Whether the last error names the device and a call that failed on it; which
   of its threads is the first to meet a lost device is a matter of time. */
static bool names_call_of(unsigned device, const char *name)
{
    char start[300];
    const char *found;

    snprintf(start, sizeof start, "device %u (%s): clEnqueue", device, name);
    found = strstr(clfft_last_error(), start);
    if (!found)
        return false;
    found += strcspn(found + strlen(start), " ;") + strlen(start);
    return strstr(found, " failed: CL_OUT_OF_RESOURCES") == found;
}

static void a_call_that_no_device_can_do_names_them(void)
{
    static const struct fault fault = {
        .call = "clEnqueueNDRangeKernel", .at = 5, .code = -5, .sticky = true};
    const struct fault_layer *layer;
    clfft_device *devices[2];
    clfft_multi *multi = NULL;
    const char *name, *wrong;
    struct batch b;

    NEED_PAIR();
    NEED_LAYER();
    layer = fault_layer_find_loaded();
    TEST_REQUIRE(pair_open(devices, "", NULL), "%s", clfft_last_error());
    name = clfft_device_get_limits(devices[0])->device_name;
    batch_make(&b, "c2c 60 x99", 1);
    TEST_REQUIRE(!clfft_multi_create(devices, 2, &b.desc,
                                     &(clfft_multi_params){.chunk_size = 1000},
                                     &multi),
                 "%s", clfft_last_error());
    layer->arm(&fault);
    TEST_CHECK(batch_execute(&b, multi, 0) == CLFFT_STATUS_DEVICE, "%s",
               clfft_last_error());
    layer->arm(NULL);
    TEST_CHECK(names_call_of(0, name) && names_call_of(1, name), "%s",
               clfft_last_error());
    batch_reset(&b, 2);
    TEST_CHECK(!batch_execute(&b, multi, 0), "the next call: %s",
               clfft_last_error());
    wrong = batch_judge(&b, multi, 0);
    TEST_CHECK(!wrong, "the next call: %s", wrong);
    TEST_CHECK(!count_failed(multi), "%u are left out", count_failed(multi));
    clfft_multi_destroy(&multi);
    batch_clear(&b);
    pair_close(devices);
}

int main(int argc, char **argv)
{
    static const struct test_claim claims[] = {
        TEST(the_others_do_what_a_failed_device_has_not_done),
        TEST(a_call_that_no_device_can_do_names_them),
    };

    pair_ask_for();
    alarm(600); /* a round that is lost is waited for */
    return test_main(claims, COUNT(claims), argc, argv);
}
