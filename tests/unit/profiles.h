/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* profiles.h: the limits of devices that planning must serve. */
#ifndef CLFFT_TEST_PROFILES_H
#define CLFFT_TEST_PROFILES_H

#include "clfft/clfft.h"

#define KIB 1024u

static const struct clfft_limits profiles[] = {
    /* the least that OpenCL 1.2's embedded profile asks for, dedicated */
    {.type = CL_DEVICE_TYPE_GPU,
     .compute_units = 1,
     .max_work_group = 64,
     .local_size = 16 * KIB,
     .local_is_dedicated = true,
     .device_name = "16 KiB, groups of 64"},
    {.type = CL_DEVICE_TYPE_GPU,
     .compute_units = 16,
     .max_work_group = 256,
     .local_size = 32 * KIB,
     .local_is_dedicated = true,
     .has_double = true,
     .device_name = "32 KiB, groups of 256"},
    {.type = CL_DEVICE_TYPE_GPU,
     .compute_units = 132,
     .max_work_group = 1024,
     .local_size = 48 * KIB,
     .local_is_dedicated = true,
     .has_double = true,
     .limits_registers = true,
     .vendor_name = "NVIDIA Corporation",
     .device_name = "48 KiB, groups of 1024"},
    {.type = CL_DEVICE_TYPE_GPU,
     .compute_units = 4,
     .max_work_group = 384,
     .local_size = 32 * KIB,
     .unified_memory = true,
     .device_name = "Mali-like, shared 32 KiB"},
    {.type = CL_DEVICE_TYPE_CPU,
     .compute_units = 2,
     .max_work_group = 1024,
     .local_size = 32 * KIB,
     .local_total = 2048 * KIB,
     .unified_memory = true,
     .vector_width = 16,
     .has_double = true,
     .device_name = "CPU"},
    {.type = CL_DEVICE_TYPE_CPU,
     .compute_units = 2,
     .max_work_group = 1024,
     .local_size = 32 * KIB,
     .local_total = 512 * KIB,
     .unified_memory = true,
     .vector_width = 8,
     .has_double = true,
     .device_name = "CPU, vectors of 256 bits"},
    {.type = CL_DEVICE_TYPE_CPU,
     .compute_units = 8,
     .max_work_group = 1024,
     .local_size = 32 * KIB,
     .local_total = 256 * KIB,
     .unified_memory = true,
     .vector_width = 1,
     .device_name = "CPU, vectors of work-items"},
    {.type = CL_DEVICE_TYPE_ACCELERATOR,
     .compute_units = 8,
     .max_work_group = 128,
     .local_size = 64 * KIB,
     .local_is_dedicated = true,
     .device_name = "accelerator, 64 KiB"},
};
#define N_PROFILES (sizeof profiles / sizeof profiles[0])

#endif /* CLFFT_TEST_PROFILES_H */
