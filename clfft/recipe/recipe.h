/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * recipe.h: the recipe of a description: the steps that compute it, as data.
 *
 * A choice is the part that tuning may vary: which radices, how many
 * work-items, which layout, pass by pass. Its text form is what users see and
 * may force:
 *
 *   group 16.16.4 t64 c2 padded            one pass, one work-group has all
 *   group 16.16 t16 c16 plain split | group 16.16 t16 c16 pitch split
 *   group 16.16 t16 c16 pitch split turn | group 16.16 t16 c16 plain split
 *                                          the first one transposes
 *   group 16.8.8.8 t512 c1 plain split r64        64 registers a work-item
 *   group 16.16.8.8 t1024 c1 plain split p2       exchange half by half
 *   group 8.8.4 t32 c1 padded poly         roots are computed, not looked up
 *   group 9.3 t3 c32 padded linear         27 points, moved in order
 *   group 16.8.4 t32 c2 padded bands       bands of powers in the same launch
 *   simd 8.8.16 rows                       one work-item a transform
 *   simd 16.16 lanes                       8 transforms a work-item
 *   simd 16.16 lanes wide | simd 16.16 lanes wide   16 of them
 *   direct 8 | direct 8 | direct 16        one kernel a radix
 *   bluestein 2048: group 16.16.8 t128 c1 padded
 *   rader 1008: group 16.9.7 t63 c1 plain         1009 points
 *   group 8.5.8 t40 c8 plain bluestein151 | group 73.5 t30 c16 plain
 *                          columns of 151 points by a convolution of 320
 *   rader 65536: group 16.16 t16 c16 plain | group 16.16 t16 c4 padded
 *                                                 65537, in three steps
 *   simd 8.8.8 rows ; simd 32.32 lanes wide       two axes, axis 0 first
 *   tile2d 8.8 ; 8.8 t512 c1 padded                both in one launch
 *   tile2d 8.8 ; 8.8 t512 c1 padded ; group 8.8 t2 c64 plain   of three axes
 *   NAME option option                     a seed method's (seed_method.h)
 *
 * A recipe is a choice expanded by its method into steps: launches with
 * their geometry. Expansion is a pure function of description and choice.
 */
#ifndef CLFFT_RECIPE_H
#define CLFFT_RECIPE_H

#include "clfft/desc/desc.h"
#include "clfft/base/factor.h"

#define CLFFT_MAX_SHAPES CLFFT_MAX_PASSES
/* a convolution an axis, and five that no radix makes */
#define CLFFT_MAX_STEPS (CLFFT_MAX_RANK * (2 * CLFFT_MAX_PASSES) + 5)
#define CLFFT_N_SCRATCH 4 /* three between passes, one for means */

typedef enum clfft_layout {
    CLFFT_LAYOUT_PLAIN = 0,
    CLFFT_LAYOUT_PADDED,
    CLFFT_LAYOUT_PITCH,
} clfft_layout;

/* The choice of tuning for one pass. */
typedef struct clfft_shape {
    clfft_schedule schedule;
    uint8_t n_radices;
    uint8_t radices[CLFFT_MAX_RADICES];
    uint16_t items;      /* group: work-items a transform */
    uint16_t columns;    /* group: transforms a work-group */
    clfft_layout layout; /* group: local memory */
    bool split;          /* group: real and imaginary parts one by one */
    uint8_t parts;       /* group: a transform is exchanged in so many parts,
                            one by one; 0: whole */
    bool early;          /* group: read all roots before the first stage */
    bool poly;           /* group: compute the roots instead of reading a
                            table */
    bool linear;         /* group, one pass along rows: a group's points are
                            read and stored in the order of memory */
    bool bands;          /* group, one pass along rows: bands are made of
                            powers that stay in local memory */
    bool turn;           /* group, first of two passes: it transposes, so that
                            the last one may work in place */
    uint16_t convolved;  /* group or lanes, one of several passes: its points,
                            that are transformed by a convolution of as many as
                            the radices make: Rader's if these are one less,
                            else Bluestein's; 0: none */
    uint8_t registers;   /* group: registers of a work-item at most; 0: the
                            compiler's choice */
    bool rows;           /* simd: lanes along the butterflies of a transform */
    bool wide;           /* simd: twice as many lanes */
} clfft_shape;

