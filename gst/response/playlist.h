/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * playlist.h: keeps a decoder from opening what a file names: a file that
 * somebody has sent must not make this machine ask others.
 */
#ifndef GST_CL_PLAYLIST_H
#define GST_CL_PLAYLIST_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* Makes uridecodebin leave out what opens addresses. `type` becomes, atomically,
   the type of a playlist, if the file is one: a new string. */
void gst_cl_playlist_refuse (GstElement * decoder, gchar ** type);

/* The same for a message by which a demuxer names an address. */
void gst_cl_playlist_look (GstMessage * message, gchar ** type);

G_END_DECLS

#endif /* GST_CL_PLAYLIST_H */
