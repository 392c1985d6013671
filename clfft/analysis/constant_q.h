/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* constant_q.h: what the files of clfft_constant_q share. constant_q.c makes
   and runs it, constant_q_tables.c fills its tables. */
#ifndef CLFFT_ANALYSIS_CONSTANT_Q_H
#define CLFFT_ANALYSIS_CONSTANT_Q_H

#include "clfft/constantq.h"
#include "kernel.h"

struct clfft_constant_q {
    clfft_device *device;
    clfft_constant_q_desc desc; /* without pointers to arrays */
    clfft_constant_q_layout layout;
    size_t real_size;
    unsigned n_bands; /* with edge bands */
    uint64_t n_rows;  /* channels x bands */
    uint64_t period;  /* points of a row */
    clfft_program *program;
    cl_kernel gather, finish;    /* FORWARD */
    cl_kernel spread;            /* INVERSE */
    cl_mem first, start, weight; /* start: `source` of the kernel spread */
    cl_mem rows, coefficients;   /* the latter FORWARD only */
    clfft_plan *plan;            /* of the rows */
    struct clfft_chain chain;    /* no call reads what another one wrote */
};

/* Makes first, start and weight. gain: of each band, or NULL */
clfft_status clfft_constant_q_make_tables(clfft_constant_q *c,
                                          const double *gain);

#endif /* CLFFT_ANALYSIS_CONSTANT_Q_H */
