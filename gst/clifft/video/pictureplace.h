/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pictureplace.h: tells which pictures a spectrum belongs to, and the times of
 * these pictures.
 *
 * A run is a row of spectra without a discontinuity. Its spectrum k belongs to
 * the pictures k hop to k hop + depth - 1. A picture is ready when no later
 * spectrum can belong to it.
 *
 *   - Picture k hop has the spectrum's time, those behind it follow at the
 *     framerate, rounded down from the exact fraction.
 *   - A run starts with picture OFFSET, if there is one, else with 0. It
 *     ends with picture OFFSET_END - 1, if that lies in its last spectrum, else
 *     with the last of that spectrum.
 *   - A spectrum begins another run if its buffer has DISCONT or RESYNC and
 *     OFFSET does not say that it follows, if it would begin behind the end, or
 *     if its time is off by more than half a picture.
 *
 * Where the framerate is unknown (depth is 1 then), every picture has its
 * buffer's time, and only such a flag begins a run.
 *
 * Use, on the streaming thread only:
 *
 *   if (gst_cl_picture_place_begins (place, buffer)) {
 *     gst_cl_picture_place_drain (place, buffer);
 *     ... take ...
 *   }
 *   gst_cl_picture_place_buffer (place, buffer, n_spectra);
 *   for each spectrum: first = gst_cl_picture_place_add (place);
 *   while (gst_cl_picture_place_take (place, G_MAXUINT64, &stamp))
 */
#ifndef GST_CL_PICTURE_PLACE_H
#define GST_CL_PICTURE_PLACE_H

#include "element/timeline.h"

G_BEGIN_DECLS

/**
 * GstClPicturePlaceParams:
 * @fps_n: pictures per second that come out, numerator; 0: unknown
 * @fps_d: denominator
 * @depth: pictures that a spectrum is of, at least 1
 * @hop: pictures from one spectrum to the next, 1 to @depth
 * @step: pictures of the source from one that comes out to the next; above 1
 *     with a depth of 1 only
 */
typedef struct
{
  guint fps_n, fps_d;
  guint depth;
  guint hop;
  guint step;
} GstClPicturePlaceParams;

/**
 * GstClPicturePlace:
 *
 * Private; zeroed and given to gst_cl_picture_place_flush() by its owner.
 */
typedef struct
{
  GstClPicturePlaceParams params;
  GstClTimeline line;           /* next: first picture of the next spectrum */
  gboolean discont;             /* the next picture is flagged */
  GstClockTime duration;        /* of a buffer of one picture, or NONE */
  guint64 reach;                /* one past the last picture that a spectrum
                                   belongs to */
  guint64 end;                  /* of the input, or G_MAXUINT64 */
  gboolean is_whole;            /* pictures before @reach are the input's */
  guint64 ready;                /* one past the last that is ready */
  guint64 taken;                /* next one to be taken */
} GstClPicturePlace;

/* Forgets all pictures and the segment. */
void gst_cl_picture_place_flush (GstClPicturePlace * place);

/* Forgets all pictures: drain and take first. */
void gst_cl_picture_place_set_params (GstClPicturePlace * place,
    const GstClPicturePlaceParams * params);

/* Sets the segment: spectra without a time start where it does. */
void gst_cl_picture_place_set_segment (GstClPicturePlace * place,
    const GstSegment * segment);

/* Whether a buffer of spectra begins another run. */
gboolean gst_cl_picture_place_begins (const GstClPicturePlace * place,
    GstBuffer * buffer);

/* Places a buffer, whose spectra are the next ones to be added. */
void gst_cl_picture_place_buffer (GstClPicturePlace * place,
    GstBuffer * buffer, guint n_spectra);

/* Adds a spectrum and returns the number of its first picture. Its first `hop`
   pictures become ready. */
guint64 gst_cl_picture_place_add (GstClPicturePlace * place);

/* One past the last picture of the input, G_MAXUINT64 if that is unknown: what
   spectra hold of later ones is padding. */
guint64 gst_cl_picture_place_get_end (const GstClPicturePlace * place);

/* Forgets all pictures and the run, not the segment. */
void gst_cl_picture_place_drop (GstClPicturePlace * place);

/*
 * Ends the run: all pictures up to its end become ready. before:
 * (nullable): the buffer that starts the next one: pictures that are not before
 * it are dropped, but those of the input if the buffer is of other pictures.
 */
void gst_cl_picture_place_drain (GstClPicturePlace * place,
    GstBuffer * before);

/* Whether the end of the run would make a picture ready. */
gboolean gst_cl_picture_place_is_pending (const GstClPicturePlace * place);

/* Takes the next picture that is ready and before `limit`: its number is
   stamp->offset. FALSE if there is none. */
gboolean gst_cl_picture_place_take (GstClPicturePlace * place,
    guint64 limit, GstClStamp * stamp);

G_END_DECLS

#endif /* GST_CL_PICTURE_PLACE_H */
