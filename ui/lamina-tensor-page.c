/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-page.h"

#include "lamina-axis.h"
#include "lamina-layer-sort.h"
#include "lamina-tensor-cell.h"
#include "lamina-tensor-group-list.h"
#include "lamina-tensor-job.h"
#include "lamina-text-bin.h"
#include "lamina-text-size.h"
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
  GtkWidget *peak;
  GtkWidget *clear;
  GtkLabel *summary;
  GtkLabel *roles;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  LaminaTensorGroupList *groups;
  GSimpleAction *group_action;

  LaminaRowList *rows;
  GtkSingleSelection *selection;
  LaminaLiveSet *live;
  gint64 wanted; /* a position to go to as soon as lifetimes are known, AT_PEAK, or LAMINA_ABSENT */
  GCancellable *job;
  gboolean stale;
  gboolean own_change;
};

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_STATIC_ASSERT (LAMINA_N_TENSOR_SORTS + LAMINA_LAYER_COLUMN_ORDER + 1 <= LAMINA_N_LAYER_COLUMNS);

G_DEFINE_FINAL_TYPE (LaminaTensorPage, lamina_tensor_page, GTK_TYPE_WIDGET)

static void
show_selection (LaminaTensorPage *self)
{
  guint32 tensor = lamina_session_get_tensor (self->session);
  guint position = tensor == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, tensor);
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  self->own_change = TRUE;
  gtk_single_selection_set_selected (self->selection, position == LAMINA_NONE ? GTK_INVALID_LIST_POSITION : position);
  self->own_change = FALSE;
  if (position != LAMINA_NONE && list)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
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
  g_autofree char *text = NULL;

  /* Translators: the file does not tell tensors of one shape and element type apart. */
  if (result->is_kinds)
    return g_strdup_printf (ngettext ("%u kind of tensor, by shape and dtype", "%u kinds of tensors, by shape and dtype",
                                      result->n), result->n);
  text = g_strdup_printf (ngettext ("%u tensor · %s", "%u tensors · %s", result->n), result->n, size);
  if (result->n_unknown == 0)
    return g_steal_pointer (&text);
  /* Translators: follows how many tensors there are and how large they are. */
  return g_strdup_printf (ngettext ("%s · %u without a size", "%s · %u without a size", result->n_unknown), text,
                          result->n_unknown);
}

/* As in the choice of a role. */
static const char *const role_titles[] = {
  [LAMINA_ROLE_INPUT] = N_("Fed in"),
  [LAMINA_ROLE_PARAMETER] = N_("Parameters"),
  [LAMINA_ROLE_ACTIVATION] = N_("Activations"),
  [LAMINA_ROLE_WORKSPACE] = N_("Workspace"),
  [LAMINA_ROLE_OUTPUT] = N_("Results"),
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
  gtk_label_set_text (self->roles, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->roles), text->str);
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

static void
update_summary (LaminaTensorPage         *self,
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
  if (cursor == LAMINA_ABSENT)
    {
      gtk_label_set_text (self->summary, counts);
      return;
    }
  at = lamina_axis_dup_position_text (lamina_run_get_unit (lamina_session_get_run (self->session)),
                                      cursor - lamina_timebase_get_start (lamina_session_get_timebase (self->session)));
  /* Translators: a place on the axis, then how many tensors are kept there and how large they are. */
  text = g_strdup_printf (_("Alive at %s: %s"), at, counts);
  gtk_label_set_text (self->summary, text);
}

static LaminaTensorGrouping
get_grouping (LaminaTensorPage *self)
{
  return (LaminaTensorGrouping) MIN (gtk_drop_down_get_selected (self->grouping), LAMINA_N_TENSOR_GROUPINGS - 1);
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
    }
  gtk_widget_set_visible (GTK_WIDGET (self->chart), has_live);
  gtk_widget_set_visible (self->peak, has_live);
  update_summary (self, result);
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, g_steal_pointer (&result->rows), result->n);
  self->own_change = FALSE;
  if (result->groups)
    lamina_tensor_group_list_set_groups (self->groups, self->session, get_grouping (self), result->groups);
  show_selection (self);
  go_to_wanted (self);
}

