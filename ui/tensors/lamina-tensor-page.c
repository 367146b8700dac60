/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-page-private.h"

#include "lamina-gradual-selection.h"
#include "lamina-layer-sort.h"
#include "lamina-text-bin.h"
#include "lamina-widget.h"

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LaminaTensorPage, lamina_tensor_page, GTK_TYPE_WIDGET)

static void
show_selection (LaminaTensorPage *self)
{
  guint32 tensor = lamina_session_get_tensor (self->session);
  guint position = tensor == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, tensor);

  if (position == LAMINA_NONE)
    position = GTK_INVALID_LIST_POSITION;
  self->own_change = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->own_change = FALSE;
  lamina_gradual_selection_scroll_to (self->view, position);
}

static void
on_session_tensor (LaminaTensorPage *self)
{
  if (!self->own_change)
    show_selection (self);
}

static void
on_row_selected (LaminaTensorPage *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->own_change || !self->session)
    return;
  self->own_change = TRUE;
  lamina_session_select_tensor (self->session, position == GTK_INVALID_LIST_POSITION
                                               ? LAMINA_NONE : lamina_row_list_get_row (self->rows, position));
  self->own_change = FALSE;
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
      g_clear_pointer (&self->live, lamina_live_set_unref);
      self->live = lamina_live_set_ref (result->live);
      lamina_tensor_chart_set_live (self->chart, self->session, self->live);
      _lamina_tensor_page_fit_columns (self);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->chart), has_live);
  gtk_widget_set_visible (self->peak, has_live);
  gtk_widget_set_visible (self->nothing, result->n == 0);
  _lamina_tensor_page_show_summary (self, result);
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, g_steal_pointer (&result->rows), result->n);
  self->own_change = FALSE;
  if (result->groups)
    lamina_tensor_group_list_set_groups (self->groups, self->session, get_grouping (self), result->groups);
  show_selection (self);
  _lamina_tensor_page_go_to_wanted (self);
}

static void
update (LaminaTensorPage *self)
{
  LaminaTensorFilter filter = LAMINA_TENSOR_FILTER_INIT;
  LaminaTensorColumn column;
  gboolean descending;
  LaminaTensorGroups groups = { 0 };
  guint role;

  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  groups.grouping = get_grouping (self);
  role = gtk_drop_down_get_selected (self->role_choice);
  filter.text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  filter.roles = role > 0 && role < LAMINA_N_ROLES ? 1u << role : 0;
  filter.position = lamina_tensor_chart_get_cursor (self->chart);
  _lamina_tensor_page_get_sort (self, &column, &descending);
  lamina_tensor_group_list_get_sort (self->groups, &groups.column, &groups.descending);
  lamina_tensor_job_start (self->session, self->live, &filter, column, descending, &groups, self, &self->job,
                           take_result);
}

static void
on_cursor (LaminaTensorPage *self)
{
  gboolean has_cursor = lamina_tensor_chart_get_cursor (self->chart) != LAMINA_ABSENT;

  gtk_widget_set_visible (self->clear, has_cursor);
  update (self);
}

static void
on_grouping (LaminaTensorPage *self)
{
  LaminaTensorGrouping grouping = get_grouping (self);

  gtk_widget_set_visible (GTK_WIDGET (self->scroller), grouping == LAMINA_TENSORS_ONE_BY_ONE);
  gtk_widget_set_visible (GTK_WIDGET (self->groups), grouping != LAMINA_TENSORS_ONE_BY_ONE);
  if (self->group_action)
    g_simple_action_set_state (self->group_action, g_variant_new_string (_lamina_tensor_grouping_names[grouping]));
  update (self);
}

/* The tensors of a group, one by one: what they have in common becomes the filter. */
static void
on_group_opened (LaminaTensorPage *self,
                 guint             position)
{
  const LaminaTensorGroup *group = lamina_tensor_group_list_get_group (self->groups, position);
  LaminaTensorGrouping grouping = get_grouping (self);
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *shape = NULL;
  g_autofree char *whole = NULL;

  if (!group || group->key == 0)
    return;
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

/* Rows and lifetimes of the old run, or of the old clocks, mean nothing in the new one. */
static void
on_timebase_changed (LaminaTensorPage *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  lamina_job_stop (&self->job);
  self->wanted = LAMINA_ABSENT;
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, NULL, 0);
  self->own_change = FALSE;
  lamina_tensor_group_list_set_groups (self->groups, NULL, LAMINA_TENSORS_ONE_BY_ONE, NULL);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  lamina_tensor_chart_set_live (self->chart, NULL, NULL);
  gtk_stack_set_visible_child_name (self->stack, lamina_run_get_tensors (run)->n > 0 ? "list" : "nothing");
  _lamina_tensor_page_show_columns (self);
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
set_session (LaminaTensorPage *self,
             LaminaSession    *session)
{
  if (self->session == session)
    return;
  lamina_job_stop (&self->job);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, NULL, 0);
  self->own_change = FALSE;
  lamina_tensor_group_list_set_groups (self->groups, NULL, LAMINA_TENSORS_ONE_BY_ONE, NULL);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  if (self->chart)
    lamina_tensor_chart_set_live (self->chart, NULL, NULL);
  g_set_object (&self->session, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (on_timebase_changed), self);
  g_signal_connect_swapped (session, "notify::tensor", G_CALLBACK (on_session_tensor), self);
  on_timebase_changed (self);
}

static void
lamina_tensor_page_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  if (id == PROP_SESSION)
    g_value_set_object (value, LAMINA_TENSOR_PAGE (object)->session);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_tensor_page_set_property (GObject      *object,
                                 guint         id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  if (id == PROP_SESSION)
    set_session (LAMINA_TENSOR_PAGE (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_tensor_page_dispose (GObject *object)
{
  LaminaTensorPage *self = LAMINA_TENSOR_PAGE (object);

  if (self->rows)
    set_session (self, NULL);
  g_clear_object (&self->fit);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TENSOR_PAGE);
  g_clear_object (&self->group_action);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (lamina_tensor_page_parent_class)->dispose (object);
}

static void
lamina_tensor_page_class_init (LaminaTensorPageClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_tensor_page_dispose;
  object_class->get_property = lamina_tensor_page_get_property;
  object_class->set_property = lamina_tensor_page_set_property;
  widget_class->map = lamina_tensor_page_map;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LAMINA_TYPE_SESSION,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
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
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorPage, nothing);
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
  self->rows = lamina_row_list_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  _lamina_tensor_page_add_columns (self);
  _lamina_tensor_page_sort_by_size (self);
  lamina_gradual_selection_attach (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_row_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->role_choice, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grouping, "notify::selected", G_CALLBACK (on_grouping), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->groups, "sorted", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->groups, "opened", G_CALLBACK (on_group_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chart, "notify::cursor", G_CALLBACK (on_cursor), self, G_CONNECT_SWAPPED);
}

LaminaTensorChart *
lamina_tensor_page_get_chart (LaminaTensorPage *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_PAGE (self), NULL);
  return self->chart;
}

GtkColumnView *
lamina_tensor_page_get_view (LaminaTensorPage *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_PAGE (self), NULL);
  return self->view;
}

LaminaTensorGroupList *
lamina_tensor_page_get_groups (LaminaTensorPage *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_PAGE (self), NULL);
  return self->groups;
}

const char *
lamina_tensor_page_get_summary (LaminaTensorPage *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_PAGE (self), NULL);
  return gtk_label_get_text (self->summary);
}
