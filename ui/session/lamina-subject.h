/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * What a session shows, as it is told to a thread: the session itself may show something else before the thread is done.
 *
 * @document: keeps what follows
 * @run: the run
 * @run_index: its index
 * @timebase: the clocks in force
 * @section: the section, or LAMINA_NONE for all
 */
typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  guint run_index;
  LaminaTimebase *timebase;
  guint32 section;
} LaminaSubject;

/* What a session shows now. */
LaminaSubject *lamina_subject_new  (LaminaSession *session);

void           lamina_subject_free (LaminaSubject *self);

/* Whether a thread should go through the names of a run, however few: one may have hundreds of megabytes. */
gboolean       lamina_subject_has_long_names (LaminaRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSubject, lamina_subject_free)

G_END_DECLS
