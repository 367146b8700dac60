/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-memory.h"

#include "lamina-job.h"
#include "lamina-session-private.h"
#include "lamina-subject.h"

struct _LaminaSessionMemory
{
  GObject parent_instance;

  LaminaSession *session;
  LaminaLiveSet *live;
  GCancellable *cancellable;
};

static guint changed;

G_DEFINE_FINAL_TYPE (LaminaSessionMemory, lamina_session_memory, G_TYPE_OBJECT)

static gpointer
find (gpointer      input,
      GCancellable *cancellable)
{
  LaminaSubject *subject = input;

  return lamina_live_set_new (subject->run, subject->timebase, cancellable);
}

static void
take (gpointer owner,
      gpointer result)
{
  LaminaSessionMemory *self = owner;

  lamina_job_drop (g_steal_pointer (&self->live), (GDestroyNotify) lamina_live_set_unref);
  self->live = result;
  g_signal_emit (self, changed, 0);
}

static void
look (LaminaSessionMemory *self)
{
  lamina_job_stop (&self->cancellable);
  if (self->live)
    take (self, NULL);
  if (lamina_run_get_memory (lamina_session_get_run (self->session))->counter != LAMINA_NONE)
    lamina_job_run (self, &self->cancellable, TRUE, find, lamina_subject_new (self->session),
                    (GDestroyNotify) lamina_subject_free, take, (GDestroyNotify) lamina_live_set_unref);
}

static void
lamina_session_memory_finalize (GObject *object)
{
  LaminaSessionMemory *self = LAMINA_SESSION_MEMORY (object);

  lamina_job_stop (&self->cancellable);
  lamina_job_drop (g_steal_pointer (&self->live), (GDestroyNotify) lamina_live_set_unref);
  G_OBJECT_CLASS (lamina_session_memory_parent_class)->finalize (object);
}

static void
lamina_session_memory_class_init (LaminaSessionMemoryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_session_memory_finalize;
  changed = g_signal_new ("changed", LAMINA_TYPE_SESSION_MEMORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_session_memory_init (LaminaSessionMemory *self)
{
}

LaminaSessionMemory *
lamina_session_memory_new (LaminaSession *session)
{
  LaminaSessionMemory *self = g_object_new (LAMINA_TYPE_SESSION_MEMORY, NULL);

  self->session = session;
  g_signal_connect_object (session, "notify::timebase", G_CALLBACK (look), self, G_CONNECT_SWAPPED);
  look (self);
  return self;
}

LaminaLiveSet *
lamina_session_memory_peek (LaminaSessionMemory *self)
{
  g_return_val_if_fail (LAMINA_IS_SESSION_MEMORY (self), NULL);
  return self->live;
}
