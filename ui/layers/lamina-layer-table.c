/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-table-private.h"

#include "lamina-action-table.h"
#include "lamina-attributes.h"
#include "lamina-filter-popover.h"
#include "lamina-job.h"
#include "lamina-layer-cell.h"
#include "lamina-part-bin.h"
#include "lamina-theme.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* What takes less time than this says nothing of it. */
#define BUSY_DELAY_MS 200

/* How long the visible range must stand still before what lies in it is listed. */
#define RANGE_DELAY_MS 120

/* More layers than these come in groups. */
#define MOST_SINGLE 250

G_DEFINE_FINAL_TYPE (LaminaLayerTable, lamina_layer_table, GTK_TYPE_WIDGET)

/* Where the lead of the selected layers is listed. */
static guint
find_selected (gpointer  owner,
               guint    *n)
{
  LaminaLayerTable *self = owner;

  *n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  return self->session ? lamina_listed_rows_find (self->listed, lamina_session_get_selection (self->session)->layer) : LAMINA_NONE;
}

void
lamina_layer_table_show_selected (LaminaLayerTable *self)
{
  g_return_if_fail (LAMINA_IS_LAYER_TABLE (self));

  lamina_layer_scroll_queue (self->scroll, FALSE);
}

/* Selects the rows of what the session has selected, and scrolls to them when asked to. */
static void
show_selection (LaminaLayerTable *self,
                gboolean          scroll)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows)), n;
  const guint32 *layers = lamina_session_get_selected_layers (self->session, &n);
  g_autoptr (GtkBitset) marked = lamina_listed_rows_find_all (self->listed, layers, n);
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_rows);

  self->own_change = TRUE;
  gtk_selection_model_set_selection (self->selection, marked, all);
  self->own_change = FALSE;
  if (scroll && n > 0)
    lamina_layer_scroll_queue (self->scroll, FALSE);
  lamina_layer_table_update_actions (self);
}

guint32 *
lamina_layer_table_dup_selected (LaminaLayerTable *self,
                                 guint            *n)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);

  return lamina_listed_rows_dup_ids (self->listed, selected, n);
}

/* The layer of the row that was selected last leads: of those that changed, the first that is selected now. */
static guint32
find_new_lead (LaminaLayerTable *self,
               guint             position,
               guint             n)
{
  guint32 old = lamina_session_get_selection (self->session)->layer;
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->rows));

  for (guint i = position; i < n_rows && i - position < n; i++)
    if (gtk_selection_model_is_selected (self->selection, i))
      {
        guint32 id = lamina_row_list_get_row (self->rows, i);
        const LaminaLayerGroup *group = lamina_layer_listing_get_group (self->listing, id);

        return group ? group->layers[0] : id;
      }
  return old;
}

static void
take_selection (LaminaLayerTable *self,
                guint             position,
                guint             n)
{
  guint n_ids, n_layers;
  g_autofree guint32 *ids = NULL;
  guint32 *layers;

  if (self->own_change || !self->session || !self->listing)
    return;
  /* Who selects a row has it before their eyes. */
  lamina_layer_scroll_stop (self->scroll);
  ids = lamina_layer_table_dup_selected (self, &n_ids);
  layers = lamina_listed_rows_dup_layers (self->listed, ids, n_ids, &n_layers);
  self->own_change = TRUE;
  lamina_session_take_layers (self->session, layers, n_layers, find_new_lead (self, position, n));
  self->own_change = FALSE;
  lamina_layer_table_update_actions (self);
}

/* Shows what was found, with the groups open that were. */
static void
show_listing (LaminaLayerTable *self)
{
  self->own_change = TRUE;
  lamina_listed_rows_show (self->listed);
  self->own_change = FALSE;
  lamina_table_refresh (self->table, LAMINA_TABLE_ALL_COLUMNS);
}

