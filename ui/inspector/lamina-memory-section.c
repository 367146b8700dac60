/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-job.h"
#include "lamina-live-set.h"
#include "lamina-place-text.h"
#include "lamina-rows.h"
#include "lamina-subject.h"
#include "lamina-tensor-groups.h"

#include <glib/gi18n.h>

/* More tensors than this are added up in a thread. */
#define MANY 5000

#define MEMORY "lamina-memory"

/* @live belongs to @run with @timebase, which are told apart by their addresses alone. */
typedef struct
{
  LaminaPaneSection *section;
  LaminaSession *session;
  gboolean has_range;
  LaminaRange range;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLiveSet *live;
  GCancellable *cancellable;
} Memory;

static gpointer
find_live (gpointer      input,
           GCancellable *cancellable)
{
  LaminaSubject *subject = input;

  return lamina_live_set_new (subject->run, subject->timebase, cancellable);
}

/* What is kept at a place; nothing before the first step. */
static gint64
get_total (LaminaLiveSet *live,
           gint64         position)
{
  guint step = lamina_live_set_find_step (live, position);

  return step == LAMINA_NONE ? 0 : lamina_live_set_get_steps (live)->total[step];
}

/* The first step with most bytes among those in force in a range; NONE where none is. */
static guint
find_peak (Memory *self)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (self->live);
  guint first, last, peak;

  if (!self->has_range)
    return lamina_live_set_get_peak (self->live);
  first = lamina_live_set_find_step (self->live, self->range.start);
  last = lamina_live_set_find_step (self->live, self->range.end);
  if (last == LAMINA_NONE)
    return LAMINA_NONE;
  peak = first == LAMINA_NONE ? 0 : first;
  for (guint i = peak; i <= last; i++)
    if (steps->total[i] > steps->total[peak])
      peak = i;
  return peak;
}

/* The sizes of the tensors that are kept from the first step to the last one. */
static gint64
get_persistent (Memory *self)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (self->live);
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  gint64 sum = LAMINA_ABSENT;

  for (guint32 i = 0; i < tensors->n; i++)
    {
      gint64 first, last;

      if (lamina_live_set_get_range (self->live, i, &first, &last) && first <= steps->position[0]
          && last >= steps->position[steps->n - 1] - 1)
        sum = lamina_number_add (sum, lamina_column_number (tensors->bytes, i));
    }
  return sum;
}

static void
list_at_peak (GtkWidget *button)
{
  gtk_widget_activate_action (button, "view.tensors-at-peak", NULL);
}

static void
show_run (Memory   *self,
          guint     peak,
          gboolean  estimated)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (self->live);
  GtkBox *box = lamina_pane_section_get_content (self->section);
  GtkWidget *button;

  if (!lamina_live_set_has_sites (self->live) && steps->bytes[LAMINA_ROLE_PARAMETER][peak] > 0)
    lamina_rows_add_number (box, _("Of which parameters"), steps->bytes[LAMINA_ROLE_PARAMETER][peak], LAMINA_UNIT_BYTES,
                            estimated);
  lamina_rows_add_number (box, _("Persistent"), get_persistent (self), LAMINA_UNIT_BYTES, estimated);
  button = lamina_rows_add_button (box, _("Live Tensors at the Peak"));
  g_signal_connect (button, "clicked", G_CALLBACK (list_at_peak), NULL);
}

/* So many sites are listed. */
#define MAX_SITES 5

static void
add_sites (Memory        *self,
           const guint32 *rows,
           guint          n,
           const char    *heading)
{
  GtkBox *box = lamina_pane_section_get_content (self->section);
  g_autoptr (GArray) sites = lamina_tensor_groups_new (self->run, LAMINA_TENSORS_BY_SITE, rows, n,
                                                       LAMINA_TENSOR_GROUP_COLUMN_BYTES, TRUE, NULL);

  if (n == 0)
    return;
  lamina_rows_add_heading (box, heading);
  for (guint i = 0; i < MIN (sites->len, MAX_SITES); i++)
    {
      const LaminaTensorGroup *site = &g_array_index (sites, LaminaTensorGroup, i);
      g_autofree char *label = lamina_tensor_group_dup_label (self->run, LAMINA_TENSORS_BY_SITE, site);
      g_autofree char *bytes = lamina_figure_dup (site->bytes, LAMINA_UNIT_BYTES);
      g_autofree char *text = g_strdup_printf ("%u × · %s", site->n, bytes);

      lamina_rows_add (box, label ? label : "—", text, NULL);
    }
}

