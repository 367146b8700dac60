/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

#include "lamina-job.h"
#include "lamina-settings.h"
#include "lamina-subject.h"

/*
 * What colors mean is a setting of the whole program; which layer has which color follows from the run. Until that is known
 * for a large run, families are colored.
 */

/* More slices and layers than this are colored in a thread. */
#define MANY 100000

typedef struct
{
  LaminaSubject *subject;
  LaminaColorBy by;
} Question;

static Question *
question_new (LaminaSession *session,
              LaminaColorBy  by)
{
  Question *self = g_new0 (Question, 1);

  self->subject = lamina_subject_new (session);
  self->by = by;
  return self;
}

static void
question_free (gpointer data)
{
  Question *self = data;

  lamina_subject_free (self->subject);
  g_free (self);
}

static LaminaColorBy
get_wanted (void)
{
  return (LaminaColorBy) g_settings_get_enum (lamina_settings_get_default (), LAMINA_SETTING_COLOR_BY);
}

static void
take (LaminaSession  *self,
      LaminaColoring *coloring)
{
  if (self->coloring == coloring)
    return;
  g_clear_pointer (&self->coloring, lamina_coloring_unref);
  self->coloring = coloring;
  g_object_notify (G_OBJECT (self), "coloring");
}

static gpointer
work_out (gpointer      input,
          GCancellable *cancellable)
{
  const Question *question = input;

  return lamina_coloring_new (question->subject->run, question->by, cancellable);
}

static void
take_answer (gpointer owner,
             gpointer result)
{
  take (owner, result);
}

void
lamina_session_stop_coloring (LaminaSession *self)
{
  lamina_job_stop (&self->coloring_job);
}

void
lamina_session_update_coloring (LaminaSession *self,
                                gboolean       is_other_run)
{
  LaminaRun *run = lamina_session_get_run (self);
  LaminaColorBy by = get_wanted ();

  /* What is on its way may be what was wanted in between. */
  lamina_session_stop_coloring (self);
  if (!is_other_run && by == (self->coloring ? lamina_coloring_get_by (self->coloring) : LAMINA_COLOR_BY_FAMILY))
    return;
  /* That of another run speaks of other layers. */
  if (is_other_run || by == LAMINA_COLOR_BY_FAMILY)
    take (self, NULL);
  if (by != LAMINA_COLOR_BY_FAMILY)
    lamina_job_run (self, &self->coloring_job, lamina_run_get_totals (run)->n_slices + lamina_run_get_layers (run)->n > MANY,
                    work_out, question_new (self, by), question_free, take_answer,
                    (GDestroyNotify) lamina_coloring_unref);
}

LaminaColoring *
lamina_session_get_coloring (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->coloring;
}
