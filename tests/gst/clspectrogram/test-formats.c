/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clspectrogram/test-formats.c: claims about pictures in luma and chroma: they
 * are the RGB picture of the same sound, as a host converts it in double
 * precision, by the colorimetry that their caps tell; and about which format
 * is given where several are taken.
 */
#include <math.h>

#include "film.h"
#include "plane.h"
#include "support/test.h"

#define RATE 8000
#define N_SAMPLES (RATE / 2)

/* Of codes: half a step of rounding, and what single precision adds. */
#define TOLERANCE 0.51

typedef struct
{
  const gchar *name;
  gdouble kr, kb;
  gboolean is_full;
} Colorimetry;

/* Kr and Kb: ITU-R BT.601-7, 2.5.1; BT.709-6, 3.2; BT.2020-2, table 4. */
static const Colorimetry bt601 = { "bt601", 0.299, 0.114, FALSE };
static const Colorimetry bt709 = { "bt709", 0.2126, 0.0722, FALSE };
static const Colorimetry bt2020 = { "bt2020", 0.2627, 0.0593, FALSE };
static const Colorimetry jpeg = { "1:4:0:0", 0.299, 0.114, TRUE };

/* ---- a host ---- */

/* Component 0, 1, 2 of a mean colour, not rounded. */
static gdouble
convert (const Colorimetry * c, guint component, const gdouble color[3])
{
  gdouble r = color[0] / 255, g = color[1] / 255, b = color[2] / 255;
  gdouble y = c->kr * r + (1 - c->kr - c->kb) * g + c->kb * b;
  gdouble chroma = component == 1 ? (b - y) / (1 - c->kb) / 2
      : (r - y) / (1 - c->kr) / 2;
  gdouble code = component == 0 ? (c->is_full ? 255 * y : 16 + 219 * y)
      : 128 + (c->is_full ? 255 : 224) * chroma;

  return CLAMP (code, 0, 255);
}

/* Of the pixels of a square of that side, as far as they are there. */
static void
get_mean (const Film * rgb, guint picture, guint x, guint y, guint side,
    gdouble color[3])
{
  guint width = GST_VIDEO_INFO_WIDTH (&rgb->video);
  guint height = GST_VIDEO_INFO_HEIGHT (&rgb->video), i, j, n = 0;

  color[0] = color[1] = color[2] = 0;
  for (j = y * side; j < MIN ((y + 1) * side, height); j++)
    for (i = x * side; i < MIN ((x + 1) * side, width); i++, n++) {
      guint32 pixel = film_get_color (rgb, picture, i, j);

      color[0] += pixel >> 16;
      color[1] += pixel >> 8 & 0xff;
      color[2] += pixel & 0xff;
    }
  for (i = 0; i < 3; i++)
    color[i] /= n;
}

/* Codes of the film's last picture that are not those of the RGB one's. */
static guint
count_wrong (const Film * film, const Film * rgb, const Colorimetry * c,
    gdouble * worst)
{
  const GstVideoInfo *video = &film->video;
  guint last = film->pictures->len - 1, k, x, y, n_wrong = 0;
  const guint8 *bytes =
      g_bytes_get_data (film_at (film, last)->pixels, NULL);

  *worst = 0;
  for (k = 0; k < GST_VIDEO_INFO_N_COMPONENTS (video); k++) {
    guint side = k ? 2 : 1;
    guint width = (GST_VIDEO_INFO_WIDTH (video) + side - 1) / side;
    guint height = (GST_VIDEO_INFO_HEIGHT (video) + side - 1) / side;

    for (y = 0; y < height; y++)
      for (x = 0; x < width; x++) {
        guint8 code = bytes[GST_VIDEO_INFO_COMP_OFFSET (video, k)
            + (gsize) y * GST_VIDEO_INFO_COMP_STRIDE (video, k)
            + (gsize) x * GST_VIDEO_INFO_COMP_PSTRIDE (video, k)];
        gdouble color[3], off;

        get_mean (rgb, last, x, y, side, color);
        off = fabs (code - convert (c, k, color));
        *worst = MAX (*worst, off);
        n_wrong += off > TOLERANCE;
      }
  }
  return n_wrong;
}

