/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-layout.h"

#include <string.h>

char *
tensorrt_layout_dup_dtype (const char *format)
{
  g_auto (GStrv) words = g_strsplit_set (format, " .,", -1);

  for (guint i = 0; words[i]; i++)
    if (lamina_dtype_get_bits (words[i]) > 0)
      return g_strdup (words[i]);
  return NULL;
}

static gboolean
contains (const char *format,
          const char *words)
{
  g_autofree char *lower = g_ascii_strdown (format, -1);

  return strstr (lower, words) != NULL;
}

/* Channels that lie together: the word in front of `wide channel vectorized`. */
static const char *
get_width (const char *format)
{
  static const struct
  {
    const char *word;
    const char *width;
  } widths[] = { { "thirty-two wide", "32" }, { "sixteen wide", "16" }, { "eight wide", "8" }, { "four wide", "4" },
                 { "two wide", "2" } };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (contains (format, widths[i].word))
      return widths[i].width;
  return NULL;
}

char *
tensorrt_layout_dup_name (const char *format,
                          guint       rank)
{
  const char *image = rank == 5 ? "DHW" : "HW";
  const char *multiple = strchr (format, '%');
  const char *width = get_width (format);

  if (width)
    return g_strdup_printf ("NC/%s%s", width, image);
  if (contains (format, "channel major"))
    {
      const char *digits = multiple ? multiple + 1 + strspn (multiple + 1, " ") : "";

      return g_strdup_printf ("N%sC%.*s", image, (int) MIN (strspn (digits, "0123456789"), 4), digits);
    }
  if (contains (format, "row major"))
    return rank == 4 || rank == 5 ? g_strdup_printf ("NC%s", image) : g_strdup ("linear");
  return NULL;
}

gint64
tensorrt_layout_get_bytes (TensorrtEngine       *engine,
                           const TensorrtTensor *tensor)
{
  g_autofree char *dtype = tensor->format ? tensorrt_layout_dup_dtype (tensor->format) : NULL;

  if (!tensor->has_dims || !dtype)
    return LAMINA_ABSENT;
  return lamina_shape_get_bytes (tensorrt_engine_get_dims (engine, tensor), tensor->dims.n,
                                 lamina_dtype_get_bits (dtype));
}

gint64
tensorrt_weights_get_bytes (const TensorrtWeights *weights)
{
  if (weights->count == LAMINA_ABSENT || !weights->type)
    return LAMINA_ABSENT;
  return lamina_shape_get_bytes (&weights->count, 1, lamina_dtype_get_bits (weights->type));
}
