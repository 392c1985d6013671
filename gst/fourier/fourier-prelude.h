/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fourier-prelude.h: marks the symbols that the library exports. */
#ifndef __GST_FOURIER_PRELUDE_H__
#define __GST_FOURIER_PRELUDE_H__

#include <gst/gst.h>

#ifndef GST_FOURIER_API
# ifdef BUILDING_GST_FOURIER
#  define GST_FOURIER_API GST_API_EXPORT
# else
#  define GST_FOURIER_API GST_API_IMPORT
# endif
#endif

#endif /* __GST_FOURIER_PRELUDE_H__ */
