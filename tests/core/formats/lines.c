/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A format for tests, one command in a line after `#lines 1`:
 *
 *   slice NAME START DURATION   adds a slice
 *   layer NAME DURATION         adds a layer
 *   args OFFSET LENGTH          says where the arguments of the layer added last stand
 *   error TEXT                  ends reading with an error
 *   wait                        reads on only when it is cancelled
 *   as FORMAT I                 reads file I as another format
 *
 * A file that begins with `#more of NAME` is a part of the file of that name, or of any; one that begins with `#rank` is a
 * rank beside any. A line `#part NAME TIME` says which part a file is, and when it was recorded; a line `#part NAME ?` does
 * not say when.
 */

#include <lamina-core.h>

#include <string.h>

#define LINES_TYPE_FORMAT (lines_format_get_type ())
G_DECLARE_FINAL_TYPE (LinesFormat, lines_format, LINES, FORMAT, GObject)

struct _LinesFormat
{
  GObject parent_instance;
};

typedef struct
{
  LaminaSources *sources;
  LaminaBuilder *builder;
  GCancellable *cancellable;
  guint32 run;
  guint32 track;
  guint32 layer;
  guint source;
} Reading;

static int
lines_format_probe (LaminaFormat     *format,
                    const LaminaHead *head)
{
  static const char begin[] = "#lines 1\n";

  if (head->length >= strlen (begin) && memcmp (head->text, begin, strlen (begin)) == 0)
    return head->offset == 0 ? 90 : 80;
  return lamina_head_contains (head, "maybe lines") ? 10 : 0;
}

static const char *const *
lines_format_get_markers (LaminaFormat *format)
{
  static const char *const markers[] = { "#lines 1\n", NULL };

  return markers;
}

static LaminaClaim
lines_format_claims (LaminaFormat     *format,
                     const LaminaHead *opened,
                     const LaminaHead *sibling)
{
  g_autofree char *begin = g_strdup_printf ("#more of %s\n", opened->name);

  if (g_str_has_prefix (sibling->text, begin) || g_str_has_prefix (sibling->text, "#more of any\n"))
    return LAMINA_CLAIM_PART;
  if (g_str_has_prefix (sibling->text, "#lines 1\n#leads\n") && lamina_head_contains (opened, "#follows\n"))
    return LAMINA_CLAIM_LEADER;
  if (lamina_head_contains (sibling, "#follows\n") && lamina_head_contains (opened, "#leads\n"))
    return LAMINA_CLAIM_COMPANION;
  return g_str_has_prefix (sibling->text, "#rank\n") ? LAMINA_CLAIM_RANK : LAMINA_CLAIM_NONE;
}

static char *
lines_format_dup_part (LaminaFormat     *format,
                       const LaminaHead *file,
                       gint64           *time)
{
  const char *begin = strstr (file->text, "#part ");
  g_auto (GStrv) words = begin != NULL ? g_strsplit_set (begin, " \n", 4) : NULL;

  if (words == NULL || g_strv_length (words) < 3)
    return NULL;
  if (*words[2] != '?')
    *time = g_ascii_strtoll (words[2], NULL, 10);
  return g_strdup (words[1]);
}

/* The last line may be cut anywhere. */
static const char *
word (char   **words,
      guint    i)
{
  return i < g_strv_length (words) ? words[i] : "";
}

static gint64
number (char   **words,
        guint    i)
{
  return i < g_strv_length (words) ? g_ascii_strtoll (words[i], NULL, 10) : LAMINA_ABSENT;
}

static void
add_slice (Reading  *reading,
           char    **words)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = lamina_builder_intern (reading->builder, word (words, 1), -1);
  slice.start = number (words, 2);
  slice.duration = number (words, 3);
  lamina_builder_add_slice (reading->builder, reading->run, reading->track, &slice);
}

static void
add_layer (Reading  *reading,
           char    **words)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = lamina_builder_intern (reading->builder, word (words, 1), -1);
  layer.duration = number (words, 2);
  reading->layer = lamina_builder_add_layer (reading->builder, reading->run, &layer);
}

