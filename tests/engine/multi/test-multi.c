/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-multi.c: batches on two devices. Results are compared with the host's
   reference, and bit for bit with those of one device. */
#include "batch.h"
#include "pair.h"
#include "support/test.h"

#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

#define N_DRAWN (test_is_full() ? 600 : 36)

/* ---- drawing ---- */

static unsigned below(unsigned n)
{
    return (unsigned)(test_random() % n);
}

/* Layouts in which N is the length, B the batch and R what r2c stores. */
static void draw_text(char *text, size_t size)
{
    static const unsigned lengths[] = {1, 2, 3, 8, 17, 30, 64, 100, 211, 256};
    static const unsigned batches[] = {1, 1, 2, 3, 5, 7, 16, 63, 64, 99, 130};
    const unsigned n = lengths[below(COUNT(lengths))];
    const unsigned b = batches[below(COUNT(batches))];
    const unsigned r = n / 2 + 1, gap = below(6);
    const char *inverse = below(2) ? " inverse" : "";
    const char *precision = below(3) ? "" : " double";
    char words[160];

    switch (below(15)) {
    case 0:
        snprintf(words, sizeof words, "c2c %u x%u%s", n, b, inverse);
        break;
    case 1:
        snprintf(words, sizeof words, "c2c %u x%u inplace%s", n, b, inverse);
        break;
    case 2: /* columns */
        snprintf(words, sizeof words, "c2c %u x%u@1 stride=%u%s", n, b, b,
                 inverse);
        break;
    case 3: /* columns in place, of several matrices */
        snprintf(words, sizeof words, "c2c %u x3@%u x%u@1 stride=%u inplace", n,
                 n * b + gap, b, b);
        break;
    case 4: /* gaps on either side */
        snprintf(words, sizeof words, "r2c %u x%u@%u:%u", n, b, n + gap,
                 r + 5 - gap);
        break;
    case 5: /* frames that overlap */
        snprintf(words, sizeof words, "r2c %u x%u@%u:%u window=hann", n, b,
                 1 + n / 3, r);
        break;
    case 6: /* interleaved channels, whose frames overlap */
        snprintf(words, sizeof words,
                 "r2c %u x%u@%u:%u x2@1:%u in-stride=2 load=s16 window=hann", n,
                 b, 2 * (1 + n / 3), 2 * r, r);
        break;
    case 7:
        snprintf(words, sizeof words, "r2c %u x%u inplace", n, b);
        break;
    case 8:
        snprintf(words, sizeof words, "c2r %u x%u", n, b);
        break;
    case 9:
        snprintf(words, sizeof words, "c2r 6x%u x%u inplace", n, b);
        break;
    case 10:
        snprintf(words, sizeof words,
                 "r2c 5x%u x%u load=unorm8 store=power sides=centered", n, b);
        break;
    case 11:
        snprintf(words, sizeof words, "r2c %u x%u load=s24be store=magnitude",
                 n, b);
        break;
    case 12:
        snprintf(words, sizeof words,
                 "r2c %u x%u@%u:%u x2@0:%u "
                 "mix=0.5,0.5/1,-1@%u",
                 n, b, 2 * n, 2 * r, r, n);
        break;
    case 13: /* frames that overlap and have gaps, of three separate runs */
        snprintf(words, sizeof words,
                 "r2c %u x3@%u:%u x%u@%u:%u in-stride=2 window=hann", n,
                 2 * n * (b + 1) + gap, r * b, b, 1 + n / 3, r);
        break;
    default:
        snprintf(words, sizeof words, "c2c 4x%u x2 x%u pitch=%u load=s8", n, b,
                 gap);
    }
    snprintf(text, size, "%s%s", words, precision);
}

/* Sets what a test may set, so that chunks are small and shares odd. */
static void draw_params(clfft_multi_params *params, double shares[2])
{
    shares[0] = 0.05 + fabs(test_uniform());
    shares[1] = 0.05 + fabs(test_uniform());
    *params =
        (clfft_multi_params){.memory = below(2) ? CLFFT_MULTI_MEMORY_STAGED
                                                : CLFFT_MULTI_MEMORY_AUTO,
                             .chunk_size = UINT64_C(1) << (4 + below(14)),
                             .shares = below(4) ? shares : NULL};
}

/* ---- results ---- */

