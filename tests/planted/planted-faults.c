/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planted-faults.c: a fault of the host's each, for the scripts to see that
 * the sanitizers and valgrind would see it. The argument names the fault;
 * "none" has none.
 */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter; /* under lock */
static char *volatile kept;

static void *count_locked(void *unused)
{
    for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *count_unlocked(void *unused)
{
    for (int i = 0; i < 1000; i++)
        counter++;
    return unused;
}

static void count(void *(*other)(void *))
{
    pthread_t thread;

    pthread_create(&thread, NULL, other, NULL);
    count_locked(NULL);
    pthread_join(thread, NULL);
}

static void none(void)
{
    kept = strdup("freed");
    free(kept);
    kept = NULL;
    count(count_locked);
}

static void unlocked_access(void)
{
    count(count_unlocked);
}

static void leak(void)
{
    kept = malloc(123);
    kept = NULL;
}

static void use_after_free(void)
{
    char *volatile text = strdup("gone");

    free(text);
    printf("%c\n", text[1]);
}

static void heap_overflow(void)
{
    volatile size_t size = strlen("twelve bytes");
    volatile char *volatile text = malloc(size);

    text[size] = 0;
    free((char *)text);
}

static void integer_overflow(void)
{
    volatile int large = INT_MAX;

    printf("%d\n", large + 1);
}

static void uninitialized(void)
{
    int *volatile numbers = malloc(2 * sizeof *numbers);

    if (numbers[1] == 7)
        puts("seven");
    free(numbers);
}

static const struct {
    const char *name;
    void (*run)(void);
} faults[] = {
    {"none", none},
    {"unlocked_access", unlocked_access},
    {"leak", leak},
    {"use_after_free", use_after_free},
    {"heap_overflow", heap_overflow},
    {"integer_overflow", integer_overflow},
    {"uninitialized", uninitialized},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (argc > 1 && !strcmp(argv[1], faults[i].name)) {
            faults[i].run();
            return 0;
        }
    fprintf(stderr, "usage: planted-faults FAULT\n");
    return 2;
}
