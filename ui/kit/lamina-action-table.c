/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-action-table.h"

#include "lamina-chart.h"
#include "lamina-digit-keys.h"
#include "lamina-settings.h"

#include <glib/gi18n.h>

#define FILES N_("Files")
#define PAGES N_("Pages")
#define CHARTS N_("Charts")
#define WINDOW N_("Window")
#define TIMELINE N_("Timeline")
#define SEARCH N_("Search")
#define SELECTION N_("Selection")
#define MARKS N_("Ranges, Rulers, Notes")
#define VIEWS N_("Past Views and Bookmarks")
#define TABLE N_("Layers")
#define GENERAL N_("General")

/* The overview of the charts, behind which each of them has a row. */
#define CHART "view.chart::"

static const LaminaActionRow rows[] = {
  { "win.open", N_("Open…"), FILES, { "<Control>o", NULL }, FALSE },
  { "win.open-folder", N_("Open Folder…"), FILES, { "", NULL }, FALSE },
  { "win.open-to-compare", N_("Open Another File to Compare…"), FILES, { "<Control><Shift>o", NULL }, FALSE },
  { "win.reload", N_("Reload"), FILES, { "F5 <Control>r", NULL }, FALSE },
  { "win.join", N_("Join with What Lies beside It"), FILES, { "", NULL }, FALSE },
  { "win.export", N_("Export a Picture…"), FILES, { "<Control>e", NULL }, FALSE },
  { "view.export::timeline", N_("Export the Timeline…"), FILES, { "", NULL }, FALSE },
  { "view.export-selection", N_("Export the Selection…"), FILES, { "", NULL }, FALSE },
  { "view.export::flame", N_("Export the Flame Graph…"), FILES, { "", NULL }, FALSE },
  { "view.export::sandwich", N_("Export the Callers and Callees…"), FILES, { "", NULL }, FALSE },
  { "view.export::tensors", N_("Export the Live Memory…"), FILES, { "", NULL }, FALSE },
  { "view.export::layers", N_("Export the Top Layers…"), FILES, { "", NULL }, FALSE },
  { "view.export::charts", N_("Export a Picture of All Charts…"), FILES, { "", NULL }, FALSE },
  { "view.export::types", N_("Export the Time by Type…"), FILES, { "", NULL }, FALSE },
  { "view.export-report", N_("Export a Report…"), FILES, { "<Control><Alt>e", NULL }, FALSE },
  { "win.new-tab", N_("New Tab"), FILES, { "<Control>t", NULL }, FALSE },
  { "win.close-tab", N_("Close the Tab"), FILES, { "<Control>w", NULL }, FALSE },
  { "win.reopen-tab", N_("Reopen the Closed Tab"), FILES, { "<Control><Shift>t", NULL }, FALSE },
  { "win.close-other-tabs", N_("Close the Other Tabs"), FILES, { "", NULL }, FALSE },
  { "win.clear-recent", N_("Clear the Recent Files"), FILES, { "", NULL }, FALSE },

  { "view.zoom-in", N_("Zoom In"), TIMELINE,
    { "w <Control>plus <Control>equal <Control>KP_Add", NULL }, FALSE },
  { "view.zoom-out", N_("Zoom Out"), TIMELINE, { "s <Control>minus <Control>KP_Subtract", NULL }, FALSE },
  { "view.pan-left", N_("Pan Left"), TIMELINE, { "a", NULL }, TRUE },
  { "view.pan-right", N_("Pan Right"), TIMELINE, { "d", NULL }, TRUE },
  { "view.page-up", N_("Scroll Up"), TIMELINE, { "Page_Up", NULL }, TRUE },
  { "view.page-down", N_("Scroll Down"), TIMELINE, { "Page_Down", NULL }, TRUE },
  { "view.go-to-start", N_("Go to the Start"), TIMELINE, { "Home", NULL }, TRUE },
  { "view.go-to-end", N_("Go to the End"), TIMELINE, { "End", NULL }, TRUE },
  { "view.show-all", N_("Show the Whole Run"), TIMELINE, { "<Control>0 <Control>KP_0 0 z", NULL }, FALSE,
    N_("reset fit") },
  { "view.show-selection", N_("Zoom to the Selection"), TIMELINE, { "f", NULL }, TRUE,
    N_("focus") },
  { "view.pin-track", N_("Pin the Track at the Top"), TIMELINE, { "p", NULL }, TRUE },
  { "view.hide-track", N_("Hide the Track"), TIMELINE, { "h", NULL }, TRUE },
  { "view.show-all-tracks", N_("Show All Hidden Tracks"), TIMELINE, { "<Shift>h", NULL }, TRUE },
  { "view.collapse-track", N_("Collapse the Track"), TIMELINE, { "", NULL }, TRUE },
  { "view.split-track", N_("Split the Track by Family of Work"), TIMELINE, { "", NULL }, TRUE },
  { "view.fix-scale", N_("Keep the Scale of the Whole Run"), TIMELINE, { "", NULL }, TRUE },
  { "view.show-runtime", N_("Show Functions of the Runtime"), TIMELINE, { "", NULL }, TRUE },
  { "view.move-track-up", N_("Move the Track Up"), TIMELINE, { "<Alt>Up", NULL }, TRUE },
  { "view.move-track-down", N_("Move the Track Down"), TIMELINE, { "<Alt>Down", NULL }, TRUE },
  { "view.zoom-to-range", N_("Zoom to the Marked Range"), TIMELINE, { "<Shift>f", NULL }, TRUE },
  { "view.undo-zoom", N_("Undo Zoom"), TIMELINE, { "BackSpace <Control>z", NULL }, TRUE },
  { "view.redo-zoom", N_("Redo Zoom"), TIMELINE, { "<Control><Shift>z", NULL }, TRUE },
  { "view.context-menu", N_("Context Menu of the Timeline"), TIMELINE, { "Menu <Shift>F10", NULL }, TRUE },
  { "view.table-twin", N_("Timeline as a Table"), TIMELINE, { "<Control><Shift>v", NULL }, FALSE },
  { "view.aligned", N_("Clocks on One Axis"), TIMELINE, { "", NULL }, FALSE },

  { "view.find", N_("Search the Timeline"), SEARCH, { "<Control>f slash", NULL }, FALSE,
    N_("results list totals matches kernel operator") },
  { "view.find-next", N_("Next Match"), SEARCH, { "F3", NULL }, FALSE },
  { "view.find-previous", N_("Previous Match"), SEARCH, { "<Shift>F3", NULL }, FALSE },
  { "view.find-track", N_("Find a Track"), SEARCH, { "<Control>p", NULL }, FALSE },
  { "view.filter", N_("Filter the Layers"), SEARCH, { "<Control><Shift>f", NULL }, FALSE },

  { "view.select-previous", N_("Previous Slice on the Track"), SELECTION, { "Left comma", "Left <Shift>Tab" }, TRUE },
  { "view.select-next", N_("Next Slice on the Track"), SELECTION, { "Right period", "Right Tab" }, TRUE },
  { "view.select-parent", N_("Parent Slice"), SELECTION, { "Up", NULL }, TRUE },
  { "view.select-child", N_("First Child Slice"), SELECTION, { "Down", NULL }, TRUE },
  { "view.follow-back", N_("Go to the Producer"), SELECTION, { "bracketleft", NULL }, TRUE,
    N_("launch flow arrow correlation") },
  { "view.follow-forward", N_("Go to the Consumer"), SELECTION, { "bracketright", NULL }, TRUE,
    N_("kernel flow arrow correlation") },
  { "view.previous-gap", N_("Previous Gap of the Device"), SELECTION, { "<Shift>g", NULL }, TRUE,
    N_("idle bubble stall") },
  { "view.next-gap", N_("Next Gap of the Device"), SELECTION, { "g", NULL }, TRUE,
    N_("idle bubble stall") },
  { "view.previous-same-name", N_("Previous Slice of This Name"), SELECTION, { "<Shift>Left less", NULL }, TRUE,
    N_("kernel step iteration instance") },
  { "view.next-same-name", N_("Next Slice of This Name"), SELECTION, { "<Shift>Right greater", NULL }, TRUE,
    N_("kernel step iteration instance") },
  { "view.select-same-name", N_("Select All of This Name"), SELECTION, { "", NULL }, FALSE },
  { "view.show-in-table", N_("Show in the Layer Table"), SELECTION, { "", NULL }, FALSE },
  { "view.callers", N_("Callers and Callees"), SELECTION, { "c", NULL }, TRUE },
  { "view.previous-layer", N_("Previous Layer"), SELECTION, { "<Control>bracketleft", NULL }, FALSE },
  { "view.next-layer", N_("Next Layer"), SELECTION, { "<Control>bracketright", NULL }, FALSE },
  { "view.pin-layer", N_("Pin the Layer, to Compare"), SELECTION, { "<Control>d", NULL }, FALSE },
  { "view.copy-details", N_("Copy Details"), SELECTION, { "<Control><Shift>c", NULL }, FALSE },
  { "view.copy-name", N_("Copy the Name"), SELECTION, { "<Control>c", NULL }, TRUE },
  { "view.clear", N_("Clear Search, Range, Selection"), SELECTION, { "Escape", NULL }, TRUE },

  { "view.mark-selection", N_("Mark the Selection as Range"), MARKS, { "r", NULL }, TRUE },
  { "view.clear-range", N_("Clear the Marked Range"), MARKS, { "", NULL }, FALSE },
  { "view.ruler", N_("Measure"), MARKS, { "m", NULL }, TRUE },
  { "view.keep-ruler", N_("Measure with a Lasting Ruler"), MARKS, { "<Shift>m", NULL }, TRUE },
  { "view.ruler-here", N_("Ruler at the Pointer"), MARKS, { "", NULL }, FALSE },
  { "view.note-here", N_("Note at the Pointer"), MARKS, { "", NULL }, FALSE },
  { "view.edit-note", N_("Edit the Note at the Pointer"), MARKS, { "", NULL }, FALSE },
  { "view.remove-ruler", N_("Remove the Ruler or Note at the Pointer"), MARKS, { "Delete", NULL }, TRUE },
  { "view.remove-rulers", N_("Remove All Rulers and Notes"), MARKS, { "", NULL }, FALSE },
  { "view.mouse-mode::select", N_("Drag to Mark a Range"), MARKS, { "", "1" }, TRUE },
  { "view.mouse-mode::pan", N_("Drag to Pan"), MARKS, { "", "2" }, TRUE },
  { "view.mouse-mode::zoom", N_("Drag to Zoom"), MARKS, { "", "3" }, TRUE },
  { "view.mouse-mode::timing", N_("Drag to Measure"), MARKS, { "", "4" }, TRUE },

  { "view.go-back", N_("Previous View"), VIEWS, { "<Alt>Left", NULL }, FALSE },
  { "view.go-forward", N_("Next View"), VIEWS, { "<Alt>Right", NULL }, FALSE },
  { "view.go-to-bookmark(uint32 1)", N_("Go to Bookmark 1"), VIEWS, { "1 KP_1", "" }, TRUE },
  { "view.go-to-bookmark(uint32 2)", N_("Go to Bookmark 2"), VIEWS, { "2 KP_2", "" }, TRUE },
  { "view.go-to-bookmark(uint32 3)", N_("Go to Bookmark 3"), VIEWS, { "3 KP_3", "" }, TRUE },
  { "view.go-to-bookmark(uint32 4)", N_("Go to Bookmark 4"), VIEWS, { "4 KP_4", "" }, TRUE },
  { "view.go-to-bookmark(uint32 5)", N_("Go to Bookmark 5"), VIEWS, { "5 KP_5", "" }, TRUE },
  { "view.go-to-bookmark(uint32 6)", N_("Go to Bookmark 6"), VIEWS, { "6 KP_6", "" }, TRUE },
  { "view.go-to-bookmark(uint32 7)", N_("Go to Bookmark 7"), VIEWS, { "7 KP_7", "" }, TRUE },
  { "view.go-to-bookmark(uint32 8)", N_("Go to Bookmark 8"), VIEWS, { "8 KP_8", "" }, TRUE },
  { "view.go-to-bookmark(uint32 9)", N_("Go to Bookmark 9"), VIEWS, { "9 KP_9", "" }, TRUE },
  { "view.set-bookmark(uint32 1)", N_("Set Bookmark 1"), VIEWS, { "<Control><Shift>1", NULL }, FALSE },
  { "view.set-bookmark(uint32 2)", N_("Set Bookmark 2"), VIEWS, { "<Control><Shift>2", NULL }, FALSE },
  { "view.set-bookmark(uint32 3)", N_("Set Bookmark 3"), VIEWS, { "<Control><Shift>3", NULL }, FALSE },
  { "view.set-bookmark(uint32 4)", N_("Set Bookmark 4"), VIEWS, { "<Control><Shift>4", NULL }, FALSE },
  { "view.set-bookmark(uint32 5)", N_("Set Bookmark 5"), VIEWS, { "<Control><Shift>5", NULL }, FALSE },
  { "view.set-bookmark(uint32 6)", N_("Set Bookmark 6"), VIEWS, { "<Control><Shift>6", NULL }, FALSE },
  { "view.set-bookmark(uint32 7)", N_("Set Bookmark 7"), VIEWS, { "<Control><Shift>7", NULL }, FALSE },
  { "view.set-bookmark(uint32 8)", N_("Set Bookmark 8"), VIEWS, { "<Control><Shift>8", NULL }, FALSE },
  { "view.set-bookmark(uint32 9)", N_("Set Bookmark 9"), VIEWS, { "<Control><Shift>9", NULL }, FALSE },

  { "view.group-layers::instance", N_("List Layers One by One"), TABLE, { "", NULL }, FALSE },
  { "view.group-layers::type", N_("Group Layers by Type"), TABLE, { "", NULL }, FALSE,
    N_("operator kernel") },
  { "view.group-layers::shape", N_("Group Layers by Type and Shapes"), TABLE, { "", NULL }, FALSE },
  { "view.group-layers::name", N_("Group Layers by Name"), TABLE, { "", NULL }, FALSE },
  { "view.group-layers::family", N_("Group Layers by Family of Work"), TABLE, { "", NULL }, FALSE },
  { "view.group-layers::section", N_("Group Layers by Section"), TABLE, { "", NULL }, FALSE,
    N_("step iteration ProfilerStep") },
  { "view.group-layers::annotation", N_("Group Layers by Annotation"), TABLE, { "", NULL }, FALSE },
  { "view.group-layers::device", N_("Group Layers by Device"), TABLE, { "", NULL }, FALSE },
  { "view.open-groups", N_("Expand All Groups"), TABLE, { "", NULL }, FALSE },
  { "view.close-groups", N_("Collapse All Groups"), TABLE, { "", NULL }, FALSE },
  { "view.filter-range", N_("List Only the Range"), TABLE, { "", NULL }, FALSE },
  { "view.filter-same-type", N_("List Only Layers of the Same Type"), TABLE, { "", NULL }, FALSE },
  { "view.filter-same-shape", N_("List Only Layers of the Same Output Shape"), TABLE, { "", NULL }, FALSE },
  { "view.stop-listing", N_("Reset Sorting and Grouping"), TABLE, { "", NULL }, FALSE },
  { "view.select-all-layers", N_("Select All Layers That Are Listed"), TABLE, { "", NULL }, FALSE },
  { "view.select-same-type", N_("Select All Layers of the Same Type"), TABLE, { "", NULL }, FALSE },
  { "view.zoom-to-layers", N_("Zoom to the Selected Layers"), TABLE, { "", NULL }, FALSE },
  { "view.copy-layers", N_("Copy the Selected Layers"), TABLE, { "", NULL }, FALSE },
  { "view.copy-layers-csv", N_("Copy the Selected Layers as CSV"), TABLE, { "", NULL }, FALSE },
  { "view.copy-layers-markdown", N_("Copy the Selected Layers as Markdown"), TABLE, { "", NULL }, FALSE },
  { "view.copy-layer-names", N_("Copy the Names of the Selected Layers"), TABLE, { "", NULL }, FALSE },
  { "view.export-table", N_("Export the Table…"), TABLE, { "<Control><Shift>e", NULL }, FALSE },
  { "view.layer-columns", N_("Columns of the Table…"), TABLE, { "", NULL }, FALSE },
  { "view.reset-layer-columns", N_("Default Columns of the Table"), TABLE, { "", NULL }, FALSE },

  { "view.page::trace", N_("Trace"), PAGES, { "<Alt>1", NULL }, FALSE },
  { "view.page::flame", N_("Flame Graph"), PAGES, { "<Alt>2", NULL }, FALSE },
  { "view.page::tensors", N_("Tensors"), PAGES, { "<Alt>3", NULL }, FALSE },
  { "view.page::charts", N_("Charts"), PAGES, { "<Alt>4", NULL }, FALSE },
  { "view.page::compare", N_("Compare"), PAGES, { "<Alt>5", NULL }, FALSE },
  { "view.swap-compared", N_("Swap What Is Compared"), PAGES, { "", NULL }, FALSE },
  { "view.compared-list::layers", N_("List Compared Pairs"), PAGES, { "", NULL }, FALSE },
  { "view.compared-list::types", N_("List Compared Types"), PAGES, { "", NULL }, FALSE },
  { "view.export-comparison::comparison", N_("Export the Comparison…"), PAGES, { "", NULL }, FALSE },
  { "view.export-comparison::waterfall", N_("Export Where the Difference Comes From…"), PAGES, { "", NULL }, FALSE },
  { "view.export-comparison::ties", N_("Export Both on One Scale…"), PAGES, { "", NULL }, FALSE },
  { "view.copy-comparison", N_("Copy the Comparison as CSV"), PAGES, { "", NULL }, FALSE },
  { "view.tensors-at-peak", N_("Live Tensors at the Peak"), PAGES, { "", NULL }, FALSE,
    N_("memory OOM allocation") },
  { "view.tensors-all", N_("All Tensors"), PAGES, { "", NULL }, FALSE },
  { "view.group-tensors::one", N_("List Tensors One by One"), PAGES, { "", NULL }, FALSE },
  { "view.group-tensors::shape", N_("Group Tensors by Shape"), PAGES, { "", NULL }, FALSE },
  { "view.group-tensors::dtype", N_("Group Tensors by dtype"), PAGES, { "", NULL }, FALSE },
  { "view.group-tensors::role", N_("Group Tensors by Role"), PAGES, { "", NULL }, FALSE },
  { "view.flame-view::graph", N_("Flame Graph from the Root"), PAGES, { "", NULL }, FALSE },
  { "view.flame-view::sandwich", N_("Sandwich of Callers and Callees"), PAGES, { "", NULL }, FALSE },
  { "view.flame-by::calls", N_("Flame Graph by Calls"), PAGES, { "", NULL }, FALSE,
    N_("stack call tree") },
  { "view.flame-by::parents", N_("Flame Graph by Parent Layers"), PAGES, { "", NULL }, FALSE },
  { "view.flame-by::names", N_("Flame Graph by Name Scopes"), PAGES, { "", NULL }, FALSE },
  { "view.flame-by::modules", N_("Flame Graph by Modules"), PAGES, { "", NULL }, FALSE,
    N_("nn.Module layer") },
  { "view.flame-by::types", N_("Flame Graph by Types"), PAGES, { "", NULL }, FALSE },
  { "view.flame-by::sections", N_("Flame Graph by Sections"), PAGES, { "", NULL }, FALSE },
  { "view.flame-by::stacks", N_("Flame Graph of Memory by Stack"), PAGES, { "", NULL }, FALSE,
    N_("OOM allocation live") },
  { "view.flame-weight::time", N_("Flame Graph of Time"), PAGES, { "", NULL }, FALSE },
  { "view.flame-weight::calls", N_("Flame Graph of Calls"), PAGES, { "", NULL }, FALSE },
  { "view.flame-weight::bytes", N_("Flame Graph of Bytes Moved"), PAGES, { "", NULL }, FALSE },
  { "view.flame-weight::flop", N_("Flame Graph of FLOP"), PAGES, { "", NULL }, FALSE },
  { "view.flame-weight::memory", N_("Flame Graph of Memory at the Peak"), PAGES, { "", NULL }, FALSE,
    N_("OOM allocation live") },

  { CHART, N_("Overview of the Charts"), CHARTS, { "", NULL }, FALSE },
  { "view.durations::slices", N_("Durations of All Slices of This Name"), CHARTS, { "", NULL }, FALSE },
  { "view.durations::layers", N_("Durations of All Layers of This Name"), CHARTS, { "", NULL }, FALSE },
  { "view.next-chart", N_("Next Chart"), CHARTS, { "<Alt>Page_Down", NULL }, FALSE },
  { "view.previous-chart", N_("Previous Chart"), CHARTS, { "<Alt>Page_Up", NULL }, FALSE },
  { "view.chart-table", N_("Table of the Chart"), CHARTS, { "", NULL }, FALSE },
  { "view.chart-to-trace", N_("Show What Is Selected in the Trace"), CHARTS, { "", NULL }, FALSE },
  { "view.live-tensors", N_("Show Live Tensors at the Cursor of the Chart"), CHARTS, { "", NULL }, FALSE },
  { "view.copy-chart::csv", N_("Copy the Chart as CSV"), CHARTS, { "", NULL }, FALSE },
  { "view.copy-chart::markdown", N_("Copy the Chart as Markdown"), CHARTS, { "", NULL }, FALSE },
  { "view.export-charts", N_("Export All Charts…"), CHARTS, { "", NULL }, FALSE },
  { "app.device::", N_("Roofline of the Device in the File"), CHARTS, { "", NULL }, FALSE },
  { "app.device::none", N_("Roofline of the Best Measured Rates"), CHARTS, { "", NULL }, FALSE },

  { "view.inspector", N_("Inspector"), WINDOW, { "F9", NULL }, FALSE },
  { "window.close", N_("Close the Window"), WINDOW, { "<Control><Shift>w", NULL }, FALSE },
  { "view.findings", N_("Findings"), WINDOW, { "", NULL }, FALSE,
    N_("exposed launch advice bottleneck") },
  { "view.import-report", N_("Import Report"), WINDOW, { "", NULL }, FALSE },
  { "view.table", N_("Table of Layers"), WINDOW, { "<Control>b", NULL }, FALSE },
  { "view.names-width::wider", N_("Wider Track Names"), WINDOW, { "", NULL }, FALSE },
  { "view.names-width::narrower", N_("Narrower Track Names"), WINDOW, { "", NULL }, FALSE },
  { "view.names-width::fit", N_("Fit the Width of Track Names"), WINDOW, { "", NULL }, FALSE },
  { "view.overview", N_("Overview"), WINDOW, { "<Control>F9", NULL }, FALSE },
  { "win.full-screen", N_("Full Screen"), WINDOW, { "F11", NULL }, FALSE },
  { "win.next-tab", N_("Next Tab"), WINDOW, { "<Control>Page_Down <Control>Tab", NULL }, FALSE },
  { "win.previous-tab", N_("Previous Tab"), WINDOW, { "<Control>Page_Up <Control><Shift>Tab", NULL }, FALSE },
  { "win.move-tab-left", N_("Move the Tab to the Left"), WINDOW, { "<Control><Shift>Page_Up", NULL }, FALSE },
  { "win.move-tab-right", N_("Move the Tab to the Right"), WINDOW, { "<Control><Shift>Page_Down", NULL }, FALSE },
  { "win.move-tab-to-new-window", N_("Move the Tab to a New Window"), WINDOW, { "", NULL }, FALSE },
  { "app.new-window", N_("New Window"), WINDOW, { "<Control>n", NULL }, FALSE },
  { "app.appearance::desktop", N_("Light or Dark Like the Desktop"), WINDOW, { "", NULL }, FALSE },
  { "app.appearance::light", N_("Light Windows"), WINDOW, { "", NULL }, FALSE },
  { "app.appearance::dark", N_("Dark Windows"), WINDOW, { "", NULL }, FALSE },
  { "app.color-by::family", N_("Colors by Family of Work"), WINDOW, { "", NULL }, FALSE },
  { "app.color-by::type", N_("Colors by Type"), WINDOW, { "", NULL }, FALSE },
  { "app.color-by::precision", N_("Colors by Precision"), WINDOW, { "", NULL }, FALSE },
  { "app.colors::usual", N_("Default Colors"), WINDOW, { "", NULL }, FALSE },
  { "app.colors::apart", N_("Color-Blind Safe Colors"), WINDOW, { "", NULL }, FALSE },
  { "app.colors::blues", N_("Colors in Shades of Blue"), WINDOW, { "", NULL }, FALSE },

  { "app.palette", N_("Commands"), GENERAL, { "<Control><Shift>p", NULL }, FALSE },
  { "app.preferences", N_("Preferences"), GENERAL, { "<Control>comma", NULL }, FALSE },
  { "app.shortcuts", N_("Keyboard Shortcuts"), GENERAL, { "<Control>question question", NULL }, FALSE },
  { "app.about", N_("About Lamina"), GENERAL, { "", NULL }, FALSE },
  { "app.quit", N_("Quit"), GENERAL, { "<Control>q", NULL }, FALSE },
};

