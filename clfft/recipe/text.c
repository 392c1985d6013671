/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* text.c: prints a choice as text and reads it back. */
#include "recipe.h"

#include "clfft/base/error.h"
#include "seed_method.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS 1024
#define MOST_PARTS 8
#define MOST_REGISTERS 255
#define MOST_CONVOLVED 65535

static const char *const schedule_names[] = {"auto", "group", "simd", "direct"};
static const char *const layout_names[] = {"plain", "padded", "pitch"};

#define WRITE(...)                                                             \
    length += (size_t)snprintf(length < size ? text + length : NULL,           \
                               length < size ? size - length : 0, __VA_ARGS__)

static size_t print_radices(const clfft_shape *s, char *text, size_t size)
{
    size_t length = 0;

    for (unsigned r = 0; r < s->n_radices; r++)
        WRITE("%s%u", r ? "." : "", s->radices[r]);
    return length;
}

/* Prints what the group schedule chooses besides radices. */
static size_t print_group(const clfft_shape *s, char *text, size_t size)
{
    size_t length = 0;

    WRITE(" t%u c%u %s%s", s->items, s->columns, layout_names[s->layout],
          s->split ? " split" : "");
    if (s->parts > 1)
        WRITE(" p%u", s->parts);
    if (s->early)
        WRITE(" early");
    if (s->poly)
        WRITE(" poly");
    if (s->linear)
        WRITE(" linear");
    if (s->bands)
        WRITE(" bands");
    if (s->turn)
        WRITE(" turn");
    if (s->registers)
        WRITE(" r%u", s->registers);
    return length;
}

#define PRINT(function, what)                                                  \
    length += function(what, length < size ? text + length : NULL,             \
                       length < size ? size - length : 0)

static size_t print_axis(const clfft_axis_choice *choice, char *text,
                         size_t size)
{
    size_t length = 0;

    if (choice->bluestein)
        WRITE("bluestein %" PRIu64 ": ", choice->bluestein);
    if (choice->rader)
        WRITE("rader %" PRIu64 ": ", choice->rader);
    for (unsigned i = 0; i < choice->n_shapes; i++) {
        const clfft_shape *s = &choice->shapes[i];
        WRITE("%s%s ", i ? " | " : "", schedule_names[s->schedule]);
        PRINT(print_radices, s);
        if (s->schedule == CLFFT_SCHEDULE_GROUP)
            PRINT(print_group, s);
        if (s->schedule == CLFFT_SCHEDULE_SIMD)
            WRITE(" %s%s", s->rows ? "rows" : "lanes", s->wide ? " wide" : "");
        if (s->convolved && s->schedule != CLFFT_SCHEDULE_DIRECT)
            WRITE(" %s%u", clfft_shape_is_rader(s) ? "rader" : "bluestein",
                  s->convolved);
    }
    return length;
}

/* Prints the radices of both axes, what both have in common, then the third
   axis. */
static size_t print_tile2d(const clfft_choice *choice, char *text, size_t size)
{
    size_t length = 0;

    WRITE("tile2d ");
    PRINT(print_radices, &choice->axes[0].shapes[0]);
    WRITE(" ; ");
    PRINT(print_radices, &choice->axes[1].shapes[0]);
    PRINT(print_group, &choice->axes[0].shapes[0]);
    if (choice->n_axes > 2) {
        WRITE(" ; ");
        PRINT(print_axis, &choice->axes[2]);
    }
    return length;
}

size_t clfft_choice_print(const clfft_choice *choice, char *text, size_t size)
{
    size_t length = 0;

    if (size)
        *text = 0;
    if (choice->is_seed_method)
        return clfft_seed_methods->print(&choice->seed_method, text, size);
    if (choice->tile2d)
        return print_tile2d(choice, text, size);
    for (unsigned i = 0; i < choice->n_axes; i++) {
        char *at = length < size ? text + length : NULL;
        if (i)
            length += (size_t)snprintf(at, at ? size - length : 0, " ; ");
        at = length < size ? text + length : NULL;
        length += print_axis(&choice->axes[i], at, at ? size - length : 0);
    }
    return length;
}