/* ---- films ---- */

static Film *
make_film (const gchar * properties, const gchar * format, const gchar * rest)
{
  g_autofree gchar *caps =
      g_strdup_printf ("video/x-raw,format=%s,%s", format, rest);

  return film_new (properties, caps);
}

static void
hear (Film * film, const gdouble * values)
{
  film_set_audio (film, 1, RATE);
  film_run (film, values, N_SAMPLES, 700);
}

static void
fill (gdouble * values)
{
  guint i;

  for (i = 0; i < N_SAMPLES; i++)
    values[i] = 0.1 * test_uniform () + 0.5 * sin (1.1 * i)
        + 0.3 * sin (0.0002 * i * i);
}

static void
compare (const Film * film, const Film * rgb, const gchar * what,
    const Colorimetry * colorimetry)
{
  gdouble worst;
  guint n_wrong;

  TEST_REQUIRE (film->pictures->len == rgb->pictures->len
      && film->pictures->len > 0, "%s: %u pictures, not %u: %s", what,
      film->pictures->len, rgb->pictures->len, film->error);
  n_wrong = count_wrong (film, rgb, colorimetry, &worst);
  TEST_CHECK (n_wrong == 0, "%s, %ux%u: %u codes are wrong, one by %g", what,
      GST_VIDEO_INFO_WIDTH (&film->video),
      GST_VIDEO_INFO_HEIGHT (&film->video), n_wrong, worst);
}

static const gchar *const formats[] = { "I420", "NV12", "GRAY8" };

static void
every_mode_is_the_rgb_picture_at_every_size (void)
{
  static const gchar *const modes[] = {
    "size=256 time-span=400000000",
    "slide=replace size=256 time-span=300000000",
    "slide=whole size=256", "mode=bars color-map=turbo", "mode=line"
  };
  static const gchar *const sizes[] = { "width=321,height=241",
    "width=64,height=49", "width=35,height=48", "width=2,height=3",
    "width=1,height=1"
  };
  g_autofree gdouble *values = g_new (gdouble, N_SAMPLES);
  guint m, s, f;

  fill (values);
  for (m = 0; m < G_N_ELEMENTS (modes); m++)
    for (s = 0; s < G_N_ELEMENTS (sizes); s++) {
      Film *rgb = make_film (modes[m], "BGRx", sizes[s]);

      hear (rgb, values);
      for (f = 0; f < G_N_ELEMENTS (formats); f++) {
        Film *film = make_film (modes[m], formats[f], sizes[s]);
        g_autofree gchar *what =
            g_strdup_printf ("%s, %s", formats[f], modes[m]);

        hear (film, values);
        compare (film, rgb, what, f < 2 ? &bt601 : &jpeg);
        film_free (film);
      }
      film_free (rgb);
    }
}

static void
planes_of_video_are_the_rgb_picture (void)
{
  GstFourierInfo info;
  g_autofree gchar *caps = NULL;
  g_autofree gdouble *numbers = NULL;
  Film *films[G_N_ELEMENTS (formats) + 1];
  guint n, i, f;

  plane_init (&info, "GRAY8", 24, 30, GST_FOURIER_SIDES_TWO);
  caps = plane_get_caps (&info);
  n = plane_count_numbers (&info);
  numbers = g_new (gdouble, n);
  for (i = 0; i < n; i++)
    numbers[i] = 0.02 * test_uniform ();
  for (f = 0; f < G_N_ELEMENTS (films); f++) {
    gsize size;
    guint8 *bytes = plane_write (&info, numbers, n, &size);

    films[f] = make_film ("", f ? formats[f - 1] : "RGBx",
        "width=201,height=155");
    film_set_spectra (films[f], caps);
    film_push_bytes (films[f], bytes, size, 0, GST_SECOND / 30);
  }
  for (f = 1; f < G_N_ELEMENTS (films); f++)
    compare (films[f], films[0], formats[f - 1], f < 3 ? &bt601 : &jpeg);
  for (f = 0; f < G_N_ELEMENTS (films); f++)
    film_free (films[f]);
}

