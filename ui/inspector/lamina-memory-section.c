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
  GCancellable *adding;
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

/* What figures are asked for: of a range, or of the whole run. */
typedef struct
{
  LaminaSubject *subject;
  LaminaLiveSet *live;
  gboolean has_range;
  LaminaRange range;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  lamina_live_set_unref (question->live);
  lamina_subject_free (question->subject);
  g_free (question);
}

/* Allocations: how many, their sizes together, and as LaminaTensorGroup the sites that asked for them. */
typedef struct
{
  guint n;
  gint64 bytes;
  GArray *sites;
} Allocated;

/* The first step with most bytes, or NONE where nothing is kept. Of a run what is kept all through it; of a range what was
 * allocated in it, and what of that is still kept behind it, as leaks are. */
typedef struct
{
  guint peak;
  gint64 persistent;
  Allocated allocated;
  Allocated kept;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->allocated.sites, g_array_unref);
  g_clear_pointer (&answer->kept.sites, g_array_unref);
  g_free (answer);
}

/* The sizes of the tensors that are kept from the first step to the last one. */
static gint64
find_persistent (LaminaLiveSet       *live,
                 const LaminaTensors *tensors)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  gint64 sum = LAMINA_ABSENT;

  for (guint32 i = 0; i < tensors->n; i++)
    {
      gint64 first, last;

      if (lamina_live_set_get_range (live, i, &first, &last) && first <= steps->position[0]
          && last >= steps->position[steps->n - 1] - 1)
        sum = lamina_number_add (sum, lamina_column_number (tensors->bytes, i));
    }
  return sum;
}

static void
add_up (const Question *question,
        gboolean        kept_only,
        Allocated      *allocated,
        GCancellable   *cancellable)
{
  LaminaRun *run = question->subject->run;
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  g_autofree guint32 *rows = lamina_live_set_list_allocated (question->live, question->range.start, question->range.end,
                                                             kept_only, &allocated->n);

  for (guint i = 0; i < allocated->n; i++)
    allocated->bytes = lamina_add_saturating (allocated->bytes, MAX (lamina_column_number (tensors->bytes, rows[i]), 0));
  allocated->sites = lamina_tensor_groups_new (run, LAMINA_TENSORS_BY_SITE, rows, allocated->n,
                                               LAMINA_TENSOR_GROUP_COLUMN_BYTES, TRUE, cancellable);
}

static gpointer
find_answer (gpointer      input,
             GCancellable *cancellable)
{
  const Question *question = input;
  const LaminaRange *range = &question->range;
  LaminaRun *run = question->subject->run;
  Answer *answer = g_new0 (Answer, 1);

  answer->peak = lamina_live_set_get_peak (question->live);
  if (answer->peak == LAMINA_NONE)
    return answer;
  if (!question->has_range)
    {
      answer->persistent = find_persistent (question->live, lamina_run_get_tensors (run));
      return answer;
    }
  answer->peak = lamina_live_set_find_most (question->live, range->start, lamina_add_saturating (range->end, 1));
  if (answer->peak != LAMINA_NONE && lamina_run_get_memory (run)->n > 0)
    {
      add_up (question, FALSE, &answer->allocated, cancellable);
      add_up (question, TRUE, &answer->kept, cancellable);
    }
  return answer;
}

static void
list_at_peak (GtkWidget *button)
{
  gtk_widget_activate_action (button, "view.tensors-at-peak", NULL);
}

static void
show_run (Memory       *self,
          const Answer *answer,
          gboolean      estimated)
{
  gint64 parameters = lamina_live_set_get_steps (self->live)->bytes[LAMINA_ROLE_PARAMETER][answer->peak];
  GtkBox *box = lamina_pane_section_get_content (self->section);
  GtkWidget *button;

  if (!lamina_live_set_has_sites (self->live) && parameters > 0)
    lamina_rows_add_number (box, _("Of which parameters"), parameters, LAMINA_UNIT_BYTES, estimated);
  lamina_rows_add_number (box, _("Persistent"), answer->persistent, LAMINA_UNIT_BYTES, estimated);
  button = lamina_rows_add_button (box, _("Live Tensors at the Peak"));
  g_signal_connect (button, "clicked", G_CALLBACK (list_at_peak), NULL);
}

/* So many sites are listed. */
#define MAX_SITES 5

