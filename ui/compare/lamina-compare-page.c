/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page.h"

#include "lamina-action-table.h"
#include "lamina-compare-choice.h"
#include "lamina-comparison-totals.h"
#include "lamina-job.h"
#include "lamina-page.h"
#include "lamina-picture-menu.h"
#include "lamina-subject.h"
#include "lamina-text-bin.h"
#include "lamina-text-size.h"
#include "lamina-text.h"
#include "lamina-widget.h"
#include "lamina-width-bin.h"

#include <glib/gi18n.h>
#include <string.h>

#define MANY_LAYERS 2000

/* Nobody reads a list of so many layers: their types come first. */
#define MANY_LISTED 500

/* @list_chosen says that it was the user who chose whether layers or types are listed. */
struct _LaminaComparePage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  LaminaCompareChoice *choice;
  gboolean swapped;
  gboolean list_chosen;
  LaminaComparison *comparison;
  GCancellable *job;
  gboolean stale;
  gboolean own_change;
  int divided_at;
  GActionMap *actions;

  GtkLabel *own_letter;
  GtkLabel *own_title;
  GtkDropDown *own_section_choice;
  GtkLabel *other_letter;
  GtkDropDown *other_document_choice;
  GtkDropDown *other_run_choice;
  GtkDropDown *other_section_choice;
  GtkDropDown *state_choice;
  GtkStack *stack;
  GtkPaned *paned;
  GtkWidget *pictures;
  GtkSpinner *spinner;
  GtkLabel *summary;
  GtkLabel *totals;
  GtkLabel *counts;
  LaminaCompareCanvas *ties;
  LaminaCompareCanvas *waterfall;
  GtkStack *lists;
  LaminaCompareTable *table;
  LaminaCompareTypes *types;
};

static void init_page (LaminaPageInterface *iface);

static void update (LaminaComparePage *self);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaComparePage, lamina_compare_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, init_page))

/* The pictures get most of the height until the user moves the divider. */
#define PICTURE_PART 0.58
#define LEAST_TABLE 150
#define SUMMARY_HEIGHT 112

/* Without pictures a sentence says why. */
static int
get_natural_height (LaminaComparePage *self)
{
  GtkWidget *summary = gtk_paned_get_start_child (self->paned);
  int height;

  if (gtk_widget_get_visible (self->pictures))
    return lamina_text_size_get_length (SUMMARY_HEIGHT + lamina_waterfall_get_height (self->comparison)
                                        + LAMINA_TIES_HEIGHT);
  gtk_widget_measure (summary, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (GTK_WIDGET (self->stack)), NULL, &height,
                      NULL, NULL);
  return height;
}

/* As long as the user has not moved the divider, each height is divided anew. */
static void
divide (LaminaComparePage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->stack));
  int natural;

  if (!self->comparison || height < 2
      || (self->divided_at > 0 && gtk_paned_get_position (self->paned) != self->divided_at
          && gtk_widget_get_visible (self->pictures)))
    return;
  natural = get_natural_height (self);
  self->divided_at = MIN (MIN ((int) (height * PICTURE_PART), natural), MAX (height - LEAST_TABLE, 1));
  gtk_paned_set_position (self->paned, self->divided_at);
}

static void
set_list (LaminaComparePage *self,
          const char        *name)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->lists, name);

  if (!child || child == gtk_stack_get_visible_child (self->lists))
    return;
  gtk_stack_set_visible_child (self->lists, child);
  gtk_widget_set_visible (GTK_WIDGET (self->state_choice), child == GTK_WIDGET (self->table));
}

LAMINA_ACTION (export_comparison)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);

  if (self->comparison)
    gtk_widget_activate_action_variant (GTK_WIDGET (self), "view.export", parameter);
}

LAMINA_ACTION (copy_comparison)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);

  if (self->comparison)
    lamina_compare_table_copy (self->table);
}

static void
set_swapped (LaminaComparePage *self,
             gboolean           swapped)
{
  self->swapped = swapped;
  lamina_widget_set_text (self->own_letter, swapped ? "B" : "A");
  lamina_widget_set_text (self->other_letter, swapped ? "A" : "B");
}

LAMINA_ACTION (swap_compared)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);

  set_swapped (self, !self->swapped);
  update (self);
}

