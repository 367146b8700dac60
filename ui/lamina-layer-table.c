/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-table.h"

#include "lamina-layer-cell.h"
#include "lamina-layer-job.h"
#include "lamina-layer-sort.h"
#include "lamina-layer-totals.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaLayerTable
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkSearchEntry *entry;
  GtkLabel *totals;
  GtkLabel *nothing;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;

  LaminaRowList *rows;
  GtkSingleSelection *selection;
  GCancellable *job;
  gint64 longest;
  gboolean own_change;
  gboolean filling_entry;
  guint scroll_tick;
  int scroll_delay;
  gboolean scroll_to_top;
};

G_DEFINE_FINAL_TYPE (LaminaLayerTable, lamina_layer_table, GTK_TYPE_WIDGET)

static gint64
find_longest (LaminaRun *run)
{
  const gint64 *costs = lamina_run_get_costs (run);
  gint64 longest = LAMINA_ABSENT;

  for (guint i = 0; costs && i < lamina_run_get_layers (run)->n; i++)
    longest = MAX (longest, costs[i]);
  return longest;
}

/* Puts the selected row into the middle. Rows are equally high, so that its place follows from its position. */
static void
scroll_to_row (LaminaLayerTable *self,
               guint             position)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double value = gtk_adjustment_get_value (adjustment), page = gtk_adjustment_get_page_size (adjustment);
  double height = gtk_adjustment_get_upper (adjustment) / g_list_model_get_n_items (G_LIST_MODEL (self->rows));

  if (position * height < value || (position + 1) * height > value + page)
    gtk_adjustment_set_value (adjustment, (position + 0.5) * height - page / 2);
}

/* Two frames after the rows have changed: only then does the list know its new height. */
static gboolean
on_scroll_tick (GtkWidget     *widget,
                GdkFrameClock *clock,
                gpointer       user_data)
{
  LaminaLayerTable *self = LAMINA_LAYER_TABLE (widget);
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->scroll_delay-- > 0)
    return G_SOURCE_CONTINUE;
  self->scroll_tick = 0;
  if (position != GTK_INVALID_LIST_POSITION)
    scroll_to_row (self, position);
  else if (self->scroll_to_top)
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  self->scroll_to_top = FALSE;
  return G_SOURCE_REMOVE;
}

static void
queue_scroll (LaminaLayerTable *self,
              gboolean          to_top)
{
  self->scroll_delay = 2;
  self->scroll_to_top |= to_top;
  if (!self->scroll_tick)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_scroll_tick, NULL, NULL);
}

static void
show_selection (LaminaLayerTable *self)
{
  guint32 layer = lamina_session_get_selection (self->session)->layer;
  guint position = layer == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, layer);

  self->own_change = TRUE;
  gtk_single_selection_set_selected (self->selection, position == LAMINA_NONE ? GTK_INVALID_LIST_POSITION : position);
  self->own_change = FALSE;
  if (position != LAMINA_NONE)
    queue_scroll (self, FALSE);
}

static void
on_session_selection (LaminaLayerTable *self)
{
  if (!self->own_change)
    show_selection (self);
}

static void
on_row_selected (LaminaLayerTable *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->own_change || !self->session)
    return;
  self->own_change = TRUE;
  lamina_session_select_layer (self->session, position == GTK_INVALID_LIST_POSITION
                                                ? LAMINA_NONE : lamina_row_list_get_row (self->rows, position));
  self->own_change = FALSE;
}

static void
on_activate (LaminaLayerTable *self,
             guint             position)
{
  LaminaSliceRef slice;

  lamina_session_select_layer (self->session, lamina_row_list_get_row (self->rows, position));
  slice = lamina_session_get_selection (self->session)->slice;
  if (slice.track != LAMINA_NONE)
    lamina_session_show_slice (self->session, &slice);
}

