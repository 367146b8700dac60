/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-page.h"

#include "lamina-action-table.h"
#include "lamina-axis.h"
#include "lamina-memory-canvas.h"
#include "lamina-page.h"
#include "lamina-tensor-cell.h"
#include "lamina-tensor-job.h"
#include "lamina-text-bin.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* No position of a run. */
#define AT_PEAK G_MAXINT64

struct _LaminaTensorPage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkStack *stack;
  LaminaTensorChart *chart;
  GtkSearchEntry *entry;
  GtkDropDown *role_choice;
  GtkDropDown *grouping;
  GtkWidget *flame;
  GtkWidget *peak;
  GtkWidget *clear;
  GtkLabel *summary;
  GtkLabel *roles;
  GtkWidget *nothing;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  LaminaTable *table;
  LaminaTensorGroupList *groups;
  GtkToggleButton *map_button;
  GtkWidget *map_scroller;
  LaminaMemoryCanvas *map;
  GSimpleAction *group_action;

  LaminaLiveSet *live;
  gint64 wanted; /* a position to go to as soon as lifetimes are known, AT_PEAK, or LAMINA_ABSENT */
  GCancellable *job;
  LaminaTensorGroup opened; /* the group whose tensors are listed, if it has a key, of that grouping */
  LaminaTensorGrouping opened_by;
  gboolean stale;
  gboolean own_change;
};

/* What tensors of a run with allocations can be grouped by besides, in the order of LaminaTensorGrouping. */
static const char *const allocation_groupings[] = { N_("By site"), N_("By module"), N_("By stack"), N_("By stream"),
                                                     N_("By size"), N_("By category") };

G_STATIC_ASSERT (LAMINA_TENSORS_BY_SITE + G_N_ELEMENTS (allocation_groupings) == LAMINA_N_TENSOR_GROUPINGS);

static void lamina_tensor_page_init_page (LaminaPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaTensorPage, lamina_tensor_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_PAGE, lamina_tensor_page_init_page))

static char *
dup_size (gint64   bytes,
          gboolean estimated)
{
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  return g_strconcat (estimated && bytes != LAMINA_ABSENT ? "≈\u00a0" : "", figure, NULL);
}

/* How many and how large, of what is in the list. */
static char *
dup_counts (const LaminaTensorResult *result,
            gint64                    bytes,
            gboolean                  estimated)
{
  g_autofree char *size = dup_size (bytes, estimated);
  g_autofree char *text = NULL, *kinds = NULL;
  guint n = result->n - result->n_kinds;

  if (n == 0 && result->n_kinds > 0)
    /* Translators: the file does not tell tensors of one shape and element type apart. */
    return lamina_text_dup (ngettext ("%u kind of tensor, by shape and dtype", "%u kinds of tensors, by shape and dtype",
                                      result->n_kinds), result->n_kinds);
  text = lamina_text_dup (ngettext ("%u tensor · %s", "%u tensors · %s", n), n, size);
  if (result->n_unknown > 0)
    {
      g_autofree char *known = g_steal_pointer (&text);

      /* Translators: follows how many tensors there are and how large they are. */
      text = lamina_text_dup (ngettext ("%s · %u without a size", "%s · %u without a size", result->n_unknown), known,
                              result->n_unknown);
    }
  /* Translators: of a trace, which does not tell tensors of one shape and element type apart; follows how many allocations there
   * are. There is little room. */
  kinds = lamina_text_dup (ngettext ("%u kind by shape", "%u kinds by shape", result->n_kinds), result->n_kinds);
  return result->n_kinds > 0 ? g_strdup_printf ("%s · %s", text, kinds) : g_steal_pointer (&text);
}

/* As in the choice of a role. */
static const char *const role_titles[] = {
  [LAMINA_ROLE_INPUT] = N_("Inputs"),
  [LAMINA_ROLE_PARAMETER] = N_("Parameters"),
  [LAMINA_ROLE_ACTIVATION] = N_("Activations"),
  [LAMINA_ROLE_WORKSPACE] = N_("Workspace"),
  [LAMINA_ROLE_OUTPUT] = N_("Outputs"),
};

