/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-desc.c: any text as a description. What is accepted keeps the rules of
 * clfft.h, is printed as it was counted and reads as it is printed, and
 * planning takes it or says no.
 */
#include "fuzz.h"

#include "clfft/planner/planner.h"

/* Each candidate of a plan is expanded, and a window computed. */
const struct fuzz_cost fuzz_cost = {
    .an_input = 20, .a_byte = 100e-6, .repeated = 32768};

/* A device that holds much. */
static const clfft_limits limits = {
    .type = CL_DEVICE_TYPE_GPU, .compute_units = 8, .max_work_group = 1024,
    .local_size = 49152, .local_is_dedicated = true, .vector_width = 1,
    .has_double = true, .little_endian = true,
    .max_allocation = UINT64_C(1) << 40, .global_size = UINT64_C(1) << 42,
    .base_alignment = 128, .device_name = "fuzz"};

/* A window is as much memory as the caller asks for. */
static int asks_for_much(const char *text)
{
    const char *p = text;

    if (!strstr(text, "window="))
        return 0;
    for (size_t digits = 0; *p; p++) {
        digits = *p >= '0' && *p <= '9' ? digits + 1 : 0;
        if (digits > 6)
            return 1;
    }
    return 0;
}

static void expand_all(const clfft_desc *full)
{
    static clfft_choice choices[CLFFT_MAX_CANDIDATES];
    clfft_recipe recipe;
    char text[2048];
    const unsigned n = clfft_planner_candidates(
        full, &limits, CLFFT_SCHEDULE_AUTO, choices);

    for (unsigned i = 0; i < n; i++) {
        clfft_choice again;
        FUZZ_CHECK(clfft_choice_print(&choices[i], text, sizeof text) <
                   sizeof text);
        FUZZ_CHECK(clfft_choice_parse(text, &again) == CLFFT_STATUS_OK);
        if (clfft_recipe_expand(full, &choices[i], &recipe) == CLFFT_STATUS_OK)
            FUZZ_CHECK(recipe.n_steps >= 1 &&
                       recipe.n_steps <= CLFFT_MAX_STEPS);
        else /* longer than what a step can count */
            FUZZ_CHECK(*clfft_last_error());
        clfft_recipe_clear(&recipe);
    }
}

/* Text that stands for no array is read as what was printed. */
static void read_again(const char *printed)
{
    char again[1024];
    clfft_desc desc;

    if (strstr(printed, " window") || strstr(printed, " matrix"))
        return;
    FUZZ_CHECK(clfft_desc_parse(printed, &desc) == CLFFT_STATUS_OK);
    clfft_desc_print(&desc, again, sizeof again);
    FUZZ_CHECK(!strcmp(printed, again));
    clfft_desc_clear(&desc);
}

void fuzz_target(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), printed[1024], little[8];
    uint64_t input, output;
    clfft_desc desc, full;

    if (!asks_for_much(text) &&
        clfft_desc_parse(text, &desc) == CLFFT_STATUS_OK) {
        const size_t length =
            clfft_desc_print(&desc, printed, sizeof printed);
        FUZZ_CHECK(length < sizeof printed && strlen(printed) == length);
        FUZZ_CHECK(clfft_desc_print(&desc, little, sizeof little) == length);
        FUZZ_CHECK(strlen(little) < sizeof little);
        read_again(printed);
        FUZZ_CHECK(clfft_desc_validate(&desc) == CLFFT_STATUS_OK);
        clfft_desc_get_extent(&desc, &input, &output);
        if (clfft_desc_resolve(&desc, &full) == CLFFT_STATUS_OK) {
            expand_all(&full);
            clfft_desc_clear(&full);
        }
        clfft_desc_clear(&desc);
    }
    free(text);
}
