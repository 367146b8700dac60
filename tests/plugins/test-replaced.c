/* SPDX-License-Identifier: Apache-2.0 */
#include "check-divided.h"
#include "dump-document.h"
#include "../test-stride.h"

#include <glib/gstdio.h>
#include <string.h>

/*
 * Every value of a small file of each format, in turn, gives way to values of other types: the first of its place to one of each,
 * as many that follow at the same place (of another event, another layer) to one, which differs from one to the next.
 */

/* Every how manieth of them is read in several ways. */
#define DIVIDED_STRIDE 29

typedef struct
{
  const char *name;
  const char *format;
  gboolean is_json;
} Sample;

static const Sample samples[] = {
  { "chainer/small.txt", "chainer", FALSE },
  { "chainer-schedule/graph.schedule", "chainer", FALSE },
  { "chrome/async.json", "chrome-trace", TRUE },
  { "chrome/complete.json", "chrome-trace", TRUE },
  { "chrome/counters.json", "chrome-trace", TRUE },
  { "chrome/durations.json", "chrome-trace", TRUE },
  { "chrome/durations-odd.json", "chrome-trace", TRUE },
  { "chrome/flows.json", "chrome-trace", TRUE },
  { "chrome/header.json", "chrome-trace", TRUE },
  { "chrome/metadata.json", "chrome-trace", TRUE },
  { "chrome/objects.json", "chrome-trace", TRUE },
  { "chrome/others.json", "chrome-trace", TRUE },
  { "kineto/allocators.json", "chrome-trace", TRUE },
  { "kineto/graph-lanes.json", "chrome-trace", TRUE },
  { "kineto/other-kernels.json", "chrome-trace", TRUE },
  { "kineto/rank.json", "chrome-trace", TRUE },
  { "kineto/step.json", "chrome-trace", TRUE },
  { "kineto/year-2021.json", "chrome-trace", TRUE },
  { "megengine/contradictions.json", "megengine", TRUE },
  { "megengine/footprint-graph.json", "megengine", TRUE },
  { "megengine/host-only.json", "megengine", TRUE },
  { "megengine/no-comp-seq.json", "megengine", TRUE },
  { "megengine/old-keys.json", "megengine", TRUE },
  { "megengine/tensorrt.json", "megengine", TRUE },
  { "megengine/two-devices.json", "megengine", TRUE },
  { "megengine-timeline/small.json", "chrome-trace", TRUE },
  { "onnxruntime/gpu.json", "chrome-trace", TRUE },
  { "onnxruntime/old.json", "chrome-trace", TRUE },
  { "rocm/results.json", "rocm", TRUE },
  { "tensorflow/small.txt", "tensorflow", FALSE },
  { "tensorflow-metadata/metadata.txt", "tensorflow", FALSE },
  { "tensorflow-timeline/small.json", "chrome-trace", TRUE },
  { "tensorrt/detailed.json", "tensorrt", TRUE },
  { "tensorrt/small.graph.json", "tensorrt", TRUE },
  { "tensorrt/small.build.metadata.json", "tensorrt", TRUE },
  { "tensorrt/small.metadata.json", "tensorrt", TRUE },
  { "tensorrt/small.profile.json", "tensorrt", TRUE },
  { "tensorrt/small.profile.metadata.json", "tensorrt", TRUE },
  { "tensorrt/small.timing.json", "tensorrt", TRUE },
  { "tensorrt/times-70.json", "tensorrt", TRUE },
  { "tensorrt/times-71.json", "tensorrt", TRUE },
  { "tensorrt/times-82.json", "tensorrt", TRUE },
  { "tensorrt/trtexec.log", "tensorrt", FALSE },
  { "tvm/calls.csv", "tvm", FALSE },
  { "tvm/calls.json", "tvm", TRUE },
  { "tvm/graph.txt", "tvm", FALSE },
  { "tvm/report.txt", "tvm", FALSE },
  { "tvm/vm-old.txt", "tvm", FALSE },
  { "xprof/gpu.json", "chrome-trace", TRUE },
  { "xprof/cpu.json", "chrome-trace", TRUE },
  { "xprof/other-host.json", "chrome-trace", TRUE },
  { "xprof/tpu.json", "chrome-trace", TRUE },
};

static const char *const values[] = {
  "null", "true", "0", "-1", "1.5", "9223372036854775807", "18446744073709551616", "-1e400", "\"\"", "\"x\"", "\"7\"", "[]", "{}",
  "[[{\"name\":[1]}]]", "{\"ts\":{\"dur\":[null]},\"name\":{}}",
};

/* @nth: how many came before it at the same place, where one member of an array is like another */
typedef struct
{
  gsize begin;
  gsize end;
  guint nth;
} Span;

typedef struct
{
  const char *text;
  GArray *spans;
  GHashTable *counts;
} Finder;

/* How many were added to the place, which the keys on the way to it name. */
static guint
count (GHashTable *counts,
       const char *place)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, place));

  g_hash_table_replace (counts, g_strdup (place), GUINT_TO_POINTER (n + 1));
  return n;
}

/* The end of the string that begins at @at. */
static gsize
skip_string (const char *text,
             gsize       at)
{
  for (at++; text[at] != '\0' && text[at] != '"'; at++)
    if (text[at] == '\\' && text[at + 1] != '\0')
      at++;
  return text[at] != '\0' ? at + 1 : at;
}

