/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-lifetimes.c: objects of drawn kinds on one to three devices, destroyed
 * in drawn orders by drawn threads, their devices at drawn places between them.
 * What lives works as before, and in the end nothing is left: the fault layer,
 * which OPENCL_LAYERS names, counts OpenCL's objects, and what watches memory
 * watches the rest.
 */
#include "clfft/clfft.h"
#include "kinds.h"
#include "layer/fault-layer.h"
#include "support/test.h"

#include <ftw.h>
#include <pthread.h>
#include <unistd.h>

#define MOST_DEVICES 3
#define MOST_THINGS 6
#define N_THREADS 3
#define MOST_STEPS (MOST_DEVICES + 4 * MOST_THINGS)

/* What a device's log needs, and only as long as it may be used. */
struct listener {
    unsigned n_lines;
};

/* One round. */
struct stage {
    clfft_device *devices[MOST_DEVICES];
    struct listener *listeners[MOST_DEVICES];
    unsigned n_devices;
    struct thing things[MOST_THINGS];
    unsigned n_things;
};

static void listen(clfft_log_level level, const char *message, void *data)
{
    ((struct listener *)data)->n_lines++;
}

static unsigned below(unsigned n)
{
    return (unsigned)(test_random() % n);
}

/* ---- devices ---- */

static char folder[] = "/tmp/lifetimes-XXXXXX"; /* of binaries: each device
                                                   would compile them */

static int remove_entry(const char *path, const struct stat *info, int kind,
                        struct FTW *level)
{
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static unsigned platform, n_shown; /* PoCL's devices, 0: another driver's */

static bool find_devices(void)
{
    static bool is_known;
    clfft_device_entry *entries;
    size_t n = 0;

    if (is_known)
        return true;
    if (clfft_list_devices(&entries, &n) != CLFFT_STATUS_OK || !n ||
        !mkdtemp(folder))
        return false;
    atexit(remove_folder);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(entries[i].limits.platform_name,
                    "Portable Computing Language")) {
            platform = entries[i].platform_index;
            n_shown++;
        }
    free(entries);
    is_known = true;
    return true;
}

#define REQUIRE_DEVICES()                                                      \
    do {                                                                       \
        if (!find_devices())                                                   \
            TEST_SKIP("no OpenCL device");                                     \
    } while (0)

/* Every third in a context of the caller's, who lets go of it at once. */
static const char *open_device(struct stage *s, unsigned i)
{
    char name[32] = "auto";
    clfft_device_params params = {.name = name, .log = listen};
    clfft_device *helper = NULL;
    clfft_status status = CLFFT_STATUS_OK;

    if (n_shown)
        snprintf(name, sizeof name, "%u:%u", platform, below(n_shown));
    params.cache_directory = folder;
    params.log_data = s->listeners[i] = calloc(1, sizeof *s->listeners[i]);
    if (below(3) == 0) {
        const clfft_device_params plain = {.name = name, .cache_directory = ""};

        status = clfft_device_create(&plain, &helper);
        if (!status) {
            params.id = clfft_device_get_id(helper);
            params.context = clfft_device_get_context(helper);
        }
    }
    if (!status)
        status = clfft_device_create(&params, &s->devices[i]);
    clfft_device_destroy(&helper);
    return status ? clfft_last_error() : NULL;
}

static void close_device(struct stage *s, unsigned i)
{
    clfft_device_destroy(&s->devices[i]);
    free(s->listeners[i]); /* heard for the last time */
    s->listeners[i] = NULL;
}

/* ---- a stage ---- */

static void close_stage(struct stage *s)
{
    for (unsigned i = 0; i < s->n_things; i++) {
        thing_destroy(&s->things[i]);
        thing_clear(&s->things[i]);
    }
    for (unsigned i = 0; i < s->n_devices; i++)
        close_device(s, i);
}

