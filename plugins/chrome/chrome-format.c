/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-build.h"
#include "chrome-describe.h"
#include "chrome-dialect.h"
#include "chrome-format.h"
#include "chrome-reader.h"

#include <string.h>

extern const ChromeDialect chrome_dialect_kineto;
extern const ChromeDialect chrome_dialect_mgetimeline;
extern const ChromeDialect chrome_dialect_onnxruntime;
extern const ChromeDialect chrome_dialect_xprof;
extern const ChromeDialect chrome_dialect_tftimeline;
extern const ChromeDialect chrome_dialect_plain;

/* All dialects, one in a line. Where two are equally sure, the first is asked; the last takes what is left. */
static const ChromeDialect *const dialects[] = {
  &chrome_dialect_kineto,
  &chrome_dialect_mgetimeline,
  &chrome_dialect_onnxruntime,
  &chrome_dialect_xprof,
  &chrome_dialect_tftimeline,
  &chrome_dialect_plain,
  NULL,
};

/* Traces in the Chrome Trace Event format, and its dialects. */
struct _ChromeFormat
{
  GObject parent_instance;

  GPtrArray *describers; /* of each file that was loaded */
};

static void chrome_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ChromeFormat, chrome_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, chrome_format_iface_init))

/* What no other tool writes at the root of an object: it may be followed by much before the events come. */
static gboolean
has_header (const LaminaHead *head)
{
  return lamina_head_contains (head, "\"baseTimeNanoseconds\"") || lamina_head_contains (head, "\"displayTimeUnit\"")
         || (lamina_head_contains (head, "\"schemaVersion\"") && lamina_head_contains (head, "\"deviceProperties\""));
}

static const char *
skip_blanks (const char *text,
             const char *end)
{
  while (text < end && g_ascii_isspace (*text))
    text++;
  return text;
}

/* `"traceEvents": [`, found behind a long header. */
static gboolean
is_behind_header (const LaminaHead *head)
{
  static const char key[] = "\"traceEvents\"";
  const char *end = head->text + head->length;
  const char *text = head->text;

  if (head->length < strlen (key) || memcmp (text, key, strlen (key)) != 0)
    return FALSE;
  text = skip_blanks (text + strlen (key), end);
  if (text == end || *text != ':')
    return FALSE;
  text = skip_blanks (text + 1, end);
  return text < end && *text == '[';
}

static int
chrome_format_probe (LaminaFormat     *format,
                     const LaminaHead *head)
{
  const char *end = head->text + head->length, *bracket;

  if (head->offset > 0)
    return is_behind_header (head) ? 60 : 0;
  switch (lamina_head_first_char (head))
    {
    case '{':
      return lamina_head_contains (head, "\"traceEvents\"") ? 90 : has_header (head) ? 70 : 0;
    case '[':
      /* In it an object. Trailing commas and empty objects don't matter here: the first one is whole. */
      bracket = memchr (head->text, '[', head->length);
      bracket = bracket ? skip_blanks (bracket + 1, end) : end;
      return bracket < end && *bracket == '{' && lamina_head_contains (head, "\"ph\"") ? 80 : 0;
    default:
      return 0;
    }
}

static const char *const *
chrome_format_get_markers (LaminaFormat *format)
{
  static const char *const markers[] = { "\"traceEvents\"", NULL };

  return markers;
}

typedef struct
{
  ChromeEvents *events;
  gint64 by;
} Shift;

static void
shift_rows (guint    from,
            guint    to,
            gpointer data)
{
  const Shift *self = data;

  for (guint row = from; row < to; row++)
    {
      if (self->events->start[row] != LAMINA_ABSENT)
        self->events->start[row] += self->by;
      if (self->events->end[row] != LAMINA_ABSENT)
        self->events->end[row] += self->by;
    }
}

/*
 * Times become those since 1970 where the first file says how. Origins of several files are a shift of their clocks; a file
 * without one begins with the first, and the user may shift it.
 */
