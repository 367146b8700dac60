/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-job.h"

#include "lamina-attributes.h"
#include "lamina-subject.h"

/* Up to here filtering and sorting take less time than a frame. */
#define SHORT_LIST 50000

/* So many layers are read from the file in that time. */
#define SHORT_READING 300

typedef struct
{
  LaminaSubject *subject;
  char *text;
  LaminaLayerQuestion question;
} Input;

static void
input_free (gpointer data)
{
  Input *input = data;

  g_clear_pointer (&input->question.columns, g_array_unref);
  lamina_subject_free (input->subject);
  g_free (input->text);
  g_free (input);
}

static gpointer
list (gpointer      data,
      GCancellable *cancellable)
{
  const Input *input = data;
  const LaminaSubject *subject = input->subject;

  return lamina_layer_listing_new (subject->document, subject->run, subject->timebase, &input->question, cancellable);
}

/* Whether all is at hand, or will be at once. */
static gboolean
is_short (const Input *input)
{
  LaminaRun *run = input->subject->run;
  guint n = lamina_run_get_layers (run)->n;
  const GArray *columns = input->question.columns;

  if (n <= SHORT_READING || n > SHORT_LIST)
    return n <= SHORT_READING;
  for (guint i = 0; columns && i < columns->len; i++)
    if (!lamina_attribute_is_read (run, g_array_index (columns, LaminaLayerColumn, i)))
      return FALSE;
  return lamina_attributes_is_filter_read (run, input->text);
}

void
lamina_layer_job_start (LaminaSession              *session,
                        const LaminaLayerQuestion  *question,
                        gpointer                    owner,
                        GCancellable              **cancellable,
                        LaminaJobDone               done)
{
  Input *input = g_new0 (Input, 1);

  input->subject = lamina_subject_new (session);
  input->text = g_strdup (lamina_session_get_filter (session));
  input->question = *question;
  if (question->columns)
    g_array_ref (question->columns);
  input->question.filter.text = input->text;
  input->question.filter.section = input->subject->section;
  lamina_job_run (owner, cancellable, !is_short (input), list, input, input_free, done,
                  (GDestroyNotify) lamina_layer_listing_unref);
}
