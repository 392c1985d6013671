/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* test-picture-components.c: pictures whose output is bytes of luma and
   chroma: each byte follows from the pixels of the same picture. */
#include "picture-rig.h"

/* Of bytes, what single precision and a rounding may change. */
#define TOLERANCE 0.51
#define POISON 0xa5
#define MOST_STEP 3

static void make_components(clfft_picture_desc *d, unsigned n)
{
    uint64_t at = 0;

    d->n_components = n;
    for (unsigned i = 0; i < n; i++) {
        const unsigned width = i ? (d->width + 1) / 2 : d->width;
        const unsigned height = i ? (d->height + 1) / 2 : d->height;
        clfft_picture_component *c = &d->components[i];

        c->step = 1 + rig_below(MOST_STEP);
        c->stride = width * c->step + rig_below(7);
        c->offset = at + rig_below(9);
        for (unsigned k = 0; k < 3; k++)
            c->weights[k] = (float)(0.7 * test_uniform());
        c->bias = (float)(100 + 100 * test_uniform());
        at = c->offset + (uint64_t)c->stride * height;
    }
}

/* Two of chroma byte by byte in the same rows. */
static void interleave(clfft_picture_desc *d)
{
    clfft_picture_component *u = &d->components[1], *v = &d->components[2];

    u->step = v->step = 2;
    u->stride = v->stride = d->width + 2;
    v->offset = u->offset + 1;
}

/* What the byte at that place of the component is to be, not rounded. */
static double expect_byte(const struct rig *r, unsigned component, unsigned x,
                          unsigned y)
{
    const clfft_picture_component *c = &r->desc.components[component];
    const unsigned side = component ? 2 : 1;
    double sum = 0;
    unsigned n = 0;

    for (unsigned j = y * side; j < (y + 1) * side && j < r->desc.height; j++)
        for (unsigned i = x * side; i < (x + 1) * side && i < r->desc.width;
             i++, n++)
            for (unsigned k = 0; k < 3; k++)
                sum +=
                    (double)c->weights[k] *
                    (r->pixels[(size_t)j * r->desc.width + i] >> 8 * k & 0xff);
    return fmax(0, fmin(255, c->bias + sum / n));
}

static void check_component(const struct rig *r, unsigned component,
                            uint8_t *bytes)
{
    const clfft_picture_component *c = &r->desc.components[component];
    const unsigned width = component ? (r->desc.width + 1) / 2 : r->desc.width;
    const unsigned height =
        component ? (r->desc.height + 1) / 2 : r->desc.height;

    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++) {
            uint8_t *byte =
                bytes + c->offset + (size_t)y * c->stride + (size_t)x * c->step;
            const double wanted = expect_byte(r, component, x, y);

            TEST_CHECK(fabs(*byte - wanted) <= TOLERANCE,
                       "%s, component %u of %u at %u,%u of %ux%u: %u, not %g",
                       r->name, component, r->desc.n_components, x, y,
                       r->desc.width, r->desc.height, *byte, wanted);
            *byte = POISON;
        }
}

/* The pixels are those of the last draw. */
static void check_bytes(struct rig *r, clfft_picture_view view, size_t total)
{
    const size_t offset = rig_below(9), size = offset + total + 16;
    uint8_t *bytes = malloc(size);
    clfft_status status;
    cl_mem buffer;

    memset(bytes, POISON, size);
    buffer = harness_buffer(bytes, size);
    view.offset = offset;
    status = clfft_picture_draw(r->picture, harness_queue(), buffer, &view);
    TEST_CHECK(!status, "%s: %s", r->name, clfft_last_error());
    clEnqueueReadBuffer(harness_queue(), buffer, CL_TRUE, 0, size, bytes, 0,
                        NULL, NULL);
    for (unsigned i = 0; i < r->desc.n_components; i++)
        check_component(r, i, bytes + offset);
    for (size_t i = 0; i < size; i++)
        TEST_CHECK(bytes[i] == POISON, "%s: byte %zu of %zu was written",
                   r->name, i, size);
    clReleaseMemObject(buffer);
    free(bytes);
}

/* The same frames drawn as pixels, then as bytes. */
static void compare(clfft_picture_mode mode)
{
    const clfft_picture_view view = {
        .floor = -60, .range = 100, .end_column = 9, .sweep = true};
    const clfft_picture_frames frames = {
        .step = 3, .unit = 2, .frame_time = .1};
    struct rig r;

    rig_make(&r, mode);
    r.desc.fall = 20;
    r.desc.hold = 1;
    if (rig_open(&r)) {
        const clfft_picture_component *c = r.desc.components;
        uint64_t total = 0;

        rig_make_frames(&r, 5, false);
        rig_add(&r, 5, &frames);
        rig_draw(&r, view);
        clfft_picture_destroy(&r.picture);
        make_components(&r.desc, rig_below(2) ? 3 : 1);
        if (r.desc.n_components == 3 && rig_below(2))
            interleave(&r.desc);
        for (unsigned i = 0; i < r.desc.n_components; i++)
            total = c[i].offset + (uint64_t)c[i].stride * r.desc.height;
        TEST_CHECK(
            !clfft_picture_create(harness_device(), &r.desc, &r.picture) &&
                !clfft_picture_set_background(r.picture, harness_queue(),
                                              r.background),
            "%s: %s", r.name, clfft_last_error());
        rig_add(&r, 5, &frames);
        check_bytes(&r, view, total);
    }
    rig_close(&r);
}

static void bytes_are_those_of_the_pixels(void)
{
    REQUIRE_DEVICE;
    for (unsigned mode = 0; mode < CLFFT_PICTURE_PLANE; mode++)
        for (unsigned i = 0; i < 12; i++)
            compare((clfft_picture_mode)mode);
}

TEST_MAIN(TEST(bytes_are_those_of_the_pixels))