static gboolean
read_line (Reading     *reading,
           const char  *line,
           GError     **error)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  if (g_str_equal (words[0], "slice"))
    add_slice (reading, words);
  else if (g_str_equal (words[0], "layer"))
    add_layer (reading, words);
  else if (g_str_equal (words[0], "args"))
    lamina_builder_add_layer_args (reading->builder, reading->run, reading->layer, 0, reading->source,
                                   (guint64) number (words, 1), (guint64) number (words, 2));
  else if (g_str_equal (words[0], "as"))
    return lamina_sources_load_as (reading->sources, (guint) number (words, 2), word (words, 1), reading->builder,
                                   reading->cancellable, error);
  else if (g_str_equal (words[0], "error"))
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_SYNTAX, line + MIN (strlen ("error "), strlen (line)));
      return FALSE;
    }
  else if (g_str_equal (words[0], "wait"))
    {
      while (!g_cancellable_set_error_if_cancelled (reading->cancellable, error))
        g_usleep (1000);
      return FALSE;
    }
  return TRUE;
}

static GString *
read_text (LaminaSource  *source,
           guint64        offset,
           GCancellable  *cancellable,
           GError       **error)
{
  GString *text = g_string_new (NULL);
  char block[4096];
  gssize n;

  while ((n = lamina_source_read (source, offset + text->len, block, sizeof block, cancellable, error)) > 0)
    g_string_append_len (text, block, n);
  return text;
}

static gboolean
read_record (Reading       *reading,
             LaminaSource  *source,
             guint64        offset,
             const char    *line,
             GError       **error)
{
  LaminaImport *import = lamina_builder_get_import (reading->builder);

  if (*line == '#' || *line == '\0')
    return TRUE;
  lamina_import_account (import, lamina_import_open_record (import, source, offset), LAMINA_RECORD_SHOWN);
  return read_line (reading, line, error);
}

static gboolean
read_source (Reading  *reading,
             guint     i,
             GError  **error)
{
  LaminaSource *source = lamina_sources_get (reading->sources, i);
  guint64 offset = i == 0 ? lamina_sources_get_marker (reading->sources) : 0;
  g_autoptr (GError) read_error = NULL;
  g_autoptr (GString) text = read_text (source, offset, reading->cancellable, &read_error);
  char *line = text->str;

  reading->source = i;
  while (*line != '\0')
    {
      char *end = strchr (line, '\n');

      if (end != NULL)
        *end = '\0';
      if (!read_record (reading, source, offset + (guint64) (line - text->str), line, error))
        return FALSE;
      line = end != NULL ? end + 1 : line + strlen (line);
    }
  if (read_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

static gboolean
lines_format_load (LaminaFormat   *format,
                   LaminaSources  *sources,
                   LaminaBuilder  *builder,
                   GCancellable   *cancellable,
                   GError        **error)
{
  Reading reading = { .sources = sources, .builder = builder, .cancellable = cancellable };
  guint32 clock, group;

  lamina_builder_set_tool (builder, "Lines");
  reading.run = lamina_builder_add_run (builder, "lines", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  clock = lamina_builder_add_clock (builder, reading.run, "host");
  group = lamina_builder_add_group (builder, reading.run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  reading.track = lamina_builder_add_track (builder, reading.run, group, "thread", clock);
  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    if (!read_source (&reading, i, error))
      return FALSE;
  return TRUE;
}

static void
lines_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = lines_format_probe;
  iface->get_markers = lines_format_get_markers;
  iface->claims = lines_format_claims;
  iface->dup_part = lines_format_dup_part;
  iface->load = lines_format_load;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LinesFormat, lines_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, lines_format_iface_init))

static void
lines_format_class_init (LinesFormatClass *klass)
{
}

static void
lines_format_init (LinesFormat *self)
{
}

LAMINA_FORMAT_MODULE (lines_format_get_type)
