/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * devices.c: what devices there are, which one a name means, and how large a
 * transform each has room for. No device is opened for the list, and nothing is
 * made on one to see whether a transform fits.
 *
 *   cc devices.c $(pkg-config --cflags --libs clfft-1.0) -o devices
 *   ./devices ["gpu" | "cpu" | "0:1" | part of a name]
 */
#include <clfft/clfft.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned find_largest(const clfft_limits *limits)
{
    unsigned power = 0;

    for (unsigned p = 1; p < 40; p++) {
        const clfft_desc desc = {.lengths = {UINT64_C(1) << p}};
        uint64_t scratch_size;
        if (clfft_desc_fits(&desc, limits, CLFFT_SCHEDULE_AUTO, &scratch_size))
            break;
        power = p;
    }
    return power;
}

int main(int argc, char **argv)
{
    const clfft_device_params params = {.name = argc > 1 ? argv[1] : "auto"};
    clfft_device_entry *entries;
    clfft_device *device;
    size_t n_entries;

    if (clfft_list_devices(&entries, &n_entries))
        return fprintf(stderr, "%s\n", clfft_last_error()), 1;
    for (size_t i = 0; i < n_entries; i++) {
        const clfft_limits *limits = &entries[i].limits;
        printf("%u:%u %s (%s), %u units, %s precision, up to 2^%u points\n",
               entries[i].platform_index, entries[i].device_index,
               limits->device_name, limits->platform_name,
               limits->compute_units, limits->has_double ? "double" : "single",
               find_largest(limits));
    }
    free(entries);

    if (clfft_device_create(&params, &device))
        return fprintf(stderr, "%s\n", clfft_last_error()), 1;
    const clfft_limits *limits = clfft_device_get_limits(device);
    const unsigned power = find_largest(limits);
    printf("\"%s\" is %s\n", params.name, limits->device_name);
    clfft_device_destroy(&device);
    return n_entries < 1 || power < 10;
}