static void
toggle_group (LaminaLayerTable *self,
              guint32           id)
{
  gboolean toggled;

  self->own_change = TRUE;
  toggled = lamina_listed_rows_toggle (self->listed, id);
  self->own_change = FALSE;
  if (!toggled)
    return;
  lamina_table_refresh (self->table, LAMINA_LAYER_COLUMN_NAME);
  show_selection (self, FALSE);
}

void
lamina_layer_table_set_all_open (LaminaLayerTable *self,
                                 gboolean          open)
{
  if (!self->listing || !lamina_layer_listing_get_grouping (self->listing))
    return;
  lamina_listed_rows_close_all (self->listed);
  if (open)
    lamina_listed_rows_open_all (self->listed);
  show_listing (self);
  show_selection (self, FALSE);
}

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaLayerTable *self = owner;

  if (self->listing)
    lamina_layer_cell_fill (self->listing, column, row, line);
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaLayerTable *self = owner;

  return self->listing ? lamina_layer_cell_dup_hint (self->listing, column, row) : NULL;
}

static int
get_indent (gpointer owner,
            guint    column,
            guint32  row)
{
  return lamina_layer_cell_get_indent (LAMINA_LAYER_TABLE (owner)->listing, column, row);
}

static void
draw (gpointer     owner,
      guint        column,
      guint32      row,
      GtkWidget   *cell,
      GtkSnapshot *snapshot)
{
  LaminaLayerTable *self = owner;

  if (self->listing)
    lamina_layer_cell_draw (self->listing, column, row, lamina_listed_rows_is_open (self->listed, row), cell, snapshot);
}

/* On the arrow of a group. */
static gboolean
click (gpointer owner,
       guint    column,
       guint32  row,
       double   from_start)
{
  LaminaLayerTable *self = owner;

  if (column != LAMINA_LAYER_COLUMN_NAME || row == LAMINA_NONE)
    return column == LAMINA_LAYER_COLUMN_NAME;
  if (!self->grouped || !(row & LAMINA_GROUP_ID) || from_start > LAMINA_LAYER_CELL_ARROW)
    return FALSE;
  toggle_group (self, row);
  return TRUE;
}

/* Nothing is known of the columns while the listing is one of other columns. */
static gboolean
count (gpointer  owner,
       guint    *n,
       guint32  *bits)
{
  LaminaLayerTable *self = owner;
  LaminaGrouping *grouping = self->listing ? lamina_layer_listing_get_grouping (self->listing) : NULL;

  if (!self->listing || (grouping != NULL) != self->grouped)
    return FALSE;
  *n = grouping ? lamina_grouping_get_n (grouping) : lamina_run_get_layers (lamina_layer_listing_get_run (self->listing))->n;
  *bits = grouping ? LAMINA_GROUP_ID : 0;
  return TRUE;
}