static void
add_charts (GArray *all)
{
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i);
      LaminaActionRow row = { .section = CHARTS, .keys = { "", NULL }, .synonyms = lamina_chart_get_synonyms (chart) };

      row.action = g_strconcat (CHART, lamina_chart_get_id (chart), NULL);
      /* Translators: the name of a chart */
      row.title = g_strdup_printf (_("Chart: %s"), lamina_chart_get_title (chart, NULL));
      g_array_append_val (all, row);
    }
}

const LaminaActionRow *
lamina_action_table_get_rows (guint *n)
{
  static GArray *all = NULL;

  if (all == NULL)
    {
      all = g_array_new (FALSE, FALSE, sizeof (LaminaActionRow));
      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        {
          g_array_append_val (all, rows[i]);
          if (g_str_equal (rows[i].action, CHART))
            add_charts (all);
        }
    }
  *n = all->len;
  return (const LaminaActionRow *) (gpointer) all->data;
}

char **
lamina_action_row_dup_keys (const LaminaActionRow *row,
                            LaminaKeys             keys)
{
  const char *list = row->keys[keys] ? row->keys[keys] : row->keys[LAMINA_KEYS_PERFETTO];

  return g_strsplit (list, " ", -1);
}

gboolean
lamina_action_row_is_canvas_key (const LaminaActionRow *row,
                                 const char            *key)
{
  GdkModifierType state;
  guint keyval;

  if (row->only_timeline)
    return TRUE;
  if (!gtk_accelerator_parse (key, &keyval, &state) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)))
    return FALSE;
  return gdk_keyval_to_unicode (keyval) >= ' ';
}

