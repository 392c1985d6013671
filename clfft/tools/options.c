/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* options.c: the command line. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
    "Usage: clfft-bench [OPTION...] DESC...      compare ours with rivals\n"
    "       clfft-bench verify [OPTION...] DESC... | --sweep A-B | --list L\n"
    "       clfft-bench tune [OPTION...] DESC...     search faster recipes\n"
    "       clfft-bench regret [OPTION...] [DESC...]  the planner's first "
    "guess\n"
    "                      beside the fastest of its candidates (default: "
    "--suite\n"
    "                      drawn)\n"
    "       clfft-bench columns [OPTION...] \"c2c HxW xB cC tT [in-place |\n"
    "                      from-rows | to-rows]\"... copies as a pass does, "
    "by\n"
    "                      groups of C columns and C x T work-items\n"
    "       clfft-bench seeds [OPTION...] [000|001|002|race]  published "
    "texts:\n"
    "                      their tables; all of their methods against ours\n"
    "       clfft-bench profile [OPTION...] [DESC...] what a warm plan costs "
    "the\n"
    "                      host, step by step; of drawn lengths without DESC\n"
    "       clfft-bench warm [--device D] [DESC | PIPELINE]... keeps kernels "
    "for\n"
    "                      all users of the system: of transforms, of "
    "elements\n"
    "                      (\"claudiofft size=2048\"), or of what is usual\n"
    "       clfft-bench convolve CHANNELS TAPS [latency=N] [frames=N] "
    "[double]\n"
    "                      what convolution of a stream takes\n"
    "       clfft-bench multi [--devices LIST] DESC... batches of host memory "
    "on\n"
    "                      one device and on all, by their number of "
    "transforms\n"
    "       clfft-bench devices                  list devices and limits\n"
    "\n"
    "DESC is clfft.h's text form, outermost axis first: \"c2c 4410 x1902\",\n"
    "\"r2c 1080x1920 x4\", \"c2c 64 x8 inverse\", \"r2c 1000 load=s16\n"
    "window=hann store=db\". Quotes may be left out. Layouts: xN@IN:OUT is a\n"
    "loop with distances, up to four; stride=S,.., in-stride=S,.. and\n"
    "out-stride=S,.. have a stride each axis: \"c2c 256 x13 x40@1 "
    "stride=40\".\n"
    "Peers that have no such layout say so and are left out.\n"
    "\n"
    "CHANNELS is how many there are, with a response each, or INPUTSxOUTPUTS "
    "for\n"
    "a matrix of responses. Verify takes \"convolve 4x2 3000 latency=64\" "
    "too.\n"
    "\n"
    "  --device SPEC      auto, gpu, cpu, accelerator, 0:1, part of a name\n"
    "  --devices LIST     of multi: all-gpus (default), all-cpus, or 0:0,0:1\n"
    "  --schedule S       force group, simd or direct\n"
    "  --recipe TEXT      force a recipe\n"
    "  --effort E         estimate or measure\n"
    "  --no-rows          plan without what was measured before\n"
    "  --seed K           of the random input\n"
    "Comparing:\n"
    "  --suite S          quick, full or drawn (90 shapes by --seed, with a\n"
    "                     summary by group), sized for the device\n"
    "  --skip N           without its first N cases: to go on with a run that\n"
    "                     was cut off\n"
    "  --peers LIST       of ours,copy,clfft,vkfft,cufft,fftw1,fftw2,kissfft\n"
    "                     model: ours without what was measured before, and\n"
    "                     trip: ours with its input written and its output\n"
    "                     read each time\n"
    "                     (default: all on a CPU but cufft, on a GPU those\n"
    "                     that run on it)\n"
    "  --rounds N         rounds over the peers (25)\n"
    "  --seconds S        at most for the rounds of one case (8); of "
    "convolve:\n"
    "                     of sound at 48 kHz\n"
    "  --cold             plan times of fresh processes: first with empty\n"
    "                     caches, then with what the first one left there\n"
    "  --verify-all       check every transform (default: about 2^22 points\n"
    "                     of ours, 2^20 of rivals)\n"
    "  --recipes          print our recipe under each row\n"
    "  --launches         and the device's time of each of its launches\n"
    "  --csv FILE         write every figure\n"
    "Seeds, with --csv, --rounds and --seconds of the above:\n"
    "  --size N           points instead of the text's own; of race: at most\n"
    "Verifying (exit status 0: all within the contract, 1: not, 2: could not\n"
    "be tried, 3: --minutes were over before the end):\n"
    "  --round-trip       forward and inverse against the input as well\n"
    "  --sweep A-B        every length from A to B\n"
    "  --list L           lengths: long, smooth4096 or other200; pictures and\n"
    "                     volumes: ranks, or ranks-small (to 2^20 points);\n"
    "                     layouts: strides, loops, interleaved channels, "
    "hops;\n"
    "                     convolutions: drawn by --seed\n"
    "  --sample K         K lengths drawn from the range by --seed; of\n"
    "                     convolutions so many (40)\n"
    "  --transforms LIST  c2c,r2c,c2r\n"
    "  --directions LIST  forward,inverse (c2c)\n"
    "  --batch LIST       1,3\n"
    "  --pitch LIST       0,5: unused elements behind each row, of rank 2 and "
    "3\n"
    "  --with TEXT        words added to each description\n"
    "  --minutes M        stop after M minutes\n"
    "  --resume FILE      keep results there and skip what it has\n"
    "  --may-refuse       a description that the engine refuses is no failure\n"
    "Tuning (prints rows for clfft/planner/measured/; starts from --recipe if "
    "given):\n"
    "  --lock FILE        processes with the same FILE compile side by side "
    "and\n"
    "                     measure one by one\n"
    "  --minutes M        search so long for each description, tell the best\n"
    "  --draw K           try K recipes drawn by --seed for each pass first\n";

