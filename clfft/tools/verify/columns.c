/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * columns.c: clfft-bench columns: what the geometry of a pass costs without its
 * transforms.
 *
 * A group of C x T work-items loads C columns of a picture into registers,
 * waits at a barrier, and stores them: as columns where they were, or as rows
 * (a pass that transposes), or from rows to columns. Only the addresses are
 * those of a transposition: no point goes from one work-item to another. Beside
 * them, in turns, a plain copy of float4.
 */
#include "clfft/tools/peers/peer.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CASES 64
#define MOST_POINTS 64 /* a work-item holds */
#define EXECUTIONS 3   /* of one in a row */
#define WARMING 3      /* rounds that do not count */

static const char source[] =
    "#define PLACE(BY_ROWS, e)                                              "
    "\\\n"
    "    (BY_ROWS ? (first + e / HEIGHT) * HEIGHT + e % HEIGHT              "
    "\\\n"
    "             : e / C * WIDTH + first + e % C)\n"
    "#define IS_IN(BY_ROWS, e)                                              "
    "\\\n"
    "    (e < HEIGHT * C &&                                                 "
    "\\\n"
    "     first + (BY_ROWS ? e / HEIGHT : e % C) < WIDTH)\n"
    "kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))\n"
    "void columns(global const float2 *from, global float2 *to)\n"
    "{\n"
    "    const uint groups = (WIDTH + C - 1) / C, lid = get_local_id(0);\n"
    "    const uint first = get_group_id(0) % groups * C;\n"
    "    const ulong picture = get_group_id(0) / groups;\n"
    "    float2 v[POINTS];\n"
    "\n"
    "    from += picture * (HEIGHT * WIDTH);\n"
    "    to += picture * (HEIGHT * WIDTH);\n"
    "#pragma unroll\n"
    "    for (int k = 0; k < POINTS; k++) {\n"
    "        const uint e = lid + k * ITEMS;\n"
    "        v[k] = IS_IN(FROM_ROWS, e) ? from[PLACE(FROM_ROWS, e)] : 0;\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "#pragma unroll\n"
    "    for (int k = 0; k < POINTS; k++) {\n"
    "        const uint e = lid + k * ITEMS;\n"
    "        if (IS_IN(TO_ROWS, e))\n"
    "            to[PLACE(TO_ROWS, e)] = v[k];\n"
    "    }\n"
    "}\n"
    "kernel void plain(global const float4 *from, global float4 *to)\n"
    "{\n"
    "    to[get_global_id(0)] = from[get_global_id(0)];\n"
    "}\n";

struct geometry {
    const char *text;
    unsigned height, width, batch, c, t;
    bool in_place, from_rows, to_rows;
    cl_kernel kernel, plain;
    double *us, *plain_us; /* a round each */
};

/* 8 bytes each */
static size_t count_points(const struct geometry *g)
{
    return (size_t)g->height * g->width * g->batch;
}

static bool parse(struct geometry *g, const char *text)
{
    int end = 0;

    *g = (struct geometry){.text = text};
    if (sscanf(text, "c2c %ux%u x%u c%u t%u%n", &g->height, &g->width,
               &g->batch, &g->c, &g->t, &end) < 5)
        return false;
    g->in_place = !strcmp(text + end, " in-place");
    g->from_rows = !strcmp(text + end, " from-rows");
    g->to_rows = !strcmp(text + end, " to-rows");
    return (!text[end] || g->in_place || g->from_rows || g->to_rows) &&
           g->height && g->width && g->batch && g->c && g->t;
}

static unsigned count_items(const struct geometry *g)
{
    return g->c * g->t;
}

/* A work-item's. */
static unsigned count_registers(const struct geometry *g)
{
    return (g->height * g->c + count_items(g) - 1) / count_items(g);
}

static bool make_kernels(const struct bench_device *device, struct geometry *g)
{
    const char *text = source;
    cl_program program;
    cl_int error;
    char options[300];

    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -DHEIGHT=%uu -DWIDTH=%uu -DC=%uu -DITEMS=%u "
             "-DPOINTS=%u -DFROM_ROWS=%d -DTO_ROWS=%d",
             g->height, g->width, g->c, count_items(g), count_registers(g),
             g->from_rows, g->to_rows);
    program =
        clCreateProgramWithSource(device->context, 1, &text, NULL, &error);
    if (program && clBuildProgram(program, 1, &device->id, options, NULL,
                                  NULL) == CL_SUCCESS) {
        g->kernel = clCreateKernel(program, "columns", &error);
        g->plain = clCreateKernel(program, "plain", &error);
    }
    if (program)
        clReleaseProgram(program);
    return g->kernel && g->plain;
}

static bool set_buffers(cl_kernel kernel, cl_mem from, cl_mem to)
{
    return !clSetKernelArg(kernel, 0, sizeof from, &from) &&
           !clSetKernelArg(kernel, 1, sizeof to, &to);
}

static bool prepare(const struct bench_device *device, struct geometry *g,
                    const cl_mem buffers[2], unsigned rounds)
{
    g->us = calloc(rounds, sizeof *g->us);
    g->plain_us = calloc(rounds, sizeof *g->plain_us);
    return g->us && g->plain_us && make_kernels(device, g) &&
           set_buffers(g->kernel, buffers[0], buffers[g->in_place ? 0 : 1]) &&
           set_buffers(g->plain, buffers[0], buffers[1]);
}