/* Objects of drawn kinds, the first of `kind`, at most so many. */
static bool open_stage(struct stage *s, enum kind kind, unsigned most)
{
    const unsigned n_things = 1 + below(most);
    const char *wrong = NULL;

    *s = (struct stage){
        .n_devices = 1 + below(most < MOST_DEVICES ? most : MOST_DEVICES)};
    for (unsigned i = 0; i < s->n_devices && !wrong; i++)
        wrong = open_device(s, i);
    while (!wrong && s->n_things < n_things) {
        const unsigned first = below(s->n_devices);
        struct thing *t = &s->things[s->n_things++];

        wrong = thing_make(t, s->n_things == 1 ? kind : below(N_KINDS),
                           s->devices + first, s->n_devices - first);
        if (!wrong)
            wrong = thing_run(t);
        TEST_CHECK(!wrong, "%s: %s", kind_names[t->kind], wrong);
    }
    TEST_CHECK(!wrong, "%s", wrong);
    if (wrong)
        close_stage(s);
    return !wrong;
}

static unsigned long count_live(void)
{
    const struct fault_layer *layer = fault_layer_find_loaded();
    struct fault_report report = {0};

    if (layer)
        layer->report(&report);
    return report.n_live;
}

static void check_nothing_is_left(void)
{
    const struct fault_layer *layer = fault_layer_find_loaded();
    char text[256] = "";

    if (layer)
        layer->describe(text, sizeof text);
    TEST_CHECK(!count_live(), "left: %s", text);
}

/* ---- steps ---- */

/* What is done with the object or device of that number. */
struct step {
    enum { RUN, DESTROY, CLEAR, CLOSE } what;
    unsigned which;
    unsigned thread;
};

static void shuffle(struct step *steps, unsigned n)
{
    for (unsigned i = n; i > 1; i--) {
        const unsigned k = below(i);
        const struct step s = steps[k];

        steps[k] = steps[i - 1];
        steps[i - 1] = s;
    }
}

/* Each device is closed, each object destroyed, and what the caller has for it
   let go; objects run as often as there is room for. Steps of objects that are
   gone do nothing. */
static unsigned draw_steps(const struct stage *s, struct step steps[MOST_STEPS])
{
    unsigned n = 0;

    for (unsigned i = 0; i < s->n_devices; i++)
        steps[n++] = (struct step){CLOSE, i, below(N_THREADS)};
    for (unsigned i = 0; i < s->n_things; i++) {
        const unsigned own = below(N_THREADS);

        steps[n++] = (struct step){DESTROY, i, own};
        steps[n++] = (struct step){CLEAR, i, own};
        steps[n++] = (struct step){RUN, i, own};
        steps[n++] = (struct step){RUN, i, own};
    }
    shuffle(steps, n);
    return n;
}

static const char *take_step(struct stage *s, const struct step *step)
{
    struct thing *t = &s->things[step->which];
    const char *wrong = NULL;

    switch (step->what) {
    case RUN:
        if (t->object && t->queue)
            wrong = thing_run(t);
        break;
    case DESTROY:
        thing_destroy(t);
        break;
    case CLEAR:
        thing_clear(t);
        break;
    case CLOSE:
        close_device(s, step->which);
    }
    return wrong;
}

/* ---- threads ---- */

/* A thread takes its own steps, in their order: one after the other with those
   of all threads, or at once with them. */
struct troupe {
    struct stage *stage;
    struct step steps[MOST_STEPS];
    unsigned n_steps;
    bool in_turn;
    pthread_barrier_t gate;
};

struct actor {
    struct troupe *troupe;
    unsigned number;
    unsigned step; /* that went wrong */
    const char *wrong;
    char text[256];
};

static void *act(void *data)
{
    struct actor *a = data;
    struct troupe *t = a->troupe;

    pthread_barrier_wait(&t->gate);
    for (unsigned i = 0; i < t->n_steps; i++) {
        const char *wrong = NULL;

        if (t->steps[i].thread == a->number)
            wrong = take_step(t->stage, &t->steps[i]);
        if (wrong && !a->wrong) {
            snprintf(a->text, sizeof a->text, "%s", wrong);
            a->wrong = a->text;
            a->step = i;
        }
        if (t->in_turn)
            pthread_barrier_wait(&t->gate);
    }
    return NULL;
}