LAMINA_ACTION (change_list)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (user_data);

  self->list_chosen = TRUE;
  set_list (self, g_variant_get_string (parameter, NULL));
  g_simple_action_set_state (action, parameter);
}

/* Types answer what changed where there are many layers, until the user chooses. */
static void
choose_list (LaminaComparePage *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  gboolean is_much = MAX (summary->n_layers_a, summary->n_layers_b) > MANY_LISTED;
  const char *name = is_much && lamina_comparison_get_reason (self->comparison) == NULL ? "types" : "layers";
  GAction *action = self->actions ? g_action_map_lookup_action (self->actions, "compared-list") : NULL;

  if (self->list_chosen)
    return;
  set_list (self, name);
  if (action)
    g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (name));
}

static const GActionEntry entries[] = {
  { "compared-list", NULL, "s", "'layers'", change_list, { 0 } },
  { "swap-compared", swap_compared, NULL, NULL, NULL, { 0 } },
  { "export-comparison", export_comparison, "s", NULL, NULL, { 0 } },
  { "copy-comparison", copy_comparison, NULL, NULL, NULL, { 0 } },
};

static void
enable_actions (GActionMap *actions,
                gboolean    enabled)
{
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    lamina_action_enable (actions, entries[i].name, enabled);
}

/* What there is nothing for is not offered: without times there are no pictures, only the list. */
static void
update_actions (LaminaComparePage *self)
{
  if (!self->actions)
    return;
  enable_actions (self->actions, self->comparison != NULL);
  lamina_action_enable (self->actions, "export-comparison",
                        self->comparison && !lamina_comparison_get_reason (self->comparison));
}

/* Before the page is there, nothing is compared. */
static void
stand_in (LaminaPageSlot *slot,
          GActionMap     *actions)
{
  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
  enable_actions (actions, FALSE);
}

static void
add_actions (LaminaPage *page,
             GActionMap *actions)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (page);

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), page);
  g_set_weak_pointer (&self->actions, actions);
  update_actions (self);
}

static void
fill_export (LaminaPage           *page,
             LaminaPictureOptions *options)
{
  options->view = "comparison";
  options->comparison = LAMINA_COMPARE_PAGE (page)->comparison;
}

static guint
get_own_side (LaminaComparePage *self)
{
  return self->swapped ? 1 : 0;
}

/* Brings out the pair of what is selected. */
static void
show_selection (LaminaComparePage *self)
{
  guint32 layer = self->session ? lamina_session_get_selection (self->session)->layer : LAMINA_NONE;
  guint32 pair = LAMINA_NONE;

  if (self->own_change || !self->comparison)
    return;
  if (layer != LAMINA_NONE)
    pair = lamina_comparison_find (self->comparison, get_own_side (self) == 1, layer);
  lamina_compare_table_set_pair (self->table, pair);
  lamina_compare_canvas_set_row (self->ties, pair);
  lamina_compare_canvas_set_row (self->waterfall, LAMINA_NONE);
  lamina_compare_types_set_row (self->types, LAMINA_NONE);
}

/* In the tab of A and in that of B, as far as those show what is compared. */
static void
select_side (LaminaComparePage *self,
             LaminaSession     *session,
             guint              run,
             const guint32     *layers,
             guint              n)
{
  if (lamina_session_get_run_index (session) == run)
    lamina_session_select_layers (session, layers, n, n > 0 ? layers[0] : LAMINA_NONE);
}

static void
on_picked (LaminaComparePage *self,
           guint              index)
{
  gboolean own_is_b = get_own_side (self) == 1;
  LaminaPair pair = { 0 };
  LaminaSession *other;
  guint other_run;

  if (!self->comparison || self->own_change)
    return;
  other = lamina_compare_choice_get_other (self->choice, &other_run);
  if (index != LAMINA_NONE)
    lamina_comparison_get_pair (self->comparison, index, &pair);
  self->own_change = TRUE;
  select_side (self, self->session, lamina_session_get_run_index (self->session),
               own_is_b ? pair.layers_b : pair.layers_a, own_is_b ? pair.n_b : pair.n_a);
  if (other != self->session)
    select_side (self, other, other_run, own_is_b ? pair.layers_a : pair.layers_b,
                 own_is_b ? pair.n_a : pair.n_b);
  self->own_change = FALSE;
  lamina_compare_table_set_pair (self->table, index);
  lamina_compare_canvas_set_row (self->ties, index);
  lamina_compare_canvas_set_row (self->waterfall, LAMINA_NONE);
  lamina_compare_types_set_row (self->types, LAMINA_NONE);
}

