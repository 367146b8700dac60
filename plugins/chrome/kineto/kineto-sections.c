/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-sections-private.h"

#include "chrome-collect.h"
#include "kineto-trace-private.h"

#include <string.h>

/*
 * Annotations are regions of the code that launches: `forward`, `Optimizer.step#SGD.step`. Of those that are open on a
 * thread the one that began last counts: where they nest it is the innermost, which says most, while the outermost is often
 * around everything; and where they cross, it is the one that the thread entered last. What is called like a
 * section is no region, and what is around it does not count inside.
 *
 * Whatever changes that is noted for each thread, in the order of time, so that one search finds what counted at a moment.
 *
 * The engine of autograd runs on threads of its own, for a thread that waits in `backward ()` meanwhile. What it runs belongs
 * to what is open there, as it belongs to its step.
 */

/* From this time on a thread is in the region of that name, a string, or in none: 0. */
typedef struct
{
  gint64 time;
  guint32 track;
  guint32 name;
} Change;

/*
 * Annotations that the libraries for messages write themselves: spans of messages, which end when these have arrived,
 * whatever the thread does meanwhile.
 */
static const char *const messages[] = { "nccl:", "gloo:", "mpi:", "ucc:", "xccl:" };

/*
 * classes      of the rows; not looked at once it is made
 * steps        KinetoStep, ascending
 * step_names   a set of strings: what they are called
 * annotations  Change, by track and time
 */
struct _KinetoSections
{
  ChromeTrace *trace;
  const ChromeEvents *events;
  const guint8 *classes;
  GArray *steps;
  GHashTable *step_names;
  GArray *annotations;
};

/* Whether a row is an annotation that something is launched in. */
static gboolean
is_region (KinetoSections *self,
           guint32         row)
{
  if (self->classes[row] != KINETO_ANNOTATION || self->events->end[row] <= self->events->start[row])
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (g_str_has_prefix (chrome_trace_get_text (self->trace, self->events->name[row]), messages[i]))
      return FALSE;
  return TRUE;
}

/* From @time on the region of @row counts, or none without one. */
static void
note_change (KinetoSections *self,
             guint32         track,
             gint64          time,
             guint32         row)
{
  guint32 name = row != LAMINA_NONE ? self->events->name[row] : 0;
  gboolean is_section = g_hash_table_contains (self->step_names, GUINT_TO_POINTER (name));
  const Change change = { time, track, is_section ? 0 : name };

  g_array_append_val (self->annotations, change);
}

/* Notes what counts again when regions of a thread end, up to that time. @open are their rows, the one that began last behind. */
static void
close_regions (KinetoSections *self,
               GArray         *open,
               guint32         track,
               gint64          until)
{
  const ChromeEvents *events = self->events;
  const guint32 *rows = (const guint32 *) (gpointer) open->data;

  while (open->len > 0 && events->end[rows[open->len - 1]] <= until)
    {
      gint64 end = events->end[rows[open->len - 1]];

      while (open->len > 0 && events->end[rows[open->len - 1]] <= end)
        g_array_set_size (open, open->len - 1);
      note_change (self, track, end, open->len > 0 ? rows[open->len - 1] : LAMINA_NONE);
    }
}

/* Slices stand on their track by start, longer ones first. */
static gboolean
note_track (KinetoSections *self,
            guint32         index,
            GArray         *open)
{
  const ChromeTrack *track = chrome_trace_get_track (self->trace, index);

  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i];

      if (i % CHROME_ROWS_AT_ONCE == 0 && g_cancellable_is_cancelled (self->trace->cancellable))
        return FALSE;
      if (!is_region (self, row))
        continue;
      close_regions (self, open, index, self->events->start[row]);
      note_change (self, index, self->events->start[row], row);
      g_array_append_val (open, row);
    }
  close_regions (self, open, index, G_MAXINT64);
  return TRUE;
}

/* FALSE when it was cancelled. */
static gboolean
find_annotations (KinetoSections *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->trace->tracks->len; i++)
    if (!note_track (self, i, open))
      return FALSE;
  return TRUE;
}

/* The region that a thread is in, a string; 0 for none. */
static guint32
find_on_track (const KinetoSections *self,
               guint32               track,
               gint64                time)
{
  const Change *changes = (const Change *) (gpointer) self->annotations->data;
  guint first = 0, n = self->annotations->len;

  while (n > 0)
    {
      const Change *half = &changes[first + n / 2];

      if (half->track < track || (half->track == track && half->time <= time))
        {
          first += n / 2 + 1;
          n -= n / 2 + 1;
        }
      else
        n /= 2;
    }
  return first > 0 && changes[first - 1].track == track ? changes[first - 1].name : 0;
}

/*
 * Sections are the steps of the profiler, `ProfilerStep#7`, as the thread marks them that drives it. What any thread of
 * the host starts in that time belongs to the step, the engine of autograd among them, and so does the work that it
 * launches, whenever a device gets to it.
 *
 * A trace without steps is divided by the outermost annotations of the thread on which they take longest, or by those inside
 * when there is one around everything; those of one name are one section.
 */

#define STEP "ProfilerStep#"

/* Annotations deeper than this divide nothing. */
#define MAX_DEPTH 16

/* Of so many steps that began last, one is looked for that is still open. */
#define MOST_OPEN 64