static void
place_times (ChromeTrace *trace)
{
  Shift shift = { trace->events, LAMINA_ABSENT };
  gboolean is_known = trace->origin != LAMINA_ABSENT && trace->first_origin != LAMINA_ABSENT;

  if (trace->start == LAMINA_ABSENT)
    return;
  /* Of a file behind the first: both have to say when they begin. */
  if (trace->is_placed)
    lamina_builder_set_clock_offset (trace->builder, trace->run, trace->clock,
                                     is_known ? trace->origin - trace->first_origin : 0,
                                     is_known ? LAMINA_CLOCK_FILE : LAMINA_CLOCK_UNKNOWN, LAMINA_ABSENT);
  else
    trace->first_origin = trace->origin;
  trace->is_placed = TRUE;
  if (trace->first_origin == LAMINA_ABSENT)
    return;
  shift.by = trace->first_origin;
  lamina_builder_each (trace->builder, trace->events->n, CHROME_ROWS_AT_ONCE, shift_rows, &shift);
  for (guint i = 0; i < trace->events->samples->len; i++)
    g_array_index (trace->events->samples, ChromeSample, i).time += shift.by;
  trace->start += shift.by;
  trace->end += shift.by;
}

/* What was read before an error is worth showing, so everything after reading goes on in any case. */
static gboolean
show (ChromeTrace *trace,
      gboolean     is_alone)
{
  if (!chrome_trace_assemble (trace))
    return FALSE;
  if (!is_alone)
    trace->title = trace->dialect->dup_title ? trace->dialect->dup_title (trace)
                                             : g_strdup (lamina_source_get_name (trace->source));
  trace->clock = lamina_builder_add_clock (trace->builder, trace->run, trace->title ? trace->title : "Trace");
  if (trace->dialect->arrange)
    trace->dialect->arrange (trace);
  place_times (trace);
  chrome_trace_add_groups (trace);
  if (g_cancellable_is_cancelled (trace->cancellable) || (trace->dialect->understand && !trace->dialect->understand (trace)))
    return FALSE;
  chrome_trace_add_properties (trace);
  return chrome_trace_build (trace);
}

/* Returns whether the file has anything to show. */
static gboolean
load_source (ChromeFormat   *self,
             ChromeTrace    *trace,
             ChromeWants    *wants,
             gboolean        is_alone,
             GError        **error)
{
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (trace->source, 0, G_MAXUINT64, NULL, trace->import,
                                                              trace->cancellable);
  gboolean has_content;

  trace->events = chrome_events_new (wants->keys, wants->types, wants->n);
  chrome_trace_read (trace, json, wants, error);
  has_content = trace->events->n > 0;
  if (g_cancellable_is_cancelled (trace->cancellable))
    return FALSE;
  if (has_content && trace->run == LAMINA_NONE)
    trace->run = lamina_builder_add_run (trace->builder, lamina_builder_own_word (trace->builder, N_("Trace")),
                                         LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  if (has_content)
    show (trace, is_alone);
  g_ptr_array_add (self->describers, chrome_describer_new (trace));
  return has_content;
}

static LaminaClaim
get_claim (const LaminaHead *opened,
           const LaminaHead *sibling)
{
  LaminaClaim claim = LAMINA_CLAIM_NONE;

  for (guint i = 0; dialects[i] && claim == LAMINA_CLAIM_NONE; i++)
    if (dialects[i]->claims)
      claim = dialects[i]->claims (opened, sibling);
  return claim;
}

/* What a file is to the first one. */
static LaminaClaim
find_claim (LaminaSources *sources,
            guint          i)
{
  LaminaSource *pair[2] = { lamina_sources_get (sources, 0), lamina_sources_get (sources, i) };
  LaminaHead heads[2];

  for (guint j = 0; j < 2; j++)
    {
      heads[j] = (LaminaHead) { .name = lamina_source_get_name (pair[j]) };
      heads[j].text = lamina_source_get_head (pair[j], &heads[j].length, NULL);
      if (heads[j].text == NULL)
        return LAMINA_CLAIM_NONE;
    }
  return get_claim (&heads[0], &heads[1]);
}

/* A snapshot is of one process, as a trace is that was not joined with others. */
static gboolean
join_snapshot (LaminaSources  *sources,
               guint           i,
               guint           n_traces,
               LaminaBuilder  *builder,
               GCancellable   *cancellable,
               GError        **error)
{
  g_autoptr (GError) local = NULL;

  if (n_traces > 1)
    lamina_import_note (lamina_builder_get_import (builder),
                        N_("a snapshot of memory is of one process: it is not joined with the traces of several"),
                        lamina_sources_get (sources, i), 0, LAMINA_NONE);
  else if (!lamina_sources_load_as (sources, i, "memory-snapshot", builder, cancellable, &local))
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      lamina_import_damage (lamina_builder_get_import (builder), local->message, lamina_sources_get (sources, i), 0, LAMINA_NONE);
    }
  return TRUE;
}