static void
colours_are_what_the_caps_tell (void)
{
  static const struct
  {
    const gchar *caps;
    const Colorimetry *colorimetry;
  } rows[] = {
    {"height=576", &bt601}, {"height=578", &bt709},
    {"height=64,colorimetry=bt709", &bt709},
    {"height=600,colorimetry=(string){bt601,bt709}", &bt709},
    {"height=600,colorimetry=(string){bt601,1:4:0:0}", &bt601},
    {"height=600,colorimetry=1:4:0:0", &jpeg},
    {"height=64,colorimetry=bt2020,chroma-site=(string){mpeg2,jpeg}", &bt2020},
  };
  g_autofree gdouble *values = g_new (gdouble, N_SAMPLES);
  guint i, f;

  fill (values);
  for (i = 0; i < G_N_ELEMENTS (rows); i++)
    for (f = 0; f < 2; f++) {
      g_autofree gchar *rest = g_strconcat ("width=33,", rows[i].caps, NULL);
      g_auto (GStrv) fields = g_strsplit (rest, ",colorimetry", 2);
      Film *rgb = make_film ("slide=whole", "RGBx", fields[0]);
      Film *film = make_film ("slide=whole", formats[f], rest);
      g_autofree gchar *reported = NULL;

      hear (rgb, values);
      hear (film, values);
      compare (film, rgb, rows[i].caps, rows[i].colorimetry);
      reported = gst_video_colorimetry_to_string (&film->video.colorimetry);
      TEST_CHECK (g_strcmp0 (reported, rows[i].colorimetry->name) == 0, "%s: %s",
          rows[i].caps, reported);
      TEST_CHECK (film->video.chroma_site == GST_VIDEO_CHROMA_SITE_JPEG,
          "%s: %s", rows[i].caps,
          gst_video_chroma_to_string (film->video.chroma_site));
      film_free (rgb);
      film_free (film);
    }
}

static void
rgb_comes_first_and_grey_last (void)
{
  static const struct
  {
    const gchar *caps, *format;
  } rows[] = {
    {"video/x-raw,width=32,height=32", "BGRx"},
    {"video/x-raw,width=32,height=32,format=(string){NV12,RGBA}", "RGBA"},
    {"video/x-raw,width=32,height=32,format=(string){NV12,Y42B}", "NV12"},
    {"video/x-raw,width=32,height=32,format=(string){GRAY8,RGBA}", "RGBA"},
    {"video/x-raw,width=32,height=32,format=(string){Y444,GRAY8,I420}",
        "I420"},
    {"video/x-raw,width=32,height=32,format=(string){Y444,GRAY8}", "GRAY8"},
    {"video/x-raw,width=32,height=32,format=GRAY8;"
          "video/x-raw,width=32,height=32,format=xBGR", "xBGR"},
  };
  g_autofree gdouble *values = g_new0 (gdouble, N_SAMPLES);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (rows); i++) {
    Film *film = film_new ("slide=whole", rows[i].caps);

    hear (film, values);
    TEST_CHECK (film->n_errors == 0 && g_strcmp0 (gst_video_format_to_string
            (GST_VIDEO_INFO_FORMAT (&film->video)), rows[i].format) == 0,
        "%s gives %s: %s", rows[i].caps, gst_video_format_to_string
        (GST_VIDEO_INFO_FORMAT (&film->video)), film->error);
    film_free (film);
  }
}

int
main (int argc, char **argv)
{
  static const struct test_claim claims[] = {
    TEST (every_mode_is_the_rgb_picture_at_every_size),
    TEST (planes_of_video_are_the_rgb_picture),
    TEST (colours_are_what_the_caps_tell),
    TEST (rgb_comes_first_and_grey_last),
  };

  return test_main (claims, G_N_ELEMENTS (claims), argc, argv);
}
