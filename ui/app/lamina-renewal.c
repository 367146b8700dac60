/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-renewal.h"

#include "lamina-tab-text.h"

#include <glib/gi18n.h>

/* @run of @before is compared with the same one of what is loaded, which makes @text. */
typedef struct
{
  LaminaDocument *before;
  guint run;
  char *title;
  char *text;
} Renewal;

static void
renewal_free (gpointer data)
{
  Renewal *self = data;

  lamina_document_unref (self->before);
  g_free (self->title);
  g_free (self->text);
  g_free (self);
}

/* In the thread that loads. */
static void
compare_with_before (LaminaDocument *document,
                     GCancellable   *cancellable,
                     gpointer        user_data)
{
  Renewal *self = user_data;

  lamina_session_prepare (document, cancellable, NULL);
  self->text = lamina_tab_dup_renewal_text (self->before, document, self->run, self->title, cancellable);
}

static gboolean
is_damaged (LaminaDocument *document)
{
  return lamina_import_report_find_damage (lamina_document_get_report (document)) != NULL;
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Renewal *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = lamina_loader_load_finish (LAMINA_LOADER (source), result, &error);
  g_autofree char *reason = NULL;

  if (document && (!is_damaged (document) || is_damaged (self->before)))
    {
      g_task_return_pointer (task, g_steal_pointer (&document), (GDestroyNotify) lamina_document_unref);
      return;
    }
  reason = document ? lamina_tab_dup_damage_text (document) : lamina_tab_dup_error_text (error, self->title);
  g_free (self->text);
  /* Translators: the name of a file, and a sentence about what is wrong with it. */
  self->text = g_strdup_printf (_("“%s” has changed, and is shown as it was before. %s"), self->title, reason);
  g_task_return_pointer (task, NULL, NULL);
}

void
lamina_renewal_load_async (LaminaLoader        *loader,
                           LaminaSession       *session,
                           const char          *title,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task;
  Renewal *self;

  g_return_if_fail (LAMINA_IS_LOADER (loader));
  g_return_if_fail (LAMINA_IS_SESSION (session));

  self = g_new0 (Renewal, 1);
  self->before = lamina_document_ref (lamina_session_get_document (session));
  self->run = lamina_session_get_run_index (session);
  self->title = g_strdup (title);
  task = g_task_new (loader, cancellable, callback, user_data);
  /* The loader says itself what becomes of a load that was given up. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, renewal_free);
  lamina_loader_set_finish (loader, compare_with_before, self);
  lamina_loader_load_async (loader, cancellable, on_loaded, task);
}

LaminaDocument *
lamina_renewal_load_finish (GAsyncResult  *result,
                            char         **text)
{
  Renewal *self = g_task_get_task_data (G_TASK (result));

  *text = g_steal_pointer (&self->text);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
