/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

#include "lamina-job.h"
#include "lamina-subject.h"

/* Up to here, layers and slices together, a search takes less time than a frame. */
#define FEW 50000

struct _LaminaSessionSearch
{
  GObject parent_instance;

  LaminaSession *session;
  char *text;
  LaminaSearch *result;
  LaminaSearchGroups *groups;
  GCancellable *cancellable;
};

/* What a thread found. */
typedef struct
{
  LaminaSearch *result;
  LaminaSearchGroups *groups;
} Answer;

typedef struct
{
  LaminaSubject *subject;
  char *text;
} Question;

static guint changed, answered;

G_DEFINE_FINAL_TYPE (LaminaSessionSearch, lamina_session_search, G_TYPE_OBJECT)

static void
question_free (gpointer data)
{
  Question *question = data;

  lamina_subject_free (question->subject);
  g_free (question->text);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->groups, lamina_search_groups_free);
  g_clear_pointer (&answer->result, lamina_search_free);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gpointer
search (gpointer      input,
        GCancellable *cancellable)
{
  Question *question = input;
  LaminaTimebase *timebase = question->subject->timebase;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);

  answer->result = lamina_search_new (question->subject->run, timebase, question->text, cancellable);
  if (answer->result)
    answer->groups = lamina_search_groups_new (answer->result, timebase, cancellable);
  return answer->groups ? g_steal_pointer (&answer) : NULL;
}

static void
emit_changed (LaminaSessionSearch *self)
{
  g_signal_emit (self, changed, 0);
}

static void
forget (LaminaSessionSearch *self)
{
  g_clear_pointer (&self->groups, lamina_search_groups_free);
  g_clear_pointer (&self->result, lamina_search_free);
}

/* Whoever shows what was found looks at what there is now before the old one goes. */
static void
take_answer (gpointer owner,
             gpointer result)
{
  LaminaSessionSearch *self = owner;
  g_autoptr (Answer) answer = result;
  Answer old = { self->result, self->groups };

  self->result = answer ? g_steal_pointer (&answer->result) : NULL;
  self->groups = answer ? g_steal_pointer (&answer->groups) : NULL;
  g_signal_emit (self, answered, 0);
  g_clear_pointer (&old.groups, lamina_search_groups_free);
  g_clear_pointer (&old.result, lamina_search_free);
  emit_changed (self);
}

static void
start (LaminaSessionSearch *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  gboolean is_much = lamina_run_get_totals (run)->n_slices + lamina_run_get_layers (run)->n > FEW
                     || lamina_subject_has_long_names (run);
  Question *question;

  lamina_job_stop (&self->cancellable);
  if (self->result && lamina_search_get_run (self->result) != run)
    take_answer (self, NULL);
  if (*self->text == '\0')
    {
      take_answer (self, NULL);
      return;
    }
  question = g_new0 (Question, 1);
  question->subject = lamina_subject_new (self->session);
  question->text = g_strdup (self->text);
  lamina_job_run (self, &self->cancellable, is_much, search, question, question_free, take_answer,
                  answer_free);
  if (self->cancellable)
    emit_changed (self);
}

/* The document may go with the session, while somebody keeps the search: what was found goes first. */
static void
on_session_gone (gpointer  data,
                 GObject  *session)
{
  LaminaSessionSearch *self = data;

  lamina_job_stop (&self->cancellable);
  self->session = NULL;
  forget (self);
}

static void
lamina_session_search_finalize (GObject *object)
{
  LaminaSessionSearch *self = LAMINA_SESSION_SEARCH (object);

  if (self->session)
    g_object_weak_unref (G_OBJECT (self->session), on_session_gone, self);
  lamina_job_stop (&self->cancellable);
  forget (self);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (lamina_session_search_parent_class)->finalize (object);
}

static void
lamina_session_search_class_init (LaminaSessionSearchClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_session_search_finalize;
  answered = g_signal_new ("found", LAMINA_TYPE_SESSION_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  changed = g_signal_new ("changed", LAMINA_TYPE_SESSION_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_session_search_init (LaminaSessionSearch *self)
{
  self->text = g_strdup ("");
}

LaminaSessionSearch *
lamina_session_search_new (LaminaSession *session)
{
  LaminaSessionSearch *self = g_object_new (LAMINA_TYPE_SESSION_SEARCH, NULL);

  self->session = session;
  g_object_weak_ref (G_OBJECT (session), on_session_gone, self);
  g_signal_connect_object (session, "notify::run", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timebase", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selection", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  return self;
}

const char *
lamina_session_search_get_text (LaminaSessionSearch *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), "");
  return self->text;
}

void
lamina_session_search_set_text (LaminaSessionSearch *self,
                                const char          *text)
{
  g_return_if_fail (LAMINA_IS_SESSION_SEARCH (self));

  if (g_strcmp0 (self->text, text ? text : "") == 0)
    return;
  g_free (self->text);
  self->text = g_strstrip (g_strdup (text ? text : ""));
  start (self);
}

LaminaSearch *
lamina_session_search_get_result (LaminaSessionSearch *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), NULL);
  return self->result;
}

LaminaSearchGroups *
lamina_session_search_get_groups (LaminaSessionSearch *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), NULL);
  return self->groups;
}

gboolean
lamina_session_search_is_busy (LaminaSessionSearch *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), FALSE);
  return self->cancellable != NULL;
}

guint64
lamina_session_search_get_ordinal (LaminaSessionSearch *self)
{
  const LaminaSelection *selection;

  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), 0);

  selection = lamina_session_get_selection (self->session);
  if (!self->result || selection->slice.track == LAMINA_NONE)
    return 0;
  return lamina_search_get_ordinal (self->result, &selection->slice);
}

gboolean
lamina_session_search_go (LaminaSessionSearch *self,
                          gboolean             forward)
{
  const LaminaSelection *selection;
  const LaminaRange *range;
  LaminaSliceRef found;

  g_return_val_if_fail (LAMINA_IS_SESSION_SEARCH (self), FALSE);

  selection = lamina_session_get_selection (self->session);
  range = lamina_session_get_range (self->session);
  if (!self->result
      || !lamina_search_find (self->result, selection->slice.track != LAMINA_NONE ? &selection->slice : NULL,
                              range ? range->start : G_MININT64, forward, &found))
    return FALSE;
  lamina_session_select_slice (self->session, &found);
  return TRUE;
}