static bool take_word(const char **text, char *word, size_t size)
{
    *text += strspn(*text, " \t");
    const size_t length = strcspn(*text, " \t|;");

    if (!length || length >= size)
        return false;
    memcpy(word, *text, length);
    word[length] = 0;
    *text += length;
    return true;
}

static bool read_radices(const char *word, clfft_shape *shape)
{
    for (;;) {
        char *end;
        const unsigned long radix = strtoul(word, &end, 10);
        if (end == word ||
            !(clfft_is_radix(radix) || clfft_is_prime_stage(radix)) ||
            shape->n_radices == CLFFT_MAX_RADICES)
            return false;
        shape->radices[shape->n_radices++] = (uint8_t)radix;
        if (*end != '.')
            return *end == 0;
        word = end + 1;
    }
}

/* Whether a radix has no butterfly. */
static bool has_large_prime(const clfft_shape *shape)
{
    for (unsigned i = 0; i < shape->n_radices; i++)
        if (!clfft_is_radix(shape->radices[i]))
            return true;
    return false;
}

/* Lanes have primes in any place, and a group shares the first one. */
static bool may_have_primes(const clfft_shape *shape)
{
    clfft_shape others = *shape;

    if (shape->schedule == CLFFT_SCHEDULE_SIMD && !shape->rows)
        return true;
    if (clfft_shape_shares(shape) || clfft_shape_is_alone(shape))
        others.radices[0] = 1;
    return !has_large_prime(&others);
}

/* Reads the number at the end of a word; 0 if there is none or it is out of
   range. */
static unsigned read_number(const char *digits, unsigned most)
{
    char *end;
    const unsigned long value = strtoul(digits, &end, 10);

    return end == digits || *end || value > most ? 0 : (unsigned)value;
}

/* The same of the word after a letter. */
static unsigned read_count(const char *word, unsigned most)
{
    return read_number(word + 1, most);
}

/* Reads the points of a pass that is a convolution of its own. */
static bool read_convolved(const char *word, clfft_shape *shape)
{
    const size_t name = strcspn(word, "0123456789");
    const bool rader = name == 5 && !strncmp(word, "rader", name);

    if (!rader && (name != 9 || strncmp(word, "bluestein", name) != 0))
        return false;
    shape->convolved = (uint16_t)read_number(word + name, MOST_CONVOLVED);
    return shape->convolved && rader == clfft_shape_is_rader(shape);
}

static bool read_option(const char *word, clfft_shape *shape)
{
    if (shape->schedule != CLFFT_SCHEDULE_DIRECT && read_convolved(word, shape))
        return true;
    if (shape->schedule == CLFFT_SCHEDULE_SIMD) {
        if (!strcmp(word, "wide"))
            return shape->wide = true;
        shape->rows = !strcmp(word, "rows");
        return shape->rows || !strcmp(word, "lanes");
    }
    if (shape->schedule != CLFFT_SCHEDULE_GROUP)
        return false;
    if (!strcmp(word, "split"))
        return shape->split = true;
    if (!strcmp(word, "early"))
        return shape->early = true;
    if (!strcmp(word, "poly"))
        return shape->poly = true;
    if (!strcmp(word, "linear"))
        return shape->linear = true;
    if (!strcmp(word, "bands"))
        return shape->bands = true;
    if (!strcmp(word, "turn"))
        return shape->turn = true;
    for (unsigned i = 0; i < 3; i++)
        if (!strcmp(word, layout_names[i])) {
            shape->layout = (clfft_layout)i;
            return true;
        }
    switch (*word) {
    case 't':
        return (shape->items = (uint16_t)read_count(word, MOST_ITEMS)) > 0;
    case 'c':
        return (shape->columns = (uint16_t)read_count(word, MOST_ITEMS)) > 0;
    case 'p':
        return (shape->parts = (uint8_t)read_count(word, MOST_PARTS)) > 0;
    case 'r':
        return (shape->registers = (uint8_t)read_count(word, MOST_REGISTERS)) >
               0;
    default:
        return false;
    }
}