LaminaKeys
lamina_action_table_get_keys (void)
{
  return (LaminaKeys) g_settings_get_enum (lamina_settings_get_default (), LAMINA_SETTING_KEYS);
}

static void
set_accelerators (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], lamina_action_table_get_keys ());
      g_autoptr (GPtrArray) anywhere = g_ptr_array_new ();

      for (char **key = keys; *key; key++)
        if (!lamina_action_row_is_canvas_key (&rows[i], *key))
          g_ptr_array_add (anywhere, *key);
      g_ptr_array_add (anywhere, NULL);
      gtk_application_set_accels_for_action (application, rows[i].action, (const char *const *) anywhere->pdata);
    }
}

void
lamina_action_table_set_accelerators (GtkApplication *application)
{
  g_return_if_fail (GTK_IS_APPLICATION (application));

  set_accelerators (application);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_KEYS,
                           G_CALLBACK (set_accelerators), application, G_CONNECT_SWAPPED);
}

static void
add_shortcut (GtkShortcutController *controller,
              const LaminaActionRow *row,
              const char            *key)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkShortcut *shortcut;

  if (!g_action_parse_detailed_name (row->action, &name, &target, NULL))
    return;
  shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (key), gtk_named_action_new (name));
  gtk_shortcut_set_arguments (shortcut, target);
  gtk_shortcut_controller_add_shortcut (controller, shortcut);
}