static void play(struct troupe *t)
{
    struct actor actors[N_THREADS];
    pthread_t threads[N_THREADS];

    pthread_barrier_init(&t->gate, NULL, N_THREADS);
    for (unsigned i = 0; i < N_THREADS; i++) {
        actors[i] = (struct actor){.troupe = t, .number = i};
        pthread_create(&threads[i], NULL, act, &actors[i]);
    }
    for (unsigned i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
        TEST_CHECK(
            !actors[i].wrong, "step %u: %s: %s", actors[i].step,
            kind_names[t->stage->things[t->steps[actors[i].step].which].kind],
            actors[i].wrong);
    }
    pthread_barrier_destroy(&t->gate);
}

static void play_rounds(bool in_turn, unsigned n_rounds)
{
    struct stage stage;
    struct troupe troupe;

    for (unsigned i = 0; i < n_rounds; i++) {
        if (!open_stage(&stage, i % N_KINDS, MOST_THINGS))
            return;
        troupe = (struct troupe){.stage = &stage, .in_turn = in_turn};
        troupe.n_steps = draw_steps(&stage, troupe.steps);
        play(&troupe);
        close_stage(&stage);
        check_nothing_is_left();
    }
}

/* ---- claims ---- */

static unsigned count_rounds(void)
{
    return test_is_full() ? 10 * N_KINDS : N_KINDS;
}

static void any_order_of_destruction_is_right(void)
{
    REQUIRE_DEVICES();
    play_rounds(true, count_rounds());
}

static void threads_destroy_at_once(void)
{
    REQUIRE_DEVICES();
    play_rounds(false, count_rounds());
}

/* The device is closed while the calls of its objects are on their way. */
static void devices_close_under_their_objects(void)
{
    struct stage s;

    REQUIRE_DEVICES();
    for (unsigned kind = 0; kind < N_KINDS; kind++) {
        if (!open_stage(&s, kind, 1))
            return;
        for (unsigned i = 0; i < s.n_devices; i++)
            close_device(&s, i);
        for (unsigned i = 0; i < s.n_things; i++) {
            const char *wrong = thing_run(&s.things[i]);
            TEST_CHECK(!wrong, "%s: %s", kind_names[s.things[i].kind], wrong);
        }
        if (fault_layer_find_loaded())
            TEST_CHECK(count_live() > 0, "the layer counts nothing");
        close_stage(&s);
        check_nothing_is_left();
    }
}

/* What cannot be made leaves its device as it was. */
static void refusals_hold_nothing(void)
{
    struct stage s = {.n_devices = 1};
    clfft_average *average;
    clfft_plan *plan;
    clfft_desc desc;

    REQUIRE_DEVICES();
    TEST_REQUIRE(!open_device(&s, 0), "%s", clfft_last_error());
    clfft_desc_parse("c2c 60", &desc);
    TEST_CHECK(clfft_plan_create(s.devices[0], &desc,
                                 &(clfft_plan_params){.recipe = "no such one"},
                                 &plan) == CLFFT_STATUS_INVALID,
               "%s", clfft_last_error());
    clfft_desc_clear(&desc);
    TEST_CHECK(clfft_average_create(
                   s.devices[0],
                   &(clfft_average_desc){.count = 1024,
                                         .points = 1u << 30,
                                         .averaging = CLFFT_AVERAGING_MEDIAN},
                   &average) != CLFFT_STATUS_OK,
               "made");
    close_stage(&s);
    check_nothing_is_left();
}

int main(int argc, char **argv)
{
    static const struct test_claim claims[] = {
        TEST(any_order_of_destruction_is_right),
        TEST(threads_destroy_at_once),
        TEST(devices_close_under_their_objects),
        TEST(refusals_hold_nothing),
    };

    /* PoCL reads it when it starts */
    setenv("POCL_DEVICES", "basic basic basic", 1);
    return test_main(claims, COUNT(claims), argc, argv);
}
