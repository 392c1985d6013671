/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planner.h: tells which recipes are worth trying for a description, the best
 * guess first. A pure function of the description and the limits of the device:
 * what was measured before enters as rows of data (rows.h), and measuring on
 * the live device belongs to plan/tune.c.
 */
#ifndef CLFFT_PLANNER_H
#define CLFFT_PLANNER_H

#include "clfft/recipe/recipe.h"
#include "rows.h"

#define CLFFT_MAX_CANDIDATES 24

/* Candidates for one description, each made when it is asked for. */
typedef struct clfft_planner clfft_planner;

/* Takes a resolved description; it and the limits must outlive the planner.
   `schedule` AUTO lets the kind of device decide the order; any other forces
   that one. Returns NULL if there is no memory. */
clfft_planner *clfft_planner_new(const clfft_desc *desc,
                                 const clfft_limits *limits,
                                 clfft_schedule schedule);
void clfft_planner_free(clfft_planner *planner);

/* Returns candidate i, valid while the planner lives, or NULL if there are not
   so many. NULL for i = 0 means that no method fits the limits;
   clfft_last_error() names the limit. */
const clfft_choice *clfft_planner_get(clfft_planner *planner, unsigned i);

/* Writes all candidates and returns how many there are. */
unsigned
clfft_planner_candidates(const clfft_desc *desc, const clfft_limits *limits,
                         clfft_schedule schedule,
                         clfft_choice candidates[CLFFT_MAX_CANDIDATES]);

/* ---- axes (axis.c) ---- */

/* Makes the passes along one axis in a variation of the schedule. Returns false
   if it does not fit or has no such variation. */
bool clfft_make_axis(const clfft_desc *desc, unsigned axis,
                     const clfft_limits *limits, clfft_schedule schedule,
                     unsigned variation, clfft_axis_choice *choice);

/* ---- the schedules' own rules (<schedule>.c of this folder) ---- */

/* Where a pass stands among the others, which decides how it accesses
   memory. */
typedef enum clfft_role {
    CLFFT_ROLE_ROWS,  /* contiguous in, contiguous out */
    CLFFT_ROLE_TILE,  /* neighbouring transforms adjacent, in and out */
    CLFFT_ROLE_TURN,  /* contiguous in, neighbouring transforms out */
    CLFFT_ROLE_LINES, /* as TILE, but all of an axis other than 0 */
} clfft_role;

/* What an axis asks of a schedule. */
struct clfft_axis_task {
    uint64_t length;       /* without a factor above CLFFT_LARGEST_PRIME */
    uint64_t chirp_length; /* clfft_chirp_length() */
    bool zooms;            /* the bins are a zoom's */
    bool columns;          /* an axis other than 0: neighbouring transforms are
                              adjacent on both sides */
    bool halved;       /* half of a real transform, whose spectrum has one bin
                          more */
    bool reads_real;   /* the axis reads real data itself, not in a
                          convolution */
    bool aligned;      /* complex on both sides: rows begin at whole sectors */
    bool convolved;    /* inside Rader's or Bluestein's algorithm */
    bool alone;        /* no other axis is transformed */
    bool odd_real;     /* real data of an odd length */
    bool makes_real;   /* c2r */
    bool sided;        /* its last pass stores both sides of a spectrum */
    bool spare_output; /* rows of the output may hold its points between the
                         stages */
    bool plain;        /* rows of complex numbers without a hook */
    uint64_t n_transforms; /* along this axis in a call */
    const clfft_limits *limits;
    size_t real_size;
};

/* Variations of Rader's algorithm, which is one pass or none. */
#define CLFFT_RADER_VARIATIONS 4
/* Variations of the simd schedule, of which a length may lack some. */
#define CLFFT_SIMD_VARIATIONS 3

/* Variations of clfft_simd_own(). */
#define CLFFT_OWN_LANES 2

/* Cuts a length with a prime factor above CLFFT_LARGEST_PRIME_STAGE into two
   passes of lanes, of which that factor's, the last, is a convolution of its
   own. Returns false if it has no such variation. */
bool clfft_simd_own(const struct clfft_axis_task *task, unsigned variation,
                    clfft_axis_choice *choice);

/* Shapes an axis into as few passes as the limits allow. Variation 0 is the
   best guess, higher ones vary it, smaller groups first. Returns false if the
   axis does not fit or has no such variation. */
bool clfft_shapes_group(const struct clfft_axis_task *task, unsigned variation,
                        clfft_axis_choice *choice);
bool clfft_shapes_simd(const struct clfft_axis_task *task, unsigned variation,
                       clfft_axis_choice *choice);
bool clfft_shapes_direct(const struct clfft_axis_task *task, unsigned variation,
                         clfft_axis_choice *choice);

/* The points of the largest picture that is planned as one launch. */
#define CLFFT_TILE2D_POINTS (128u * 129)

/* Makes a choice that runs both axes in one launch, on devices with dedicated
   local memory. */
bool clfft_shapes_tile2d(const clfft_desc *desc, const clfft_limits *limits,
                         unsigned variation, clfft_choice *choice);

/* The use under which measured/ has the rows of an axis, or of the first two
   axes in one launch. */
enum clfft_row_use clfft_planner_use(const clfft_desc *desc, unsigned axis);
enum clfft_row_use clfft_planner_tile2d_use(const clfft_desc *desc);

/* The local memory that planning uses on this device, in bytes. */
size_t clfft_planner_local_size(const clfft_limits *limits);

#endif /* CLFFT_PLANNER_H */
