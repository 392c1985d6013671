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
                   read.scale == 0.375, "%s: %s", text, clfft_last_error());
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

static const struct test_claim claims[] = {
    TEST(errors_have_a_point),
    TEST(descriptions_are_read_as_they_are_written),
    TEST(the_program_s_locale_stays),
};

int main(int argc, char **argv)
{
    is_german = german_set();
    return test_main(claims, sizeof claims / sizeof claims[0], argc, argv);
}
