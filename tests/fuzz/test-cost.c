/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-cost.c: a fuzz target whose cost grows faster than its input, or is more
 * than its bytes are worth, ends its process; one of linear cost does not, nor
 * one that takes long only once.
 */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "support/test.h"

#define REPEATED 2000
#define AN_INPUT 0.004
#define A_BYTE 10e-6

const struct fuzz_cost fuzz_cost = {
    .an_input = AN_INPUT, .a_byte = A_BYTE, .head = 3, .repeated = REPEATED};

/* Seconds of an input of REPEATED bytes; of others by this power. */
static double seconds;
static int power;
static double first; /* of the first one, more */

void fuzz_target(const uint8_t *data, size_t size)
{
    const double part = (double)size / REPEATED;
    double left = seconds * CLOCKS_PER_SEC;
    const clock_t start = clock();

    if (!memcmp(data, "xyz", 3))
        return;
    FUZZ_CHECK(size >= 3 && !memcmp(data, "abc", 3));
    FUZZ_CHECK(!memchr(data + 3, 'a', size - 3));
    for (int i = 0; i < power; i++)
        left *= part;
    left += first * CLOCKS_PER_SEC;
    first = 0;
    while ((double)(clock() - start) < left)
        ;
}

/* Whether a child with the input at hand lives: the first of all its inputs is
   repeated, too. */
static int survives(size_t size, unsigned n_before)
{
    uint8_t data[64] = "abc";
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        const struct rlimit none = {0, 0};

        setrlimit(RLIMIT_CORE, &none);
        memset(data + 3, 'x', sizeof data - 3);
        freopen("/dev/null", "w", stderr);
        for (unsigned i = 0; i < n_before; i++)
            LLVMFuzzerTestOneInput((const uint8_t *)"xyz", 3);
        LLVMFuzzerTestOneInput(data, size);
        _exit(0);
    }
    TEST_CHECK(child > 0 && waitpid(child, &status, 0) == child, "no child");
    TEST_CHECK(WIFEXITED(status) || WTERMSIG(status) == SIGABRT, "status %d",
               status);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static double draw_between(double least, double most)
{
    return least + (most - least) * (1 + test_uniform()) / 2;
}

static int draw_case(double scale, int by, double once)
{
    seconds = scale;
    power = by;
    first = once;
    return survives(test_draw(4, 64), once > 0 ? test_draw(1, 30) : 0);
}

static void a_linear_target_goes_on(void)
{
    for (int i = 0; i < 5; i++)
        TEST_CHECK(draw_case(draw_between(0, A_BYTE * REPEATED), 1, 0), "%g s",
                   seconds);
}

static void what_takes_long_once_goes_on(void)
{
    TEST_CHECK(draw_case(draw_between(0, AN_INPUT), 1, draw_between(0.1, 0.5)),
               "%g s", seconds);
}

static void a_target_that_grows_faster_ends(void)
{
    for (int i = 0; i < 3; i++)
        TEST_CHECK(
            !draw_case(draw_between(2, 4) * AN_INPUT, (int)test_draw(2, 3), 0),
            "%g s, power %d", seconds, power);
}

static void what_costs_more_than_its_bytes_ends(void)
{
    /* its repeated bytes cost no more than it does */
    TEST_CHECK(!draw_case(draw_between(2, 4) * AN_INPUT, 0, 0), "%g s",
               seconds);
}

TEST_MAIN(TEST(a_linear_target_goes_on), TEST(what_takes_long_once_goes_on),
          TEST(a_target_that_grows_faster_ends),
          TEST(what_costs_more_than_its_bytes_ends))