/* Adds the spans of all values of the value at @at, its own first. Returns: its end. */
static gsize
find_values (Finder     *self,
             gsize       at,
             const char *place)
{
  const char *text = self->text;
  guint own = self->spans->len;

  g_array_append_vals (self->spans, &(Span) { .begin = at, .nth = count (self->counts, place) }, 1);
  if (text[at] == '"')
    at = skip_string (text, at);
  else if (text[at] != '{' && text[at] != '[')
    at += MAX (1, strcspn (text + at, "{}[],: \t\r\n\""));
  else
    {
      char close = text[at] == '{' ? '}' : ']';

      at++;
      while (at += strspn (text + at, ", \t\r\n"), text[at] != '\0' && text[at] != close)
        {
          gsize key = at;
          g_autofree char *inner = NULL;
          gboolean is_row;

          if (close == '}')
            at = skip_string (text, at);
          /* Keys that are numbers name rows. */
          is_row = close == '}' && g_ascii_isdigit (text[key + 1]);
          inner = g_strdup_printf ("%s/%.*s", place, is_row ? 0 : (int) (at - key), text + key);
          at += close == '}' ? strspn (text + at, ": \t\r\n") : 0;
          at = find_values (self, at, inner);
        }
      at += text[at] != '\0';
    }
  g_array_index (self->spans, Span, own).end = at;
  return at;
}

/* Words between blanks and commas, where a grammar is not JSON; of a line the first, the second, … are like each other. */
static void
find_words (Finder *self)
{
  guint column = 0;

  for (gsize at = 0; self->text[at] != '\0';)
    {
      gsize length = strcspn (self->text + at, " \t\n,");
      g_autofree char *place = g_strdup_printf ("%u", column);

      if (length > 0)
        g_array_append_vals (self->spans, &(Span) { at, at + length, count (self->counts, place) }, 1);
      column = self->text[at + length] == '\n' ? 0 : column + (length > 0);
      at += length + (self->text[at + length] != '\0');
    }
}

static gboolean
is_tried (const Span *span,
          guint       value)
{
  return span->nth == 0 || span->nth == value + 1;
}

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  g_autofree char *folder = g_dir_make_tmp ("lamina-replaced-XXXXXX", NULL);
  g_autofree char *name = g_path_get_basename (sample->name);
  g_autofree char *changed = g_build_filename (folder, name, NULL);
  g_autofree char *path = build_data_path (sample->name);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  if (sample->is_json)
    find_values (&(Finder) { text, spans, counts }, strspn (text, " \t\r\n"), "");
  else
    find_words (&(Finder) { text, spans, counts });
  g_assert_cmpuint (spans->len, >, 4);
  for (guint i = 0; i < spans->len * G_N_ELEMENTS (values); i += test_stride ())
    {
      const Span *span = &g_array_index (spans, Span, i / G_N_ELEMENTS (values));
      g_autoptr (GString) copy = g_string_new_len (text, (gssize) span->begin);

      if (!is_tried (span, i % G_N_ELEMENTS (values)))
        continue;
      g_string_append (copy, values[i % G_N_ELEMENTS (values)]);
      g_string_append_len (copy, text + span->end, (gssize) (length - span->end));
      g_assert_true (g_file_set_contents_full (changed, copy->str, (gssize) copy->len, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      if (i % DIVIDED_STRIDE == 0)
        check_divided (changed, sample->format);
      else
        check_sound (changed, sample->format);
    }
  g_remove (changed);
  g_rmdir (folder);
}

/* The members of a text that are words and not numbers, as which some formats count their rows. */
static void
find_members (const char *path,
              GHashTable *members)
{
  static GRegex *member;
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (member == NULL)
    member = g_regex_new ("\"([A-Za-z][^\"\\\\]*)\"\\s*:", 0, 0, NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_regex_match_full (member, text, (gssize) length, 0, 0, &match, NULL);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    g_hash_table_add (members, g_match_info_fetch (match, 1));
}

static GHashTable *tried;

static void
assert_is_tried (const char *path)
{
  g_autoptr (GHashTable) members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer member;

  if (!g_str_has_suffix (path, ".json"))
    return;
  find_members (path, members);
  g_hash_table_iter_init (&iter, members);
  while (g_hash_table_iter_next (&iter, &member, NULL))
    if (!g_hash_table_contains (tried, member))
      g_error ("%s: no sample of the table has the member %s", path, (const char *) member);
}

/* A member that a format has learned to read is in some file of its tests: one of the table has it, too. */
static void
test_members (void)
{
  static const char *const folders[] = {
    "chrome", "kineto", "megengine", "megengine-timeline", "onnxruntime", "rocm", "tensorflow-timed", "tensorflow-timeline",
    "tensorrt", "tvm", "xprof",
  };

  tried = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = build_data_path (samples[i].name);

      if (samples[i].is_json)
        find_members (path, tried);
    }
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = build_data_path (folders[i]);

      foreach_file (folder, assert_is_tried);
    }
  g_clear_pointer (&tried, g_hash_table_unref);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/replaced/members", test_members);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *test = g_strconcat ("/replaced/", samples[i].name, NULL);

      g_test_add_data_func (test, &samples[i], test_sample);
    }
  return g_test_run ();
}
