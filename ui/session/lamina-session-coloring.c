/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-coloring-private.h"

#include "lamina-job.h"
#include "lamina-session-private.h"
#include "lamina-settings.h"
#include "lamina-subject.h"

/* More slices and layers than this are colored in a thread. */
#define MANY 100000

struct _LaminaSessionColoring
{
  LaminaSession *session;
  LaminaColoring *coloring;
  GCancellable *job;
};

typedef struct
{
  LaminaSubject *subject;
  LaminaColorBy by;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  lamina_subject_free (self->subject);
  g_free (self);
}

static void
take_coloring (LaminaSessionColoring *self,
               LaminaColoring        *coloring)
{
  if (self->coloring == coloring)
    return;
  g_clear_pointer (&self->coloring, lamina_coloring_unref);
  self->coloring = coloring;
  g_object_notify (G_OBJECT (self->session), "coloring");
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
  take_coloring (owner, result);
}

void
lamina_session_coloring_update (LaminaSessionColoring *self,
                                gboolean               is_other_run)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaColorBy by = (LaminaColorBy) g_settings_get_enum (lamina_settings_get_default (), LAMINA_SETTING_COLOR_BY);
  Question *question;
  gboolean is_much;

  /* What is on its way may be what was wanted in between. */
  lamina_job_stop (&self->job);
  if (!is_other_run && by == (self->coloring ? lamina_coloring_get_by (self->coloring) : LAMINA_COLOR_BY_FAMILY))
    return;
  /* That of another run speaks of other layers. */
  if (is_other_run || by == LAMINA_COLOR_BY_FAMILY)
    take_coloring (self, NULL);
  if (by == LAMINA_COLOR_BY_FAMILY)
    return;
  question = g_new0 (Question, 1);
  question->subject = lamina_subject_new (self->session);
  question->by = by;
  is_much = lamina_run_get_totals (run)->n_slices + lamina_run_get_layers (run)->n > MANY
            || lamina_subject_has_long_names (run);
  lamina_job_run (self, &self->job, is_much, work_out, question, question_free, take_answer,
                  (GDestroyNotify) lamina_coloring_unref);
}

LaminaSessionColoring *
lamina_session_coloring_new (LaminaSession *session)
{
  LaminaSessionColoring *self = g_new0 (LaminaSessionColoring, 1);

  self->session = session;
  return self;
}

void
lamina_session_coloring_free (LaminaSessionColoring *self)
{
  lamina_job_stop (&self->job);
  g_clear_pointer (&self->coloring, lamina_coloring_unref);
  g_free (self);
}

gboolean
lamina_session_coloring_is_busy (LaminaSessionColoring *self)
{
  return self->job != NULL;
}

LaminaColoring *
lamina_session_coloring_get (LaminaSessionColoring *self)
{
  return self->coloring;
}