/* All layers of a type on the own side; the pair of it that changes most is brought out. */
static void
on_type_picked (LaminaComparePage *self,
                guint              row)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean own_is_b = get_own_side (self) == 1;
  const char *type;
  guint32 largest = LAMINA_NONE;
  gint64 most = -1;

  if (!self->comparison || row == LAMINA_NONE)
    {
      on_picked (self, LAMINA_NONE);
      return;
    }
  type = lamina_comparison_get_type_row (self->comparison, row)->type;
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      if (strcmp (lamina_comparison_get_pair_type (self->comparison, &pair, NULL), type ? type : "") != 0)
        continue;
      g_array_append_vals (layers, own_is_b ? pair.layers_b : pair.layers_a, own_is_b ? pair.n_b : pair.n_a);
      if (pair.delta != LAMINA_ABSENT && ABS (pair.delta) > most)
        {
          most = ABS (pair.delta);
          largest = i;
        }
    }
  self->own_change = TRUE;
  select_side (self, self->session, lamina_session_get_run_index (self->session),
               (const guint32 *) (gpointer) layers->data, layers->len);
  self->own_change = FALSE;
  lamina_compare_canvas_set_row (self->waterfall, row);
  lamina_compare_types_set_row (self->types, row);
  lamina_compare_canvas_set_row (self->ties, LAMINA_NONE);
  lamina_compare_table_set_pair (self->table, largest);
}

