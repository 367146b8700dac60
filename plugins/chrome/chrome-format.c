/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-describe.h"
#include "chrome-dialect.h"
#include "chrome-format.h"
#include "chrome-groups.h"
#include "chrome-header.h"
#include "chrome-plain.h"
#include "chrome-reader.h"

/* Traces in the Chrome Trace Event format, and its dialects. */
struct _ChromeFormat
{
  GObject parent_instance;

  ChromeDescriber *describer; /* of what was loaded; NULL before */
};

static void chrome_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ChromeFormat, chrome_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, chrome_format_iface_init))

static int
chrome_format_probe (LaminaFormat     *format,
                     const LaminaHead *head)
{
  return chrome_probe (head);
}

static const char *const *
chrome_format_get_markers (LaminaFormat *format)
{
  static const char *const markers[] = { "\"traceEvents\"", NULL };

  return markers;
}

static gboolean
mean (ChromeTrace *trace)
{
  if (!trace->dialect)
    return chrome_plain_mean (trace);
  return !trace->dialect->mean || trace->dialect->mean (trace);
}

/* What was read before an error is worth showing, so everything after reading goes on in any case. */
static gboolean
show (ChromeTrace *trace)
{
  trace->run = lamina_builder_add_run (trace->builder, "Trace", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  if (!chrome_trace_assemble (trace))
    return FALSE;
  trace->dialect = chrome_dialect_find (trace);
  if (trace->dialect && trace->dialect->arrange)
    trace->dialect->arrange (trace);
  chrome_trace_add_groups (trace);
  if (!mean (trace))
    return FALSE;
  chrome_trace_add_properties (trace);
  return chrome_trace_build (trace);
}

static gboolean
chrome_format_load (LaminaFormat   *format,
                    LaminaSources  *sources,
                    LaminaBuilder  *builder,
                    GCancellable   *cancellable,
                    GError        **error)
{
  ChromeFormat *self = CHROME_FORMAT (format);
  LaminaSource *source = lamina_sources_get (sources, 0);
  LaminaImport *import = lamina_builder_get_import (builder);
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, import, cancellable);
  g_autoptr (ChromeTrace) trace = chrome_trace_new (builder, source, cancellable);
  g_autoptr (ChromeWants) wants = chrome_wants_new ();
  g_autoptr (GError) read_error = NULL;
  gboolean has_content;

  trace->events = chrome_events_new (wants->keys, wants->types, wants->n);
  chrome_trace_read (trace, json, wants, &read_error);
  has_content = trace->events->n > 0;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (has_content && !show (trace) && g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  g_clear_pointer (&self->describer, chrome_describer_free);
  self->describer = chrome_describer_new (trace);
  if (read_error)
    g_propagate_error (error, g_steal_pointer (&read_error));
  else if (!has_content)
    g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the file has no events");
  else
    return TRUE;
  return FALSE;
}

static gboolean
chrome_format_describe (LaminaFormat       *format,
                        LaminaDocument     *document,
                        const LaminaPlace  *place,
                        LaminaDetails      *details,
                        GError            **error)
{
  ChromeFormat *self = CHROME_FORMAT (format);

  return self->describer && chrome_describer_describe (self->describer, document, place, details, error);
}

static void
chrome_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = chrome_format_probe;
  iface->get_markers = chrome_format_get_markers;
  iface->load = chrome_format_load;
  iface->describe = chrome_format_describe;
}

static void
chrome_format_finalize (GObject *object)
{
  ChromeFormat *self = CHROME_FORMAT (object);

  g_clear_pointer (&self->describer, chrome_describer_free);
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
}

LAMINA_FORMAT_MODULE (chrome_format_get_type)
