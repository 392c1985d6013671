/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pair.c: see pair.h. */
#include "pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PoCL's platform, and how many devices it has. */
static unsigned count_devices(unsigned *platform)
{
    clfft_device_entry *entries;
    size_t n_entries;
    unsigned n = 0;

    if (clfft_list_devices(&entries, &n_entries) != CLFFT_STATUS_OK)
        return 0;
    for (size_t i = 0; i < n_entries; i++)
        if (!strcmp(entries[i].limits.platform_name,
                    "Portable Computing Language")) {
            *platform = entries[i].platform_index;
            n++;
        }
    free(entries);
    return n;
}

void pair_ask_for(void)
{
    setenv("POCL_DEVICES", "basic basic", 1); /* PoCL reads it when it starts */
}

bool pair_is_there(void)
{
    unsigned platform;

    return count_devices(&platform) == 2;
}

bool pair_open(clfft_device *devices[2], const char *cache,
               clfft_log_function log)
{
    static unsigned platform;
    static bool is_known;
    bool opened = true;

    devices[0] = devices[1] = NULL;
    if (!is_known && count_devices(&platform) != 2)
        return false;
    is_known = true;
    for (unsigned i = 0; i < 2 && opened; i++) {
        char name[32];
        const clfft_device_params params = {
            .name = name, .cache_directory = cache, .log = log};

        snprintf(name, sizeof name, "%u:%u", platform, i);
        opened = clfft_device_create(&params, &devices[i]) == CLFFT_STATUS_OK;
    }
    if (!opened)
        clfft_device_destroy(&devices[0]);
    return opened;
}

void pair_close(clfft_device *devices[2])
{
    clfft_device_destroy(&devices[0]);
    clfft_device_destroy(&devices[1]);
}