/* What the sum of a rate is over takes room only where there is some: layers have no such part. */
static int
measure_sum (gpointer owner,
             guint    column)
{
  LaminaLayerTable *self = owner;
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *text = NULL;

  lamina_layer_listing_get_sum (self->listing, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return 0;
  value.covered = 0;
  text = lamina_table_column_strip_unit (column, lamina_layer_value_dup_text (&value));
  return lamina_column_fit_measure_bold (self->view, text);
}

static const LaminaTableKind table_kind = {
  .fill = fill,
  .dup_hint = dup_hint,
  .get_indent = get_indent,
  .draw = draw,
  .click = click,
  .count = count,
  .measure_more = measure_sum,
  .several = TRUE,
};

static void
set_busy (LaminaLayerTable *self,
          gboolean          busy)
{
  g_clear_handle_id (&self->busy_timeout, g_source_remove);
  if (self->busy)
    gtk_widget_set_visible (self->busy, busy);
  lamina_layer_table_update_actions (self);
}

static gboolean
on_busy_timeout (gpointer user_data)
{
  LaminaLayerTable *self = LAMINA_LAYER_TABLE (user_data);

  self->busy_timeout = 0;
  set_busy (self, TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
has_filter (LaminaLayerTable *self)
{
  return *lamina_session_get_filter (self->session) != '\0';
}

/* What keeps all layers out, and what would let them in again. */
static void
show_nothing (LaminaLayerTable *self)
{
  const LaminaLayerSums *sums = lamina_layer_listing_get_sums (self->listing);
  const char *text = _("Nothing matches the filter.");
  const char *way_out = _("Clear the Filter");

  if (self->only_range)
    text = has_filter (self) ? _("Nothing in this range matches the filter.") : _("Nothing lies in this range.");
  else if (!has_filter (self))
    {
      text = _("Nothing lies in this section.");
      way_out = _("Show All Sections");
    }
  lamina_widget_set_text (self->nothing_text, text);
  gtk_button_set_label (self->way_out, way_out);
  gtk_widget_set_visible (self->nothing, sums->layers + sums->idle == 0);
}

/* Of the filter, else of the attributes. */
static void
show_problem (LaminaLayerTable *self)
{
  g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (lamina_session_get_filter (self->session));
  const LaminaTerm *term = lamina_layer_terms_get_problem (terms);
  g_autofree char *text = term ? lamina_filter_dup_problem (term) : NULL;

  if (term)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "warning");
  if (!text && self->listing)
    text = g_strdup (lamina_layer_listing_get_problem (self->listing));
  lamina_widget_set_text (self->problem, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), text != NULL);
}

static void
take_listing (gpointer owner,
              gpointer result)
{
  LaminaLayerTable *self = owner;
  LaminaLayerListing *listing = result, *old = self->listing;
  g_autofree char *totals = lamina_layer_listing_dup_totals (listing);
  g_autofree char *hint = lamina_layer_listing_dup_totals_hint (listing);

  set_busy (self, FALSE);
  self->listing = listing;
  lamina_layer_listing_set_coloring (listing, lamina_session_get_coloring (self->session));
  lamina_listed_rows_set_listing (self->listed, listing);
  if (self->forget_open)
    lamina_listed_rows_close_all (self->listed);
  self->forget_open = FALSE;
  lamina_widget_set_text (self->totals, totals);
  lamina_widget_set_tooltip (GTK_WIDGET (self->totals), hint);
  lamina_layer_footer_set_listing (self->footer, listing);
  show_nothing (self);
  show_problem (self);
  lamina_layer_heads_align (self->heads);
  lamina_layer_heads_fit (self->heads);
  show_listing (self);
  show_selection (self, TRUE);
  lamina_layer_scroll_queue (self->scroll, TRUE);
  /* By now no cell shows it any more. */
  lamina_job_drop (old, (GDestroyNotify) lamina_layer_listing_unref);
}

static void
on_coloring_changed (LaminaLayerTable *self)
{
  if (!self->listing)
    return;
  lamina_layer_listing_set_coloring (self->listing, lamina_session_get_coloring (self->session));
  lamina_theme_redraw (GTK_WIDGET (self->view));
}

static void
stop_job (LaminaLayerTable *self)
{
  lamina_job_stop (&self->job);
  g_clear_pointer (&self->asked, g_array_unref);
  g_clear_handle_id (&self->busy_timeout, g_source_remove);
}

void
lamina_layer_table_update (LaminaLayerTable *self)
{
  LaminaLayerQuestion question = { .filter = LAMINA_LAYER_FILTER_INIT, .grouped = self->grouped, .by = self->by };
  const LaminaRange *range;

  if (!self->session || self->building)
    return;
  stop_job (self);
  question.columns = self->asked = lamina_layer_heads_list (self->heads);
  lamina_layer_heads_get_sort (self->heads, &question.column, &question.descending);
  question.cumulative = !self->grouped && lamina_layer_heads_has (self->heads, LAMINA_LAYER_COLUMN_CUMULATIVE);
  range = lamina_session_get_marked_range (self->session);
  if (!range)
    range = lamina_session_get_range (self->session);
  if (self->only_range && range)
    {
      question.filter.start = range->start;
      question.filter.end = range->end;
    }
  self->busy_timeout = g_timeout_add (BUSY_DELAY_MS, on_busy_timeout, self);
  lamina_layer_listing_start (self->session, &question, self, &self->job, take_listing);
}

static const char *
get_group_title (LaminaLayerTable *self)
{
  static const char *const titles[LAMINA_N_GROUP_BY] = {
    [LAMINA_GROUP_BY_TYPE] = N_("Type"),           [LAMINA_GROUP_BY_SHAPE] = N_("Type and Shapes"),
    [LAMINA_GROUP_BY_NAME] = N_("Name"),           [LAMINA_GROUP_BY_FAMILY] = N_("Family of Work"),
    [LAMINA_GROUP_BY_SECTION] = N_("Section"),     [LAMINA_GROUP_BY_ANNOTATION] = N_("Annotation"),
    [LAMINA_GROUP_BY_DEVICE] = N_("Device"),
  };

  return self->grouped ? _(titles[self->by]) : _("Instance");
}

/* Other columns, from the start again: what was listed means nothing in them. */
static void
rebuild (LaminaLayerTable *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->chooser));
  self->own_change = TRUE;
  lamina_table_set_rows (self->table, NULL, 0);
  self->own_change = FALSE;
  self->building = TRUE;
  lamina_layer_heads_set_run (self->heads, lamina_document_get_format (lamina_session_get_document (self->session)),
                              lamina_session_get_run (self->session), self->grouped);
  self->building = FALSE;
  lamina_widget_set_text (self->group_label, get_group_title (self));
  lamina_layer_table_update (self);
}

