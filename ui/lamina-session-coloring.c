/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

#include "lamina-settings.h"

/*
 * What colours mean is a setting of the whole program; which layer has which colour follows from the run. Until that is known
 * for a large run, families are coloured.
 */

/* More slices and layers than this are coloured in a thread. */
#define MANY 100000

typedef struct
{
  LaminaDocument *document;
  guint run;
  LaminaColorBy by;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  lamina_document_unref (question->document);
  g_free (question);
}

static LaminaColorBy
get_wanted (void)
{
  return (LaminaColorBy) g_settings_get_enum (lamina_settings_get_default (), LAMINA_SETTING_COLOUR_BY);
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

static void
work_out (GTask        *task,
          gpointer      source,
          gpointer      task_data,
          GCancellable *cancellable)
{
  const Question *question = task_data;
  LaminaColoring *coloring = lamina_coloring_new (lamina_document_get_run (question->document, question->run),
                                                  question->by, cancellable);

  if (coloring)
    g_task_return_pointer (task, coloring, (GDestroyNotify) lamina_coloring_unref);
  else
    g_task_return_error_if_cancelled (task);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  LaminaColoring *coloring = g_task_propagate_pointer (G_TASK (result), NULL);

  if (coloring)
    take (LAMINA_SESSION (source), coloring);
}

static void
start (LaminaSession *self,
       LaminaColorBy  by)
{
  g_autoptr (GTask) task = NULL;
  Question question = { lamina_document_ref (self->document), self->run, by };

  self->coloring_job = g_cancellable_new ();
  task = g_task_new (self, self->coloring_job, on_done, NULL);
  g_task_set_source_tag (task, (gpointer) (guintptr) start);
  g_task_set_task_data (task, g_memdup2 (&question, sizeof question), question_free);
  g_task_run_in_thread (task, work_out);
}

void
lamina_session_stop_coloring (LaminaSession *self)
{
  if (self->coloring_job)
    g_cancellable_cancel (self->coloring_job);
  g_clear_object (&self->coloring_job);
}

void
lamina_session_update_coloring (LaminaSession *self,
                                gboolean       is_other_run)
{
  LaminaRun *run = lamina_session_get_run (self);
  LaminaColorBy by = get_wanted ();

  if (!is_other_run && by == (self->coloring ? lamina_coloring_get_by (self->coloring) : LAMINA_COLOR_BY_FAMILY))
    return;
  lamina_session_stop_coloring (self);
  /* That of another run speaks of other layers. */
  if (is_other_run || by == LAMINA_COLOR_BY_FAMILY)
    take (self, NULL);
  if (by == LAMINA_COLOR_BY_FAMILY)
    return;
  if (lamina_run_get_totals (run)->n_slices + lamina_run_get_layers (run)->n <= MANY)
    take (self, lamina_coloring_new (run, by, NULL));
  else
    start (self, by);
}

LaminaColoring *
lamina_session_get_coloring (LaminaSession *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);
  return self->coloring;
}