void bench_print_usage(FILE *stream)
{
    fputs(usage, stream);
}

bool bench_list_has(const char *list, const char *word)
{
    const size_t length = strlen(word);

    while (list && *list) {
        const size_t item = strcspn(list, ",");
        if (item == length && !strncmp(list, word, length))
            return true;
        list += item + (list[item] == ',');
    }
    return false;
}

enum option_kind {
    OPTION_TEXT,
    OPTION_FLAG,
    OPTION_UNSIGNED,
    OPTION_REAL,
    OPTION_SEED
};

struct option {
    const char *name;
    enum option_kind kind;
    void *target;
};

static bool set_option(const struct option *option, const char *value)
{
    char *end = NULL;

    switch (option->kind) {
    case OPTION_TEXT:
        *(const char **)option->target = value;
        return true;
    case OPTION_FLAG:
        *(bool *)option->target = true;
        return true;
    case OPTION_UNSIGNED:
        *(unsigned *)option->target = (unsigned)strtoul(value, &end, 10);
        break;
    case OPTION_REAL:
        *(double *)option->target = strtod(value, &end);
        break;
    case OPTION_SEED:
        *(uint64_t *)option->target = strtoull(value, &end, 0);
        break;
    }
    return end != value && *end == 0 && value[0] != '-';
}

static bool add_word(struct bench_options *options, const char *word)
{
    const bool is_number =
        options->n_items && /* of taps */
        bench_is_convolution(options->items[options->n_items - 1]);
    const bool is_seed =
        (strlen(word) == 3 && strspn(word, "0123456789") == 3) ||
        !strcmp(word, "race");
    const bool starts = !strncmp(word, "c2c", 3) || !strncmp(word, "r2c", 3) ||
                        !strncmp(word, "c2r", 3) || options->pipelines ||
                        bench_is_convolution(word) || (is_seed && !is_number);
    char **item;
    size_t size;

    if (starts && options->n_items < BENCH_MAX_ITEMS)
        return (options->items[options->n_items++] = strdup(word)) != NULL;
    if (starts || options->n_items == 0) {
        fprintf(stderr,
                "clfft-bench: \"%s\" starts no description (c2c, r2c, "
                "c2r) and is no option; --help lists them\n",
                word);
        return false;
    }
    item = &options->items[options->n_items - 1];
    size = strlen(*item) + strlen(word) + 2;
    *item = realloc(*item, size);
    if (*item)
        strcat(strcat(*item, " "), word);
    return *item != NULL;
}

static bool choose(const char *option, const char *word,
                   const char *const *names, unsigned n_names, unsigned *index)
{
    for (*index = 0; *index < n_names; ++*index)
        if (!strcmp(word, names[*index]))
            return true;
    fprintf(stderr, "clfft-bench: %s \"%s\": not one of", option, word);
    for (unsigned i = 0; i < n_names; i++)
        fprintf(stderr, " %s", names[i]);
    fprintf(stderr, "\n");
    return false;
}

