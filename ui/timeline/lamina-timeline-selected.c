/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-selected.h"

#include "lamina-job.h"
#include "lamina-session-gaps.h"
#include "lamina-subject.h"

/* More layers or slices than this are gone through in a thread. */
#define FEW_ROWS 20000

/* Until it is found out what is selected now, @highlight and @dims are of what was selected before, and @is_old holds. */
struct _LaminaTimelineSelected
{
  LaminaCanvas *canvas;
  LaminaSession *session;
  LaminaHighlight *highlight;
  gboolean is_old;
  gboolean dims;
  GCancellable *job;
};

/* What is selected, as it is told to a thread. */
typedef struct
{
  LaminaSubject *subject;
  LaminaSelection selection;
  GBytes *layers;
  LaminaSliceRef *slices;
  guint n_slices;
  guint32 *gaps;
  guint n_gaps;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_bytes_unref (question->layers);
  g_free (question->slices);
  g_free (question->gaps);
  lamina_subject_free (question->subject);
  g_free (question);
}

static gpointer
find_slices (gpointer      input,
             GCancellable *cancellable)
{
  const Question *question = input;
  const LaminaSelection *selection = &question->selection;
  gsize size;
  const guint32 *layers = g_bytes_get_data (question->layers, &size);

  if (question->n_gaps > 0)
    return lamina_highlight_new_of_gaps (question->subject->run, question->gaps, question->n_gaps, question->slices,
                                         question->n_slices);
  if (question->n_slices > 0)
    return lamina_highlight_new_of_slices (question->subject->run, question->slices, question->n_slices, selection->layer);
  return lamina_highlight_new (question->subject->run, layers, (guint) (size / sizeof *layers), selection->layer,
                               selection->slice.track != LAMINA_NONE ? &selection->slice : NULL);
}

static void
take_slices (gpointer owner,
             gpointer result)
{
  LaminaTimelineSelected *self = owner;

  g_clear_pointer (&self->highlight, lamina_highlight_free);
  self->highlight = result;
  self->is_old = FALSE;
  self->dims = lamina_session_has_selection (self->session);
}

/* Not in the middle of a frame, where it is taken as it is. */
static void
show_slices (gpointer owner,
             gpointer result)
{
  take_slices (owner, result);
  lamina_canvas_drop_marked (((LaminaTimelineSelected *) owner)->canvas);
}

/* Beside a gap what it lies between, what ended it, and what the host did meanwhile. */
static void
add_gaps (LaminaTimelineSelected *self,
          Question               *question)
{
  guint n;
  const guint32 *gaps = lamina_session_get_selected_gaps (self->session, &n);
  LaminaGap gap;

  if (n == 0
      || !lamina_session_gaps_get (lamina_session_get_gaps (self->session), lamina_session_get_selected_gap (self->session),
                                   &gap, NULL))
    return;
  question->gaps = g_memdup2 (gaps, n * sizeof *gaps);
  question->n_gaps = n;
  question->slices = g_memdup2 ((const LaminaSliceRef[]) { gap.after, gap.before, gap.launch, gap.host },
                                4 * sizeof (LaminaSliceRef));
  question->n_slices = 4;
}

/* The slices of the layer that was selected last. */
static guint
count_own (LaminaTimelineSelected *self)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (self->session));
  guint32 layer = lamina_session_get_selection (self->session)->layer;

  return layer != LAMINA_NONE ? layers->first_slice[layer + 1] - layers->first_slice[layer] : 0;
}

LaminaHighlight *
lamina_timeline_selected_get (LaminaTimelineSelected *self)
{
  const LaminaSliceRef *slices;
  guint n_layers, n_slices;
  gboolean in_thread;
  Question question;

  if ((self->highlight && !self->is_old) || self->job)
    return self->highlight;
  lamina_session_get_selected_layers (self->session, &n_layers);
  slices = lamina_session_get_selected_slices (self->session, &n_slices);
  in_thread = n_layers > FEW_ROWS || n_slices > FEW_ROWS || count_own (self) > FEW_ROWS;
  if (in_thread && !self->highlight)
    self->highlight = lamina_highlight_new (lamina_session_get_run (self->session), NULL, 0, LAMINA_NONE, NULL);
  question = (Question) { lamina_subject_new (self->session), *lamina_session_get_selection (self->session),
                          lamina_session_ref_selected_layers (self->session),
                          g_memdup2 (slices, n_slices * sizeof *slices), n_slices, NULL, 0 };
  add_gaps (self, &question);
  lamina_job_run (self, &self->job, in_thread, find_slices, g_memdup2 (&question, sizeof question), question_free,
                  in_thread ? show_slices : take_slices, (GDestroyNotify) lamina_highlight_free);
  return self->highlight;
}

gboolean
lamina_timeline_selected_is_known (LaminaTimelineSelected *self)
{
  return !self->job && !self->is_old;
}

gboolean
lamina_timeline_selected_dims (LaminaTimelineSelected *self)
{
  return self->dims;
}

void
lamina_timeline_selected_renew (LaminaTimelineSelected *self)
{
  lamina_job_stop (&self->job);
  self->is_old = TRUE;
  lamina_canvas_drop_marked (self->canvas);
}

void
lamina_timeline_selected_forget (LaminaTimelineSelected *self)
{
  lamina_job_stop (&self->job);
  g_clear_pointer (&self->highlight, lamina_highlight_free);
  self->dims = FALSE;
}

void
lamina_timeline_selected_set_session (LaminaTimelineSelected *self,
                                      LaminaSession          *session)
{
  g_set_object (&self->session, session);
  lamina_timeline_selected_forget (self);
}

LaminaTimelineSelected *
lamina_timeline_selected_new (LaminaCanvas *canvas)
{
  LaminaTimelineSelected *self = g_new0 (LaminaTimelineSelected, 1);

  self->canvas = canvas;
  return self;
}

void
lamina_timeline_selected_free (LaminaTimelineSelected *self)
{
  if (!self)
    return;
  lamina_timeline_selected_set_session (self, NULL);
  g_free (self);
}