void
lamina_layer_table_set_group_name (LaminaLayerTable *self,
                                   const char       *name)
{
  LaminaGroupBy by;
  gboolean grouped = lamina_group_by_from_name (name, &by), was_grouped = self->grouped;

  if (self->grouped == grouped && (!grouped || self->by == by))
    return;
  self->grouped = grouped;
  self->by = grouped ? by : LAMINA_GROUP_BY_TYPE;
  self->forget_open = TRUE;
  if (!self->session)
    return;
  if (grouped != was_grouped)
    {
      rebuild (self);
      return;
    }
  /* Other groups have the same columns. */
  lamina_widget_set_text (self->group_label, get_group_title (self));
  lamina_layer_table_update (self);
}

void
lamina_layer_table_set_only_range (LaminaLayerTable *self,
                                   gboolean          only_range)
{
  self->only_range = only_range;
  lamina_layer_table_update (self);
}

/*
 * Of many layers, kinds of work and their sums are what is asked for first; who wants to see each says so. Without shapes, names
 * say more than the types of a file, which may be its categories. Where nothing was measured the order of the file is all there is.
 */
static void
group_at_first (LaminaLayerTable *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  if (self->chosen)
    return;
  self->grouped = lamina_run_get_layers (run)->n > MOST_SINGLE && lamina_run_get_costs (run) != NULL;
  self->by = !self->grouped ? LAMINA_GROUP_BY_TYPE
                            : lamina_run_get_tensors (run)->n > 0 ? LAMINA_GROUP_BY_SHAPE : LAMINA_GROUP_BY_NAME;
  lamina_layer_table_update_group_state (self);
}

static void
on_run_changed (LaminaLayerTable *self)
{
  group_at_first (self);
  lamina_listed_rows_close_all (self->listed);
  lamina_listed_rows_set_listing (self->listed, NULL);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  lamina_layer_footer_set_listing (self->footer, NULL);
  rebuild (self);
}

static gboolean
on_range_timeout (gpointer user_data)
{
  LaminaLayerTable *self = LAMINA_LAYER_TABLE (user_data);

  self->range_timeout = 0;
  lamina_layer_table_update (self);
  return G_SOURCE_REMOVE;
}

static void
on_range_changed (LaminaLayerTable *self)
{
  if (!self->only_range)
    return;
  g_clear_handle_id (&self->range_timeout, g_source_remove);
  self->range_timeout = g_timeout_add (RANGE_DELAY_MS, on_range_timeout, self);
}

