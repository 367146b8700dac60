/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tab-text.h"

#include "lamina-value-text.h"

#include <glib/gi18n.h>
#include <string.h>

char *
lamina_tab_dup_import_text (LaminaImportReport *report)
{
  guint64 left_out = lamina_import_report_get_counts (report)->skipped + lamina_import_report_get_counts (report)->lost;
  guint64 repaired = lamina_import_report_get_counts (report)->repaired;
  g_autofree char *n_left = lamina_figure_dup_exact ((gint64) MIN (left_out, G_MAXINT64), LAMINA_UNIT_NONE);
  g_autofree char *n_repaired = lamina_figure_dup_exact ((gint64) MIN (repaired, G_MAXINT64), LAMINA_UNIT_NONE);

  if (left_out > 0 && repaired > 0)
    return g_strdup_printf (_("Records not shown: %s. Places repaired: %s."), n_left,
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
lamina_tab_dup_companion_text (const char *name)
{
  /* Translators: a file of memory beside a trace, or a trace beside memory, that one program wrote while it ran */
  return g_strdup_printf (_("“%s”, which lies beside this file, seems to be of the same run."), name);
}

char *
lamina_tab_dup_join_text (guint n)
{
  /* Translators: a button: the opened rank and those beside it become one document. */
  return g_strdup_printf (ngettext ("_Join %u Rank", "_Join %u Ranks", n + 1), n + 1);
}

char *
lamina_tab_dup_error_text (const GError *error,
                           const char   *name)
{
  const char *sentence = lamina_error_get_sentence (error);
  const char *message = error->message;

  if (sentence)
    return g_strdup (sentence);
  /* The name stands in the heading; the message need not begin with it. */
  if (g_str_has_prefix (message, name) && g_str_has_prefix (message + strlen (name), ": "))
    message += strlen (name) + 2;
  return lamina_message_dup_sentence (message);
}
