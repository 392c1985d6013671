/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-partition.c: partitions of impulse responses have all taps, are ready in
   time, and cost least. */
#include "clfft/convolver/partition.h"
#include "support/test.h"

#include <math.h>

static uint64_t draw_size(double most)
{
    return (uint64_t)exp2(log2(most) * fabs(test_uniform()));
}

static struct clfft_partition_question draw(void)
{
    const clfft_limits cpu = {.type = CL_DEVICE_TYPE_CPU, .compute_units = 2};
    const clfft_limits gpu = {.type = CL_DEVICE_TYPE_GPU, .compute_units = 100};
    struct clfft_partition_question q = {
        .taps = draw_size(4e6),
        .latency = test_random() % 3 ? draw_size(10000) - 1 : 0,
        .frames = draw_size(100000),
        .costs = clfft_partition_get_costs(test_random() % 2 ? &cpu : &gpu,
                                           CLFFT_PRECISION_SINGLE)};

    q.inputs = q.outputs = q.n_responses = (unsigned)draw_size(64);
    q.pairs = q.outputs;
    if (test_random() % 2) {
        q.pairs *= q.inputs;
        q.n_responses *= q.inputs;
    }
    return q;
}

static const char *print(const struct clfft_partition_question *q,
                         const struct clfft_partitions *p)
{
    static char text[400];
    const int n =
        snprintf(text, sizeof text,
                 "%llu taps, latency %llu, calls of %llu, %u channels: ",
                 (unsigned long long)q->taps, (unsigned long long)q->latency,
                 (unsigned long long)q->frames, q->inputs);

    clfft_partition_print(p, text + n, sizeof text - (size_t)n);
    return text;
}

static void partitions_have_all_taps_in_time(void)
{
    for (unsigned i = 0; i < 2000 && !test_n_failures; i++) {
        const struct clfft_partition_question q = draw();
        struct clfft_partitions p;
        uint64_t end, least = 0;

        clfft_partition_plan(&q, &p);
        end = p.direct;
        TEST_CHECK(isfinite(p.cost), "%s", print(&q, &p));
        for (unsigned j = 0; j < p.n_levels; j++) {
            const struct clfft_level_plan *l = &p.levels[j];

            TEST_CHECK(!(l->block & (l->block - 1)) && l->block > least,
                       "%s: block %llu", print(&q, &p),
                       (unsigned long long)l->block);
            least = l->block;
            if (l->is_early) {
                TEST_CHECK(j == 0 && end == 0, "%s: early", print(&q, &p));
                end = l->block;
            }
            TEST_CHECK(l->offset == end, "%s: level %u begins at %llu",
                       print(&q, &p), j, (unsigned long long)l->offset);
            TEST_CHECK(l->offset + q.latency >= l->block,
                       "%s: level %u is late", print(&q, &p), j);
            TEST_CHECK(l->count || l->is_early, "%s: level %u is empty",
                       print(&q, &p), j);
            end += l->count * l->block;
            /* the last partition has taps */
            TEST_CHECK(end - l->block < q.taps, "%s: level %u", print(&q, &p),
                       j);
        }
        TEST_CHECK(end >= q.taps, "%s: %llu taps", print(&q, &p),
                   (unsigned long long)end);
    }
}

/* More latency, shorter responses and fewer channels never cost more. */
static void less_work_costs_less(void)
{
    for (unsigned i = 0; i < 500; i++) {
        struct clfft_partition_question q = draw();
        struct clfft_partitions p, more;

        clfft_partition_plan(&q, &p);
        q.latency += draw_size(10000);
        clfft_partition_plan(&q, &more);
        /* a level must save a little to be taken at all */
        TEST_CHECK(more.cost <= p.cost * 1.41, "%s: %g, not %g",
                   print(&q, &more), more.cost, p.cost);
        q.latency = 0;
        clfft_partition_plan(&q, &p);
        q.taps = 1 + q.taps / 2;
        clfft_partition_plan(&q, &more);
        TEST_CHECK(more.cost <= p.cost * 1.41, "half of it, %s: %g, not %g",
                   print(&q, &more), more.cost, p.cost);
    }
}

/* What is known to be best. */
static void choices_are_sensible(void)
{
    const clfft_limits cpu = {.type = CL_DEVICE_TYPE_CPU, .compute_units = 2};
    struct clfft_partition_question q = {
        .inputs = 2,
        .outputs = 2,
        .n_responses = 2,
        .pairs = 2,
        .taps = 16,
        .frames = 1024,
        .costs = clfft_partition_get_costs(&cpu, CLFFT_PRECISION_SINGLE)};
    struct clfft_partitions p;

    clfft_partition_plan(&q, &p);
    TEST_CHECK(p.direct == 16 && p.n_levels == 0, "%s", print(&q, &p));
    q.taps = 65536;
    clfft_partition_plan(&q, &p);
    TEST_CHECK(p.direct == 0 && p.n_levels > 1 && p.levels[0].is_early, "%s",
               print(&q, &p));
    q.frames = 64;
    q.latency = 64;
    clfft_partition_plan(&q, &p);
    TEST_CHECK(p.direct > 0 && p.levels[0].block > 64, "%s", print(&q, &p));
    q.latency = 8192;
    clfft_partition_plan(&q, &p);
    TEST_CHECK(p.direct == 0 && !p.levels[0].is_early, "%s", print(&q, &p));
}

static void text_names_each_part(void)
{
    const struct clfft_partitions cases[] = {
        {.direct = 64,
         .n_levels = 2,
         .levels = {{.block = 64, .offset = 64, .count = 7},
                    {.block = 512, .offset = 512, .count = 15}}},
        {.n_levels = 2,
         .levels = {{.block = 1024, .offset = 1024, .is_early = true},
                    {.block = 2048, .offset = 1024, .count = 1}}},
    };
    static const char *const texts[] = {"direct 64, 7 of 64, 15 of 512",
                                        "early 1024, 1 of 2048"};
    char text[64];

    for (unsigned i = 0; i < COUNT(cases); i++) {
        const size_t n = clfft_partition_print(&cases[i], text, sizeof text);

        TEST_CHECK(!strcmp(text, texts[i]), "\"%s\"", text);
        TEST_CHECK(n == strlen(texts[i]) &&
                       clfft_partition_print(&cases[i], NULL, 0) == n,
                   "%zu", n);
        TEST_CHECK(clfft_partition_print(&cases[i], text, 9) == n &&
                       strlen(text) == 8,
                   "\"%s\" in 9 bytes", text);
    }
}

TEST_MAIN(TEST(partitions_have_all_taps_in_time), TEST(less_work_costs_less),
          TEST(choices_are_sensible), TEST(text_names_each_part))
