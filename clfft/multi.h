/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * multi.h: one batch of transforms on several devices of a host, from host
 * memory to host memory.
 *
 * A multi divides one loop of the batch among its devices. Each device takes
 * its share in chunks; several chunks are under way at a time, so that copies
 * to the device, transforms and copies back go on at once. Device memory holds
 * these chunks alone: a batch may be larger than it.
 */
#ifndef CLFFT_MULTI_H
#define CLFFT_MULTI_H

#include "clfft.h"

#include "begin.h"

#define CLFFT_MULTI_MAX_DEVICES 64

typedef enum clfft_multi_memory {
    CLFFT_MULTI_MEMORY_AUTO = 0, /* MAPPED where host and device share memory,
                                    else STAGED */
    CLFFT_MULTI_MEMORY_MAPPED,   /* the device's buffers are mapped: nothing is
                                    transferred where memory is shared */
    CLFFT_MULTI_MEMORY_STAGED,   /* transfers from and to pinned host memory */
} clfft_multi_memory;

typedef struct clfft_multi_params {
    const clfft_plan_params *plan; /* of its plans, or NULL; waiter and
                                      external_scratch are ignored */
    /* Or NULL. It is called by threads of the multi, by several at once. Once
       it has given up, calls return CANCELLED. */
    const clfft_waiter *waiter;
    /* n_devices numbers above 0: how the first call divides the batch. NULL:
       each device is measured at creation, with its transfers. */
    const double *shares;
    bool keeps_shares; /* calls do not adjust the shares */
    clfft_multi_memory memory;
    uint64_t chunk_size; /* bytes of a chunk on its larger side, at least one
                            round of the divided loop. 0: 4 MiB */
    uint64_t reserved[8];
} clfft_multi_params;

typedef struct clfft_multi clfft_multi;

/*
 * Makes plans and staging memory on 1..CLFFT_MULTI_MAX_DEVICES devices, which
 * the multi holds as a plan does; one device may be named once. params may be
 * NULL. A multi serves one thread at a time, and has threads of its own: a
 * thread for each chunk that is under way, 3 to 6 a device by the processors of
 * the host. Errors: those of clfft_plan_create(); the message names the device.
 * FORKED.
 *
 * The divided loop is, of the loops whose output distance is largest, the first
 * with a count of 64 or more, else the one with the largest count. With a
 * matrix, loop 0 is not divided. A description with no other loop runs on one
 * device.
 */
clfft_status clfft_multi_create(clfft_device *const *devices,
                                unsigned n_devices, const clfft_desc *desc,
                                const clfft_multi_params *params,
                                clfft_multi **multi);
/* Accepts NULL; sets NULL. */
void clfft_multi_destroy(clfft_multi **multi);

typedef struct clfft_multi_execute_params {
    uint64_t count; /* rounds of the divided loop, from its first; 0: all */
    uint64_t reserved[8];
} clfft_multi_execute_params;

/*
 * Transforms the batch at `input` to `output` and returns when it is there.
 * Both are host memory that holds what the description reaches, as
 * clfft_desc_get_extent() tells; with in_place they are the same, else they
 * must not overlap. No device touches them: nothing is left under way when the
 * call returns, whatever it returns. Elements of `output` where no transform
 * stores stay as they are. params may be NULL.
 *
 * All chunks are done by plans of one recipe on devices of one name: the result
 * does not depend, bit for bit, on how many of them there are, nor on shares.
 *
 * If a device fails, the others do what it has not done, with a warning in its
 * log, and it is left out of later calls. The call fails with DEVICE or
 * NO_MEMORY if no device is left; the message names each with its reason, and
 * `output` is then not complete. The next call tries all of them again. INVALID
 * if the arguments are wrong; CANCELLED if the waiter gave up.
 */
clfft_status clfft_multi_execute(clfft_multi *multi, const void *input,
                                 void *output,
                                 const clfft_multi_execute_params *params);

typedef struct clfft_multi_info {
    unsigned n_devices;
    unsigned loop;     /* the divided loop's index */
    uint64_t count;    /* its rounds */
    uint64_t chunk;    /* rounds in a chunk, at most */
    unsigned n_chunks; /* under way on a device, at most */
    uint64_t reserved[8];
} clfft_multi_info;

void clfft_multi_get_info(const clfft_multi *multi, clfft_multi_info *info);

typedef struct clfft_multi_device_info {
    const char *name;   /* of the device; valid while that lives */
    const char *recipe; /* of its plans; valid while the multi lives */
    double share;       /* of the next call, 0..1 */
    uint64_t count;     /* rounds that it did in the last call */
    double seconds;     /* in which it did its own share of these */
    uint64_t device_size, host_size; /* bytes: buffers and scratch memory;
                                        staging memory */
    bool is_mapped;                  /* there is no staging memory */
    bool has_failed;                 /* it is left out */
    uint64_t reserved[8];
} clfft_multi_device_info;

/* Describes device `index`, 0..n_devices-1; INVALID for any other. Not while a
   call is under way. */
clfft_status clfft_multi_get_device(const clfft_multi *multi, unsigned index,
                                    clfft_multi_device_info *info);

#include "end.h"

#endif /* CLFFT_MULTI_H */
