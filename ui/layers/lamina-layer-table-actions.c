/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-table-private.h"

#include "lamina-action-table.h"
#include "lamina-copy.h"
#include "lamina-file-choice.h"
#include "lamina-filter-popover.h"
#include "lamina-job.h"
#include "lamina-save-filters.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

void
lamina_layer_table_update_actions (LaminaLayerTable *self)
{
  static const char *const of_rows[] = {
    "copy-layers", "copy-layers-csv", "copy-layers-markdown", "copy-layer-names", "zoom-to-layers",
  };
  static const char *const of_layer[] = { "select-same-type", "filter-same-type", "filter-same-shape" };
  guint32 lead = self->session ? lamina_session_get_selection (self->session)->layer : LAMINA_NONE;
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);

  for (guint i = 0; i < G_N_ELEMENTS (of_rows); i++)
    lamina_action_enable (self->actions, of_rows[i], !gtk_bitset_is_empty (selected));
  for (guint i = 0; i < G_N_ELEMENTS (of_layer); i++)
    lamina_action_enable (self->actions, of_layer[i], lead != LAMINA_NONE);
  lamina_action_enable (self->actions, "export-table", self->listing != NULL);
  lamina_action_enable (self->actions, "stop-listing", self->job != NULL);
  lamina_action_enable (self->actions, "open-groups", self->grouped);
  lamina_action_enable (self->actions, "close-groups", self->grouped);
}

void
lamina_layer_table_update_group_state (LaminaLayerTable *self)
{
  GAction *action = self->actions ? g_action_map_lookup_action (self->actions, "group-layers") : NULL;

  if (action)
    g_simple_action_set_state (G_SIMPLE_ACTION (action),
                               g_variant_new_string (self->grouped ? lamina_group_by_get_name (self->by) : "instance"));
}

/* What the selected rows, or all, say in the columns that are shown; NULL as long as nothing is listed. */
static LaminaLayerCopy *
create_copy (LaminaLayerTable *self,
             gboolean          selected,
             LaminaCopyFormat  format)
{
  guint32 *ids;
  guint n;

  if (!self->listing)
    return NULL;
  ids = selected ? lamina_layer_table_dup_selected (self, &n) : lamina_listed_rows_dup_ids (self->listed, NULL, &n);
  return lamina_layer_copy_new (self->listing, ids, n, lamina_layer_heads_list (self->heads), format);
}

char *
lamina_layer_table_dup_rows_text (LaminaLayerTable *self,
                                  gboolean          selected,
                                  LaminaCopyFormat  format)
{
  LaminaLayerCopy *rows = create_copy (self, selected, format);
  char *text = rows ? lamina_layer_copy_write (rows, NULL) : g_strdup ("");

  g_clear_pointer (&rows, lamina_layer_copy_free);
  return text;
}

static void
copy (LaminaLayerTable *self,
      LaminaCopyFormat  format)
{
  LaminaLayerCopy *rows = create_copy (self, TRUE, format);

  if (rows)
    lamina_copy_made (GTK_WIDGET (self), lamina_layer_copy_is_much (rows), lamina_layer_copy_write, rows, lamina_layer_copy_free);
}

LAMINA_ACTION (on_copy)
{
  static const struct { const char *name; LaminaCopyFormat format; } formats[] = {
    { "copy-layers", LAMINA_COPY_TABS },
    { "copy-layers-csv", LAMINA_COPY_CSV },
    { "copy-layers-markdown", LAMINA_COPY_MARKDOWN },
    { "copy-layer-names", LAMINA_COPY_NAMES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), formats[i].name))
      copy (user_data, formats[i].format);
}

typedef struct
{
  LaminaLayerTable *table;
  LaminaLayerCopy *rows;
  GFile *file;
} Writing;

