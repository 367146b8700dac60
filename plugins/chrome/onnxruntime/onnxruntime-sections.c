/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "onnxruntime-trace.h"

#include <string.h>

/* Starts and durations are cut to microseconds, so that what ends a run may seem to begin behind it. */
#define RESOLUTION 2000

/*
 * Each `model_run` is a section. Sessions may be run by several threads at a time: then a node belongs to the run of
 * its own thread, and one of a pool's thread to none when several runs are possible.
 */

static void
collect (OnnxruntimeTrace *self,
         OnnxruntimeKind   kind)
{
  for (guint row = 0; row < self->events->n; row++)
    if (self->kinds[row] == kind)
      {
        const OnnxruntimeSpan span = { self->events->start[row], self->events->end[row], 0, row, LAMINA_NONE };

        g_array_append_val (self->spans, span);
      }
}

static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const OnnxruntimeSpan *left = a, *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

/* Nodes that began after the last run had ended are of another one, or of several on their threads. */
static void
find_rest (OnnxruntimeTrace *self,
           gint64            last)
{
  g_autofree char *title = g_strdup_printf ("after model_run %u (incomplete)", self->spans->len);

  self->rest = lamina_number_add (last, RESOLUTION);
  for (guint row = 0; row < self->events->n && self->rest_section == LAMINA_NONE; row++)
    if (self->kinds[row] == ONNXRUNTIME_NODE && self->events->start[row] >= self->rest)
      self->rest_section = lamina_builder_add_section (self->builder, self->run, title);
}

/* A profile that was cut may have lost the ends of its runs, which are written when they have ended. */
void
onnxruntime_find_runs (OnnxruntimeTrace *self)
{
  gint64 last = G_MININT64;

  collect (self, ONNXRUNTIME_RUN);
  if (self->spans->len == 0)
    collect (self, ONNXRUNTIME_EXECUTE);
  g_array_sort (self->spans, compare_spans);
  for (guint i = 0; i < self->spans->len; i++)
    {
      OnnxruntimeSpan *span = &g_array_index (self->spans, OnnxruntimeSpan, i);
      g_autofree char *title = g_strdup_printf ("model_run %u", i + 1);

      span->last = last = MAX (last, span->end);
      span->section = lamina_builder_add_section (self->builder, self->run, title);
    }
  if (self->spans->len > 0)
    find_rest (self, last);
}

/* How many spans begin up to @time. */
static guint
count_begun (OnnxruntimeTrace *self,
             gint64            time)
{
  guint first = 0, n = self->spans->len;

  while (n > 0)
    {
      guint half = n / 2;

      if (g_array_index (self->spans, OnnxruntimeSpan, first + half).start <= time)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

guint32
onnxruntime_find_section (OnnxruntimeTrace *self,
                          guint32           row)
{
  gint64 start = self->events->start[row];
  guint32 found = LAMINA_NONE;
  guint n_found = 0;

  if (self->rest_section != LAMINA_NONE && start >= self->rest)
    return self->rest_section;
  for (guint i = count_begun (self, start); i > 0; i--)
    {
      const OnnxruntimeSpan *span = &g_array_index (self->spans, OnnxruntimeSpan, i - 1);

      if (span->last <= start)
        break;
      if (start >= span->end)
        continue;
      if (self->events->track[span->row] == self->events->track[row])
        return span->section;
      found = span->section;
      n_found++;
    }
  return n_found == 1 ? found : LAMINA_NONE;
}