/* How large the parameters in the list are together, and so on; roles that none of them has are left out. */
static void
update_roles (LaminaTensorPage *self,
              const gint64     *by_role,
              gboolean          estimated)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint role = LAMINA_ROLE_INPUT; role < G_N_ELEMENTS (role_titles); role++)
    {
      g_autofree char *size = dup_size (by_role[role], estimated);

      if (by_role[role] != LAMINA_ABSENT)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", _(role_titles[role]), size);
    }
  lamina_widget_set_text (self->roles, text->str);
  lamina_widget_set_tip (GTK_WIDGET (self->roles), text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->roles), text->len > 0);
}

/*
 * What is kept at a position may be more than the tensors in the list, as gradients are, which have the tensor of their
 * value. Where only some of them are listed, nothing but the list can be summed up.
 */
static gboolean
sum_up_live (LaminaTensorPage         *self,
             const LaminaTensorResult *result,
             gint64                    position,
             LaminaLiveSum            *sum)
{
  guint n;

  g_free (lamina_live_set_list (self->live, position, sum, &n));
  for (guint role = 0; role < G_N_ELEMENTS (sum->roles); role++)
    if (sum->roles[role] == 0)
      sum->roles[role] = LAMINA_ABSENT;
  return result->n == sum->n;
}

/* What the tensors of the opened group have in common, before what they come to. */
static char *
dup_group (LaminaTensorPage *self,
           const char       *text)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *label = lamina_tensor_group_dup_label (run, self->opened_by, &self->opened);

  return g_strdup_printf ("%s: %s", label ? lamina_run_translate (run, label) : "—", text);
}

static void
show_summary (LaminaTensorPage         *self,
              const LaminaTensorResult *result)
{
  gint64 cursor = lamina_tensor_chart_get_cursor (self->chart);
  g_autofree char *counts = NULL;
  g_autofree char *at = NULL;
  g_autofree char *text = NULL;
  LaminaLiveSum sum;
  gboolean is_live = cursor != LAMINA_ABSENT && sum_up_live (self, result, cursor, &sum);
  /* Which tensors are alive somewhere follows from when they are kept, whichever of them are listed. */
  gboolean estimated = cursor != LAMINA_ABSENT ? lamina_live_set_is_estimated (self->live) : result->estimated;

  counts = dup_counts (result, is_live ? sum.bytes : result->bytes, estimated);
  update_roles (self, is_live ? sum.roles : result->by_role, estimated);
  if (self->opened.n > 0)
    {
      g_autofree char *plain = g_steal_pointer (&counts);

      counts = dup_group (self, plain);
    }
  if (cursor == LAMINA_ABSENT)
    {
      lamina_widget_set_text (self->summary, counts);
      return;
    }
  at = lamina_axis_dup_position_text (lamina_run_get_unit (lamina_session_get_run (self->session)),
                                      cursor - lamina_timebase_get_start (lamina_session_get_timebase (self->session)));
  /* Translators: a place on the axis, then how many tensors are kept there and how large they are. */
  text = g_strdup_printf (_("Live at %s: %s"), at, counts);
  lamina_widget_set_text (self->summary, text);
}

static void
go_to_wanted (LaminaTensorPage *self)
{
  guint peak = lamina_live_set_get_peak (self->live);
  gint64 wanted = self->wanted;

  self->wanted = LAMINA_ABSENT;
  if (peak == LAMINA_NONE || wanted == LAMINA_ABSENT)
    return;
  if (wanted == AT_PEAK)
    wanted = lamina_live_set_get_steps (self->live)->position[peak];
  lamina_tensor_chart_set_cursor (self->chart, wanted);
}

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaTensorPage *self = owner;

  if (self->session && self->live)
    lamina_tensor_cell_fill (self->session, self->live, column, row, line);
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaTensorPage *self = owner;

  return self->session && self->live ? lamina_tensor_cell_dup_hint (self->session, self->live, column, row) : NULL;
}