static void
show_summary (LaminaComparePage *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const char *reason = lamina_comparison_get_reason (self->comparison);
  g_autofree char *a = lamina_figure_dup (summary->total_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *b = lamina_figure_dup (summary->total_b, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *delta = lamina_comparison_dup_delta (summary->delta);
  g_autofree char *percent =
    lamina_comparison_dup_percent (lamina_comparison_get_percent (summary->total_a, summary->delta));
  g_autofree char *noise = lamina_comparison_dup_noise (self->comparison);
  g_autofree char *markup = NULL;

  gtk_widget_set_visible (self->pictures, reason == NULL);
  if (reason != NULL)
    {
      lamina_widget_set_text (self->summary, reason);
      return;
    }
  /* Translators: the times of A and B, their difference, the same in hundredths of A, and a sentence about chance. */
  markup = g_markup_printf_escaped (_("<span size='larger'>A <b>%s</b>  ·  B <b>%s</b>  ·  <b>%s</b>  (%s)</span>  %s"),
                                    a, b, delta, percent, noise);
  if (summary->same_cost)
    gtk_label_set_markup (self->summary, markup);
  else
    {
      g_autofree char *warned = g_strconcat (markup, "\n", _("A and B state times of different kinds."), NULL);

      gtk_label_set_markup (self->summary, warned);
    }
}

/* What a comparison of two sides came to, and its totals in words. */
typedef struct
{
  LaminaComparison *comparison;
  char *totals;
} Result;

static void
result_free (gpointer data)
{
  Result *result = data;

  g_clear_pointer (&result->comparison, lamina_comparison_unref);
  g_free (result->totals);
  g_free (result);
}

static gpointer
work (gpointer      input,
      GCancellable *cancellable)
{
  const LaminaComparisonSide *sides = input;
  LaminaComparison *comparison = lamina_comparison_new (&sides[0], &sides[1], cancellable);
  g_autoptr (LaminaComparisonTotals) totals = NULL;
  Result *result;

  if (!comparison)
    return NULL;
  totals = lamina_comparison_totals_new (comparison, cancellable);
  result = g_new (Result, 1);
  *result = (Result) { comparison, lamina_comparison_totals_dup_summary (totals) };
  return result;
}

static void
sides_free (gpointer data)
{
  LaminaComparisonSide *sides = data;

  lamina_document_unref (sides[0].document);
  lamina_document_unref (sides[1].document);
  g_free (sides);
}

static void
show_counts (LaminaComparePage *self)
{
  const LaminaComparisonSummary *summary;
  g_autofree char *text = NULL;

  if (!self->comparison)
    return;
  summary = lamina_comparison_get_summary (self->comparison);
  if (summary->n_states[LAMINA_PAIR_SPLIT] + summary->n_states[LAMINA_PAIR_MERGED] > 0)
    /* Translators: numbers of layers, or groups of layers, that correspond or do not. */
    text = lamina_text_dup (_("%u listed · %u matched · %u only in A · %u only in B · %u split · %u merged"),
                            lamina_compare_table_get_n (self->table), summary->n_states[LAMINA_PAIR_MATCHED],
                            summary->n_states[LAMINA_PAIR_ONLY_A], summary->n_states[LAMINA_PAIR_ONLY_B],
                            summary->n_states[LAMINA_PAIR_SPLIT], summary->n_states[LAMINA_PAIR_MERGED]);
  else
    /* Translators: numbers of layers that correspond or do not. */
    text = lamina_text_dup (_("%u listed · %u matched · %u only in A · %u only in B"),
                            lamina_compare_table_get_n (self->table), summary->n_states[LAMINA_PAIR_MATCHED],
                            summary->n_states[LAMINA_PAIR_ONLY_A], summary->n_states[LAMINA_PAIR_ONLY_B]);
  lamina_widget_set_text (self->counts, text);
}

static void
set_comparison (LaminaComparePage *self,
                LaminaComparison  *comparison)
{
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  self->comparison = comparison;
  update_actions (self);
  if (!self->table)
    return;
  lamina_compare_canvas_set_comparison (self->ties, comparison);
  lamina_compare_canvas_set_comparison (self->waterfall, comparison);
  lamina_compare_table_set_comparison (self->table, comparison);
  lamina_compare_types_set_comparison (self->types, comparison);
}

static void
take_comparison (gpointer owner,
                 gpointer data)
{
  LaminaComparePage *self = owner;
  Result *result = data;

  gtk_spinner_stop (self->spinner);
  set_comparison (self, g_steal_pointer (&result->comparison));
  show_summary (self);
  gtk_label_set_text (self->totals, result->totals ? result->totals : "");
  gtk_widget_set_visible (GTK_WIDGET (self->totals), result->totals != NULL);
  result_free (result);
  choose_list (self);
  show_counts (self);
  divide (self);
  gtk_stack_set_visible_child_name (self->stack, "result");
  show_selection (self);
}

static guint
count_layers (const LaminaComparisonSide *side)
{
  return lamina_run_get_layers (lamina_document_get_run (side->document, side->run))->n;
}

/* Compares now if somebody looks, else when somebody does. */
static void
update (LaminaComparePage *self)
{
  LaminaComparisonSide *sides;
  guint own = get_own_side (self);
  gboolean is_much;

  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  lamina_job_stop (&self->job);
  set_comparison (self, NULL);
  if (!lamina_compare_choice_is_possible (self->choice))
    {
      gtk_stack_set_visible_child_name (self->stack, "nothing");
      return;
    }
  sides = g_new (LaminaComparisonSide, 2);
  lamina_compare_choice_init_sides (self->choice, &sides[own], &sides[1 - own]);
  is_much = count_layers (&sides[0]) + count_layers (&sides[1]) > MANY_LAYERS
            || lamina_subject_has_long_names (lamina_document_get_run (sides[0].document, sides[0].run))
            || lamina_subject_has_long_names (lamina_document_get_run (sides[1].document, sides[1].run));
  if (is_much)
    {
      gtk_stack_set_visible_child_name (self->stack, "wait");
      gtk_spinner_start (self->spinner);
    }
  lamina_job_run (self, &self->job, is_much, work, sides, sides_free, take_comparison, result_free);
}

/* What is gone must not be kept until somebody looks. */
static void
on_chosen (LaminaComparePage *self)
{
  if (!lamina_compare_choice_get_other (self->choice, NULL))
    {
      lamina_job_stop (&self->job);
      set_comparison (self, NULL);
    }
  update (self);
}

static void
on_state (LaminaComparePage *self)
{
  guint choice = gtk_drop_down_get_selected (self->state_choice);
  guint states = LAMINA_PAIR_ALL_STATES;

  if (choice >= 1 && choice <= LAMINA_N_PAIR_STATES)
    states = LAMINA_PAIR_STATE_BIT (choice - 1);
  else if (choice == LAMINA_N_PAIR_STATES + 1)
    states = LAMINA_PAIR_ALL_STATES & ~LAMINA_PAIR_STATE_BIT (LAMINA_PAIR_MATCHED);
  lamina_compare_table_set_states (self->table, states);
}

static void
lamina_compare_page_map (GtkWidget *widget)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (widget);

  GTK_WIDGET_CLASS (lamina_compare_page_parent_class)->map (widget);
  lamina_compare_choice_list (self->choice);
  if (self->stale)
    update (self);
}

static void
set_session (LaminaPage    *page,
             LaminaSession *session)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (page);

  if (self->session == session)
    return;
  lamina_job_stop (&self->job);
  set_comparison (self, NULL);
  lamina_session_replace (&self->session, session, self);
  lamina_compare_choice_set_session (self->choice, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (show_selection), self);
  update (self);
}

