/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * limits.h: what a curve's file may have at most. A file is by a stranger often
 * enough: each limit is some times what the programs write that make such
 * files, and bounds the time and the memory that a file costs. Each error about
 * one of them names it.
 */
#ifndef GST_CL_RESPONSE_LIMITS_H
#define GST_CL_RESPONSE_LIMITS_H

/* Bytes of text: REW's measurements of 131072 lines have 4 MiB. */
#define GST_CL_CURVE_MAX_SIZE (8u << 20)
/* Filters, and curves of points, each of which costs a pass over all
   frequencies; names in a pipeline's chain. */
#define GST_CL_CURVE_MAX_FILTERS 500
/* Points of one curve. */
#define GST_CL_CURVE_MAX_POINTS (1u << 18)
/* Decibels of one number, either sign. */
#define GST_CL_CURVE_MAX_DECIBELS 300.0

/* CamillaDSP's configurations: names and values of the YAML, also those that
   aliases stand for, and levels of nesting. */
#define GST_CL_CURVE_MAX_NODES (1u << 18)
#define GST_CL_CURVE_MAX_DEPTH 16
/* Lines that begin with %: libyaml compares each with all before. */
#define GST_CL_CURVE_MAX_DIRECTIVES 16
#define GST_CL_CURVE_MAX_CHANNELS 256
#define GST_CL_CURVE_MAX_STEPS 1024

/* Bytes of a preset of mini-eq: ten bands have 2 KiB, and json-glib takes some
   hundred bytes for each value. */
#define GST_CL_CURVE_MAX_JSON_SIZE (1u << 20)

#endif /* GST_CL_RESPONSE_LIMITS_H */
