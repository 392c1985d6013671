/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* log.c: hands lines to the log function of a device's owner. */
#include "device.h"

#include "clfft/base/numeral.h"

#include <stdarg.h>
#include <stdlib.h>

/* Formats a line and hands it out; the caller holds log_lock. */
static void log_line(clfft_device *device, clfft_log_level level,
                     const char *format, va_list arguments)
{
    char text[1024], *whole = NULL;
    va_list again;
    int length;

    va_copy(again, arguments);
    length = clfft_print(text, sizeof text, format, arguments);
    /* a compiler's log is long */
    if (length >= (int)sizeof text && (whole = malloc((size_t)length + 1)))
        clfft_print(whole, (size_t)length + 1, format, again);
    va_end(again);
    clfft_mark_cut(text, sizeof text, length);
    device->log(level, whole ? whole : text, device->log_data);
    free(whole);
}

void clfft_log(clfft_device *device, clfft_log_level level, const char *format,
               ...)
{
    va_list arguments;

    va_start(arguments, format);
    pthread_mutex_lock(&device->log_lock);
    if (device->log)
        log_line(device, level, format, arguments);
    pthread_mutex_unlock(&device->log_lock);
    va_end(arguments);
}