static void
draw (gpointer     owner,
      guint        column,
      guint32      row,
      GtkWidget   *cell,
      GtkSnapshot *snapshot)
{
  LaminaTensorPage *self = owner;

  if (column == LAMINA_TENSOR_CELL_ALIVE && self->session && self->live)
    lamina_tensor_cell_draw_life (self->session, self->live, row, cell, snapshot);
}

static gboolean
count (gpointer  owner,
       guint    *n,
       guint32  *bits)
{
  LaminaTensorPage *self = owner;

  if (!self->session || !self->live)
    return FALSE;
  *n = lamina_run_get_tensors (lamina_session_get_run (self->session))->n;
  *bits = 0;
  return TRUE;
}

static const LaminaTableKind kind = { .fill = fill, .dup_hint = dup_hint, .draw = draw, .count = count };

static void
on_session_tensor (LaminaTensorPage *self)
{
  if (!self->own_change)
    lamina_table_pick (self->table, lamina_session_get_tensor (self->session));
}

static void
on_picked (LaminaTensorPage *self,
           guint             tensor)
{
  if (!self->session)
    return;
  self->own_change = TRUE;
  lamina_session_select_tensor (self->session, tensor);
  self->own_change = FALSE;
}

/* The names of those that a selected layer makes or reads are brought out. */
static void
on_session_selection (LaminaTensorPage *self)
{
  lamina_table_refresh (self->table, LAMINA_TENSOR_COLUMN_NAME);
}

static LaminaTensorGrouping
get_grouping (LaminaTensorPage *self)
{
  return (LaminaTensorGrouping) MIN (gtk_drop_down_get_selected (self->grouping), LAMINA_N_TENSOR_GROUPINGS - 1);
}

static void
take_result (gpointer owner,
             gpointer taken)
{
  LaminaTensorPage *self = owner;
  g_autoptr (LaminaTensorResult) result = taken;
  gboolean has_live = lamina_live_set_get_peak (result->live) != LAMINA_NONE;

  if (self->live != result->live)
    {
      gint64 cursor = self->live ? lamina_tensor_chart_get_cursor (self->chart) : LAMINA_ABSENT;

      g_clear_pointer (&self->live, lamina_live_set_unref);
      self->live = lamina_live_set_ref (result->live);
      lamina_tensor_chart_show (self->chart, self->session, self->live, cursor);
      /* Now that lifetimes are known. */
      lamina_tensor_cell_fit_columns (self->table);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->chart), has_live);
  gtk_widget_set_visible (self->peak, has_live);
  gtk_widget_set_visible (self->nothing, result->n == 0);
  show_summary (self, result);
  lamina_table_set_rows (self->table, g_steal_pointer (&result->rows), result->n);
  if (result->groups)
    lamina_tensor_group_list_set_groups (self->groups, self->session, get_grouping (self), result->groups);
  if (result->map)
    lamina_memory_canvas_show (self->map, self->session, self->live, g_steal_pointer (&result->map));
  lamina_table_pick (self->table, lamina_session_get_tensor (self->session));
  go_to_wanted (self);
}

static void
update (LaminaTensorPage *self)
{
  LaminaTensorFilter filter = LAMINA_TENSOR_FILTER_INIT;
  int column = LAMINA_TENSOR_COLUMN_INDEX;
  gboolean descending;
  LaminaTensorGroups groups = { 0 };
  guint role;

  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  groups.grouping = get_grouping (self);
  lamina_session_set_bands (self->session, groups.grouping);
  groups.with_map = gtk_toggle_button_get_active (self->map_button);
  role = gtk_drop_down_get_selected (self->role_choice);
  filter.text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  filter.roles = role > 0 && role < LAMINA_N_ROLES ? 1u << role : 0;
  filter.position = lamina_tensor_chart_get_cursor (self->chart);
  if (self->opened.n > 0)
    {
      filter.grouping = self->opened_by;
      filter.key = self->opened.key;
    }
  lamina_table_get_sort (self->table, &column, &descending);
  lamina_tensor_group_list_get_sort (self->groups, &groups.column, &groups.descending);
  gtk_widget_set_visible (self->clear, filter.position != LAMINA_ABSENT || self->opened.n > 0);
  lamina_tensor_job_start (self->session, self->live, &filter, (LaminaTensorColumn) column, descending, &groups, self, &self->job,
                           take_result);
}