/* The passes along one axis. */
typedef struct clfft_axis_choice {
    uint64_t bluestein; /* length of the inner transform; 0: none */
    uint64_t rader;     /* length of the inner transform, a prime less 1; 0:
                           none */
    unsigned n_shapes;
    clfft_shape shapes[CLFFT_MAX_SHAPES];
} clfft_axis_choice;

/* The options of a seed method, in a form of its own. */
typedef struct clfft_seed_method_choice {
    uint64_t data[12];
} clfft_seed_method_choice;

/* Axis 0, then the others of more than one point; or a seed method and no axes.
 */
typedef struct clfft_choice {
    bool is_seed_method;
    clfft_seed_method_choice seed_method;
    bool tile2d; /* group: the first two axes in one launch; the second one's
                    shape has radices only */
    unsigned n_axes;
    clfft_axis_choice axes[CLFFT_MAX_RANK];
} clfft_choice;

typedef enum clfft_step_kind {
    CLFFT_STEP_GROUP = 0,
    CLFFT_STEP_SIMD,
    CLFFT_STEP_DIRECT,
    CLFFT_STEP_TILE2D, /* the first two axes */
    CLFFT_STEP_REAL,  /* half-length transform -> spectrum of real data, or half
                         of that -> points of a half-length one */
    CLFFT_STEP_BANDS, /* powers -> bands or rings */
    CLFFT_STEP_SPREAD,      /* stored bins of several axes -> sides */
    CLFFT_STEP_MEAN,        /* sums of each transform's input, in parts */
    CLFFT_STEP_MEAN_END,    /* parts -> mean, or line */
    CLFFT_STEP_SEED_METHOD, /* a seed method's kernel */
} clfft_step_kind;

typedef enum clfft_buffer {
    CLFFT_BUFFER_INPUT = 0,
    CLFFT_BUFFER_OUTPUT,
    CLFFT_BUFFER_SCRATCH, /* + 0 .. CLFFT_N_SCRATCH - 1 */
    CLFFT_BUFFER_MEANS = CLFFT_BUFFER_SCRATCH + CLFFT_N_SCRATCH - 1,
} clfft_buffer;

/* How points are read or written (kernels/common/access.cl). */
typedef enum clfft_access {
    CLFFT_ACCESS_COMPLEX = 0,
    CLFFT_ACCESS_REAL,
    CLFFT_ACCESS_PAIR,
    CLFFT_ACCESS_HERMITIAN,
    CLFFT_ACCESS_HALF,
    CLFFT_ACCESS_MAGNITUDE,
    CLFFT_ACCESS_POWER,
    CLFFT_ACCESS_DB,
    CLFFT_ACCESS_PHASE,
} clfft_access;

typedef struct clfft_side {
    int buffer; /* clfft_buffer */
    clfft_access access;
    bool outer;     /* the caller's hooks apply on this side */
    bool window;    /* the window and the padding of the axis apply on this
                       side */
    bool gain;      /* the gain applies on this side */
    uint8_t axes;   /* the sides of so many axes are made here; 0: those of
                       the step's own axis */
    bool conjugate; /* imaginary parts change their sign */
    bool chirp;     /* multiplied by the chirp */
    uint32_t index[3];
    uint32_t length; /* points that are read or written */
    uint32_t extent; /* scratch: points along the step's axis */
} clfft_side;

/* The prime is length * inner[0] + 1. */
typedef enum clfft_rader {
    CLFFT_RADER_NONE = 0,
    CLFFT_RADER_WHOLE,
    CLFFT_RADER_FIRST,  /* gathers the powers, columns of the transform */
    CLFFT_RADER_MIDDLE, /* its rows, the product, the rows of the inverse
                           transform */
    CLFFT_RADER_LAST,   /* columns of the inverse transform, scatters the
                           powers */
} clfft_rader;

