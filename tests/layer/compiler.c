/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * compiler.c: the compiler of the device that is played, which may take a
 * kernel's text wrong or not know a word of it.
 */
#include "layer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* what a test has had it take wrong, in the profile's stead */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *planted, *planted_as;
static unsigned long n_planted;

static char *copy_of(const char *text)
{
    char *copy = text ? strdup(text) : NULL;

    if (text && !copy)
        abort();
    return copy;
}

void layer_miscompile(const char *wrong, const char *as)
{
    pthread_mutex_lock(&lock);
    free(planted);
    free(planted_as);
    planted = copy_of(wrong);
    planted_as = copy_of(as);
    n_planted = 0;
    pthread_mutex_unlock(&lock);
}

unsigned long layer_count_planted(void)
{
    unsigned long n;

    pthread_mutex_lock(&lock);
    n = n_planted;
    pthread_mutex_unlock(&lock);
    return n;
}

/* A copy of the text with what a wrong compiler makes of it; NULL: as it is. */
static char *replace(const char *text, size_t length, const char *wrong,
                     const char *as)
{
    const size_t size = length ? length : strlen(text);
    const char *at = wrong ? strstr(text, wrong) : NULL;
    char *made;

    if (!at)
        return NULL;
    made = calloc(size + strlen(as) + 1, 1);
    if (!made)
        abort();
    memcpy(made, text, (size_t)(at - text));
    strcat(made, as);
    strcat(made, at + strlen(wrong));
    return made;
}

static char *miscompile(const struct layer_compiler *compiler, const char *text,
                        size_t length)
{
    char *made;

    pthread_mutex_lock(&lock);
    made = planted ? replace(text, length, planted, planted_as)
                   : replace(text, length, compiler->wrong, compiler->as);
    n_planted += made && planted;
    pthread_mutex_unlock(&lock);
    return made;
}

/* As it is, so that kernels that were compiled without the layer serve here,
   but for what the compiler takes wrong. */
cl_program special_clCreateProgramWithSource(cl_context context, cl_uint n,
                                             const char **texts,
                                             const size_t *lengths,
                                             cl_int *code)
{
    const char **all = calloc((size_t)n + 1, sizeof *all);
    size_t *sizes = calloc((size_t)n + 1, sizeof *sizes);
    char **made = calloc((size_t)n + 1, sizeof *made);
    const struct layer_compiler compiler = layer_compiler();
    cl_program program = NULL;

    if (!all || !sizes || !made)
        abort();
    layer_count_compiled();
    for (cl_uint i = 0; i < n; i++) {
        made[i] = miscompile(&compiler, texts[i], lengths ? lengths[i] : 0);
        all[i] = made[i] ? made[i] : texts[i];
        sizes[i] = lengths && !made[i] ? lengths[i] : 0;
    }
    program =
        layer_target->clCreateProgramWithSource(context, n, all, sizes, code);
    for (cl_uint i = 0; i < n; i++)
        free(made[i]);
    free(made);
    free(all);
    free(sizes);
    return program;
}

/* The text of a program, malloc'ed; NULL: it is made of a binary. */
static char *read_source(cl_program program)
{
    size_t size = 0;
    char *text;

    if (layer_target->clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL,
                                       &size) ||
        size < 2)
        return NULL;
    text = malloc(size);
    if (!text)
        abort();
    if (layer_target->clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, text,
                                       NULL)) {
        free(text);
        return NULL;
    }
    return text;
}

static void print_log(cl_program program, cl_device_id device)
{
    char text[65536] = "";

    layer_target->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG,
                                        sizeof text - 1, text, NULL);
    fprintf(stderr, "fault layer: %s cannot compile this: %s\n",
            layer_profile_name(), text);
}

/* A device without double precision, or without fma, does not know the word:
   does the text compile there? No code is made of it. */
static bool knows_words(const struct layer_compiler *compiler,
                        cl_program program, cl_uint n,
                        const cl_device_id *devices, const char *options)
{
    const char *texts[3] = {
        compiler->no_double ? "#define double this_device_has_no_double\n" : "",
        compiler->no_fma ? "#define fma this_device_has_no_fma\n" : ""};
    cl_context context = NULL;
    char *source = read_source(program);
    cl_program tried = NULL;
    bool does;

    if (!source)
        return true;
    texts[2] = source;
    if (layer_target->clGetProgramInfo(program, CL_PROGRAM_CONTEXT,
                                       sizeof context, &context, NULL) ||
        !(tried = layer_target->clCreateProgramWithSource(context, 3, texts,
                                                          NULL, NULL)))
        abort();
    does = layer_target->clCompileProgram(tried, n, devices, options, 0, NULL,
                                          NULL, NULL, NULL) == CL_SUCCESS;
    if (!does && n)
        print_log(tried, devices[0]);
    layer_target->clReleaseProgram(tried);
    free(source);
    return does;
}

cl_int special_clBuildProgram(cl_program program, cl_uint n,
                              const cl_device_id *devices, const char *options,
                              void(CL_CALLBACK *done)(cl_program, void *),
                              void *data)
{
    const struct layer_compiler compiler = layer_compiler();

    if ((compiler.no_double || compiler.no_fma) &&
        !knows_words(&compiler, program, n, devices, options))
        return layer_refuse(CL_BUILD_PROGRAM_FAILURE);
    return layer_target->clBuildProgram(program, n, devices, options, done,
                                        data);
}