static void
on_cursor (LaminaTensorPage *self)
{
  update (self);
}

static void
on_flame (LaminaTensorPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "view.flame-memory", "x", lamina_tensor_chart_get_cursor (self->chart));
}

/* The tensors, their groups, or where they lie: the map has all of them, whatever is filtered. */
static void
show_view (LaminaTensorPage *self)
{
  gboolean is_map = gtk_toggle_button_get_active (self->map_button);
  gboolean is_list = get_grouping (self) == LAMINA_TENSORS_ONE_BY_ONE;

  gtk_widget_set_visible (self->map_scroller, is_map);
  gtk_widget_set_visible (GTK_WIDGET (self->scroller), !is_map && is_list);
  gtk_widget_set_visible (GTK_WIDGET (self->groups), !is_map && !is_list);
}

/* Addresses are those of a moment: where none is chosen, that of the peak. */
static void
on_map (LaminaTensorPage *self)
{
  show_view (self);
  if (gtk_toggle_button_get_active (self->map_button) && lamina_tensor_chart_get_cursor (self->chart) == LAMINA_ABSENT)
    {
      self->wanted = AT_PEAK;
      if (self->live)
        go_to_wanted (self);
    }
  update (self);
}

static void
on_grouping (LaminaTensorPage *self)
{
  LaminaTensorGrouping grouping = get_grouping (self);

  if (grouping != LAMINA_TENSORS_ONE_BY_ONE)
    self->opened.n = 0;
  show_view (self);
  if (self->group_action)
    g_simple_action_set_state (self->group_action, g_variant_new_string (lamina_tensor_grouping_get_name (grouping)));
  update (self);
}

/*
 * The tensors of a group, one by one: what they have in common becomes the filter. What is no word of that, as a stack, is a filter
 * of its own, until all tensors are listed again.
 */
static void
on_group_opened (LaminaTensorPage *self,
                 guint             position)
{
  const LaminaTensorGroup *group = lamina_tensor_group_list_get_group (self->groups, position);
  LaminaTensorGrouping grouping = get_grouping (self);
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *shape = NULL;
  g_autofree char *whole = NULL;

  if (!group || (group->key == 0 && grouping < LAMINA_TENSORS_BY_SITE))
    return;
  if (grouping >= LAMINA_TENSORS_BY_SITE)
    {
      LaminaTensorGroup opened = *group;

      gtk_drop_down_set_selected (self->grouping, LAMINA_TENSORS_ONE_BY_ONE);
      self->opened = opened;
      self->opened_by = grouping;
      update (self);
      return;
    }
  gtk_drop_down_set_selected (self->grouping, LAMINA_TENSORS_ONE_BY_ONE);
  if (grouping == LAMINA_TENSORS_BY_ROLE)
    {
      gtk_drop_down_set_selected (self->role_choice, group->key);
      return;
    }
  shape = grouping == LAMINA_TENSORS_BY_SHAPE ? lamina_run_dup_shape_text (run, group->key) : NULL;
  whole = shape ? g_strconcat ("=", shape, NULL) : g_strdup (lamina_run_get_string (run, group->key));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), whole);
}