/* Mean us of some executions; negative: it failed. */
static double sample(cl_command_queue queue, cl_kernel kernel, size_t global,
                     const size_t *local)
{
    cl_event events[EXECUTIONS] = {NULL};
    double us = 0;
    bool good = true;

    for (unsigned i = 0; i < EXECUTIONS && good; i++)
        good = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local, 0,
                                      NULL, &events[i]) == CL_SUCCESS;
    good = clFinish(queue) == CL_SUCCESS && good;
    for (unsigned i = 0; i < EXECUTIONS; i++) {
        if (!events[i])
            continue;
        us += 1e3 * bench_event_ms(events[i]) / EXECUTIONS;
        clReleaseEvent(events[i]);
    }
    return good ? us : -1;
}

static bool run_round(cl_command_queue queue, struct geometry *g, int round)
{
    const size_t local = count_items(g);
    const size_t groups = (size_t)((g->width + g->c - 1) / g->c) * g->batch;
    const double us = sample(queue, g->kernel, groups * local, &local);
    const double plain_us = sample(queue, g->plain, count_points(g) / 2, NULL);

    if (round >= 0) {
        g->us[round] = us;
        g->plain_us[round] = plain_us;
    }
    return us >= 0 && plain_us >= 0;
}

static void tell(struct geometry *g, unsigned rounds)
{
    const double us = bench_median(g->us, rounds);
    const double plain_us = bench_median(g->plain_us, rounds);

    printf("%-44s %9.1f us [%.1f %.1f], copy %.1f, %.3f copies\n", g->text, us,
           bench_quantile(g->us, rounds, 0.25),
           bench_quantile(g->us, rounds, 0.75), plain_us, us / plain_us);
}

static bool check(const struct bench_device *device, const struct geometry *g)
{
    if (g->c <= device->limits->max_work_group / g->t &&
        g->height <= MOST_POINTS * g->t)
        return true;
    fprintf(stderr,
            "clfft-bench: columns: %s: groups of %u x %u work-items, at "
            "most %u, of %u / %u points each, at most %u\n",
            g->text, g->c, g->t, device->limits->max_work_group, g->height,
            g->t, MOST_POINTS);
    return false;
}

static bool measure(const struct bench_device *device, struct geometry *cases,
                    unsigned n, unsigned rounds)
{
    cl_command_queue queue = clCreateCommandQueue(
        device->context, device->id, CL_QUEUE_PROFILING_ENABLE, NULL);
    cl_mem buffers[2] = {NULL};
    const float zero = 0;
    size_t size = 0;
    bool good = queue != NULL;

    for (unsigned i = 0; i < n; i++)
        if (8 * count_points(&cases[i]) > size)
            size = 8 * count_points(&cases[i]);
    for (unsigned i = 0; i < 2 && good; i++) {
        cl_int error;
        buffers[i] = clCreateBuffer(device->context, CL_MEM_READ_WRITE, size,
                                    NULL, &error);
        good = buffers[i] &&
               !clEnqueueFillBuffer(queue, buffers[i], &zero, sizeof zero, 0,
                                    size, 0, NULL, NULL);
    }
    for (unsigned i = 0; i < n && good; i++)
        good = prepare(device, &cases[i], buffers, rounds);
    for (int r = -WARMING; r < (int)rounds && good; r++)
        for (unsigned i = 0; i < n && good; i++)
            good = run_round(queue, &cases[i], r);
    for (unsigned i = 0; i < n; i++) {
        if (good)
            tell(&cases[i], rounds);
        if (cases[i].kernel)
            clReleaseKernel(cases[i].kernel);
        if (cases[i].plain)
            clReleaseKernel(cases[i].plain);
        free(cases[i].us);
        free(cases[i].plain_us);
    }
    for (unsigned i = 0; i < 2; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    if (queue)
        clReleaseCommandQueue(queue);
    if (!good)
        fprintf(stderr, "clfft-bench: columns: the device failed\n");
    return good;
}

int bench_columns_main(const struct bench_options *options)
{
    static struct geometry cases[MOST_CASES];
    struct bench_device device;
    bool good = options->n_items > 0 && options->n_items <= MOST_CASES &&
                options->rounds > 0;

    if (!good)
        fprintf(stderr,
                "clfft-bench: columns: give 1 to %u descriptions, and "
                "a round at least\n",
                MOST_CASES);
    for (unsigned i = 0; good && i < options->n_items; i++)
        if (!(good = parse(&cases[i], options->items[i])))
            fprintf(stderr,
                    "clfft-bench: columns: \"%s\" is not as \"c2c "
                    "1080x1920 x16 c8 t40\", with in-place, from-rows "
                    "or to-rows behind it\n",
                    options->items[i]);
    if (!good || !bench_device_open(&device, options))
        return 2;
    printf("# %s, %s %s\n", device.limits->device_name,
           device.limits->platform_name, device.limits->driver_version);
    for (unsigned i = 0; good && i < options->n_items; i++)
        good = check(&device, &cases[i]);
    if (good && !measure(&device, cases, options->n_items, options->rounds)) {
        bench_device_close(&device);
        return 1;
    }
    bench_device_close(&device);
    return good ? 0 : 2;
}