static void
write_file (GTask        *task,
            gpointer      source_object,
            gpointer      task_data,
            GCancellable *cancellable)
{
  Writing *writing = task_data;
  g_autofree char *text = lamina_layer_copy_write (writing->rows, NULL);
  GError *error = NULL;

  if (g_file_replace_contents (writing->file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Writing *writing = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_autofree char *name = g_file_get_basename (writing->file);
      g_autofree char *reason = g_strdup_printf (_("“%s”: %s"), name, error->message);

      lamina_widget_say_failure (GTK_WIDGET (writing->table), _("The Table Was Not Written"), reason);
    }
  g_object_unref (writing->table);
  g_object_unref (writing->file);
  lamina_layer_copy_free (writing->rows);
  g_free (writing);
}

static void
on_chosen (GtkWidget      *widget,
           GtkFileChooser *chooser,
           gpointer        data)
{
  LaminaLayerTable *table = LAMINA_LAYER_TABLE (widget);
  g_autoptr (GFile) file = lamina_save_filters_get_file (chooser);
  g_autofree char *name = file ? g_file_get_basename (file) : NULL;
  g_autoptr (GTask) task = NULL;
  LaminaLayerCopy *rows = NULL;
  Writing *writing;

  /* A chooser may accept a name that is no file's, and a file that has changed may have taken what was listed. */
  if (file)
    rows = create_copy (table, FALSE, lamina_layer_copy_get_format (name));
  if (!rows)
    return;
  writing = g_new (Writing, 1);
  *writing = (Writing) { g_object_ref (table), rows, g_steal_pointer (&file) };
  /* No widget belongs to a task, which may go in its thread. */
  task = g_task_new (NULL, NULL, on_written, writing);
  g_task_set_task_data (task, writing, NULL);
  g_task_run_in_thread (task, write_file);
}

static void
ask_for_file (LaminaLayerTable *table)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (table)));
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (_("Export the Table"), window, GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "layers.csv");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("Comma separated values (.csv)"), ".csv");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("JSON (.json)"), ".json");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("Markdown (.md)"), ".md");
  lamina_save_filters_add (GTK_FILE_CHOOSER (chooser), _("Tab separated values (.tsv)"), ".tsv");
  lamina_file_choice_ask (chooser, GTK_WIDGET (table), on_chosen, NULL, NULL);
}

LAMINA_ACTION (on_export)
{
  LaminaLayerTable *self = user_data;

  if (self->listing && !lamina_file_choice_is_open (GTK_WIDGET (self)))
    ask_for_file (self);
}

LAMINA_ACTION (on_group)
{
  LaminaGroupBy by;
  const char *name = g_variant_get_string (parameter, NULL);

  if (!g_str_equal (name, "instance") && !lamina_group_by_from_name (name, &by))
    return;
  LAMINA_LAYER_TABLE (user_data)->chosen = TRUE;
  lamina_layer_table_set_group_name (user_data, name);
  lamina_layer_table_update_group_state (user_data);
  lamina_layer_table_update_actions (user_data);
}

LAMINA_ACTION (on_filter_range)
{
  g_simple_action_set_state (action, parameter);
  lamina_layer_table_set_only_range (user_data, g_variant_get_boolean (parameter));
}

LAMINA_ACTION (on_stop)
{
  LaminaLayerTable *self = user_data;

  lamina_job_stop (&self->job);
  g_clear_pointer (&self->asked, g_array_unref);
  g_clear_handle_id (&self->busy_timeout, g_source_remove);
  gtk_widget_set_visible (self->busy, FALSE);
  lamina_layer_table_update_actions (self);
}

LAMINA_ACTION (on_open_groups)
{
  lamina_layer_table_set_all_open (user_data, TRUE);
}

LAMINA_ACTION (on_close_groups)
{
  lamina_layer_table_set_all_open (user_data, FALSE);
}

LAMINA_ACTION (on_reset_columns)
{
  LaminaLayerTable *self = user_data;

  lamina_layer_heads_reset (self->heads);
}

LAMINA_ACTION (on_columns)
{
  LaminaLayerTable *self = user_data;
  graphene_rect_t place;

  if (!self->session || !gtk_widget_compute_bounds (GTK_WIDGET (self->more_button), GTK_WIDGET (self), &place))
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->chooser),
                               &(GdkRectangle) { (int) place.origin.x, (int) place.origin.y, (int) place.size.width,
                                                 (int) place.size.height });
  lamina_column_chooser_open (LAMINA_COLUMN_CHOOSER (self->chooser), lamina_session_get_document (self->session),
                              lamina_session_get_run (self->session), self->grouped);
}

LAMINA_ACTION (on_select_all)
{
  LaminaLayerTable *self = user_data;

  gtk_selection_model_select_all (self->selection);
}