static void
append_step (KinetoSections *self,
             guint32         row,
             GArray         *steps)
{
  const KinetoStep step = { self->events->start[row], self->events->end[row], row, self->events->track[row] };

  if (step.end > step.start)
    g_array_append_val (steps, step);
}

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const KinetoStep *left = a;
  const KinetoStep *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->section < right->section ? -1 : left->section > right->section;
}

/* How many annotations of the track lie inside @depth others, and their steps when @steps is given. */
static guint
count_at_depth (KinetoSections    *self,
                const ChromeTrack *track,
                guint              depth,
                GArray            *steps)
{
  gint64 ends[MAX_DEPTH];
  guint n_open = 0, n = 0;

  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i];

      if (!is_region (self, row))
        continue;
      while (n_open > 0 && ends[n_open - 1] <= self->events->start[row])
        n_open--;
      if (n_open == depth)
        {
          n++;
          if (steps)
            append_step (self, row, steps);
        }
      if (n_open < MAX_DEPTH)
        ends[n_open++] = self->events->end[row];
    }
  return n;
}

/* One annotation around everything divides nothing: those inside it do. Returns how long they are together. */
static gint64
collect_outermost (KinetoSections    *self,
                   const ChromeTrack *track,
                   GArray            *steps)
{
  guint depth = 0;
  gint64 sum = 0;

  while (depth < MAX_DEPTH - 1 && count_at_depth (self, track, depth, NULL) == 1)
    depth++;
  count_at_depth (self, track, depth, steps);
  for (guint i = 0; i < steps->len; i++)
    sum += g_array_index (steps, KinetoStep, i).end - g_array_index (steps, KinetoStep, i).start;
  return sum;
}

static void
collect_annotations (KinetoSections *self)
{
  gint64 most = 0;

  for (guint i = 0; i < self->trace->tracks->len; i++)
    {
      g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (KinetoStep));
      gint64 sum = collect_outermost (self, chrome_trace_get_track (self->trace, i), steps);

      if (sum <= most)
        continue;
      most = sum;
      g_array_unref (self->steps);
      self->steps = g_steal_pointer (&steps);
    }
}

static void
find_steps (KinetoSections *self)
{
  GHashTable *sections = self->trace->sections;

  for (guint row = 0; row < self->events->n; row++)
    if (self->classes[row] == KINETO_ANNOTATION
        && g_str_has_prefix (chrome_trace_get_text (self->trace, self->events->name[row]), STEP))
      append_step (self, row, self->steps);
  if (self->steps->len == 0)
    collect_annotations (self);
  g_array_sort (self->steps, compare_steps);
  for (guint i = 0; i < self->steps->len; i++)
    {
      KinetoStep *step = &g_array_index (self->steps, KinetoStep, i);
      guint32 name = self->events->name[step->section];
      gpointer found;

      g_hash_table_add (self->step_names, GUINT_TO_POINTER (name));
      if (!g_hash_table_lookup_extended (sections, GUINT_TO_POINTER (name), NULL, &found))
        {
          found = GUINT_TO_POINTER (lamina_builder_add_section (self->trace->builder, self->trace->run,
                                                                chrome_trace_get_text (self->trace, name)));
          g_hash_table_insert (sections, GUINT_TO_POINTER (name), found);
        }
      step->section = GPOINTER_TO_UINT (found);
    }
}

KinetoSections *
kineto_sections_new (ChromeTrace  *trace,
                     const guint8 *classes)
{
  KinetoSections *self = g_new0 (KinetoSections, 1);

  self->trace = trace;
  self->events = trace->events;
  self->classes = classes;
  self->steps = g_array_new (FALSE, FALSE, sizeof (KinetoStep));
  self->step_names = g_hash_table_new (NULL, NULL);
  self->annotations = g_array_new (FALSE, FALSE, sizeof (Change));
  find_steps (self);
  if (!find_annotations (self))
    g_clear_pointer (&self, kineto_sections_free);
  return self;
}

void
kineto_sections_free (KinetoSections *self)
{
  g_array_unref (self->steps);
  g_hash_table_unref (self->step_names);
  g_array_unref (self->annotations);
  g_free (self);
}

/* Whether a step is one of the process of a launch. */
static gboolean
drives (const KinetoSections *self,
        const KinetoStep     *step,
        guint32               launch)
{
  return chrome_trace_get_track (self->trace, step->track)->process == chrome_trace_get_process_of (self->trace, launch);
}

const KinetoStep *
kineto_sections_find_step (const KinetoSections *self,
                           guint32               launch)
{
  gint64 time = self->events->start[launch];
  guint n = chrome_collect_begun (self->steps, G_STRUCT_OFFSET (KinetoStep, start), time);
  const KinetoStep *found = NULL;

  for (guint i = 0; i < MIN (n, MOST_OPEN); i++)
    {
      const KinetoStep *step = &g_array_index (self->steps, KinetoStep, n - 1 - i);

      if (time >= step->end)
        continue;
      if (drives (self, step, launch))
        return step;
      if (!found)
        found = step;
    }
  return found;
}

guint32
kineto_sections_find_annotation (const KinetoSections *self,
                                 guint32               launch,
                                 const KinetoStep     *waiting)
{
  guint32 track = self->events->track[launch];
  gint64 time = self->events->start[launch];
  guint32 name = find_on_track (self, track, time);

  if (name == 0 && waiting != NULL && waiting->track != track && drives (self, waiting, launch))
    name = find_on_track (self, waiting->track, time);
  return name;
}