static void run_drawn(clfft_device *devices[2], const char *text)
{
    const uint64_t seed = test_random();
    clfft_multi_params params;
    clfft_multi *multi = NULL;
    clfft_multi_info info;
    const char *wrong;
    uint64_t count;
    double shares[2];
    struct batch b;

    if (!batch_make(&b, text, seed))
        return;
    draw_params(&params, shares);
    if (clfft_multi_create(devices, 2, &b.desc, &params, &multi)) {
        TEST_CHECK(false, "%s: %s", text, clfft_last_error());
    } else {
        clfft_multi_get_info(multi, &info);
        for (unsigned call = 0; call < 2; call++) {
            count = call ? 1 + test_random() % info.count : 0;
            batch_reset(&b, seed + call);
            TEST_CHECK(!batch_execute(&b, multi, count), "%s: %s", text,
                       clfft_last_error());
            wrong = batch_judge(&b, multi, count);
            TEST_CHECK(!wrong, "%s, %llu rounds, seed %llu: %s", text,
                       (unsigned long long)count, (unsigned long long)seed,
                       wrong);
        }
    }
    clfft_multi_destroy(&multi);
    batch_clear(&b);
}

static void drawn_batches_are_right(void)
{
    clfft_device *devices[2];
    char text[256];

    NEED_PAIR();
    TEST_REQUIRE(pair_open(devices, "", NULL), "%s", clfft_last_error());
    for (int i = 0; i < N_DRAWN; i++) {
        draw_text(text, sizeof text);
        run_drawn(devices, text);
    }
    pair_close(devices);
}

/* The whole batch by a plan of that recipe. */
static bool run_plan(clfft_device *device, struct batch *b, const char *recipe,
                     unsigned char *output)
{
    const clfft_plan_params params = {.recipe = recipe};
    const cl_context context = clfft_device_get_context(device);
    const cl_command_queue queue =
        clCreateCommandQueue(context, clfft_device_get_id(device), 0, NULL);
    const cl_mem in =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, b->input_bytes,
                       b->input + BATCH_GUARD, NULL);
    const cl_mem out =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, b->output_bytes,
                       b->before + BATCH_GUARD, NULL);
    clfft_plan *plan = NULL;
    const bool done =
        !clfft_plan_create(device, &b->desc, &params, &plan) &&
        !clfft_plan_execute(plan, queue, in, out, NULL) &&
        !clEnqueueReadBuffer(queue, out, CL_TRUE, 0, b->output_bytes, output, 0,
                             NULL, NULL);

    clfft_plan_destroy(&plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    return done;
}

static void compare_bits(clfft_device *devices[2], const char *text)
{
    unsigned char *expected;
    struct batch b;

    if (!batch_make(&b, text, 5))
        return;
    expected = malloc(b.output_bytes);
    for (unsigned i = 0; i < 6; i++) {
        const unsigned n = i < 2 ? 1 : 2; /* which devices */
        clfft_multi_device_info info;
        clfft_multi_params params;
        clfft_multi *multi = NULL;
        double shares[2];

        draw_params(&params, shares);
        params.chunk_size = 3000;
        batch_reset(&b, 5);
        TEST_CHECK(!clfft_multi_create(devices + (i == 1), n, &b.desc, &params,
                                       &multi) &&
                       !batch_execute(&b, multi, 0),
                   "%s: %s", text, clfft_last_error());
        if (multi && i == 0) {
            clfft_multi_get_device(multi, 0, &info);
            TEST_CHECK(run_plan(devices[0], &b, info.recipe, expected),
                       "%s: %s", text, clfft_last_error());
        }
        TEST_CHECK(!memcmp(expected, b.output + BATCH_GUARD, b.output_bytes),
                   "%s: run %u has other bits", text, i);
        clfft_multi_destroy(&multi);
    }
    free(expected);
    batch_clear(&b);
}

static void one_device_or_two_give_the_same_bits(void)
{
    static const char *const texts[] = {"c2c 60 x99",
                                        "c2c 211 x37 inverse",
                                        "r2c 240 x65@80:121 window=hann",
                                        "c2r 100 x130",
                                        "r2c 12x18 x33 load=unorm8 store=power",
                                        "c2c 64 x70@1 stride=70",
                                        "r2c 64 x9 double"};
    clfft_device *devices[2];

    NEED_PAIR();
    TEST_REQUIRE(pair_open(devices, "", NULL), "%s", clfft_last_error());
    for (size_t i = 0; i < COUNT(texts); i++)
        compare_bits(devices, texts[i]);
    pair_close(devices);
}