static guint32
get_lead (LaminaLayerTable *self)
{
  return self->session ? lamina_session_get_selection (self->session)->layer : LAMINA_NONE;
}

LAMINA_ACTION (on_select_same_type)
{
  LaminaLayerTable *self = user_data;
  guint32 lead = get_lead (self);
  const LaminaLayers *layers;
  g_autofree guint32 *found = NULL;
  guint n = 0;

  if (lead == LAMINA_NONE)
    return;
  layers = lamina_run_get_layers (lamina_session_get_run (self->session));
  found = g_new (guint32, MAX (layers->n, 1));
  for (guint i = 0; i < layers->n; i++)
    if (lamina_column_id (layers->type, i) == lamina_column_id (layers->type, lead))
      found[n++] = i;
  lamina_session_select_layers (self->session, found, n, lead);
}

LAMINA_ACTION (on_filter_same_type)
{
  LaminaLayerTable *self = user_data;
  guint32 lead = get_lead (self);
  LaminaRun *run = self->session ? lamina_session_get_run (self->session) : NULL;
  const char *type = lead == LAMINA_NONE ? "" : lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->type,
                                                                                              lead));
  g_autofree char *filter = g_strdup_printf ("type=\"%s\"", type);

  if (*type)
    lamina_session_set_filter (self->session, filter);
}

LAMINA_ACTION (on_filter_same_shape)
{
  LaminaLayerTable *self = user_data;
  guint32 lead = get_lead (self);
  LaminaRun *run = self->session ? lamina_session_get_run (self->session) : NULL;
  g_autofree char *shapes = lead == LAMINA_NONE ? NULL : lamina_layer_dup_shapes (run, lead, TRUE);
  g_auto (GStrv) parts = shapes ? g_strsplit (shapes, ", ", 2) : NULL;
  g_autofree char *filter = parts && parts[0] && *parts[0] ? g_strdup_printf ("out=%s", parts[0]) : NULL;

  if (filter)
    lamina_session_set_filter (self->session, filter);
}

/* The range from the first to the last slice of the layers, on the tracks that show them. */
static gboolean
find_extent (LaminaSession *session,
             LaminaRange   *extent)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (session));
  guint n, n_slices;
  const guint32 *selected = lamina_session_get_selected_layers (session, &n);
  const LaminaSliceRef *slices = lamina_session_get_selected_slices (session, &n_slices);
  gboolean found = FALSE;

  for (guint i = 0; i < n_slices; i++)
    {
      LaminaRange range;

      lamina_session_get_slice_range (session, &slices[i], &range);
      extent->start = found ? MIN (extent->start, range.start) : range.start;
      extent->end = found ? MAX (extent->end, range.end) : range.end;
      found = TRUE;
    }
  for (guint i = 0; n_slices == 0 && layers->first_slice && i < n; i++)
    for (guint32 k = layers->first_slice[selected[i]]; k < layers->first_slice[selected[i] + 1]; k++)
      {
        guint32 track = lamina_column_row (layers->track, selected[i]);
        LaminaRange range;

        if (track != LAMINA_NONE && layers->slices[k].track != track)
          continue;
        lamina_session_get_slice_range (session, &layers->slices[k], &range);
        extent->start = found ? MIN (extent->start, range.start) : range.start;
        extent->end = found ? MAX (extent->end, range.end) : range.end;
        found = TRUE;
      }
  return found;
}

LAMINA_ACTION (on_zoom)
{
  LaminaLayerTable *self = user_data;
  LaminaRange extent;
  gint64 margin;

  if (!self->session || !find_extent (self->session, &extent))
    return;
  margin = lamina_subtract_saturating (extent.end, extent.start) / 10;
  lamina_session_set_range (self->session, lamina_subtract_saturating (extent.start, margin),
                            lamina_add_saturating (extent.end, margin));
}