/* What can be done with a selection from where it was made. */
static gboolean
acts_in_tables (const LaminaActionRow *row)
{
  static const char *const actions[] = { "view.show-selection", "view.previous-same-name", "view.next-same-name", "view.clear",
                                         NULL };

  return g_strv_contains (actions, row->action);
}

#define FOR_TABLES "for-tables"

static void
fill_shortcuts (GtkShortcutController *controller)
{
  gboolean for_tables = g_object_get_data (G_OBJECT (controller), FOR_TABLES) != NULL;
  GListModel *shortcuts = G_LIST_MODEL (controller);

  while (g_list_model_get_n_items (shortcuts) > 0)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, 0);

      gtk_shortcut_controller_remove_shortcut (controller, shortcut);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], lamina_action_table_get_keys ());

      for (char **key = keys; *key; key++)
        if (lamina_action_row_is_canvas_key (&rows[i], *key) && (!for_tables || acts_in_tables (&rows[i])))
          add_shortcut (controller, &rows[i], *key);
    }
}

static void
add_shortcuts (GtkWidget *widget,
               gboolean   for_tables)
{
  GtkShortcutController *controller = GTK_SHORTCUT_CONTROLLER (gtk_shortcut_controller_new ());

  g_object_set_data (G_OBJECT (controller), FOR_TABLES, GINT_TO_POINTER (for_tables));
  fill_shortcuts (controller);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_KEYS,
                           G_CALLBACK (fill_shortcuts), controller, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (controller));
}

void
lamina_action_table_add_shortcuts (GtkWidget *canvas)
{
  g_return_if_fail (GTK_IS_WIDGET (canvas));

  add_shortcuts (canvas, FALSE);
  lamina_digit_keys_add (canvas, TRUE);
}

void
lamina_action_table_add_table_shortcuts (GtkWidget *table)
{
  g_return_if_fail (GTK_IS_WIDGET (table));

  add_shortcuts (table, TRUE);
}

void
lamina_action_enable (GActionMap *actions,
                      const char *name,
                      gboolean    enabled)
{
  GAction *action = actions ? g_action_map_lookup_action (actions, name) : NULL;

  if (action)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}
