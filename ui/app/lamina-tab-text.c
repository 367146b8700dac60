/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tab-text.h"

#include "lamina-comparison.h"
#include "lamina-cut.h"
#include "lamina-layer-noun.h"
#include "lamina-text.h"
#include "lamina-value-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The format that most tools write. */
#define MOST_TOOLS "chrome-trace"

char *
lamina_tab_dup_formats_text (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  for (guint i = 0; i < lamina_engine_get_n_plugins (engine); i++)
    {
      const LaminaPlugin *plugin = lamina_engine_get_plugin (engine, i);

      if (plugin->state != LAMINA_PLUGIN_ENABLED)
        continue;
      /* Who comes with a profile knows the tool that wrote it, and rarely the name of its format. */
      if (strcmp (plugin->module, MOST_TOOLS) == 0)
        g_ptr_array_insert (names, 0, _("traces of PyTorch, JAX, ONNX Runtime and others"));
      else
        g_ptr_array_add (names, (gpointer) plugin->name);
    }
  if (names->len == 0)
    return g_strdup (_("No format is enabled."));
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (_(", "), (char **) names->pdata);
  /* Translators: %s is a list of formats. */
  return g_strdup_printf (_("Reads, plain or compressed: %s"), list);
}

char *
lamina_tab_dup_damage_text (LaminaDocument *document)
{
  g_autofree char *time = NULL;
  gint64 length;

  if (!lamina_cut_find (document, &length))
    return g_strdup (_("The file is damaged; what could be read of it is not all."));
  time = lamina_figure_dup (length, LAMINA_UNIT_NANOSECONDS);
  if (length == LAMINA_ABSENT)
    return g_strdup (_("The file is cut off; what followed in it is missing."));
  return g_strdup_printf (_("The file is cut off after %s; what followed in it is missing."), time);
}

char *
lamina_tab_dup_import_text (LaminaDocument *document)
{
  LaminaImportReport *report = lamina_document_get_report (document);
  gint64 length;
  guint64 left_out = lamina_import_report_get_counts (report)->skipped + lamina_import_report_get_counts (report)->lost;
  guint64 repaired = lamina_import_report_get_counts (report)->repaired;
  g_autofree char *n_left = lamina_figure_dup_exact ((gint64) MIN (left_out, G_MAXINT64), LAMINA_UNIT_NONE);
  g_autofree char *n_repaired = lamina_figure_dup_exact ((gint64) MIN (repaired, G_MAXINT64), LAMINA_UNIT_NONE);

  if (lamina_cut_find (document, &length))
    return lamina_tab_dup_damage_text (document);
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
  return lamina_text_dup (ngettext ("_Join %u Rank", "_Join %u Ranks", n + 1), n + 1);
}

/* The run with the same title, or the one at the same place. */
static guint
find_run (LaminaDocument *document,
          const char     *title,
          guint           index)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (g_strcmp0 (lamina_run_get_title (lamina_document_get_run (document, i)), title) == 0)
      return i;
  return MIN (index, lamina_document_get_n_runs (document) - 1);
}

/* The pair of layers that changed most, by more than chance; NULL when there is none. */
static char *
dup_top_change (LaminaComparison *comparison,
                GCancellable     *cancellable)
{
  guint n = 0;
  g_autofree guint32 *order = lamina_comparison_dup_order (comparison, LAMINA_PAIR_ALL_STATES, LAMINA_PAIR_COLUMN_CHANGE, TRUE,
                                                           cancellable, &n);
  g_autofree char *label = NULL;
  g_autofree char *delta = NULL;
  LaminaPair pair;

  if (!order || n == 0)
    return NULL;
  lamina_comparison_get_pair (comparison, order[0], &pair);
  if (pair.delta == LAMINA_ABSENT || pair.delta == 0 || pair.is_noise)
    return NULL;
  label = lamina_comparison_dup_labels (comparison, &pair, pair.n_b > 0);
  delta = lamina_comparison_dup_delta (pair.delta);
  /* Translators: what of it changed most, and by how much. */
  return g_strdup_printf (_("Changed most: %s, %s."), label, delta);
}

/* Where times can't be compared, how many layers came and went. */
static char *
dup_layers_change (LaminaComparison *comparison,
                   const char       *name)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  g_autofree char *added = lamina_layers_dup_count (lamina_comparison_get_run (comparison, TRUE),
                                                    summary->n_states[LAMINA_PAIR_ONLY_B]);

  if (summary->n_states[LAMINA_PAIR_ONLY_A] == 0 && summary->n_states[LAMINA_PAIR_ONLY_B] == 0)
    return g_strdup_printf (_("“%s” was reloaded."), name);
  /* Translators: the name of a file, how many operators it has that it had not before, and the number of those that it had. */
  return lamina_text_dup (_("“%s” was reloaded. New: %s, gone: %u."), name, added, summary->n_states[LAMINA_PAIR_ONLY_A]);
}

char *
lamina_tab_dup_renewal_text (LaminaDocument *before,
                             LaminaDocument *now,
                             guint           run,
                             const char     *name,
                             GCancellable   *cancellable)
{
  const char *title = lamina_run_get_title (lamina_document_get_run (before, run));
  LaminaComparisonSide a = { before, run, LAMINA_NONE }, b = { now, find_run (now, title, run), LAMINA_NONE };
  g_autoptr (LaminaComparison) comparison = lamina_comparison_new (&a, &b, cancellable);
  const LaminaComparisonSummary *summary = comparison ? lamina_comparison_get_summary (comparison) : NULL;
  const char *sum;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  if (!summary)
    return NULL;
  if (summary->delta == LAMINA_ABSENT)
    return dup_layers_change (comparison, name);
  second = summary->is_noise && summary->delta != 0 ? lamina_comparison_dup_noise (comparison)
                                                    : dup_top_change (comparison, cancellable);
  sum = lamina_layers_get_sum_title (lamina_comparison_get_run (comparison, TRUE));
  if (summary->delta == 0)
    /* Translators: the name of a file, then “Sum of the operators”. */
    first = g_strdup_printf (_("“%s” was reloaded. %s: as before."), name, sum);
  else
    {
      g_autofree char *total_a = lamina_figure_dup (summary->total_a, LAMINA_UNIT_NANOSECONDS);
      g_autofree char *total_b = lamina_figure_dup (summary->total_b, LAMINA_UNIT_NANOSECONDS);
      g_autofree char *delta = lamina_comparison_dup_delta (summary->delta);
      double percent = lamina_comparison_get_percent (summary->total_a, summary->delta);
      g_autofree char *share = lamina_comparison_dup_percent (percent);

      /* Translators: the name of a file; “Sum of the operators”, now and before; the difference, also in hundredths of before. */
      first = g_strdup_printf (_("“%s” was reloaded. %s: %s, %s before: %s (%s)."), name, sum, total_b, total_a, delta, share);
    }
  return second ? g_strconcat (first, " ", second, NULL) : g_steal_pointer (&first);
}

char *
lamina_tab_dup_error_text (const GError *error,
                           const char   *name)
{
  const char *sentence = lamina_error_get_sentence (error);
  const char *message = error->message;

  if (sentence && g_error_matches (error, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT))
    {
      g_autofree char *formats = lamina_tab_dup_formats_text ();

      return g_strconcat (sentence, "\n\n", formats, NULL);
    }
  if (sentence)
    return g_strdup (sentence);
  /* The name stands in the heading; the message need not begin with it. */
  if (g_str_has_prefix (message, name) && g_str_has_prefix (message + strlen (name), ": "))
    message += strlen (name) + 2;
  return lamina_message_dup_sentence (message);
}