static void
on_search_changed (LaminaLayerTable *self)
{
  if (self->session && !self->filling_entry)
    lamina_session_set_filter (self->session, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
on_session_filter (LaminaLayerTable *self)
{
  /* A copy, and no word back: an entry that is filled tells that it was emptied first. */
  g_autofree char *filter = g_strdup (lamina_session_get_filter (self->session));

  self->filling_entry = TRUE;
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (self->entry)), filter) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), filter);
  self->filling_entry = FALSE;
  show_problem (self);
  lamina_layer_table_update (self);
}

static void
on_way_out (LaminaLayerTable *self)
{
  if (!self->only_range && !has_filter (self))
    lamina_session_set_section (self->session, LAMINA_NONE);
  lamina_session_set_filter (self->session, "");
  if (self->only_range)
    gtk_widget_activate_action (GTK_WIDGET (self), "view.filter-range", NULL);
}

static void
on_stop_search (LaminaLayerTable *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
on_session_selection (LaminaLayerTable *self)
{
  if (!self->own_change)
    show_selection (self, TRUE);
}

/* Whether what is listed, or being listed, has a column or will. */
static gboolean
is_asked (LaminaLayerTable  *self,
          LaminaLayerColumn  column)
{
  for (guint i = 0; self->asked && i < self->asked->len; i++)
    if (g_array_index (self->asked, LaminaLayerColumn, i) == column)
      return TRUE;
  return FALSE;
}

/* What is listed already lacks the cumulative shares, and attributes, when nobody asked for them. */
static gboolean
lacks_column (LaminaLayerTable *self)
{
  g_autoptr (GArray) columns = lamina_layer_heads_list (self->heads);

  if (!self->grouped && lamina_layer_heads_has (self->heads, LAMINA_LAYER_COLUMN_CUMULATIVE)
      && !is_asked (self, LAMINA_LAYER_COLUMN_CUMULATIVE))
    return TRUE;
  for (guint i = 0; i < columns->len; i++)
    {
      LaminaLayerColumn column = g_array_index (columns, LaminaLayerColumn, i);

      if (!lamina_attribute_is_read (lamina_session_get_run (self->session), column) && !is_asked (self, column))
        return TRUE;
    }
  return FALSE;
}

static void
on_heads_changed (LaminaLayerTable *self)
{
  if (self->session && !self->building && lacks_column (self))
    lamina_layer_table_update (self);
}

static void
on_activate (LaminaLayerTable *self,
             guint             position)
{
  guint32 id = lamina_row_list_get_row (self->rows, position);
  LaminaSliceRef slice;

  if (id & LAMINA_GROUP_ID)
    {
      toggle_group (self, id);
      return;
    }
  lamina_session_select_layer (self->session, id);
  slice = lamina_session_get_selection (self->session)->slice;
  if (slice.track != LAMINA_NONE)
    lamina_session_show_slice (self->session, &slice);
}

static void
lamina_layer_table_dispose (GObject *object)
{
  LaminaLayerTable *self = LAMINA_LAYER_TABLE (object);

  lamina_layer_table_set_session (self, NULL);
  if (self->scroll)
    lamina_layer_scroll_stop (self->scroll);
  if (self->footer)
    lamina_layer_footer_set_view (self->footer, NULL, NULL);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  g_clear_object (&self->heads);
  g_clear_pointer (&self->table, lamina_table_close);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_LAYER_TABLE);
  g_clear_pointer (&self->scroll, lamina_layer_scroll_free);
  g_clear_pointer (&self->listed, lamina_listed_rows_free);
  G_OBJECT_CLASS (lamina_layer_table_parent_class)->dispose (object);
}