static clfft_status bad(const char *what, const char *text)
{
    return clfft_fail(CLFFT_STATUS_INVALID, "recipe: %s at \"%s\"", what, text);
}

static clfft_status read_shape(const char **text, clfft_shape *shape)
{
    const char *passes = *text;
    char word[64];
    unsigned schedule = 0;

    *shape = (clfft_shape){0};
    if (!take_word(text, word, sizeof word))
        return bad("no pass", *text);
    for (unsigned i = 1; i < 4; i++)
        if (!strcmp(word, schedule_names[i]))
            schedule = i;
    if (!schedule)
        return bad(clfft_seed_methods
                       ? "a pass starts with group, tile2d, simd or "
                         "direct, a published method with its name"
                       : "a pass starts with group, tile2d, simd or "
                         "direct",
                   word);
    shape->schedule = (clfft_schedule)schedule;
    if (!take_word(text, word, sizeof word) || !read_radices(word, shape))
        return bad("radices expected, as in 16.16.4", word);
    while (*(*text += strspn(*text, " \t")) && **text != '|' && **text != ';')
        if (!take_word(text, word, sizeof word) || !read_option(word, shape))
            return bad("unknown option", word);
    if (!may_have_primes(shape))
        return bad("no pass of this kind has so large a prime there", passes);
    if (shape->schedule == CLFFT_SCHEDULE_GROUP &&
        (!shape->items || !shape->columns))
        return bad("group needs t and c", *text);
    if (shape->parts > 1 && clfft_shape_length(shape) % shape->parts)
        return bad("parts divide the length", *text);
    if (clfft_shape_shares(shape) &&
        ((shape->n_radices < 2) != shape->linear || shape->parts > 1))
        return bad("a prime above 31 needs another radix and no parts, or is "
                   "all of a linear row",
                   *text);
    if (shape->early && shape->poly)
        return bad("roots are read early or computed", *text);
    return CLFFT_STATUS_OK;
}

/* Reads the length after the first such word of the axis, if it is there; *end
   moves to the colon after it. */
static clfft_status read_inner_length(const char *text, const char *word,
                                      const char **end, uint64_t *inner)
{
    const char *at = strstr(text, word);
    char *stop;

    if (!at || at >= text + strcspn(text, ";"))
        return CLFFT_STATUS_OK;
    *inner = strtoull(at + strlen(word), &stop, 10);
    if (!*inner || *stop != ':')
        return bad("a convolution needs a length and a colon", at);
    *end = stop;
    return CLFFT_STATUS_OK;
}

/* Reads what precedes the passes of an axis: a description, which is skipped,
   and the length of a convolution. */
static clfft_status read_prefix(const char **text, clfft_axis_choice *choice)
{
    const char *colon = memchr(*text, ':', strcspn(*text, ";"));
    clfft_status status =
        read_inner_length(*text, "bluestein ", &colon, &choice->bluestein);

    if (status == CLFFT_STATUS_OK)
        status = read_inner_length(*text, "rader ", &colon, &choice->rader);
    if (status == CLFFT_STATUS_OK && choice->bluestein && choice->rader)
        return bad("bluestein and rader", *text);
    if (status == CLFFT_STATUS_OK && colon)
        *text = colon + 1;
    return status;
}