static const GActionEntry entries[] = {
  { "group-layers", NULL, "s", "'instance'", on_group, { 0 } },
  { "filter-range", NULL, NULL, "false", on_filter_range, { 0 } },
  { "open-groups", on_open_groups, NULL, NULL, NULL, { 0 } },
  { "close-groups", on_close_groups, NULL, NULL, NULL, { 0 } },
  { "stop-listing", on_stop, NULL, NULL, NULL, { 0 } },
  { "layer-columns", on_columns, NULL, NULL, NULL, { 0 } },
  { "reset-layer-columns", on_reset_columns, NULL, NULL, NULL, { 0 } },
  { "copy-layers", on_copy, NULL, NULL, NULL, { 0 } },
  { "copy-layers-csv", on_copy, NULL, NULL, NULL, { 0 } },
  { "copy-layers-markdown", on_copy, NULL, NULL, NULL, { 0 } },
  { "copy-layer-names", on_copy, NULL, NULL, NULL, { 0 } },
  { "export-table", on_export, NULL, NULL, NULL, { 0 } },
  { "select-all-layers", on_select_all, NULL, NULL, NULL, { 0 } },
  { "select-same-type", on_select_same_type, NULL, NULL, NULL, { 0 } },
  { "filter-same-type", on_filter_same_type, NULL, NULL, NULL, { 0 } },
  { "filter-same-shape", on_filter_same_shape, NULL, NULL, NULL, { 0 } },
  { "zoom-to-layers", on_zoom, NULL, NULL, NULL, { 0 } },
};

void
lamina_layer_table_add_actions (LaminaLayerTable *self,
                                GActionMap       *actions)
{
  g_return_if_fail (LAMINA_IS_LAYER_TABLE (self));

  self->actions = actions;
  g_object_add_weak_pointer (G_OBJECT (actions), (gpointer *) &self->actions);
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), self);
  lamina_layer_table_update_group_state (self);
  lamina_layer_table_update_actions (self);
}

static GMenuModel *
create_copy_section (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _("Copy"), "view.copy-layers");
  g_menu_append (menu, _("Copy as CSV"), "view.copy-layers-csv");
  g_menu_append (menu, _("Copy as Markdown"), "view.copy-layers-markdown");
  g_menu_append (menu, _("Copy Name"), "view.copy-layer-names");
  return G_MENU_MODEL (menu);
}

static GMenuModel *
create_row_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) show = g_menu_new ();
  g_autoptr (GMenu) same = g_menu_new ();
  g_autoptr (GMenuModel) copies = create_copy_section ();

  g_menu_append (show, _("Zoom to It in the Timeline"), "view.zoom-to-layers");
  g_menu_append (show, _("Callers and Callees"), "view.callers");
  g_menu_append (show, _("Durations of This Name"), "view.durations::layers");
  g_menu_append (same, _("Select All of This Type"), "view.select-same-type");
  g_menu_append (same, _("List Only This Type"), "view.filter-same-type");
  g_menu_append (same, _("List Only This Output Shape"), "view.filter-same-shape");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (show));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (same));
  g_menu_append_section (menu, NULL, copies);
  return G_MENU_MODEL (menu);
}

static GMenuModel *
create_more_menu (LaminaLayerTable *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) rest = g_menu_new ();
  g_autoptr (GMenuModel) copies = create_copy_section ();
  g_autoptr (GMenuModel) sort = lamina_table_create_sort_menu (self->table, GTK_WIDGET (self->more_button));

  g_menu_append_submenu (menu, _("Sort by"), sort);
  g_menu_append_submenu (menu, _("Columns"), lamina_layer_heads_get_menu (self->heads));
  g_menu_append_section (menu, NULL, copies);
  g_menu_append (rest, _("Export the Table…"), "view.export-table");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  return G_MENU_MODEL (menu);
}

void
lamina_layer_table_init_menu (LaminaLayerTable *self)
{
  g_autoptr (GMenuModel) row_menu = create_row_menu ();
  g_autoptr (GMenuModel) more_menu = create_more_menu (self);

  self->menu = gtk_popover_menu_new_from_model (row_menu);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  lamina_table_set_menu (self->table, GTK_POPOVER (self->menu));
  self->chooser = lamina_column_chooser_new (self->heads);
  gtk_widget_set_parent (self->chooser, GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->more_button, more_menu);
  gtk_widget_insert_action_group (GTK_WIDGET (self->more_button), "columns",
                                  lamina_layer_heads_get_actions (self->heads));
  gtk_menu_button_set_popover (self->filter_button, lamina_filter_popover_new ());
}