typedef struct clfft_step {
    clfft_step_kind kind;
    clfft_shape shape;
    unsigned axis; /* the axis along which the transforms run */
    uint32_t lines[CLFFT_MAX_RANK]; /* transforms along the other axes */
    uint32_t length;                /* points of this pass's transforms */
    uint32_t convolved;   /* points of this pass where a convolution of its own
                             transforms them; 0: as many as `length` */
    unsigned across_axis; /* tile2d: the other axis */
    uint32_t across;      /* tile2d: its points */
    uint32_t bins;        /* tile2d: points of a row between the axes */
    clfft_shape across_shape; /* tile2d: its radices */
    uint32_t n;               /* length of the transform for LOAD and STORE */
    uint32_t inner[2];        /* counts of the digits; 1 where there is none */
    uint32_t span;            /* direct; or convolved */
    uint32_t root_count;      /* length of the circle of `roots`; 0: none */
    uint32_t root_scale;
    bool twiddle_store;  /* multiply by roots on the way out */
    bool bluestein;      /* both transforms in this step */
    clfft_rader rader;   /* which part of Rader's algorithm the step does */
    bool spectrum_store; /* first transform of Bluestein's: times spectrum */
    bool fuse_post;      /* untangle real data before the store; with an inner
                            count that is not 1, of pairs of transforms */
    bool scale;          /* the step applies the plan's scale */
    bool bands;          /* the powers that it makes become bands */
    clfft_side in, out;
} clfft_step;

typedef struct clfft_recipe {
    clfft_choice choice;
    clfft_schedule schedule;
    uint64_t scratch_points[CLFFT_N_SCRATCH]; /* complex points a transform */
    uint32_t points[CLFFT_MAX_RANK]; /* points on each axis of an intermediate
                                       result: scratch has these and, on the
                                       step's axis, the side's extent */
    uint32_t bluestein_n[CLFFT_MAX_RANK]; /* length that the axis' chirp has;
                                             0: none */
    uint64_t bluestein_m[CLFFT_MAX_RANK]; /* and of its spectrum */
    uint32_t rader_n[CLFFT_MAX_RANK];     /* prime whose powers and spectrum the
                                             axis has; 0: none */
    uint32_t rader_rows[CLFFT_MAX_RANK];  /* rows of that spectrum, which is
                                             turned; 1 in one step */
    uint32_t real_n; /* length of the circle of real_roots; 0: none */
    unsigned n_steps;
    clfft_step *steps;
    void *seed_method; /* what its functions read; NULL: no seed method */
} clfft_recipe;

/* Points of the complex transforms along an axis; axis 0 of even length has
   half as many where it is real. */
uint64_t clfft_core_length(const clfft_desc *desc, unsigned axis);

/* The least inner length of Bluestein's convolution along an axis. */
uint64_t clfft_chirp_length(const clfft_desc *desc, unsigned axis);

/* Real data of even length is a complex transform of half the length, unless
   its bins are a zoom's. */
bool clfft_is_halved(const clfft_desc *desc, unsigned axis);

/* Whether the rows of the output, which is another buffer than the input, have
   room for all points of a transform until its results are stored there. */
bool clfft_has_spare_output(const clfft_desc *desc);

/* Whether the first axis reads complex numbers as they are, side by side, and
   stores its results so. */
bool clfft_has_plain_rows(const clfft_desc *desc);

/* How the input is read and the result stored by a whole transform. */
clfft_access clfft_load_access(const clfft_desc *desc);
clfft_access clfft_store_access(const clfft_desc *desc);

/* How many bins a work-item adds up at once where bands are made in the same
   launch, and how many times it does so for a transform. */
#define CLFFT_BAND_PIECE 4
uint64_t clfft_count_pieces(const clfft_bands *bands);

/* Whether the one launch of an axis can make the bands, too. */
bool clfft_can_make_bands(const clfft_desc *desc,
                          const clfft_axis_choice *choice);

/* Axis 0 and the others of more than one point; returns how many. */
unsigned clfft_active_axes(const clfft_desc *desc,
                           unsigned axes[CLFFT_MAX_RANK]);

/* Whether sides across several axes are stored: mirrored ones, or DC in the
   middle of each axis. */
bool clfft_has_far_sides(const clfft_desc *desc);

/* Bins of a transform that are stored. */
uint64_t clfft_stored_bins(const clfft_desc *desc);

/* Elements of scratch between neighbours on `axis`, for a side of the step. */
uint64_t clfft_scratch_stride(const clfft_recipe *recipe,
                              const clfft_step *step, const clfft_side *side,
                              unsigned axis);

/*
 * Expands a choice into steps. INVALID with the reason if the choice does not
 * multiply up to the description's length or mixes schedules. `desc` is
 * resolved. The recipe needs clfft_recipe_clear() on success; on failure it is
 * empty.
 */
clfft_status clfft_recipe_expand(const clfft_desc *desc,
                                 const clfft_choice *choice,
                                 clfft_recipe *recipe);