/* The choice has what the run knows: how tensors were allocated, or not. */
static void
show_groupings (LaminaTensorPage *self,
                LaminaRun        *run)
{
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (self->grouping));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list)), known = LAMINA_TENSORS_BY_SITE;

  while (known < LAMINA_N_TENSOR_GROUPINGS && lamina_tensor_grouping_is_known ((LaminaTensorGrouping) known, run))
    known++;
  if (n > known)
    gtk_string_list_splice (list, known, n - known, NULL);
  for (; n < known; n++)
    gtk_string_list_append (list, _(allocation_groupings[n - LAMINA_TENSORS_BY_SITE]));
}

/* Rows and lifetimes of the old run, or of the old clocks, mean nothing in the new one. */
static void
on_timebase_changed (LaminaTensorPage *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  lamina_job_stop (&self->job);
  self->wanted = LAMINA_ABSENT;
  self->opened.n = 0;
  lamina_table_set_rows (self->table, NULL, 0);
  lamina_tensor_group_list_set_groups (self->groups, NULL, LAMINA_TENSORS_ONE_BY_ONE, NULL);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  lamina_tensor_chart_show (self->chart, NULL, NULL, LAMINA_ABSENT);
  lamina_memory_canvas_show (self->map, NULL, NULL, NULL);
  gtk_stack_set_visible_child_name (self->stack, lamina_run_get_tensors (run)->n > 0 ? "list" : "nothing");
  lamina_tensor_cell_show_columns (self->table, run);
  show_groupings (self, run);
  gtk_widget_set_visible (self->flame, lamina_run_get_memory (run)->n_calls > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->map_button), lamina_run_get_memory (run)->n_segments > 0);
  if (lamina_run_get_memory (run)->n_segments == 0)
    gtk_toggle_button_set_active (self->map_button, FALSE);
  update (self);
}

static void
lamina_tensor_page_map (GtkWidget *widget)
{
  LaminaTensorPage *self = LAMINA_TENSOR_PAGE (widget);

  GTK_WIDGET_CLASS (lamina_tensor_page_parent_class)->map (widget);
  if (self->stale)
    update (self);
}

static void
set_session (LaminaPage    *page,
             LaminaSession *session)
{
  LaminaTensorPage *self = LAMINA_TENSOR_PAGE (page);

  if (self->session == session)
    return;
  lamina_job_stop (&self->job);
  /* While it is emptied the cursor goes: nothing is to be looked for then. */
  lamina_session_replace (&self->session, NULL, self);
  lamina_table_set_rows (self->table, NULL, 0);
  lamina_tensor_group_list_set_groups (self->groups, NULL, LAMINA_TENSORS_ONE_BY_ONE, NULL);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  if (self->chart)
    lamina_tensor_chart_show (self->chart, NULL, NULL, LAMINA_ABSENT);
  if (self->map)
    lamina_memory_canvas_show (self->map, NULL, NULL, NULL);
  lamina_session_replace (&self->session, session, self);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (on_timebase_changed), self);
  g_signal_connect_swapped (session, "notify::tensor", G_CALLBACK (on_session_tensor), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_session_selection), self);
  on_timebase_changed (self);
}

static void
lamina_tensor_page_dispose (GObject *object)
{
  LaminaTensorPage *self = LAMINA_TENSOR_PAGE (object);

  if (self->table)
    set_session (LAMINA_PAGE (self), NULL);
  g_clear_pointer (&self->table, lamina_table_close);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TENSOR_PAGE);
  g_clear_object (&self->group_action);
  G_OBJECT_CLASS (lamina_tensor_page_parent_class)->dispose (object);
}

static void
lamina_tensor_page_class_init (LaminaTensorPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_tensor_page_dispose;
  widget_class->map = lamina_tensor_page_map;
  g_type_ensure (LAMINA_TYPE_MEMORY_CANVAS);
  g_type_ensure (LAMINA_TYPE_TENSOR_CHART);
  g_type_ensure (LAMINA_TYPE_TEXT_BIN);
  g_type_ensure (LAMINA_TYPE_TENSOR_GROUP_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-tensor-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, chart);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, role_choice);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, grouping);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, groups);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, map_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, map_scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, map);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, nothing);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, flame);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, peak);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, clear);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, summary);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, roles);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, view);
  gtk_widget_class_set_css_name (widget_class, "tensor-page");
}

