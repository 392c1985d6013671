/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planner.h: which choices are worth trying, best guess first. A pure
 * function of description and limits; what was measured enters as rows of
 * data (rows.h), what is measured live belongs to plan/tune.c.
 */
#ifndef CLFFT_PLANNER_H
#define CLFFT_PLANNER_H

#include "clfft/recipe/recipe.h"
#include "rows.h"

#define CLFFT_MAX_CANDIDATES 24

/* Candidates for one description, each made when it is asked for. */
typedef struct clfft_planner clfft_planner;

/*
 * For a resolved description; it and the limits outlive the planner. `schedule`
 * AUTO lets the device's kind decide the order; others are forced. NULL: no
 * memory.
 */
clfft_planner *clfft_planner_new(const clfft_desc *desc,
                                 const clfft_limits *limits,
                                 clfft_schedule schedule);
void clfft_planner_free(clfft_planner *planner);

/* Candidate i, or NULL where there are no more of them; valid while the planner
   lives. NULL for 0 means that no method fits the limits; clfft_last_error()
   names the limit. */
const clfft_choice *clfft_planner_get(clfft_planner *planner, unsigned i);

/* All of them; returns how many. */
unsigned clfft_planner_candidates(const clfft_desc *desc,
                                  const clfft_limits *limits,
                                  clfft_schedule schedule,
                                  clfft_choice candidates[CLFFT_MAX_CANDIDATES]);

/* ---- axes (axis.c) ---- */

/* The passes along one axis, in a variation of the schedule; false where it
   does not fit or has no such variation. */
bool clfft_make_axis(const clfft_desc *desc, unsigned axis,
                     const clfft_limits *limits, clfft_schedule schedule,
                     unsigned variation, clfft_axis_choice *choice);

/* ---- the schedules' own rules (<schedule>.c of this folder) ---- */

/* Where a pass stands, which decides how its memory access lies. */
typedef enum clfft_role {
    CLFFT_ROLE_ROWS,  /* contiguous in, contiguous out */
    CLFFT_ROLE_TILE,  /* neighbouring transforms adjacent, in and out */
    CLFFT_ROLE_TURN,  /* contiguous in, neighbours adjacent out */
    CLFFT_ROLE_LINES, /* as TILE, the whole of another axis */
} clfft_role;

/* What an axis asks of a schedule. */
struct clfft_axis_task {
    uint64_t length;  /* 17-smooth */
    bool columns;     /* an axis other than 0: neighbouring transforms are
                         adjacent on both sides */
    bool halved;      /* of a real transform, whose spectrum has a bin more */
    bool reads_real;  /* r2c's: its own, not those of a convolution */
    bool aligned;     /* complex on both sides: rows begin at whole sectors */
    bool convolved;   /* inside of Rader's or Bluestein's */
    bool sided;       /* its last pass stores both sides of a spectrum */
    bool lent;        /* rows of the output hold its points meanwhile */
    bool plain;       /* rows of complex numbers without a hook */
    uint64_t n_transforms; /* of a call */
    const clfft_limits *limits;
    size_t real_size;
};

/* Variations of Rader's algorithm, which is one pass or none. */
#define CLFFT_RADER_VARIATIONS 4

/*
 * Shapes for an axis in as few passes as the limits allow. false if it does
 * not fit. Variation 0 is the best guess, higher ones vary it (smaller groups
 * first); false also when there is no such variation.
 */
bool clfft_shapes_group(const struct clfft_axis_task *task, unsigned variation,
                        clfft_axis_choice *choice);
bool clfft_shapes_simd(const struct clfft_axis_task *task, unsigned variation,
                       clfft_axis_choice *choice);
bool clfft_shapes_direct(const struct clfft_axis_task *task,
                         unsigned variation, clfft_axis_choice *choice);

/* Points of the largest picture that is planned as one launch. */
#define CLFFT_TILE2D_POINTS (128u * 129)

/* Both axes in one launch, on devices with local memory of their own. */
bool clfft_shapes_tile2d(const clfft_desc *desc, const clfft_limits *limits,
                         unsigned variation, clfft_choice *choice);

/* Where an axis' transforms, or the first two axes', stand in measured/. */
enum clfft_row_use clfft_planner_use(const clfft_desc *desc, unsigned axis);
enum clfft_row_use clfft_planner_tile2d_use(const clfft_desc *desc);

/* Local memory that planning uses on this device, bytes. */
size_t clfft_planner_local_size(const clfft_limits *limits);

#endif /* CLFFT_PLANNER_H */
