/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fourier.h: the one header that users of the library include.
 *
 * #GstFourierInfo describes a stream of spectra, application/x-fft, as
 * #GstAudioInfo describes a stream of samples: it is read from caps, written
 * to caps, and answers what a reader of the buffers asks: how many bytes a
 * frame has, which frequency a bin stands for, and which time a frame has.
 *
 * Every function is a pure function of its arguments: it may be called from
 * any thread, as long as no other thread writes to the same info meanwhile.
 */
#ifndef __GST_FOURIER_H__
#define __GST_FOURIER_H__

#include <gst/fourier/fourier-prelude.h>
#include <gst/fourier/gstfourierenums.h>
#include <gst/fourier/gstfourierinfo.h>

#endif /* __GST_FOURIER_H__ */