/* ---- what it tells ---- */

static void every_round_is_one_devices(void)
{
    static const unsigned batches[] = {1, 2, 3, 64, 1000};
    clfft_device *devices[2];

    NEED_PAIR();
    TEST_REQUIRE(pair_open(devices, "", NULL), "%s", clfft_last_error());
    for (size_t i = 0; i < COUNT(batches); i++) {
        const double shares[2] = {1, 3};
        const clfft_multi_params params = {.shares = shares,
                                           .keeps_shares = true};
        clfft_multi_device_info info[3];
        clfft_multi *multi = NULL;
        struct batch b;
        char text[40];

        snprintf(text, sizeof text, "c2c 30 x%u", batches[i]);
        batch_make(&b, text, 1);
        TEST_CHECK(!clfft_multi_create(devices, 2, &b.desc, &params, &multi) &&
                       !batch_execute(&b, multi, 0) &&
                       !batch_execute(&b, multi, 0),
                   "%s: %s", text, clfft_last_error());
        for (unsigned k = 0; k < 2 && multi; k++)
            clfft_multi_get_device(multi, k, &info[k]);
        TEST_CHECK(info[0].count + info[1].count == batches[i],
                   "%s: %llu and %llu", text, (unsigned long long)info[0].count,
                   (unsigned long long)info[1].count);
        TEST_CHECK(info[0].count * 4 <= batches[i] + 2, "%s: %llu of the first",
                   text, (unsigned long long)info[0].count);
        TEST_CHECK(fabs(info[0].share - 0.25) < 1e-9 &&
                       fabs(info[1].share - 0.75) < 1e-9,
                   "%s: shares %g and %g", text, info[0].share, info[1].share);
        TEST_CHECK(clfft_multi_get_device(multi, 2, &info[2]) ==
                       CLFFT_STATUS_INVALID,
                   "a third device");
        clfft_multi_destroy(&multi);
        batch_clear(&b);
    }
    pair_close(devices);
}

static size_t count_chosen(const char *names)
{
    clfft_device_entry *entries;
    size_t n;

    TEST_CHECK(!clfft_choose_devices(names, &entries, &n), "%s: %s", names,
               clfft_last_error());
    free(entries);
    return n;
}

static void devices_are_chosen_by_names(void)
{
    clfft_device_entry *entries = NULL;
    size_t n, n_all = 0, n_cpus = 0;
    char names[64];

    NEED_PAIR();
    TEST_REQUIRE(!clfft_list_devices(&entries, &n_all), "%s",
                 clfft_last_error());
    for (size_t i = 0; i < n_all; i++)
        n_cpus += (entries[i].limits.type & CL_DEVICE_TYPE_CPU) != 0;
    TEST_CHECK(count_chosen("all-cpus") == n_cpus, "not %zu", n_cpus);
    TEST_CHECK(count_chosen("cpu,ALL-CPUS,cpu") == n_cpus, "not each once");
    TEST_CHECK(count_chosen(NULL) == 1, "auto is not one device");
    snprintf(names, sizeof names, "%u:%u,%u:%u",
             entries[n_all - 1].platform_index, entries[n_all - 1].device_index,
             entries[0].platform_index, entries[0].device_index);
    TEST_CHECK(count_chosen(names) == 2, "%s", names);
    free(entries);
    TEST_CHECK(clfft_choose_devices("cpu,77:0", &entries, &n) ==
                       CLFFT_STATUS_NO_DEVICE &&
                   !entries && !n && strstr(clfft_last_error(), "\"77:0\""),
               "%s", clfft_last_error());
    TEST_CHECK(clfft_choose_devices("", &entries, &n) == CLFFT_STATUS_NO_DEVICE,
               "%s", clfft_last_error());
}