static bool set_plan_params(struct bench_options *options, const char *schedule,
                            const char *effort)
{
    static const char *const schedules[] = {"auto", "group", "simd", "direct"};
    static const char *const efforts[] = {"estimate", "measure"};
    unsigned index;

    if (!choose("--schedule", schedule, schedules, 4, &index))
        return false;
    options->plan.schedule = (clfft_schedule)index;
    if (!choose("--effort", effort, efforts, 2, &index))
        return false;
    options->plan.effort = (clfft_effort)index;
    return true;
}

static void set_defaults(struct bench_options *options)
{
    *options = (struct bench_options){
        .rounds = 25,
        .seconds = 8,
        .seed = (uint64_t)time(NULL),
        .devices = "all-gpus",
        .transforms = "c2c,r2c,c2r",
        .directions = "forward,inverse",
        .batches = "1,3",
        .pitches = "0,5",
        .with = "",
    };
}

bool bench_options_parse(struct bench_options *options, int argc, char **argv,
                         int first)
{
    const char *schedule = "auto", *effort = "estimate";
    const struct option table[] = {
        {"--device", OPTION_TEXT, &options->device},
        {"--devices", OPTION_TEXT, &options->devices},
        {"--schedule", OPTION_TEXT, &schedule},
        {"--recipe", OPTION_TEXT, &options->plan.recipe},
        {"--effort", OPTION_TEXT, &effort},
        {"--seed", OPTION_SEED, &options->seed},
        {"--suite", OPTION_TEXT, &options->suite},
        {"--skip", OPTION_UNSIGNED, &options->skip},
        {"--peers", OPTION_TEXT, &options->peers},
        {"--rounds", OPTION_UNSIGNED, &options->rounds},
        {"--seconds", OPTION_REAL, &options->seconds},
        {"--cold", OPTION_FLAG, &options->cold},
        {"--verify-all", OPTION_FLAG, &options->verify_all},
        {"--recipes", OPTION_FLAG, &options->recipes},
        {"--launches", OPTION_FLAG, &options->launches},
        {"--csv", OPTION_TEXT, &options->csv},
        {"--round-trip", OPTION_FLAG, &options->round_trip},
        {"--sweep", OPTION_TEXT, &options->sweep},
        {"--list", OPTION_TEXT, &options->list},
        {"--sample", OPTION_UNSIGNED, &options->sample},
        {"--transforms", OPTION_TEXT, &options->transforms},
        {"--directions", OPTION_TEXT, &options->directions},
        {"--batch", OPTION_TEXT, &options->batches},
        {"--pitch", OPTION_TEXT, &options->pitches},
        {"--with", OPTION_TEXT, &options->with},
        {"--minutes", OPTION_REAL, &options->minutes},
        {"--resume", OPTION_TEXT, &options->resume},
        {"--lock", OPTION_TEXT, &options->lock},
        {"--draw", OPTION_UNSIGNED, &options->draw},
        {"--size", OPTION_UNSIGNED, &options->size},
        {"--no-rows", OPTION_FLAG, &options->no_rows},
        {"--may-refuse", OPTION_FLAG, &options->may_refuse},
    };
    const size_t n_table = sizeof table / sizeof table[0];

    set_defaults(options);
    options->pipelines = first == 2 && !strcmp(argv[1], "warm");
    for (int i = first; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        const size_t length =
            equals ? (size_t)(equals - argv[i]) : strlen(argv[i]);
        const char *value = NULL;
        size_t o = 0;
        if (strncmp(argv[i], "--", 2) != 0) {
            if (!add_word(options, argv[i]))
                return false;
            continue;
        }
        while (o < n_table && (strlen(table[o].name) != length ||
                               strncmp(table[o].name, argv[i], length) != 0))
            o++;
        if (o < n_table && table[o].kind != OPTION_FLAG)
            value = equals ? equals + 1 : i + 1 < argc ? argv[++i] : NULL;
        if (o == n_table || (table[o].kind == OPTION_FLAG) != !value ||
            !set_option(&table[o], value)) {
            fprintf(stderr, "clfft-bench: %s: %s\n", argv[i],
                    o == n_table ? "no such option; --help lists them"
                                 : "wants another value");
            return false;
        }
    }
    return set_plan_params(options, schedule, effort);
}

void bench_options_clear(struct bench_options *options)
{
    for (unsigned i = 0; i < options->n_items; i++)
        free(options->items[i]);
    options->n_items = 0;
}
