/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* device.c: the device that is measured, and the list of all. */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool bench_device_open(struct bench_device *device,
                       const struct bench_options *options)
{
    /* A sweep keeps no binaries: to make one PoCL compiles a kernel again. */
    const bool sweeps = options->sweep || options->list;
    const clfft_device_params params = {.name = options->device,
                                        .cache_directory = sweeps ? "" : NULL};
    clfft_status status;
    cl_int error;

    *device = (struct bench_device){.options = options};
    status = clfft_device_create(&params, &device->engine);
    if (status != CLFFT_STATUS_OK) {
        fprintf(stderr, "clfft-bench: %s: %s\n", clfft_status_name(status),
                clfft_last_error());
        return false;
    }
    device->context = clfft_device_get_context(device->engine);
    device->id = clfft_device_get_id(device->engine);
    device->limits = clfft_device_get_limits(device->engine);
    device->queue =
        clCreateCommandQueue(device->context, device->id, 0, &error);
    if (error) {
        fprintf(stderr, "clfft-bench: clCreateCommandQueue: OpenCL error %d\n",
                error);
        clfft_device_destroy(&device->engine);
        return false;
    }
    return true;
}

void bench_device_close(struct bench_device *device)
{
    if (device->queue)
        clReleaseCommandQueue(device->queue);
    device->queue = NULL;
    clfft_device_destroy(&device->engine);
}

static const char *type_name(cl_device_type type)
{
    return type & CL_DEVICE_TYPE_GPU           ? "GPU"
           : type & CL_DEVICE_TYPE_CPU         ? "CPU"
           : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                               : "custom";
}

int bench_list_devices(void)
{
    const double mib = 1 << 20;
    clfft_device_entry *entries;
    size_t n;
    clfft_status status = clfft_list_devices(&entries, &n);

    if (status != CLFFT_STATUS_OK) {
        fprintf(stderr, "clfft-bench: %s: %s\n", clfft_status_name(status),
                clfft_last_error());
        return 2;
    }
    if (n == 0)
        printf("no device\n");
    for (size_t i = 0; i < n; i++) {
        const clfft_limits *l = &entries[i].limits;
        printf("%u:%u  %s (%s)\n", entries[i].platform_index,
               entries[i].device_index, l->device_name, type_name(l->type));
        printf("     platform          %s\n", l->platform_name);
        printf("     vendor            %s\n", l->vendor_name);
        printf("     driver            %s\n", l->driver_version);
        printf("     compute units     %u\n", l->compute_units);
        printf("     work-group        %u work-items\n", l->max_work_group);
        printf("     local memory      %.0f KiB, %s\n",
               (double)l->local_size / 1024,
               l->local_is_dedicated ? "dedicated" : "ordinary memory");
        printf("     global memory     %.0f MiB, %.0f MiB in one buffer%s\n",
               (double)l->global_size / mib, (double)l->max_allocation / mib,
               l->unified_memory ? ", shared with the host" : "");
        printf("     float vectors     %u wide\n", l->vector_width);
        printf("     base alignment    %u bytes\n", l->base_alignment);
        printf("     double precision  %s\n", l->has_double ? "yes" : "no");
        printf("     byte order        %s endian\n",
               l->little_endian ? "little" : "big");
    }
    free(entries);
    return n ? 0 : 1;
}
