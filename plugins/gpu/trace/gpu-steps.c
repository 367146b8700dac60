/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

/*
 * Steps are ranges that are called so: `step 3`, `iteration_12`, `ProfilerStep#7`. Of several words the one counts whose
 * ranges take longest, as a batch may be inside a step. A range that takes less than a tenth of the longest is none, where
 * each has a number: programs put ranges around what they skip, too.
 */

static const char *const words[] = { "profilerstep", "trainingstep", "trainstep", "step", "trainingiteration", "iteration",
                                     "iter", "batch" };

#define LEAST_SHARE 10

typedef struct
{
  guint32 event;
  guint word;
  gboolean is_numbered;
} Candidate;

/* The word of a name, from 1 on; 0 for one that is not called like a step. */
static guint
find_word (const char *name,
           gboolean   *is_numbered)
{
  char letters[24]; /* longer names are none */
  gsize n = 0;
  const char *end = name + strlen (name);

  while (end > name && g_ascii_isdigit (end[-1]))
    end--;
  *is_numbered = *end != '\0';
  for (; name < end; name++)
    if (g_ascii_isalpha (*name) && n + 1 < sizeof letters)
      letters[n++] = g_ascii_tolower (*name);
    else if (g_ascii_isalnum (*name) || strchr (" _-#:", *name) == NULL || n + 1 >= sizeof letters)
      return 0;
  letters[n] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (letters, words[i]) == 0)
      return i + 1;
  return 0;
}

static GArray *
list_candidates (GpuTrace *self)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->events->len; i++)
    {
      const GpuEvent *event = gpu_trace_get_event (self, i);
      gpointer key = GUINT_TO_POINTER (event->name), found;
      Candidate candidate = { .event = i };

      if ((event->kind != GPU_RANGE && event->kind != GPU_SPAN) || event->is_open || event->end == event->start)
        continue;
      if (!g_hash_table_lookup_extended (known, key, NULL, &found))
        {
          gboolean is_numbered;
          guint word = find_word (lamina_builder_get_string (self->builder, event->name), &is_numbered);

          found = GUINT_TO_POINTER (word << 1 | is_numbered);
          g_hash_table_insert (known, key, found);
        }
      candidate.word = GPOINTER_TO_UINT (found) >> 1;
      candidate.is_numbered = GPOINTER_TO_UINT (found) & 1;
      if (candidate.word > 0)
        g_array_append_val (candidates, candidate);
    }
  return candidates;
}

static gint64
get_duration (GpuTrace        *self,
              const Candidate *candidate)
{
  return gpu_trace_get_event (self, candidate->event)->end - gpu_trace_get_event (self, candidate->event)->start;
}

/* In the order of time; the third `step` is the section `step 3`. */
static int
compare_starts (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  gint64 left = gpu_trace_get_event (data, ((const Candidate *) a)->event)->start;
  gint64 right = gpu_trace_get_event (data, ((const Candidate *) b)->event)->start;

  return (left > right) - (left < right);
}

static guint32
need_section (GpuTrace   *self,
              GHashTable *sections,
              const char *title)
{
  guint section = GPOINTER_TO_UINT (g_hash_table_lookup (sections, title));

  if (section == 0)
    {
      section = lamina_builder_add_section (self->builder, self->run, title) + 1;
      g_hash_table_insert (sections, g_strdup (title), GUINT_TO_POINTER (section));
    }
  return section - 1;
}

static void
add_step (GpuTrace        *self,
          GHashTable      *sections,
          GHashTable      *counts,
          const Candidate *candidate)
{
  const GpuEvent *event = gpu_trace_get_event (self, candidate->event);
  const char *name = lamina_builder_get_string (self->builder, event->name);
  GpuStep step = { .process = gpu_trace_get_track (self, event->track)->process, .start = event->start, .end = event->end };
  g_autofree char *title = g_strdup (name);

  /* Each process counts its own. */
  if (!candidate->is_numbered)
    {
      gint64 key = (gint64) step.process << 32 | event->name;
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, &key)) + 1;

      g_hash_table_insert (counts, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (count));
      g_free (title);
      title = g_strdup_printf ("%s %u", name, count);
    }
  g_hash_table_add (self->step_names, GUINT_TO_POINTER (event->name));
  step.section = need_section (self, sections, title);
  g_array_append_val (self->steps, step);
}

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const GpuStep *left = a, *right = b;

  if (left->process != right->process)
    return left->process < right->process ? -1 : 1;
  return (left->start > right->start) - (left->start < right->start);
}

gboolean
gpu_find_steps (GpuTrace *self)
{
  g_autoptr (GArray) candidates = list_candidates (self);
  g_autoptr (GHashTable) sections = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gint64 longest = 0;
  guint word = 0;

  self->steps = g_array_new (FALSE, FALSE, sizeof (GpuStep));
  self->step_names = g_hash_table_new (NULL, NULL);
  g_array_sort_with_data (candidates, compare_starts, self);
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      gint64 duration = get_duration (self, candidate);

      if (duration <= longest)
        continue;
      longest = duration;
      word = candidate->word;
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (candidate->word == word && (!candidate->is_numbered || get_duration (self, candidate) >= longest / LEAST_SHARE))
        add_step (self, sections, counts, candidate);
    }
  g_array_sort (self->steps, compare_steps);
  return !g_cancellable_is_cancelled (self->cancellable);
}

guint32
gpu_find_section (GpuTrace *self,
                  guint32   process,
                  gint64    time)
{
  guint first = 0, n = self->steps->len;

  while (n > 0)
    {
      const GpuStep *half = &g_array_index (self->steps, GpuStep, first + n / 2);

      if (half->process < process || (half->process == process && half->start <= time))
        {
          first += n / 2 + 1;
          n -= n / 2 + 1;
        }
      else
        n /= 2;
    }
  if (first == 0)
    return LAMINA_NONE;
  {
    const GpuStep *step = &g_array_index (self->steps, GpuStep, first - 1);

    return step->process == process && time < step->end ? step->section : LAMINA_NONE;
  }
}
