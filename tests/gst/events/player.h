/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * player.h: an element between two pads of the test, fed with parts of a stream
 * that is each time the same, and a log of all that came of it, as lines:
 *
 *   data TEXT       a buffer (of clspectrum a message `spectrum`)
 *   event NAME      what left the source pad
 *   up NAME         what left the sink pad
 *   error TEXT, warning TEXT
 *
 * A stream is counted in units: samples of sound, pictures, or frames of
 * spectra. Unit i is at the time i units after the stream's first.
 */
#ifndef CLFFT_TEST_PLAYER_H
#define CLFFT_TEST_PLAYER_H

#include <gst/audio/audio.h>
#include <gst/video/video.h>

typedef enum
{
  PLAYER_SOUND,
  PLAYER_PICTURES,
  PLAYER_SPECTRA,
} PlayerInput;

/* An element, what it is fed with and where its frames end. */
typedef struct
{
  const gchar *name;            /* of the element */
  const gchar *line;            /* as in gst-launch */
  PlayerInput input;
  guint in_frame, between, total;       /* units */
  guint gap;                    /* units of a gap: a hop, or hops */
  guint frame;                  /* units of a frame, if nothing is owed behind
                                   each one */
} PlayerSubject;

extern const PlayerSubject player_subjects[];
extern const guint player_n_subjects;

typedef struct _Player Player;
typedef void (*PlayerHook) (Player * player);

struct _Player
{
  const PlayerSubject *subject;
  GstElement *element;
  GstPad *srcpad, *sinkpad;     /* ours: before and behind the element */
  GstBus *bus;
  GPtrArray *log;
  guint format;                 /* of the input: 0 or 1 */
  guint out_channels;           /* of sound that comes out */
  GstSegment segment;           /* that player_begin sends */
  GstFlowReturn flow;           /* of the last push */
  PlayerHook hook;              /* called once, when caps are asked for while a
                                   shape is made; then NULL */
};

/* An element that is PLAYING and has got STREAM_START. */
Player *player_new (const PlayerSubject * subject);
void player_free (Player * player);
/* Gives back what players share; for the end of the program. */
void player_end (void);

/* STREAM_START, of the same group each time. */
#define PLAYER_GROUP 1
gboolean player_send_stream (Player * player, const gchar * id);
/* CAPS of a format, SEGMENT. */
gboolean player_send_caps (Player * player, guint format);
gboolean player_send_segment (Player * player);
void player_begin (Player * player);

/* Units [first, end); flags on each buffer. A buffer of sound holds at most
   `longest` units, 0: all. */
void player_feed (Player * player, guint first, guint end, GstBufferFlags flags,
    guint longest);
/* The same as so much silence. */
void player_feed_silence (Player * player, guint first, guint end);
GstClockTime player_time (const Player * player, guint unit);

/* A buffer that is no whole number of anything. */
void player_break (Player * player);

gboolean player_push_event (Player * player, GstEvent * event);
gboolean player_push_up (Player * player, GstEvent * event);
void player_flush (Player * player);

/* Lines of the log that begin with one of the letters, back to back; (transfer
   full). */
gchar *player_get_lines (const Player * player, const gchar * letters);
guint player_count (const Player * player, const gchar * prefix);

#endif /* CLFFT_TEST_PLAYER_H */
