/* SPDX-License-Identifier: Apache-2.0 */
#include "write-trace.h"

#include <string.h>

static const char *
get_dtype (const char *word)
{
  static const char *const words[][2] = {
    { "half", "c10::Half" }, { "bf16", "c10::BFloat16" }, { "fp8", "c10::Float8_e4m3fn" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i][0], word))
      return words[i][1];
  return word;
}

/* `8x16` as `8, 16`. */
static char *
dup_lengths (const char *shape)
{
  g_auto (GStrv) lengths = g_strsplit (g_str_equal (shape, "scalar") ? "" : shape, "x", -1);

  return g_strjoinv (", ", lengths);
}

/* `[8x16 16]` */
static void
write_list (const char *word,
            GString    *dims)
{
  g_autofree char *inner = g_strndup (word + 1, strlen (word) - 2);
  g_auto (GStrv) shapes = g_strsplit (inner, " ", -1);

  g_string_append_c (dims, '[');
  for (guint i = 0; shapes[i]; i++)
    {
      g_autofree char *lengths = dup_lengths (shapes[i]);

      g_string_append_printf (dims, "%s[%s]", i > 0 ? ", " : "", lengths);
    }
  g_string_append_c (dims, ']');
}

/* One argument: its shape, its type, its value. */
static void
write_argument (const char *word,
                GString    *dims,
                GString    *types,
                GString    *values)
{
  const char *separator = dims->len > 0 ? ", " : "", *blank = word[0] == '[' ? NULL : strchr (word, ' ');
  g_autofree char *shape = g_strndup (word, blank ? (gsize) (blank - word) : 0);
  g_autofree char *lengths = dup_lengths (shape);
  gboolean is_none = g_str_equal (word, "-");

  if (word[0] == '[' && strchr (word, 'x'))
    {
      g_string_append (dims, separator);
      write_list (word, dims);
      g_string_append_printf (types, "%s\"TensorList\"", separator);
      g_string_append_printf (values, "%s\"\"", separator);
      return;
    }
  g_string_append_printf (dims, "%s[%s]", separator, lengths);
  g_string_append_printf (types, "%s\"%s\"", separator, blank ? get_dtype (blank + 1) : is_none ? "" : "Scalar");
  g_string_append_printf (values, "%s\"%s\"", separator, blank || is_none || g_str_equal (word, ".") ? "" : word);
}

static void
write_operator (GString        *text,
                guint           id,
                const TraceRow *row)
{
  g_autoptr (GString) dims = g_string_new (NULL), types = g_string_new (NULL), values = g_string_new (NULL);
  g_auto (GStrv) words = g_strsplit (row->arguments ? row->arguments : "", ",", -1);

  for (guint i = 0; words[i]; i++)
    write_argument (g_strdelimit (g_strstrip (words[i]), ";", ','), dims, types, values);
  g_string_append_printf (text, "{ \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"%s\", \"pid\": 1, \"tid\": 1, \"ts\": %u, "
                          "\"dur\": %u, \"args\": { \"External id\": %u, \"Concrete Inputs\": [%s], \"Input type\": [%s], "
                          "\"Input Dims\": [%s] } },\n", row->type, 100 + row->start, row->length > 0 ? row->length : 10, id,
                          values->str, types->str, dims->str);
}

static void
write_work (GString        *text,
            guint           id,
            const TraceRow *row)
{
  const char *category = g_str_has_prefix (row->work, "Memcpy")   ? "gpu_memcpy"
                         : g_str_has_prefix (row->work, "Memset") ? "gpu_memset"
                                                                  : "kernel";
  g_autofree char *bytes = row->bytes > 0 ? g_strdup_printf (", \"bytes\": %" G_GINT64_FORMAT, row->bytes) : g_strdup ("");

  if (row->type)
    g_string_append_printf (text, "{ \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 1, "
                            "\"tid\": 1, \"ts\": %u, \"dur\": 1, \"args\": { \"External id\": %u, \"correlation\": %u } },\n",
                            100 + row->start + 1, id, id);
  g_string_append_printf (text, "{ \"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7, \"ts\": %u, "
                          "\"dur\": 3, \"args\": { \"External id\": %u, \"correlation\": %u, \"device\": 0, "
                          "\"stream\": 7%s } },\n", category, row->work, 100 + row->start + 5, row->type ? id : 0, id, bytes);
}

void
write_trace (const char     *path,
             const TraceRow *rows,
             guint           n)
{
  g_autoptr (GString) text = g_string_new ("{ \"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [\n");

  for (guint i = 0; i < n; i++)
    {
      if (rows[i].type)
        write_operator (text, i + 1, &rows[i]);
      if (rows[i].work)
        write_work (text, i + 1, &rows[i]);
    }
  /* The last comma goes. */
  g_string_truncate (text, text->len - strlen (",\n"));
  g_string_append (text, "\n] }\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}
