/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "xprof-trace.h"

#include <string.h>

/*
 * A step is a section on all devices. What happens for it has its group_id, also on the host, before or after; where
 * there is none, the time of the device's own steps tells.
 */

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const XprofStep *left = a, *right = b;

  if (left->process != right->process)
    return left->process < right->process ? -1 : 1;
  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

/* The process of the device: the lines of steps were put below it. */
static guint32
get_device (XprofTrace *self,
            guint32     row)
{
  guint32 process = chrome_trace_get_process_of (self->trace, row);
  guint32 parent = chrome_trace_get_process (self->trace, process)->parent;

  return parent != LAMINA_NONE ? parent : process;
}

static void
collect_steps (XprofTrace *self)
{
  const ChromeColumn *groups = chrome_events_find_column (self->events, "group_id");

  for (guint i = 0; i < self->trace->n_tracks; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self->trace, i);

      for (guint j = 0; self->lines[i] == XPROF_LINE_STEPS && j < track->n; j++)
        {
          guint32 row = track->rows[j];
          const XprofStep step = { get_device (self, row), self->events->start[row], self->events->end[row],
                                   chrome_events_get_number (groups, row), row, LAMINA_NONE };

          g_array_append_val (self->steps, step);
        }
    }
  g_array_sort (self->steps, compare_steps);
}

/* `7` is `Step 7`; names stay. */
static guint32
add_section (XprofTrace *self,
             guint32     name)
{
  const char *text = chrome_trace_get_text (self->trace, name);
  g_autofree char *title = g_ascii_isdigit (text[0]) ? g_strdup_printf ("Step %s", text) : g_strdup (text);

  return lamina_builder_add_section (self->builder, self->run, title);
}

void
xprof_find_steps (XprofTrace *self)
{
  g_autoptr (GHashTable) sections = g_hash_table_new (NULL, NULL);

  collect_steps (self);
  for (guint i = 0; i < self->steps->len; i++)
    {
      XprofStep *step = &g_array_index (self->steps, XprofStep, i);
      gpointer name = GUINT_TO_POINTER (self->events->name[step->row]), found;

      if (!g_hash_table_lookup_extended (sections, name, NULL, &found))
        {
          found = GUINT_TO_POINTER (add_section (self, self->events->name[step->row]));
          g_hash_table_insert (sections, name, found);
        }
      step->section = GPOINTER_TO_UINT (found);
      if (step->group != LAMINA_ABSENT && !g_hash_table_contains (self->groups, &step->group))
        g_hash_table_insert (self->groups, g_memdup2 (&step->group, sizeof step->group), found);
    }
}

static guint32
find_by_time (XprofTrace *self,
              guint32     row)
{
  const XprofStep key = { .process = get_device (self, row), .start = self->events->start[row], .row = G_MAXUINT32 };
  guint first = 0, n = self->steps->len;
  const XprofStep *found;

  while (n > 0)
    {
      guint half = n / 2;

      if (compare_steps (&g_array_index (self->steps, XprofStep, first + half), &key) <= 0)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  if (first == 0)
    return LAMINA_NONE;
  found = &g_array_index (self->steps, XprofStep, first - 1);
  return found->process == key.process && key.start < found->end ? found->section : LAMINA_NONE;
}

guint32
xprof_find_section (XprofTrace *self,
                    guint32     row)
{
  gint64 group = chrome_events_get_number (chrome_events_find_column (self->events, "group_id"), row);
  gpointer found;

  if (group != LAMINA_ABSENT && g_hash_table_lookup_extended (self->groups, &group, NULL, &found))
    return GPOINTER_TO_UINT (found);
  return find_by_time (self, row);
}