/* What the shared sorters note. They give the order of execution when no heading is marked, so that is left out. */
#define FIRST_NOTE (LAMINA_LAYER_COLUMN_ORDER + 1)

static void
get_sort (LaminaTensorPage   *self,
          LaminaTensorColumn *column,
          gboolean           *descending)
{
  LaminaLayerColumn noted;

  lamina_layer_sort_get (self->view, &noted, descending);
  *column = noted < FIRST_NOTE ? LAMINA_TENSOR_COLUMN_INDEX : (LaminaTensorColumn) (noted - FIRST_NOTE);
}

static void
update (LaminaTensorPage *self)
{
  LaminaTensorFilter filter = LAMINA_TENSOR_FILTER_INIT;
  LaminaTensorColumn column;
  gboolean descending;
  LaminaTensorGroups groups = { get_grouping (self), 0, FALSE };
  guint role;

  self->stale = TRUE;
  if (!self->session || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->stale = FALSE;
  role = gtk_drop_down_get_selected (self->role_choice);
  filter.text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  filter.roles = role > 0 && role < LAMINA_N_ROLES ? 1u << role : 0;
  filter.position = lamina_tensor_chart_get_cursor (self->chart);
  get_sort (self, &column, &descending);
  lamina_tensor_group_list_get_sort (self->groups, &groups.column, &groups.descending);
  lamina_tensor_job_start (self->session, self->live, &filter, column, descending, &groups, self, &self->job,
                           take_result);
}

/* Marks the heading that the rows are sorted by. */
static void
sort_by (LaminaTensorPage   *self,
         LaminaTensorColumn  column,
         GtkSortType         direction)
{
  guint n;
  const LaminaTensorField *fields = lamina_tensor_list_fields (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].sort == column)
      {
        g_autoptr (GtkColumnViewColumn) found = g_list_model_get_item (gtk_column_view_get_columns (self->view), i);

        /* Without this the mark of the heading before would stay. */
        gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
        gtk_column_view_sort_by_column (self->view, found, direction);
        return;
      }
}

/* The largest first is what one asks of a moment. */
static void
on_cursor (LaminaTensorPage *self)
{
  gboolean has_cursor = lamina_tensor_chart_get_cursor (self->chart) != LAMINA_ABSENT;

  if (has_cursor && !gtk_widget_get_visible (self->clear))
    sort_by (self, LAMINA_TENSOR_COLUMN_BYTES, GTK_SORT_DESCENDING);
  gtk_widget_set_visible (self->clear, has_cursor);
  update (self);
}

static const char *const grouping_names[] = { "one", "shape", "dtype", "role", NULL };

static void
on_grouping (LaminaTensorPage *self)
{
  LaminaTensorGrouping grouping = get_grouping (self);

  gtk_widget_set_visible (GTK_WIDGET (self->scroller), grouping == LAMINA_TENSORS_ONE_BY_ONE);
  gtk_widget_set_visible (GTK_WIDGET (self->groups), grouping != LAMINA_TENSORS_ONE_BY_ONE);
  if (self->group_action)
    g_simple_action_set_state (self->group_action, g_variant_new_string (grouping_names[grouping]));
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

/* GTK 4.8 also gives room to columns that can't be seen: they would take it from names and shapes. */
static void
show_column (GtkColumnViewColumn *column,
             int                  width,
             gboolean             shown)
{
  if (gtk_column_view_column_get_visible (column) == shown)
    return;
  gtk_column_view_column_set_visible (column, shown);
  lamina_text_size_set_column_width (column, shown ? width : 0);
}

static void
show_columns (LaminaTensorPage *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n;
  const LaminaTensorField *fields = lamina_tensor_list_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      show_column (column, fields[i].width,
                   lamina_tensor_has_field (lamina_session_get_run (self->session), &fields[i]));
    }
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
  show_columns (self);
  update (self);
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  user_data)
{
  gtk_list_item_set_child (item, lamina_tensor_cell_new (user_data));
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaTensorPage         *self)
{
  lamina_tensor_cell_bind (LAMINA_TENSOR_CELL (gtk_list_item_get_child (item)), self->session, self->live,
                           lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item))));
}