static clfft_status read_axis(const char **text, clfft_axis_choice *choice)
{
    clfft_status status = read_prefix(text, choice);

    while (status == CLFFT_STATUS_OK) {
        if (choice->n_shapes == CLFFT_MAX_SHAPES)
            return bad("too many passes", *text);
        status = read_shape(text, &choice->shapes[choice->n_shapes]);
        if (status != CLFFT_STATUS_OK)
            return status;
        choice->n_shapes++;
        if (**text != '|')
            break;
        ++*text;
    }
    return status;
}

char *clfft_choice_write(const clfft_choice *choice)
{
    const size_t size = clfft_choice_print(choice, NULL, 0) + 1;
    char *text = malloc(size);

    if (text)
        clfft_choice_print(choice, text, size);
    return text;
}

/* ---- two axes in one launch ---- */

/* Whether the text has the word before its end. */
static bool has_word(const char *text, const char *word, const char *end)
{
    const char *at = strstr(text, word);

    return at && at < end;
}

/* Reads the word "tile2d" after a description; the passes begin after it. */
static bool take_tile2d(const char **text)
{
    const char *end = *text + strcspn(*text, ";");
    const char *colon = memchr(*text, ':', (size_t)(end - *text));
    const char *passes = colon ? colon + 1 : *text;
    char word[64];

    if (has_word(*text, "bluestein", end) || has_word(*text, "rader", end) ||
        !take_word(&passes, word, sizeof word) || strcmp(word, "tile2d") != 0)
        return false;
    *text = passes;
    return true;
}

static clfft_status read_tile2d(const char *text, clfft_choice *choice)
{
    clfft_shape *shape = &choice->axes[0].shapes[0];
    clfft_status status;
    char word[64];

    choice->tile2d = true;
    choice->n_axes = 2;
    for (unsigned i = 0; i < 2; i++) {
        choice->axes[i].n_shapes = 1;
        choice->axes[i].shapes[0].schedule = CLFFT_SCHEDULE_GROUP;
        if (!take_word(&text, word, sizeof word) ||
            !read_radices(word, &choice->axes[i].shapes[0]) ||
            has_large_prime(&choice->axes[i].shapes[0]))
            return bad("radices expected, as in 8.8", word);
        text += strspn(text, " \t");
        if (i == 0 && *text++ != ';')
            return bad("a tile2d has radices of two axes, as in 8.8 ; 8.8",
                       word);
    }
    while (take_word(&text, word, sizeof word))
        if (!read_option(word, shape))
            return bad("unknown option", word);
    if (*text && *text != ';')
        return bad("a tile2d is two axes in one pass", text);
    if (!shape->items || !shape->columns)
        return bad("a tile2d needs t and c", word);
    if (shape->layout == CLFFT_LAYOUT_PITCH || shape->early || shape->poly ||
        shape->linear || shape->bands || shape->turn || shape->convolved)
        return bad("a tile2d is plain or padded, computes its roots, is not "
                   "linear, makes no bands, does not turn and has no "
                   "convolution",
                   word);
    if (!*text++)
        return CLFFT_STATUS_OK;
    choice->n_axes = 3;
    status = read_axis(&text, &choice->axes[2]);
    return status == CLFFT_STATUS_OK && *text ? bad("too many axes", text)
                                              : status;
}

clfft_status clfft_choice_parse(const char *text, clfft_choice *choice)
{
    memset(choice, 0, sizeof *choice);
    choice->is_seed_method =
        clfft_seed_methods && clfft_seed_methods->is_named(text);
    if (choice->is_seed_method)
        return clfft_seed_methods->parse(text, &choice->seed_method);
    if (take_tile2d(&text))
        return read_tile2d(text, choice);
    for (;;) {
        clfft_status status;
        if (choice->n_axes == CLFFT_MAX_RANK)
            return bad("too many axes", text);
        status = read_axis(&text, &choice->axes[choice->n_axes]);
        if (status != CLFFT_STATUS_OK)
            return status;
        choice->n_axes++;
        if (*text != ';')
            return CLFFT_STATUS_OK;
        text++;
    }
}