static void
take_result (LaminaLayerResult *taken,
             gpointer           user_data)
{
  LaminaLayerTable *self = LAMINA_LAYER_TABLE (user_data);
  g_autoptr (LaminaLayerResult) result = taken;
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *totals = lamina_layer_totals_dup_text (run, &result->sums);
  g_autofree char *hint = lamina_layer_totals_dup_tooltip (&result->sums);

  g_clear_object (&self->job);
  gtk_label_set_text (self->totals, totals);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->totals), hint);
  gtk_label_set_text (self->nothing, lamina_run_get_layers (run)->n == 0 ? _("This run has no layers.")
                                                                         : _("No layer has all of these words."));
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), result->n == 0);
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, g_steal_pointer (&result->rows), result->n);
  self->own_change = FALSE;
  show_selection (self);
  queue_scroll (self, TRUE);
}

static void
update_rows (LaminaLayerTable *self)
{
  LaminaLayerColumn column;
  gboolean descending;

  if (!self->session)
    return;
  if (self->job)
    g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  self->job = g_cancellable_new ();
  lamina_layer_sort_get (self->view, &column, &descending);
  lamina_layer_job_start (self->session, column, descending, self->job, take_result, self);
}

static void
on_run_changed (LaminaLayerTable *self)
{
  /* Rows of the old run mean nothing in the new one. */
  lamina_row_list_set_rows (self->rows, NULL, 0);
  self->longest = find_longest (lamina_session_get_run (self->session));
  update_rows (self);
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
  update_rows (self);
}

static void
on_stop_search (LaminaLayerTable *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  user_data)
{
  gtk_list_item_set_child (item, lamina_layer_cell_new (GPOINTER_TO_UINT (user_data)));
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaLayerTable         *self)
{
  if (self->session)
    lamina_layer_cell_bind (LAMINA_LAYER_CELL (gtk_list_item_get_child (item)), lamina_session_get_run (self->session),
                            lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item))), self->longest);
}

static void
unbind_cell (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             gpointer                  user_data)
{
  lamina_layer_cell_bind (LAMINA_LAYER_CELL (gtk_list_item_get_child (item)), NULL, 0, 0);
}

static void
add_column (LaminaLayerTable  *self,
            LaminaTableColumn  column)
{
  const LaminaTableColumnInfo *info = lamina_table_column_get_info (column);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
  view_column = gtk_column_view_column_new (_(info->title), factory);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, info->expand);
  if (!info->expand)
    gtk_column_view_column_set_fixed_width (view_column, info->width);
  lamina_layer_sort_add (view_column, info->sort);
  gtk_column_view_append_column (self->view, view_column);
  lamina_layer_sort_align_title (self->view, column, info->xalign, info->hint ? _(info->hint) : NULL);
}

static void
lamina_layer_table_dispose (GObject *object)
{
  LaminaLayerTable *self = LAMINA_LAYER_TABLE (object);

  lamina_layer_table_set_session (self, NULL);
  if (self->scroll_tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_LAYER_TABLE);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (lamina_layer_table_parent_class)->dispose (object);
}

static void
lamina_layer_table_class_init (LaminaLayerTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_table_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-layer-table.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, totals);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, nothing);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerTable, view);
  gtk_widget_class_set_css_name (widget_class, "layer-table");
}

static void
lamina_layer_table_init (LaminaLayerTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = lamina_row_list_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  for (LaminaTableColumn column = 0; column < LAMINA_N_TABLE_COLUMNS; column++)
    add_column (self, column);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  lamina_layer_sort_init (self->view);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (update_rows), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_row_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
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
  if (self->job)
    g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, NULL, 0);
  self->own_change = FALSE;
  g_set_object (&self->session, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (session, "notify::filter", G_CALLBACK (on_session_filter), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_session_selection), self);
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

const char *
lamina_layer_table_get_totals (LaminaLayerTable *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_TABLE (self), NULL);
  return gtk_label_get_text (self->totals);
}