static void
set_documents (LaminaPage *page,
               GListModel *documents)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (page);

  if (self->choice)
    lamina_compare_choice_set_documents (self->choice, documents);
}

static void
init_page (LaminaPageInterface *iface)
{
  iface->id = "compare";
  iface->title = N_("Compare");
  iface->icon_name = "lamina-compare-symbolic";
  iface->stand_in = stand_in;
  iface->add_actions = add_actions;
  iface->set_session = set_session;
  iface->set_documents = set_documents;
  iface->fill_export = fill_export;
}

static void
lamina_compare_page_dispose (GObject *object)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (object);

  set_session (LAMINA_PAGE (self), NULL);
  g_clear_object (&self->choice);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_COMPARE_PAGE);
  g_clear_weak_pointer (&self->actions);
  G_OBJECT_CLASS (lamina_compare_page_parent_class)->dispose (object);
}

static void
lamina_compare_page_class_init (LaminaComparePageClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_compare_page_dispose;
  widget_class->map = lamina_compare_page_map;
  widget_class->focus = lamina_widget_focus_child;
  g_type_ensure (LAMINA_TYPE_COMPARE_CANVAS);
  g_type_ensure (LAMINA_TYPE_TEXT_BIN);
  g_type_ensure (LAMINA_TYPE_COMPARE_TABLE);
  g_type_ensure (LAMINA_TYPE_COMPARE_TYPES);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-compare-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, own_letter);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, own_title);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, own_section_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_letter);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_document_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_run_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, other_section_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, state_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, paned);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, pictures);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, summary);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, totals);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, counts);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, ties);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, waterfall);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, lists);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, table);
  gtk_widget_class_bind_template_child (widget_class, LaminaComparePage, types);
  gtk_widget_class_set_css_name (widget_class, "compare-page");
}

static void
lamina_compare_page_init (LaminaComparePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->choice = lamina_compare_choice_new (&(LaminaCompareChoiceWidgets) {
    GTK_WIDGET (self), self->own_title, self->own_section_choice, self->other_document_choice, self->other_run_choice,
    self->other_section_choice });
  g_signal_connect_object (self->choice, "changed", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  lamina_compare_canvas_set_ties (self->ties, TRUE);
  lamina_picture_menu_add_export (GTK_WIDGET (self->ties), "view.export-comparison", "ties", NULL, NULL);
  lamina_picture_menu_add_export (GTK_WIDGET (self->waterfall), "view.export-comparison", "waterfall", NULL, NULL);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (divide), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state_choice, "notify::selected", G_CALLBACK (on_state), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "listed", G_CALLBACK (show_counts), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->ties, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->types, "picked", G_CALLBACK (on_type_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->waterfall, "picked", G_CALLBACK (on_type_picked), self, G_CONNECT_SWAPPED);
}

void
lamina_compare_page_set_other (LaminaComparePage *self,
                               LaminaSession     *session)
{
  g_return_if_fail (LAMINA_IS_COMPARE_PAGE (self));
  g_return_if_fail (LAMINA_IS_SESSION (session));

  lamina_compare_choice_set_other (self->choice, session);
}

void
lamina_compare_page_set_before (LaminaComparePage *self,
                                LaminaSession     *session)
{
  g_return_if_fail (LAMINA_IS_COMPARE_PAGE (self));

  set_swapped (self, TRUE);
  lamina_compare_page_set_other (self, session);
}
