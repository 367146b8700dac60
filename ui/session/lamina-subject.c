/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-subject.h"

/* In bytes, of all names together: less is gone through many times in less than a frame. */
#define SHORT_NAMES (4 << 20)

LaminaSubject *
lamina_subject_new (LaminaSession *session)
{
  LaminaSubject *self;

  g_return_val_if_fail (LAMINA_IS_SESSION (session), NULL);

  self = g_new0 (LaminaSubject, 1);
  self->document = lamina_document_ref (lamina_session_get_document (session));
  self->run = lamina_session_get_run (session);
  self->run_index = lamina_session_get_run_index (session);
  self->timebase = lamina_timebase_ref (lamina_session_get_timebase (session));
  self->section = lamina_session_get_section (session);
  return self;
}

void
lamina_subject_free (LaminaSubject *self)
{
  lamina_timebase_unref (self->timebase);
  lamina_document_unref (self->document);
  g_free (self);
}

gboolean
lamina_subject_has_long_names (LaminaRun *run)
{
  return lamina_run_get_text_size (run) > SHORT_NAMES;
}