static void
lamina_tensor_page_init (LaminaTensorPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->wanted = LAMINA_ABSENT;
  self->table = lamina_table_new (self->view, &kind, self);
  lamina_tensor_cell_append_columns (self->table);
  lamina_table_sort_by (self->table, LAMINA_TENSOR_COLUMN_BYTES, GTK_SORT_DESCENDING);
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->role_choice, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grouping, "notify::selected", G_CALLBACK (on_grouping), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->flame, "clicked", G_CALLBACK (on_flame), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->map_button, "toggled", G_CALLBACK (on_map), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->groups, "sorted", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->groups, "opened", G_CALLBACK (on_group_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chart, "cursor-moved", G_CALLBACK (on_cursor), self, G_CONNECT_SWAPPED);
}

/* Whoever asks for something by a command wants to see it. */
static void
come_to_front (LaminaTensorPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "view.page", "s", "tensors");
}

/* Before the page was seen, lifetimes are not known: it goes there when it has them. */
static void
go_to (LaminaTensorPage *self,
       gint64            position)
{
  come_to_front (self);
  self->wanted = position;
  if (self->live)
    go_to_wanted (self);
}

LAMINA_ACTION (go_to_peak)
{
  go_to (LAMINA_TENSOR_PAGE (user_data), AT_PEAK);
}

LAMINA_ACTION (go_to_position)
{
  go_to (LAMINA_TENSOR_PAGE (user_data), g_variant_get_int64 (parameter));
}

LAMINA_ACTION (list_all)
{
  come_to_front (user_data);
  LAMINA_TENSOR_PAGE (user_data)->opened.n = 0;
  lamina_tensor_chart_set_cursor (LAMINA_TENSOR_PAGE (user_data)->chart, LAMINA_ABSENT);
  update (user_data);
}

LAMINA_ACTION (set_grouping)
{
  const char *name = g_variant_get_string (parameter, NULL);

  come_to_front (user_data);
  for (guint i = 0; i < LAMINA_N_TENSOR_GROUPINGS; i++)
    if (strcmp (lamina_tensor_grouping_get_name ((LaminaTensorGrouping) i), name) == 0)
      gtk_drop_down_set_selected (LAMINA_TENSOR_PAGE (user_data)->grouping, i);
}

static const GActionEntry entries[] = {
  { "tensors-at", go_to_position, "x", NULL, NULL, { 0 } },
  { "group-tensors", NULL, "s", "'one'", set_grouping, { 0 } },
  { "tensors-at-peak", go_to_peak, NULL, NULL, NULL, { 0 } },
  { "tensors-all", list_all, NULL, NULL, NULL, { 0 } },
};

static void
stand_in (LaminaPageSlot *slot,
          GActionMap     *actions)
{
  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
}

static void
add_actions (LaminaPage *page,
             GActionMap *actions)
{
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), page);
  g_set_object (&LAMINA_TENSOR_PAGE (page)->group_action,
                G_SIMPLE_ACTION (g_action_map_lookup_action (actions, "group-tensors")));
}

static void
fill_export (LaminaPage           *page,
             LaminaPictureOptions *options)
{
  LaminaTensorPage *self = LAMINA_TENSOR_PAGE (page);

  options->view = gtk_toggle_button_get_active (self->map_button) ? "memory" : "tensors";
  options->moment = lamina_tensor_chart_get_cursor (self->chart);
}

static void
lamina_tensor_page_init_page (LaminaPageInterface *iface)
{
  iface->id = "tensors";
  iface->title = N_("Tensors");
  iface->icon_name = "lamina-tensors-symbolic";
  iface->stand_in = stand_in;
  iface->add_actions = add_actions;
  iface->set_session = set_session;
  iface->fill_export = fill_export;
}
