/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include <string.h>

void
fixture_setup (Fixture       *self,
               gconstpointer  data)
{
  self->builder = lamina_builder_new (NULL);
  self->run = lamina_builder_add_run (self->builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
}

void
fixture_teardown (Fixture       *self,
                  gconstpointer  data)
{
  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  g_clear_pointer (&self->document, lamina_document_unref);
  g_clear_pointer (&self->builder, lamina_builder_unref);
}

static gint64
get_number (gint64 value)
{
  if (value == 0)
    return LAMINA_ABSENT;
  return value == -2 ? 0 : value;
}

static guint32
add_shape (Fixture    *self,
           const char *text)
{
  gint64 dims[8];
  guint n = 0;
  g_auto (GStrv) parts = g_strsplit (text, "x", -1);

  if (g_str_equal (text, "-"))
    return 0;
  if (g_str_equal (text, "scalar"))
    return lamina_builder_intern_shape (self->builder, dims, 0);
  for (guint i = 0; parts[i]; i++)
    dims[n++] = g_str_equal (parts[i], "?") ? LAMINA_ABSENT : g_ascii_strtoll (parts[i], NULL, 10);
  return lamina_builder_intern_shape (self->builder, dims, n);
}

static gint64
get_bytes (const char *shape,
           const char *dtype)
{
  LaminaShape parsed;

  if (g_str_equal (shape, "scalar"))
    return lamina_dtype_get_bits (dtype) / 8;
  if (!lamina_shape_parse (shape, strlen (shape), &parsed))
    return LAMINA_ABSENT;
  return lamina_shape_get_bytes (parsed.dims, parsed.n, lamina_dtype_get_bits (dtype));
}

static void
add_tensors (Fixture    *self,
             guint32     layer,
             const char *text,
             gboolean    output)
{
  g_auto (GStrv) parts = text ? g_strsplit (text, ", ", -1) : NULL;

  for (guint i = 0; parts && parts[i]; i++)
    {
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      g_auto (GStrv) words = g_strsplit (parts[i], " ", 2);
      guint32 tensor;

      init.shape = add_shape (self, words[0]);
      init.dtype = words[1] ? lamina_builder_intern (self->builder, words[1], -1) : 0;
      init.bytes = words[1] ? get_bytes (words[0], words[1]) : LAMINA_ABSENT;
      tensor = lamina_builder_add_tensor (self->builder, self->run, &init);
      if (output)
        lamina_builder_add_output (self->builder, self->run, layer, tensor);
      else
        lamina_builder_add_input (self->builder, self->run, layer, tensor);
    }
}

guint32
fixture_add (Fixture   *self,
             const Row *row)
{
  LaminaLayerInit init = LAMINA_LAYER_INIT;
  guint32 layer;

  init.name = row->name ? lamina_builder_intern (self->builder, row->name, -1) : 0;
  init.type = row->type ? lamina_builder_intern (self->builder, row->type, -1) : 0;
  init.duration = get_number (row->cost);
  init.flop = get_number (row->flop);
  init.bytes = get_number (row->bytes);
  init.start = get_number (row->start);
  init.wait = get_number (row->wait);
  init.calls = row->calls == 0 ? 1 : (guint32) MAX (row->calls, 0);
  if (row->order != 0)
    init.order = row->order == -2 ? 0 : (guint32) row->order;
  init.device = row->device ? lamina_builder_intern (self->builder, row->device, -1) : 0;
  init.host = get_number (row->host);
  init.host_self = get_number (row->host_self);
  init.annotation = row->annotation ? lamina_builder_intern (self->builder, row->annotation, -1) : 0;
  init.section = row->section == 0 ? LAMINA_NONE : row->section - 1;
  init.phase = row->phase;
  init.parent = row->parent == 0 ? LAMINA_NONE : row->parent - 1;
  layer = lamina_builder_add_layer (self->builder, self->run, &init);
  add_tensors (self, layer, row->inputs, FALSE);
  add_tensors (self, layer, row->outputs, TRUE);
  return layer;
}

LaminaRun *
fixture_freeze (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  LaminaRun *run;

  self->document = lamina_builder_freeze (self->builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  run = lamina_document_get_run (self->document, self->run);
  self->timebase = lamina_timebase_new (run, TRUE);
  return run;
}

char *
dump_rows (const guint32 *rows,
           guint          n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", rows[i]);
  return g_string_free (text, FALSE);
}

guint32
fixture_intern (Fixture    *self,
                const char *text)
{
  return text ? lamina_builder_intern (self->builder, text, -1) : 0;
}

char *
dump_findings (LaminaFindings *findings,
               const char     *rule)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);
      g_autofree char *cost = lamina_finding_dup_cost (finding);
      g_autofree char *layers = dump_rows (finding->layers, finding->n_layers);

      if (!g_str_equal (finding->rule, rule))
        continue;
      g_assert_true (*finding->title && *finding->why);
      g_string_append_printf (text, "%s%s %s [%s] %s", text->len > 0 ? "; " : "",
                              lamina_severity_get_name (finding->severity), cost, layers, finding->what);
    }
  g_string_replace (text, "\u00a0", " ", 0);
  return text->len > 0 ? g_string_free (text, FALSE) : (g_string_free (text, TRUE), NULL);
}
