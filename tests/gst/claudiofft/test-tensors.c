/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * claudiofft/test-tensors.c: claims about the GstTensorMeta of tensors: drawn
 * shapes are those of the caps, and its data are the buffer's.
 */
#include <string.h>

#define GST_USE_UNSTABLE_API
#include <gst/analytics/analytics.h>

#include "gst/support/rig.h"
#include "support/test.h"

#define RATE 16000

/* The sizes as caps tell them: the innermost first, and 1 where there is no
   dimension. */
static gchar *
print_sizes (const GstTensor * tensor, guint n)
{
  GString *text = g_string_new (NULL);
  guint i;

  for (i = 0; i < MAX (n, tensor->num_dims); i++)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT, i ? ":" : "",
        i < tensor->num_dims ? tensor->dims[tensor->num_dims - 1 - i] : 1);
  return g_string_free (text, FALSE);
}

static void
check_buffer (GstBuffer * buffer, const gchar * dimensions, gboolean is_half)
{
  GstTensorMeta *meta = gst_buffer_get_tensor_meta (buffer);
  const GstTensor *tensor;
  g_autofree gchar *sizes = NULL;
  GstMapInfo whole, data;
  gsize i, n;

  TEST_REQUIRE (meta && meta->num_tensors == 1, "%s", dimensions);
  tensor = gst_tensor_meta_get (meta, 0);
  TEST_REQUIRE (tensor->id == g_quark_from_string ("claudiofft")
      && tensor->data_type == (is_half ? GST_TENSOR_DATA_TYPE_FLOAT16
          : GST_TENSOR_DATA_TYPE_FLOAT32)
      && tensor->dims_order == GST_TENSOR_DIM_ORDER_ROW_MAJOR, "%s",
      dimensions);
  sizes = print_sizes (tensor, 4);
  TEST_CHECK (g_str_equal (sizes, dimensions), "%s, caps say %s", sizes,
      dimensions);
  gst_buffer_map (buffer, &whole, GST_MAP_READ);
  gst_buffer_map (tensor->data, &data, GST_MAP_READ);
  TEST_CHECK (whole.data == data.data && whole.size == data.size,
      "%" G_GSIZE_FORMAT " bytes of %" G_GSIZE_FORMAT, data.size, whole.size);
  n = is_half ? 2 : 4;
  for (i = 0; i < tensor->num_dims; i++)
    n *= tensor->dims[i];
  TEST_CHECK (n == whole.size, "%" G_GSIZE_FORMAT " bytes of numbers in %"
      G_GSIZE_FORMAT, n, whole.size);
  gst_buffer_unmap (tensor->data, &data);
  gst_buffer_unmap (buffer, &whole);
}

static void
check_tensors (gboolean is_half)
{
  const gchar *order = test_draw (0, 1) ? "frame-band" : "band-frame";
  guint channels = test_draw (1, 3), n = test_draw (6000, 10000);
  g_autofree gchar *line = g_strdup_printf ("claudiofft name=x size=%u hop=%u "
      "quantity=power frames-per-buffer=%u tensor-order=%s%s",
      64 * test_draw (1, 5), test_draw (32, 64), test_draw (1, 9), order,
      test_draw (0, 1) ? " band-scale=mel bands=12" : "");
  GstElement *element = rig_parse (line);
  GstBus *bus;
  GstHarness *harness = rig_open (element, &bus);
  g_autofree gdouble *noise = rig_make_noise (0.5, (gsize) n * channels);
  GstBuffer *buffer;
  GstAudioInfo info;
  guint n_buffers = 0;

  gst_harness_set_sink_caps_str (harness, is_half
      ? "other/tensors, format=static, types=float16"
      : "other/tensors, format=static");
  rig_send_format (harness, &info, GST_AUDIO_FORMAT_F32, (gint) channels, RATE,
      GST_AUDIO_LAYOUT_INTERLEAVED);
  gst_harness_push (harness, rig_make_buffer (&info, noise, n, 0));
  gst_harness_push_event (harness, gst_event_new_eos ());
  while ((buffer = gst_harness_try_pull (harness))) {
    g_autoptr (GstCaps) caps = gst_pad_get_current_caps (harness->sinkpad);

    check_buffer (buffer, gst_structure_get_string (gst_caps_get_structure
            (caps, 0), "dimensions"), is_half);
    gst_buffer_unref (buffer);
    n_buffers++;
  }
  TEST_CHECK (n_buffers > 0, "%s, %u channels", line, channels);
  rig_close (harness, element, bus);
}

static void
tensors_are_described_as_their_caps_are (void)
{
  guint i;

  for (i = 0; i < 4; i++)
    check_tensors (i % 2);
}

TEST_MAIN (TEST (tensors_are_described_as_their_caps_are))
