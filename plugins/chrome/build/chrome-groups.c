/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-build.h"

#include <string.h>

/* Numbers stand before texts, and by their value. */
static int
compare_ids (ChromeTrace *self,
             guint32      left,
             guint32      right)
{
  const char *a = chrome_trace_get_text (self, left), *b = chrome_trace_get_text (self, right);
  gint64 number_a, number_b;
  gboolean is_number_a = lamina_decimal_parse (a, strlen (a), 0, &number_a);
  gboolean is_number_b = lamina_decimal_parse (b, strlen (b), 0, &number_b);

  if (is_number_a != is_number_b)
    return is_number_a ? -1 : 1;
  if (is_number_a && number_a != number_b)
    return number_a < number_b ? -1 : 1;
  return strcmp (a, b);
}

static int
compare_processes (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  ChromeTrace *self = data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  const ChromeProcess *first = chrome_trace_get_process (self, left), *second = chrome_trace_get_process (self, right);
  int order;

  if (first->sort != second->sort)
    return first->sort < second->sort ? -1 : 1;
  order = compare_ids (self, first->pid, second->pid);
  return order != 0 ? order : left < right ? -1 : left > right;
}

static int
compare_tracks (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  ChromeTrace *self = data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  const ChromeTrack *first = chrome_trace_get_track (self, left), *second = chrome_trace_get_track (self, right);
  int order;

  if (first->sort != second->sort)
    return first->sort < second->sort ? -1 : 1;
  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  order = compare_ids (self, first->tid, second->tid);
  return order != 0 ? order : left < right ? -1 : left > right;
}

static gboolean
is_number (const char *text)
{
  gint64 number;

  return lamina_decimal_parse (text, strlen (text), 0, &number);
}

/* `python (pid 1234)`, `pid 1234`, `Spans`. A name that already tells the number stands alone. */
static char *
compose_process_name (ChromeTrace         *self,
                      const ChromeProcess *process)
{
  const char *name = chrome_trace_get_text (self, process->name), *pid = chrome_trace_get_text (self, process->pid);

  if (*name == '\0')
    return is_number (pid) ? g_strdup_printf ("pid %s", pid) : g_strdup (*pid ? pid : "Trace");
  if (*pid == '\0' || !is_number (pid) || strstr (name, pid))
    return g_strdup (name);
  return g_strdup_printf ("%s (pid %s)", name, pid);
}

/* With what it was labeled: `python (pid 1234): CPU`. */
static char *
compose_process_title (ChromeTrace         *self,
                       const ChromeProcess *process)
{
  const char *labels = chrome_trace_get_text (self, process->labels);
  char *name = compose_process_name (self, process);
  char *title;

  if (*labels == '\0' || strstr (name, labels))
    return name;
  title = g_strdup_printf ("%s: %s", name, labels);
  g_free (name);
  return title;
}

static char *
compose_track_title (ChromeTrace       *self,
                     const ChromeTrack *track)
{
  const char *name = chrome_trace_get_text (self, track->name), *tid = chrome_trace_get_text (self, track->tid);

  if (*name == '\0')
    return is_number (tid) ? g_strdup_printf ("thread %s", tid) : g_strdup (*tid ? tid : "events");
  if (*tid == '\0' || !is_number (tid) || strstr (name, tid))
    return g_strdup (name);
  return g_strdup_printf ("%s (%s)", name, tid);
}

static guint32 *
make_order (guint n)
{
  guint32 *order = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  return order;
}

/* A parent has a smaller index, but may come later in the order: it is added when the first child needs it. */
static guint32
need_group (ChromeTrace *self,
            guint32      i)
{
  ChromeProcess *process = chrome_trace_get_process (self, i);
  guint32 parent = self->parent_group;

  if (process->group != LAMINA_NONE)
    return process->group;
  if (process->parent != LAMINA_NONE && process->parent < i)
    parent = need_group (self, process->parent);
  if (!process->title)
    process->title = compose_process_title (self, process);
  process->group = lamina_builder_add_group (self->builder, self->run, parent, process->title, process->kind);
  return process->group;
}

static void
add_groups (ChromeTrace *self)
{
  g_autofree guint32 *order = make_order (self->processes->len);
  g_autofree gboolean *is_used = g_new0 (gboolean, MAX (self->processes->len, 1));

  for (guint i = 0; i < self->n_tracks; i++)
    is_used[chrome_trace_get_track (self, i)->process] = TRUE;
  g_qsort_with_data (order, (int) self->processes->len, sizeof *order, compare_processes, self);
  for (guint i = 0; i < self->processes->len; i++)
    if (is_used[order[i]] || chrome_trace_get_process (self, order[i])->is_needed)
      need_group (self, order[i]);
}

static void
add_track (ChromeTrace *self,
           guint        i)
{
  ChromeTrack *track = chrome_trace_get_track (self, i);
  guint32 group = chrome_trace_get_process (self, track->process)->group;
  guint32 place;

  if (!track->title)
    track->title = compose_track_title (self, track);
  place = lamina_builder_add_track (self->builder, self->run, group, track->title, self->clock);
  if (i == 0 && place != LAMINA_NONE)
    self->first_track = place;
  lamina_builder_set_track_source (self->builder, self->run, place, self->source_index);
  if (track->caption)
    lamina_builder_set_track_caption (self->builder, self->run, place, track->caption);
}

void
chrome_trace_add_groups (ChromeTrace *self)
{
  g_autofree guint32 *order = make_order (self->n_tracks);

  if (self->title)
    self->parent_group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, self->title, LAMINA_GROUP_OTHER);
  add_groups (self);
  for (guint i = 0; i < self->n_tracks; i++)
    add_track (self, i);
  g_qsort_with_data (order, (int) self->n_tracks, sizeof *order, compare_tracks, self);
  for (guint i = 0; i < self->n_tracks; i++)
    lamina_builder_set_track_sort (self->builder, self->run, chrome_trace_get_place (self, order[i]), i);
}