static void
unbind_cell (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             gpointer                  user_data)
{
  lamina_tensor_cell_bind (LAMINA_TENSOR_CELL (gtk_list_item_get_child (item)), NULL, NULL, 0);
}

static void
add_column (LaminaTensorPage        *self,
            const LaminaTensorField *field,
            guint                    position)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) field);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
  column = gtk_column_view_column_new (_(field->title), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  /* Names and shapes take what the others leave; at the least size of the window all columns still fit. */
  gtk_column_view_column_set_expand (column, field->sort == LAMINA_TENSOR_COLUMN_NAME
                                             || field->sort == LAMINA_TENSOR_COLUMN_SHAPE
                                             || field->sort == LAMINA_TENSOR_COLUMN_PRODUCER);
  lamina_text_size_set_column_width (column, field->width);
  lamina_layer_sort_add (column, (LaminaLayerColumn) (field->sort + FIRST_NOTE));
  gtk_column_view_append_column (self->view, column);
  lamina_layer_sort_align_title (self->view, position, field->xalign, NULL);
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
  guint n;
  const LaminaTensorField *fields = lamina_tensor_list_fields (&n);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->wanted = LAMINA_ABSENT;
  self->rows = lamina_row_list_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  for (guint i = 0; i < n; i++)
    add_column (self, &fields[i], i);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
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

static void
go_to_peak (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  go_to (LAMINA_TENSOR_PAGE (user_data), AT_PEAK);
}

static void
go_to_position (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  go_to (LAMINA_TENSOR_PAGE (user_data), g_variant_get_int64 (parameter));
}

static void
list_all (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  come_to_front (user_data);
  lamina_tensor_chart_set_cursor (LAMINA_TENSOR_PAGE (user_data)->chart, LAMINA_ABSENT);
}

static void
set_grouping (GSimpleAction *action,
              GVariant      *value,
              gpointer       user_data)
{
  const char *name = g_variant_get_string (value, NULL);

  come_to_front (user_data);
  for (guint i = 0; grouping_names[i]; i++)
    if (strcmp (grouping_names[i], name) == 0)
      gtk_drop_down_set_selected (LAMINA_TENSOR_PAGE (user_data)->grouping, i);
}

static const GActionEntry entries[] = {
  { "tensors-at", go_to_position, "x", NULL, NULL, { 0 } },
  { "group-tensors", NULL, "s", "'one'", set_grouping, { 0 } },
  { "tensors-at-peak", go_to_peak, NULL, NULL, NULL, { 0 } },
  { "tensors-all", list_all, NULL, NULL, NULL, { 0 } },
};

static void
on_made (GtkWidget *page,
         gpointer   view)
{
  g_object_bind_property (view, "session", page, "session", G_BINDING_SYNC_CREATE);
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), page);
  g_set_object (&LAMINA_TENSOR_PAGE (page)->group_action,
                G_SIMPLE_ACTION (g_action_map_lookup_action (lamina_document_view_get_actions (view), "group-tensors")));
}

void
lamina_tensor_page_add (LaminaDocumentView *view)
{
  LaminaPageSlot *slot = lamina_document_view_add_slot (view, "tensors", _("Tensors"), "lamina-tensors-symbolic",
                                                        LAMINA_TYPE_TENSOR_PAGE, on_made);

  lamina_page_slot_stand_in_entries (slot, entries, G_N_ELEMENTS (entries));
}