static void
add_sites (Memory     *self,
           GArray     *sites,
           const char *heading)
{
  GtkBox *box = lamina_pane_section_get_content (self->section);

  if (sites->len > 0)
    lamina_rows_add_heading (box, heading);
  for (guint i = 0; i < MIN (sites->len, MAX_SITES); i++)
    {
      const LaminaTensorGroup *site = &g_array_index (sites, LaminaTensorGroup, i);
      g_autofree char *label = lamina_tensor_group_dup_label (self->run, LAMINA_TENSORS_BY_SITE, site);
      g_autofree char *bytes = lamina_figure_dup (site->bytes, LAMINA_UNIT_BYTES);
      g_autofree char *count = lamina_figure_dup_exact (site->n, LAMINA_UNIT_NONE);
      g_autofree char *text = g_strdup_printf ("%s × · %s", count, bytes);

      lamina_rows_add (box, label ? lamina_run_translate (self->run, label) : "—", text, NULL);
    }
}

static void
add_sum (Memory          *self,
         const Allocated *allocated,
         const char      *title)
{
  g_autofree char *figure = lamina_figure_dup (allocated->bytes, LAMINA_UNIT_BYTES);
  g_autofree char *exact = lamina_figure_dup_exact (allocated->bytes, LAMINA_UNIT_BYTES);
  g_autofree char *count = lamina_figure_dup_exact (allocated->n, LAMINA_UNIT_NONE);
  g_autofree char *text = g_strdup_printf ("%s × · %s", count, figure);

  lamina_rows_add (lamina_pane_section_get_content (self->section), title, text, exact);
}

static void
show_range (Memory       *self,
            const Answer *answer,
            gboolean      estimated)
{
  GtkBox *box = lamina_pane_section_get_content (self->section);

  lamina_rows_add_number (box, _("Live at its start"), get_total (self->live, self->range.start), LAMINA_UNIT_BYTES, estimated);
  lamina_rows_add_number (box, _("Live at its end"), get_total (self->live, self->range.end), LAMINA_UNIT_BYTES, estimated);
  if (!answer->allocated.sites)
    return;
  add_sum (self, &answer->allocated, _("Allocated in it"));
  add_sum (self, &answer->kept, _("Of that kept behind it"));
  add_sites (self, answer->kept.sites, _("Kept, by site"));
  add_sites (self, answer->allocated.sites, _("Allocated, by site"));
}

static void
clear (Memory *self)
{
  lamina_rows_clear (lamina_pane_section_get_content (self->section));
  lamina_pane_section_show_if_filled (self->section);
}

static void
show_answer (gpointer owner,
             gpointer result)
{
  Memory *self = owner;
  Answer *answer = result;
  GtkBox *box = lamina_pane_section_get_content (self->section);

  lamina_rows_clear (box);
  if (answer->peak != LAMINA_NONE)
    {
      const LaminaLiveSteps *steps = lamina_live_set_get_steps (self->live);
      gboolean estimated = lamina_live_set_is_estimated (self->live);
      gint64 position = steps->position[answer->peak];
      g_autofree char *place = lamina_place_dup_moment (self->session, self->has_range ? MAX (position, self->range.start)
                                                                                       : position);

      lamina_rows_add_number (box, self->has_range ? _("Peak in the range") : _("Peak"), steps->total[answer->peak],
                              LAMINA_UNIT_BYTES, estimated);
      lamina_rows_add (box, _("Reached at"), place, NULL);
      if (self->has_range)
        show_range (self, answer, estimated);
      else
        show_run (self, answer, estimated);
    }
  lamina_pane_section_show_if_filled (self->section);
  answer_free (answer);
}

/* Those before stay until they are found. */
static void
find_figures (Memory *self)
{
  Question question = { lamina_subject_new (self->session), lamina_live_set_ref (self->live), self->has_range, self->range };

  lamina_job_run (self, &self->adding, lamina_run_get_tensors (self->run)->n > MANY, find_answer,
                  g_memdup2 (&question, sizeof question), question_free, show_answer, answer_free);
}

static void
take_live (gpointer owner,
           gpointer result)
{
  Memory *self = owner;

  lamina_job_drop (g_steal_pointer (&self->live), (GDestroyNotify) lamina_live_set_unref);
  self->live = result;
  find_figures (self);
}

static void
forget (Memory *self)
{
  lamina_job_stop (&self->cancellable);
  lamina_job_stop (&self->adding);
  lamina_job_drop (g_steal_pointer (&self->live), (GDestroyNotify) lamina_live_set_unref);
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
      if (self->live)
        find_figures (self);
      return;
    }
  forget (self);
  clear (self);
  self->run = lamina_session_get_run (session);
  self->timebase = lamina_timebase_ref (lamina_session_get_timebase (session));
  lamina_job_run (self, &self->cancellable, lamina_run_get_tensors (self->run)->n > MANY, find_live,
                  lamina_subject_new (session), (GDestroyNotify) lamina_subject_free, take_live,
                  (GDestroyNotify) lamina_live_set_unref);
}