/* Frees everything that a recipe holds; it may be empty. */
void clfft_recipe_clear(clfft_recipe *recipe);

/* Adds the next step, zeroed but for lines and digits of 1 each. Pointers to
   steps hold until the recipe is expanded. */
clfft_step *clfft_recipe_add(clfft_recipe *recipe, clfft_step_kind kind);

/* The largest relative L2 error of this choice's results; 0: the engine's error
   bar. */
double clfft_choice_limit(const clfft_desc *desc, const clfft_choice *choice);

/* How many transforms a work-group runs, or pairs of them where real data is
   untangled in rows. */
uint32_t clfft_step_columns(const clfft_step *step);

/* Whether the lines side by side vary faster than the digits of one
   transform. */
bool clfft_step_has_neighbours(const clfft_step *step);

/* Whether both choices are the same, as their texts would be. */
bool clfft_choice_equals(const clfft_choice *a, const clfft_choice *b);

/* Prints a choice as text; returns the length as snprintf does. */
size_t clfft_choice_print(const clfft_choice *choice, char *text, size_t size);

/* The same in memory of its own, which the caller frees; NULL: no memory. */
char *clfft_choice_write(const clfft_choice *choice);

/* Reads a choice from its text. A leading "description:" is ignored. */
clfft_status clfft_choice_parse(const char *text, clfft_choice *choice);

/* Points that one transform of this shape has in a work-group: the product of
   its radices. */
uint32_t clfft_shape_length(const clfft_shape *shape);

/* Points of its pass: the same unless that is convolved. */
uint32_t clfft_shape_points(const clfft_shape *shape);

/* Whether Rader's algorithm convolves the pass. */
bool clfft_shape_is_rader(const clfft_shape *shape);

/* Whether work-items share the butterflies of its first radix, a prime above
   CLFFT_LARGEST_PRIME. */
bool clfft_shape_shares(const clfft_shape *shape);

/* Whether such a prime is a whole row, which one work-item runs. */
bool clfft_shape_is_alone(const clfft_shape *shape);

/* The powers that bands of a group's transforms are made of, in bytes. */
size_t clfft_shape_power_size(const clfft_shape *shape, const clfft_desc *desc);

/* Numbers in a vector of the simd schedule. */
unsigned clfft_shape_lanes(const clfft_shape *shape, size_t real_size);

/* Local memory that a step of this shape needs, in bytes, without the powers of
   bands; 0 where it is not meant to be near. */
size_t clfft_shape_local_size(const clfft_shape *shape, size_t real_size);

/* Whether rows stay in registers, as complex numbers in the order of memory
   (kernels/simd/simd-pairs.cl). */
bool clfft_simd_is_in_pairs(const clfft_shape *shape, size_t real_size);

/* How many transforms of the simd schedule's rows a stage runs before the next
   stage. */
unsigned clfft_simd_together(const clfft_shape *shape);

/* The local memory that a shape of the simd schedule declares, whatever cache
   holds it: more than `most`, clfft_limits.local_total, ends the process on
   PoCL 3.1. A convolution in lanes needs it twice. */
size_t clfft_simd_local_size(const clfft_shape *shape, size_t real_size,
                             size_t most);

/* Whether rows fit only if real and imaginary parts follow one another without
   a gap. Half a spectrum cannot lie so, for it has one bin more. */
bool clfft_simd_is_tight(const clfft_shape *shape, size_t real_size,
                         size_t most);

/* Whether local memory holds only one of the two buffers of rows: the other is
   then the row of the output that they end in (kernels/simd/rows.cl,
   BORROW). */
bool clfft_simd_borrows(const clfft_shape *shape, size_t real_size,
                        size_t most);

/* Whether rows of so many stages may borrow the output. They must not read what
   they store: Rader's, of an odd number of stages, end in their own buffer. */
bool clfft_simd_may_borrow(const clfft_shape *shape, bool rader);

/* tile2d.c: why the first two axes of a description cannot be done in one
   launch; NULL if they can. */
const char *clfft_tile2d_obstacle(const clfft_desc *desc);

/* How many columns a tile2d transforms: of real data those of half a
   spectrum. */
uint32_t clfft_tile2d_bins(const clfft_desc *desc);

/* Local memory that both axes need in one launch, in bytes. */
size_t clfft_tile2d_local_size(const clfft_desc *desc,
                               const clfft_choice *choice);

#endif /* CLFFT_RECIPE_H */