static gboolean
chrome_format_load (LaminaFormat   *format,
                    LaminaSources  *sources,
                    LaminaBuilder  *builder,
                    GCancellable   *cancellable,
                    GError        **error)
{
  ChromeFormat *self = CHROME_FORMAT (format);
  g_autoptr (ChromeWants) wants = chrome_wants_new (dialects);
  g_autoptr (GHashTable) sections = g_hash_table_new (NULL, NULL);
  guint n = lamina_sources_get_n (sources);
  guint n_traces = 0, snapshot = 0;
  guint32 run = LAMINA_NONE;
  gint64 origin = LAMINA_ABSENT;
  gboolean is_placed = FALSE;
  g_autoptr (GError) read_error = NULL;

  g_ptr_array_set_size (self->describers, 0);
  for (guint i = 0; i < n; i++)
    if (i > 0 && find_claim (sources, i) == LAMINA_CLAIM_COMPANION)
      snapshot = i;
    else
      n_traces++;
  for (guint i = 0; i < n && !read_error; i++)
    {
      if (i > 0 && i == snapshot)
        {
          g_ptr_array_add (self->describers, NULL);
          continue;
        }
      g_autoptr (ChromeTrace) trace = chrome_trace_new (builder, lamina_sources_get (sources, i), dialects, sections,
                                                        cancellable);

      trace->source_index = i;
      trace->has_snapshot = snapshot > 0 && n_traces == 1;
      trace->run = run;
      trace->first_origin = origin;
      trace->is_placed = is_placed;
      load_source (self, trace, wants, n_traces == 1, &read_error);
      run = trace->run;
      origin = trace->first_origin;
      is_placed = trace->is_placed;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  if (read_error)
    g_propagate_error (error, g_steal_pointer (&read_error));
  else if (run == LAMINA_NONE)
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The file has no events."));
  else
    return snapshot == 0 || join_snapshot (sources, snapshot, n_traces, builder, cancellable, error);
  return FALSE;
}

/* The file that a row stands in. */
static guint
find_source (LaminaDocument    *document,
             const LaminaPlace *place)
{
  LaminaRun *run = lamina_document_get_run (document, place->run);
  guint32 track = place->track;
  guint n;

  if (place->kind == LAMINA_PLACE_MARK)
    return lamina_run_get_marks (run, &n)[place->row].source;
  if (place->kind == LAMINA_PLACE_LAYER)
    track = lamina_column_row (lamina_run_get_layers (run)->track, place->row);
  return place->kind != LAMINA_PLACE_TENSOR && track != LAMINA_NONE
           ? lamina_track_get_info (lamina_run_get_track (run, track))->source
           : 0;
}

static gboolean
chrome_format_describe (LaminaFormat       *format,
                        LaminaDocument     *document,
                        const LaminaPlace  *place,
                        LaminaDetails      *details,
                        GError            **error)
{
  ChromeFormat *self = CHROME_FORMAT (format);
  guint source = find_source (document, place);

  return source < self->describers->len && self->describers->pdata[source] != NULL
         && chrome_describer_describe (self->describers->pdata[source], document, place, details, error);
}

static LaminaClaim
chrome_format_claims (LaminaFormat     *format,
                      const LaminaHead *opened,
                      const LaminaHead *sibling)
{
  return get_claim (opened, sibling);
}

static char *
chrome_format_dup_part (LaminaFormat     *format,
                        const LaminaHead *file,
                        gint64           *time)
{
  char *part = NULL;

  for (guint i = 0; dialects[i] && !part; i++)
    if (dialects[i]->dup_part)
      part = dialects[i]->dup_part (file, time);
  return part;
}

static void
chrome_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = chrome_format_probe;
  iface->get_markers = chrome_format_get_markers;
  iface->load = chrome_format_load;
  iface->describe = chrome_format_describe;
  iface->claims = chrome_format_claims;
  iface->dup_part = chrome_format_dup_part;
}

static void
chrome_format_finalize (GObject *object)
{
  ChromeFormat *self = CHROME_FORMAT (object);

  g_ptr_array_unref (self->describers);
  G_OBJECT_CLASS (chrome_format_parent_class)->finalize (object);
}

static void
chrome_format_class_init (ChromeFormatClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = chrome_format_finalize;
}

static void
chrome_format_init (ChromeFormat *self)
{
  self->describers = g_ptr_array_new_with_free_func ((GDestroyNotify) chrome_describer_free);
}

LAMINA_FORMAT_MODULE (chrome_format_get_type)
