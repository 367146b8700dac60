/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tab-text.h"

#include <glib/gi18n.h>
#include <string.h>

char *
lamina_tab_dup_import_text (LaminaImportReport *report)
{
  guint64 left_out = lamina_import_report_get_skipped (report) + lamina_import_report_get_lost (report);
  guint64 repaired = lamina_import_report_get_repaired (report);
  g_autofree char *n_left = lamina_figure_dup_exact ((gint64) MIN (left_out, G_MAXINT64), LAMINA_UNIT_NONE);
  g_autofree char *n_repaired = lamina_figure_dup_exact ((gint64) MIN (repaired, G_MAXINT64), LAMINA_UNIT_NONE);

  if (left_out > 0 && repaired > 0)
    return g_strdup_printf (_("Records that are not shown: %s. Places of the file that were repaired: %s."), n_left,
                            n_repaired);
  if (left_out > 0)
    return g_strdup_printf (ngettext ("%s record of the file is not shown.", "%s records of the file are not shown.",
                                      (gulong) left_out), n_left);
  if (repaired > 0)
    return g_strdup_printf (ngettext ("%s place of the file was repaired.", "%s places of the file were repaired.",
                                      (gulong) repaired), n_repaired);
  return NULL;
}

char *
lamina_tab_dup_ranks_text (guint n)
{
  return g_strdup (ngettext ("Another rank of the same job lies beside this one.",
                             "Other ranks of the same job lie beside this one.", n));
}

char *
lamina_tab_dup_join_text (guint n)
{
  /* Translators: a button: the opened rank and those beside it become one document. */
  return g_strdup_printf (ngettext ("_Join %u Rank", "_Join %u Ranks", n + 1), n + 1);
}

/* The name stands in the heading; the message need not begin with it. */
static const char *
skip_name (const char *message,
           const char *name)
{
  if (!g_str_has_prefix (message, name) || !g_str_has_prefix (message + strlen (name), ": "))
    return message;
  return message + strlen (name) + 2;
}

/* What readers say of a whole file, as sentences; they know no language. */
static const char *const sentences[] = {
  N_("No file in this folder is of a known format."),
  N_("Nothing in it can be shown."),
  N_("The file has no events."),
  N_("The file names no operators and no variables."),
  N_("The file says how an engine was built or measured; its layers and times are not beside it."),
  N_("The graph has no variables and no functions."),
  N_("The listing names no nodes."),
  N_("The statistics name no nodes."),
  N_("The text holds no layers and no times of TensorRT."),
  N_("The text holds no report of TVM."),
  N_("The text is not a JSON object."),
  N_("There is no file in this folder."),
  N_("There is no format in use."),
  NULL,
};

char *
lamina_tab_dup_sentence (const char *message)
{
  g_autofree char *first = g_utf8_substring (message, 0, 1);
  g_autofree char *upper = g_utf8_strup (first, -1);

  return g_strconcat (upper, message + strlen (first), ".", NULL);
}

/* What every user meets sooner or later, in the language of the window; the rest says where in the file something is wrong. */
static const char *
get_usual_sentence (const GError *error,
                    const char   *message)
{
  if (error->domain != LAMINA_ERROR)
    return NULL;
  if (error->code == LAMINA_ERROR_UNKNOWN_FORMAT && strstr (message, "folder") == NULL)
    return _("No format in use knows this file.");
  if (error->code == LAMINA_ERROR_EMPTY && strcmp (message, "is empty") == 0)
    return _("The file is empty.");
  if (error->code == LAMINA_ERROR_EMPTY && strcmp (message, "holds no text") == 0)
    return _("The file holds no text.");
  if (error->code == LAMINA_ERROR_CHANGED)
    return _("The file has changed since it was opened.");
  return NULL;
}

char *
lamina_tab_dup_error_text (const GError *error,
                           const char   *name)
{
  const char *message = skip_name (error->message, name);
  const char *usual = get_usual_sentence (error, message);
  g_autofree char *sentence = NULL;

  if (usual)
    return g_strdup (usual);
  sentence = lamina_tab_dup_sentence (message);
  return g_strv_contains (sentences, sentence) ? g_strdup (_(sentence)) : g_steal_pointer (&sentence);
}