static void
add_sum (Memory        *self,
         const guint32 *rows,
         guint          n,
         const char    *title)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  gint64 bytes = 0;
  g_autofree char *figure = NULL;
  g_autofree char *exact = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < n; i++)
    bytes = lamina_add_saturating (bytes, MAX (lamina_column_number (tensors->bytes, rows[i]), 0));
  figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  exact = lamina_figure_dup_exact (bytes, LAMINA_UNIT_BYTES);
  text = g_strdup_printf ("%u × · %s", n, figure);
  lamina_rows_add (lamina_pane_section_get_content (self->section), title, text, exact);
}

/* What was allocated in a range, and what of it is still kept behind it, as leaks are. */
static void
show_range (Memory *self)
{
  guint n, n_kept;
  g_autofree guint32 *rows = lamina_live_set_list_allocated (self->live, self->range.start, self->range.end, FALSE, &n);
  g_autofree guint32 *kept = lamina_live_set_list_allocated (self->live, self->range.start, self->range.end, TRUE, &n_kept);

  add_sum (self, rows, n, _("Allocated in it"));
  add_sum (self, kept, n_kept, _("Of that kept behind it"));
  add_sites (self, kept, n_kept, _("Kept, by site"));
  add_sites (self, rows, n, _("Allocated, by site"));
}

static void
fill (Memory *self)
{
  GtkBox *box = lamina_pane_section_get_content (self->section);
  const LaminaRange *range = &self->range;
  g_autofree char *place = NULL;
  const LaminaLiveSteps *steps;
  gboolean estimated;
  guint peak;

  lamina_rows_clear (box);
  peak = self->live && lamina_live_set_get_peak (self->live) != LAMINA_NONE ? find_peak (self) : LAMINA_NONE;
  if (peak != LAMINA_NONE)
    {
      estimated = lamina_live_set_is_estimated (self->live);
      steps = lamina_live_set_get_steps (self->live);
      place = lamina_place_dup_moment (self->session, self->has_range ? MAX (steps->position[peak], range->start)
                                                                      : steps->position[peak]);
      lamina_rows_add_number (box, self->has_range ? _("Peak in the range") : _("Peak"), steps->total[peak],
                              LAMINA_UNIT_BYTES, estimated);
      lamina_rows_add (box, _("Reached at"), place, NULL);
      if (self->has_range)
        {
          lamina_rows_add_number (box, _("Live at its start"), get_total (self->live, range->start), LAMINA_UNIT_BYTES,
                                  estimated);
          lamina_rows_add_number (box, _("Live at its end"), get_total (self->live, range->end), LAMINA_UNIT_BYTES, estimated);
          if (lamina_run_get_memory (self->run)->n > 0)
            show_range (self);
        }
      else
        show_run (self, peak, estimated);
    }
  lamina_pane_section_show_if_filled (self->section);
}

static void
take_live (gpointer owner,
           gpointer result)
{
  Memory *self = owner;

  g_clear_pointer (&self->live, lamina_live_set_unref);
  self->live = result;
  fill (self);
}

static void
forget (Memory *self)
{
  lamina_job_stop (&self->cancellable);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  g_clear_pointer (&self->timebase, lamina_timebase_unref);
  self->run = NULL;
}

static void
memory_free (gpointer data)
{
  Memory *self = data;

  forget (self);
  g_clear_object (&self->session);
  g_free (self);
}

void
lamina_memory_section_show (LaminaPaneSection *section,
                            LaminaSession     *session,
                            const LaminaRange *range)
{
  Memory *self = g_object_get_data (G_OBJECT (section), MEMORY);

  if (!self)
    {
      self = g_new0 (Memory, 1);
      self->section = section;
      g_object_set_data_full (G_OBJECT (section), MEMORY, self, memory_free);
    }
  self->has_range = range != NULL;
  if (range)
    self->range = *range;
  g_set_object (&self->session, session);
  if (!session)
    {
      forget (self);
      return;
    }
  if (self->run == lamina_session_get_run (session) && self->timebase == lamina_session_get_timebase (session))
    {
      fill (self);
      return;
    }
  forget (self);
  fill (self);
  self->run = lamina_session_get_run (session);
  self->timebase = lamina_timebase_ref (lamina_session_get_timebase (session));
  lamina_job_run (self, &self->cancellable, lamina_run_get_tensors (self->run)->n > MANY, find_live,
                  lamina_subject_new (session), (GDestroyNotify) lamina_subject_free, take_live,
                  (GDestroyNotify) lamina_live_set_unref);
}
