/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* program.h: builds a cl_program from kernel texts and options, once per
   device. */
#ifndef CLFFT_PROGRAM_H
#define CLFFT_PROGRAM_H

#include "device.h"

typedef struct clfft_program clfft_program;

/*
 * Returns the program of `file` (of kernels/, with everything that it
 * includes), built with `options`; it lives as long as the device. *compiled
 * tells whether a compiler ran in this call. BUILD with a summary on failure;
 * the whole build log goes to the device's log.
 */
clfft_status clfft_program_get(clfft_device *device, const char *file,
                               const char *options, clfft_program **program,
                               bool *compiled);

cl_program clfft_program_handle(const clfft_program *program);

/* Writes a text that names the program and everything that its binary depends
   on. */
const char *clfft_program_key(const clfft_program *program);

/* Writes the binary to disk if that was not done yet. Call it after the first
   run, since drivers of PoCL and Mali generate code only then. */
void clfft_program_keep(clfft_device *device, clfft_program *program);

void clfft_programs_destroy(clfft_device *device);

#endif /* CLFFT_PROGRAM_H */