static void
lamina_layer_table_class_init (LaminaLayerTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_table_dispose;
  g_type_ensure (LAMINA_TYPE_LAYER_FOOTER);
  g_type_ensure (LAMINA_TYPE_PART_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-layer-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, group_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, group_label);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, filter_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, range_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, busy);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, totals);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, more_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, problem);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, nothing);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, nothing_text);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, way_out);
  gtk_widget_class_bind_template_callback (widget_class, on_way_out);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, view);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, footer);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "view.copy-layers", NULL);
  gtk_widget_class_set_css_name (widget_class, "layer-table");
}

static gboolean
on_key (LaminaLayerTable *self,
        guint             keyval,
        guint             keycode,
        GdkModifierType   state)
{
  gboolean open = keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right || keyval == GDK_KEY_plus;
  gboolean close = keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left || keyval == GDK_KEY_minus;
  guint n;
  g_autofree guint32 *ids = NULL;

  if (!self->grouped || (!open && !close) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)))
    return GDK_EVENT_PROPAGATE;
  ids = lamina_layer_table_dup_selected (self, &n);
  for (guint i = 0; i < n; i++)
    if ((ids[i] & LAMINA_GROUP_ID) && lamina_listed_rows_is_open (self->listed, ids[i]) == close)
      toggle_group (self, ids[i]);
  return GDK_EVENT_STOP;
}

static void
init_view (LaminaLayerTable *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->table = lamina_table_new (self->view, &table_kind, self);
  lamina_action_table_add_table_shortcuts (GTK_WIDGET (self->view));
  self->rows = lamina_table_get_rows (self->table);
  self->listed = lamina_listed_rows_new (self->rows);
  self->selection = lamina_table_get_selection (self->table);
  self->scroll = lamina_layer_scroll_new (GTK_WIDGET (self), self->scroller, self->view, find_selected);
  self->heads = lamina_layer_heads_new (self->table);
  lamina_layer_footer_set_view (self->footer, self->view, self->heads);
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (lamina_layer_table_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->heads, "changed", G_CALLBACK (on_heads_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (take_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
}

static void
lamina_layer_table_init (LaminaLayerTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  init_view (self);
  lamina_layer_table_init_menu (self);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (on_search_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (on_stop_search), self, G_CONNECT_SWAPPED);
}

void
lamina_layer_table_set_session (LaminaLayerTable *self,
                                LaminaSession    *session)
{
  g_return_if_fail (LAMINA_IS_LAYER_TABLE (self));

  if (self->session == session)
    return;
  stop_job (self);
  g_clear_handle_id (&self->range_timeout, g_source_remove);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  self->own_change = TRUE;
  if (self->table)
    lamina_table_set_rows (self->table, NULL, 0);
  self->own_change = FALSE;
  if (self->listed)
    lamina_listed_rows_set_listing (self->listed, NULL);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  if (self->footer)
    lamina_layer_footer_set_listing (self->footer, NULL);
  if (self->chooser)
    gtk_popover_popdown (GTK_POPOVER (self->chooser));
  if (self->heads)
    lamina_layer_heads_forget_run (self->heads);
  g_set_object (&self->session, session);
  if (self->filter_button)
    lamina_filter_popover_set_session (LAMINA_FILTER_POPOVER (gtk_menu_button_get_popover (self->filter_button)), session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (on_coloring_changed), self);
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (session, "notify::section", G_CALLBACK (lamina_layer_table_update), self);
  /* Which rates are suspicious depends on the device. */
  g_signal_connect_swapped (session, "notify::device", G_CALLBACK (lamina_layer_table_update), self);
  g_signal_connect_swapped (session, "notify::filter", G_CALLBACK (on_session_filter), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_session_selection), self);
  g_signal_connect_swapped (session, "notify::range", G_CALLBACK (on_range_changed), self);
  g_signal_connect_swapped (session, "notify::marked-range", G_CALLBACK (on_range_changed), self);
  on_run_changed (self);
}

void
lamina_layer_table_focus_filter (LaminaLayerTable *self)
{
  g_return_if_fail (LAMINA_IS_LAYER_TABLE (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

GtkColumnView *
lamina_layer_table_get_view (LaminaLayerTable *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_TABLE (self), NULL);
  return self->view;
}
