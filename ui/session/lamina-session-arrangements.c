/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

#include "lamina-job.h"

/* So many tracks are arranged anew in less than a frame. */
#define FEW_TRACKS 10000

/* An arrangement with what keeps its run. */
typedef struct
{
  LaminaDocument *document;
  LaminaArrangement *arrangement;
} Source;

/* @changes are those that the job works out, of the run @run; before them, it is to stand as @carried does, if that is set. */
struct _LaminaSessionArrangements
{
  GHashTable *of_runs; /* run: LaminaArrangement */
  GArray *changes;     /* LaminaArrangementChange */
  Source carried;
  guint run;
  GCancellable *job;
};

/* What a job is to change. */
typedef struct
{
  Source source;
  LaminaRun *run;
  Source carried;
  GArray *changes;
} Input;

static Source
source_make (LaminaDocument    *document,
             LaminaArrangement *arrangement)
{
  return (Source) { lamina_document_ref (document), lamina_arrangement_ref (arrangement) };
}

/* One may have rows for a million tracks, which take longer than a frame to be given back. */
static void
drop (gpointer arrangement)
{
  lamina_job_drop (arrangement, (GDestroyNotify) lamina_arrangement_unref);
}

/* Nobody waits until a document has gone. */
static void
source_clear (Source *self)
{
  drop (g_steal_pointer (&self->arrangement));
  lamina_job_drop (g_steal_pointer (&self->document), (GDestroyNotify) lamina_document_unref);
}

static void
input_free (gpointer data)
{
  Input *input = data;

  source_clear (&input->source);
  source_clear (&input->carried);
  g_array_unref (input->changes);
  g_free (input);
}

LaminaSessionArrangements *
lamina_session_arrangements_new (void)
{
  LaminaSessionArrangements *self = g_new0 (LaminaSessionArrangements, 1);

  self->of_runs = g_hash_table_new_full (NULL, NULL, NULL, drop);
  self->changes = g_array_new (FALSE, FALSE, sizeof (LaminaArrangementChange));
  return self;
}

void
lamina_session_arrangements_free (LaminaSessionArrangements *self)
{
  lamina_job_stop (&self->job);
  g_hash_table_unref (self->of_runs);
  g_array_unref (self->changes);
  source_clear (&self->carried);
  g_free (self);
}

LaminaArrangement *
lamina_session_peek_arrangement (LaminaSession *session,
                                 guint          run)
{
  return g_hash_table_lookup (lamina_session_get_arrangements (session)->of_runs, GUINT_TO_POINTER (run));
}

static void
keep (LaminaSession     *session,
      guint              run,
      LaminaArrangement *arrangement)
{
  g_hash_table_insert (lamina_session_get_arrangements (session)->of_runs, GUINT_TO_POINTER (run),
                       lamina_arrangement_ref (arrangement));
}

/* Has a run stand as at first, unless it stands somehow. */
static LaminaArrangement *
ensure (LaminaSession *session,
        guint          run)
{
  LaminaDocument *document = lamina_session_get_document (session);

  if (!lamina_session_peek_arrangement (session, run))
    keep (session, run, lamina_arrangement_attach_shown (lamina_document_get_run (document, run)));
  return lamina_session_peek_arrangement (session, run);
}

LaminaArrangement *
lamina_session_get_arrangement (LaminaSession *session)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (session), NULL);
  return ensure (session, lamina_session_get_run_index (session));
}

static void
set_of_run (LaminaSession     *session,
            guint              run,
            LaminaArrangement *arrangement)
{
  if (arrangement == lamina_session_peek_arrangement (session, run))
    return;
  keep (session, run, arrangement);
  if (run == lamina_session_get_run_index (session))
    g_object_notify (G_OBJECT (session), "arrangement");
}

static gpointer
work_out (gpointer      data,
          GCancellable *cancellable)
{
  Input *input = data;
  g_autoptr (LaminaArrangement) arrangement =
    input->carried.arrangement ? lamina_arrangement_carry_over (input->carried.arrangement, input->run) : NULL;

  if (!arrangement)
    arrangement = lamina_arrangement_ref (input->source.arrangement);
  for (guint i = 0; i < input->changes->len; i++)
    {
      g_autoptr (LaminaArrangement) before = g_steal_pointer (&arrangement);

      arrangement = lamina_arrangement_apply (before, &g_array_index (input->changes, LaminaArrangementChange, i));
    }
  lamina_arrangement_prepare (arrangement);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&arrangement);
}

static void
take_arrangement (gpointer owner,
                  gpointer result)
{
  LaminaSession *session = owner;
  LaminaSessionArrangements *self = lamina_session_get_arrangements (session);
  g_autoptr (LaminaArrangement) arrangement = result;

  g_array_set_size (self->changes, 0);
  source_clear (&self->carried);
  set_of_run (session, self->run, arrangement);
}

/* Has all changes worked out, those that are on their way once more: each goes by what those before it have made. */
static void
start (LaminaSession *session,
       gboolean       may_wait)
{
  LaminaSessionArrangements *self = lamina_session_get_arrangements (session);
  LaminaDocument *document = lamina_session_get_document (session);
  LaminaRun *run = lamina_document_get_run (document, self->run);
  Input *input = g_new0 (Input, 1);

  *input = (Input) { source_make (document, lamina_session_peek_arrangement (session, self->run)), run, { 0 },
                     g_array_copy (self->changes) };
  if (self->carried.arrangement)
    input->carried = source_make (self->carried.document, self->carried.arrangement);
  lamina_job_run (session, &self->job, may_wait && lamina_run_get_n_tracks (run) > FEW_TRACKS, work_out, input, input_free,
                  take_arrangement, (GDestroyNotify) lamina_arrangement_unref);
}

/* Has the next changes be those of a run. What is on its way for another one comes first. */
static LaminaSessionArrangements *
turn_to (LaminaSession *session,
         guint          run)
{
  LaminaSessionArrangements *self = lamina_session_get_arrangements (session);

  ensure (session, run);
  if (self->job && self->run != run)
    start (session, FALSE);
  self->run = run;
  return self;
}

void
lamina_session_arrange (LaminaSession                 *session,
                        const LaminaArrangementChange *change)
{
  LaminaSessionArrangements *self;

  g_return_if_fail (LAMINA_IS_SESSION (session) && change);

  self = turn_to (session, lamina_session_get_run_index (session));
  g_array_append_val (self->changes, *change);
  start (session, TRUE);
}

void
lamina_session_carry_arrangement (LaminaSession     *session,
                                  guint              run,
                                  LaminaDocument    *document,
                                  LaminaArrangement *arrangement)
{
  LaminaSessionArrangements *self = turn_to (session, run);

  g_array_set_size (self->changes, 0);
  source_clear (&self->carried);
  self->carried = source_make (document, arrangement);
  start (session, TRUE);
}

gboolean
lamina_session_is_arranging (LaminaSession *session)
{
  g_return_val_if_fail (LAMINA_IS_SESSION (session), FALSE);
  return lamina_session_get_arrangements (session)->job != NULL;
}
