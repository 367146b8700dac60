/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-job.h"

#include "lamina-subject.h"

typedef struct
{
  LaminaSubject *subject;
  LaminaFlameOptions options;
  gboolean choose;
  guint offers;
} Input;

static void
input_free (gpointer data)
{
  Input *input = data;

  lamina_subject_free (input->subject);
  g_free (input);
}

void
lamina_flame_result_free (LaminaFlameResult *self)
{
  g_clear_pointer (&self->tree, lamina_flame_tree_unref);
  g_free (self);
}

static gpointer
make_tree (gpointer      data,
           GCancellable *cancellable)
{
  Input *input = data;
  LaminaRun *run = input->subject->run;
  g_autoptr (LaminaFlameResult) result = g_new0 (LaminaFlameResult, 1);

  result->offers = input->offers ? input->offers : lamina_flame_list_offers (run, cancellable);
  if (input->choose)
    lamina_flame_choose (run, result->offers, &input->options);
  input->options.section = input->subject->section;
  result->tree = lamina_flame_tree_new (run, &input->options, cancellable);
  return result->tree ? g_steal_pointer (&result) : NULL;
}

void
lamina_flame_job_start (LaminaSession             *session,
                        const LaminaFlameOptions  *options,
                        gboolean                   choose,
                        guint                      offers,
                        gpointer                   owner,
                        GCancellable             **cancellable,
                        LaminaJobDone              done)
{
  Input *input = g_new0 (Input, 1);

  input->subject = lamina_subject_new (session);
  input->options = *options;
  input->choose = choose;
  input->offers = offers;
  lamina_job_run (owner, cancellable, TRUE, make_tree, input, input_free, done, (GDestroyNotify) lamina_flame_result_free);
}
