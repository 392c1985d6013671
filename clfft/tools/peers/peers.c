/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* peers.c: the table of peers. */
#include "peer.h"

const struct peer_entry peer_table[] = {
    {"ours", &peer_ours, ""},       {"model", &peer_model, ""},
    {"copy", &peer_copy, ""},       {"trip", &peer_trip, ""},
#ifdef HAVE_CLFFT
    {"clfft", &peer_clfft, ""},
#else
    {"clfft", NULL, "libclfft-dev"},
#endif
#ifdef HAVE_VKFFT
    {"vkfft", &peer_vkfft, ""},
#else
    {"vkfft", NULL, "libvkfft-dev"},
#endif
#ifdef HAVE_CUFFT
    {"cufft", &peer_cufft, ""},
#else
    {"cufft", NULL, "the CUDA toolkit"},
#endif
#ifdef HAVE_FFTW
    {"fftw1", &peer_fftw1, ""},     {"fftw2", &peer_fftw2, ""},
#else
    {"fftw1", NULL, "libfftw3-dev"},
    {"fftw2", NULL, "libfftw3-dev"},
#endif
#ifdef HAVE_KISSFFT
    {"kissfft", &peer_kissfft, ""},
#else
    {"kissfft", NULL, "libgstreamer-plugins-base1.0-dev"},
#endif
};
const size_t n_peers = sizeof peer_table / sizeof peer_table[0];