static void what_is_wrong_is_refused(void)
{
    const clfft_desc desc = {
        .lengths = {8}, .n_loops = 1, .loops = {{4, 8, 8}}};
    const double bad[2] = {1, 0};
    float in[64] = {0}, out[64];
    clfft_device *devices[2], *twice[2], *none[2] = {0};
    clfft_multi *multi = NULL;

#define REFUSED(text, call)                                                    \
    TEST_CHECK((call) == CLFFT_STATUS_INVALID &&                               \
                   strstr(clfft_last_error(), text),                           \
               "%s: %s", text, clfft_last_error())
#define CREATE(d, n, ...)                                                      \
    clfft_multi_create(d, n, &desc, &(clfft_multi_params){__VA_ARGS__}, &multi)
    NEED_PAIR();
    TEST_REQUIRE(pair_open(devices, "", NULL), "%s", clfft_last_error());
    twice[0] = twice[1] = devices[1];
    REFUSED("0 devices", CREATE(devices, 0, .memory = 0));
    REFUSED("65 devices", CREATE(devices, 65, .memory = 0));
    REFUSED("device 0 is NULL", CREATE(none, 1, .memory = 0));
    REFUSED("devices 0 and 1 are the same", CREATE(twice, 2, .memory = 0));
    REFUSED("unknown memory 9", CREATE(devices, 2, .memory = 9));
    REFUSED("share 1 is 0", CREATE(devices, 2, .shares = bad));
    REFUSED("reserved", CREATE(devices, 2, .reserved = {1}));
    TEST_CHECK(!multi, "made all the same");
    TEST_REQUIRE(!CREATE(devices, 2, .memory = 0), "%s", clfft_last_error());
    REFUSED("no input", clfft_multi_execute(multi, NULL, out, NULL));
    REFUSED("separate memory", clfft_multi_execute(multi, in, in, NULL));
    REFUSED("count 5 is above the 4",
            clfft_multi_execute(multi, in, out,
                                &(clfft_multi_execute_params){.count = 5}));
    REFUSED("reserved", clfft_multi_execute(
                            multi, in, out,
                            &(clfft_multi_execute_params){.reserved = {1}}));
    TEST_CHECK(!clfft_multi_execute(multi, in, out, NULL), "%s",
               clfft_last_error());
    clfft_multi_destroy(&multi);
    clfft_multi_destroy(&multi);
    pair_close(devices);
#undef REFUSED
#undef CREATE
}

/* ---- waiting ---- */

struct patience {
    atomic_uint n_waits, most;
    atomic_bool has_given_up;
};

static bool wait_some(cl_event event, char *reason, size_t size, void *data)
{
    struct patience *p = data;

    if (atomic_fetch_add(&p->n_waits, 1) >= atomic_load(&p->most)) {
        atomic_store(&p->has_given_up, true);
        snprintf(reason, size, "enough");
        return false;
    }
    return clWaitForEvents(1, &event) == CL_SUCCESS;
}

static bool has_given_up(void *data)
{
    return atomic_load(&((struct patience *)data)->has_given_up);
}

static void a_waiter_that_gives_up_cancels_the_call(void)
{
    struct patience patience = {.most = 1000000};
    const clfft_waiter waiter = {wait_some, has_given_up, &patience};
    const clfft_multi_params params = {.waiter = &waiter, .chunk_size = 1000};
    clfft_device *devices[2];
    clfft_multi *multi = NULL;
    struct batch b;

    NEED_PAIR();
    TEST_REQUIRE(pair_open(devices, "", NULL), "%s", clfft_last_error());
    batch_make(&b, "c2c 60 x99", 1);
    TEST_REQUIRE(!clfft_multi_create(devices, 2, &b.desc, &params, &multi) &&
                     !batch_execute(&b, multi, 0),
                 "%s", clfft_last_error());
    TEST_CHECK(!batch_judge(&b, multi, 0), "wrong with a waiter");
    TEST_CHECK(atomic_load(&patience.n_waits) > 0, "it was not asked");
    atomic_store(&patience.most, atomic_load(&patience.n_waits) + 3);
    TEST_CHECK(batch_execute(&b, multi, 0) == CLFFT_STATUS_CANCELLED, "%s",
               clfft_last_error());
    TEST_CHECK(batch_execute(&b, multi, 0) == CLFFT_STATUS_CANCELLED, "%s",
               clfft_last_error());
    clfft_multi_destroy(&multi); /* frees nothing; so the devices stay, too */
    batch_clear(&b);
}

int main(int argc, char **argv)
{
    static const struct test_claim claims[] = {
        TEST(drawn_batches_are_right),
        TEST(one_device_or_two_give_the_same_bits),
        TEST(every_round_is_one_devices),
        TEST(devices_are_chosen_by_names),
        TEST(what_is_wrong_is_refused),
        TEST(a_waiter_that_gives_up_cancels_the_call),
    };

    pair_ask_for();
    alarm(600); /* a round that is lost is waited for */
    return test_main(claims, COUNT(claims), argc, argv);
}
