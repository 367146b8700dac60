/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page-private.h"

#include "lamina-job.h"

#include <glib/gi18n.h>

/* Comparing in a thread, and showing what came of it. */

#define MANY_LAYERS 2000

static gpointer
work (gpointer      input,
      GCancellable *cancellable)
{
  const LaminaComparisonSide *sides = input;

  return lamina_comparison_new (&sides[0], &sides[1], cancellable);
}

static void
sides_free (gpointer data)
{
  LaminaComparisonSide *sides = data;

  lamina_document_unref (sides[0].document);
  lamina_document_unref (sides[1].document);
  g_free (sides);
}

void
_lamina_compare_page_show_counts (LaminaComparePage *self)
{
  const LaminaComparisonSummary *summary;
  g_autofree char *text = NULL;

  if (!self->comparison)
    return;
  summary = lamina_comparison_get_summary (self->comparison);
  if (summary->n_states[LAMINA_PAIR_SPLIT] + summary->n_states[LAMINA_PAIR_MERGED] > 0)
    /* Translators: numbers of layers, or groups of layers, that correspond or do not. */
    text = g_strdup_printf (_("%u listed · %u matched · %u only in A · %u only in B · %u split · %u merged"),
                            lamina_compare_table_get_n (self->table), summary->n_states[LAMINA_PAIR_MATCHED],
                            summary->n_states[LAMINA_PAIR_ONLY_A], summary->n_states[LAMINA_PAIR_ONLY_B],
                            summary->n_states[LAMINA_PAIR_SPLIT], summary->n_states[LAMINA_PAIR_MERGED]);
  else
    /* Translators: numbers of layers that correspond or do not. */
    text = g_strdup_printf (_("%u listed · %u matched · %u only in A · %u only in B"),
                            lamina_compare_table_get_n (self->table), summary->n_states[LAMINA_PAIR_MATCHED],
                            summary->n_states[LAMINA_PAIR_ONLY_A], summary->n_states[LAMINA_PAIR_ONLY_B]);
  gtk_label_set_text (self->counts, text);
}

void
_lamina_compare_page_set_comparison (LaminaComparePage *self,
                                     LaminaComparison  *comparison)
{
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  self->comparison = comparison;
  _lamina_compare_page_update_actions (self);
  if (!self->table)
    return;
  lamina_compare_canvas_set_comparison (self->ties, comparison);
  lamina_compare_canvas_set_comparison (self->waterfall, comparison);
  lamina_compare_table_set_comparison (self->table, comparison);
  lamina_compare_types_set_comparison (self->types, comparison);
}

static void
take_comparison (gpointer owner,
                 gpointer result)
{
  LaminaComparePage *self = owner;

  gtk_spinner_stop (self->spinner);
  _lamina_compare_page_set_comparison (self, result);
  _lamina_compare_page_show_summary (self);
  _lamina_compare_page_show_counts (self);
  _lamina_compare_page_divide (self);
  gtk_stack_set_visible_child_name (self->stack, "result");
  _lamina_compare_page_show_selection (self);
}

static void
init_side (LaminaComparisonSide *side,
           LaminaSession        *session,
           guint                 run,
           guint32               section)
{
  *side = (LaminaComparisonSide) { lamina_document_ref (lamina_session_get_document (session)), run, section };
}

static guint
count_layers (LaminaSession *session,
              guint          run)
{
  return lamina_run_get_layers (lamina_document_get_run (lamina_session_get_document (session), run))->n;
}

void
_lamina_compare_page_update (LaminaComparePage *self)
{
  LaminaComparisonSide *sides;
  guint own = _lamina_compare_page_get_own_side (self);
  gboolean is_much;

  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  lamina_job_stop (&self->job);
  _lamina_compare_page_set_comparison (self, NULL);
  if (!_lamina_compare_page_is_possible (self))
    {
      gtk_stack_set_visible_child_name (self->stack, "nothing");
      return;
    }
  sides = g_new (LaminaComparisonSide, 2);
  init_side (&sides[own], self->session, lamina_session_get_run_index (self->session), self->own_section);
  init_side (&sides[1 - own], self->other, self->other_run, self->other_section);
  is_much = count_layers (self->session, sides[own].run) + count_layers (self->other, self->other_run) > MANY_LAYERS;
  if (is_much)
    {
      gtk_stack_set_visible_child_name (self->stack, "wait");
      gtk_spinner_start (self->spinner);
    }
  lamina_job_run (self, &self->job, is_much, work, sides, sides_free, take_comparison,
                  (GDestroyNotify) lamina_comparison_unref);
}
