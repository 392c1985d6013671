/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-response.c: any bytes as a file of an impulse response, which GStreamer's
 * own parsers read: byte 0 chooses the bytes as they are, behind a head of WAV,
 * or as the coefficients that a curve names. It is a response of finite taps or
 * an error that begins with its name.
 */
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "response/response.h"
#include "fuzz.h"

const struct fuzz_cost fuzz_cost = {.an_input = 2,.a_byte = 1e-3,.head = 1,
  .repeated = 32768
};

static const char *const curves[] = {
  "Wav\n      channel: 0", "Raw\n      format: TEXT", "Raw\n      format: F64_LE",
  "Raw\n      format: S24_3_LE\n      skip_bytes_lines: 1"
};

static gchar *directory, *file, *curve;

static void
clean_up (void)
{
  g_unlink (file);
  g_unlink (curve);
  g_rmdir (directory);
}

static void
start (void)
{
  gst_init (NULL, NULL);
  directory = g_strdup (access ("/dev/shm", W_OK) ? "/tmp/clfft-fuzz-XXXXXX"
      : "/dev/shm/clfft-fuzz-XXXXXX");
  FUZZ_CHECK (g_mkdtemp (directory));
  file = g_build_filename (directory, "response", NULL);
  curve = g_build_filename (directory, "curve.yml", NULL);
  atexit (clean_up);
}

/* A head of WAV with the format and the channels that the bytes say. */
static void
put_head (GByteArray * bytes, const uint8_t * data)
{
  guint32 numbers[11] = { 0x46464952, 0x7fffffff, 0x45564157, 0x20746d66, 16,
    (data[0] & 3) | data[1] << 16, 8000 + data[2], 48000, 4 | 8u << (16
          + data[3] % 3), 0x61746164, 0x7fffffff
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (numbers); i++)
    numbers[i] = GUINT32_TO_LE (numbers[i]);
  g_byte_array_append (bytes, (guint8 *) numbers, sizeof numbers);
}

static void
put_files (const uint8_t * data, size_t size, guint kind)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree gchar *text = g_strdup_printf ("filters:\n  a:\n    type: Conv\n"
      "    parameters:\n      filename: response\n      type: %s\n",
      curves[kind % G_N_ELEMENTS (curves)]);

  if (kind & 8 && size >= 4)
    put_head (bytes, data);
  g_byte_array_append (bytes, data, size);
  FUZZ_CHECK (g_file_set_contents (file, (gchar *) bytes->data, bytes->len,
          NULL));
  FUZZ_CHECK (g_file_set_contents (curve, text, -1, NULL));
}

static void
check_response (const GstClResponse * response)
{
  guint64 i;

  FUZZ_CHECK (response->n_taps > 0
      && response->n_taps <= GST_CL_RESPONSE_MAX_TAPS);
  for (i = 0; i < response->n_channels * response->n_taps; i++)
    FUZZ_CHECK (isfinite (response->taps[i]));
}

void
fuzz_target (const uint8_t * data, size_t size)
{
  GstClResponse *response;
  GError *error = NULL;

  if (!directory)
    start ();
  if (size < 1)
    return;
  put_files (data + 1, size - 1, data[0]);
  response = data[0] & 16 ? gst_cl_response_load_curve (curve, 48000,
      GST_CL_PHASE_MINIMUM, 0, NULL, NULL, &error)
      : gst_cl_response_load_file (file, 48000, NULL, &error);
  FUZZ_CHECK (!response == !!error);
  if (response) {
    check_response (response);
    gst_cl_response_unref (response);
  } else {
    FUZZ_CHECK (g_utf8_validate (error->message, -1, NULL));
    FUZZ_CHECK (g_str_has_prefix (error->message, "The "));
    g_error_free (error);
  }
}
