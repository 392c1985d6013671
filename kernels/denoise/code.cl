/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * code.cl: the codes of pictures.
 *
 *   BYTES, SHIFT, TOP, SWAPPED  of a sample; TOP is its largest code
 */

/* `at`: bytes behind `samples`. */
INLINE uint load_code(global const uchar *restrict samples, ulong at)
{
#if BYTES == 1
    return samples[at];
#else
    const ushort stored = *(global const ushort *)(samples + at);
#ifdef SWAPPED
    const uint code = (uint)(ushort)(stored << 8 | stored >> 8);
#else
    const uint code = stored;
#endif
    return code >> SHIFT & TOP;
#endif
}

/* The nearest code, clipped. */
INLINE void store_code(float value, global uchar *to)
{
    const uint code = (uint)clamp(value + 0.5f, 0.0f, (float)TOP) << SHIFT;

#if BYTES == 1
    *to = (uchar)code;
#elif defined(SWAPPED)
    *(global ushort *)to = (ushort)(code << 8 | code >> 8);
#else
    *(global ushort *)to = (ushort)code;
#endif
}
