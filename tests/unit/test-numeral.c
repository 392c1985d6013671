/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-numeral.c: numbers in texts have a point in every locale. No device. */
#include "clfft/desc/desc.h"
#include "clfft/base/error.h"
#include "clfft/base/numeral.h"
#include "support/german.h"
#include "support/test.h"

#include <string.h>

static bool is_german;

static void errors_have_a_point(void)
{
    if (!is_german)
        TEST_SKIP("no localedef, or no de_DE to make");
    clfft_fail(CLFFT_STATUS_INVALID, "%g of %s", 0.25, "\303\244");
    TEST_CHECK(!strcmp(clfft_last_error(), "0.25 of \303\244"), "%s",
               clfft_last_error());
}

static void descriptions_are_read_as_they_are_written(void)
{
    clfft_desc desc = {.lengths = {8}, .scale = 0.375}, read;
    char text[512];

    if (!is_german)
        TEST_SKIP("no localedef, or no de_DE to make");
    clfft_desc_print(&desc, text, sizeof text);
    TEST_CHECK(strstr(text, "scale=0.375"), "%s", text);
    TEST_CHECK(clfft_desc_parse(text, &read) == CLFFT_STATUS_OK &&
                   read.scale == 0.375,
               "%s: %s", text, clfft_last_error());
    clfft_desc_clear(&read);
}

static void the_program_s_locale_stays(void)
{
    char *end, number[8];

    if (!is_german)
        TEST_SKIP("no localedef, or no de_DE to make");
    TEST_CHECK(clfft_read_double("0.5", &end) == 0.5 && !*end, "not read");
    snprintf(number, sizeof number, "%.1f", 0.5);
    TEST_CHECK(!strcmp(number, "0,5"), "%s", number);
}

/* Errors of drawn lengths around the limit, of characters of 1 to 4 bytes: what
   is cut says so, and no character is in two. */
static void a_text_that_is_cut_ends_in_three_points(void)
{
    static const char *const characters[] = {"a", "\303\244", "\342\202\254",
                                             "\360\237\216\265"};
    char text[CLFFT_LONGEST_ERROR + 64];

    for (unsigned round = 0; round < 200; round++) {
        const size_t least = CLFFT_LONGEST_ERROR - 20 + test_random() % 40;
        size_t length = 0, kept, end = 0;

        while (length < least) {
            strcpy(text + length, characters[test_random() % 4]);
            length += strlen(text + length);
        }
        clfft_fail(CLFFT_STATUS_INVALID, "%s", text);
        kept = strlen(clfft_last_error());
        if (length < CLFFT_LONGEST_ERROR) {
            TEST_CHECK(!strcmp(clfft_last_error(), text), "%zu bytes", length);
            continue;
        }
        TEST_CHECK(kept < CLFFT_LONGEST_ERROR &&
                       kept + 7 > CLFFT_LONGEST_ERROR &&
                       !strcmp(clfft_last_error() + kept - 3, "..."),
                   "%zu of %zu bytes", kept, length);
        while (end < kept - 3) /* whole characters of the text */
            end += (text[end] & 0x80) == 0   ? 1
                   : (text[end] & 0x20) == 0 ? 2
                   : (text[end] & 0x10) == 0 ? 3
                                             : 4;
        TEST_CHECK(end == kept - 3 && !memcmp(text, clfft_last_error(), end),
                   "a character in two at %zu", end);
    }
}

static const struct test_claim claims[] = {
    TEST(a_text_that_is_cut_ends_in_three_points),
    TEST(errors_have_a_point),
    TEST(descriptions_are_read_as_they_are_written),
    TEST(the_program_s_locale_stays),
};

int main(int argc, char **argv)
{
    is_german = german_set();
    return test_main(claims, sizeof claims / sizeof claims[0], argc, argv);
}
