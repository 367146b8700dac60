/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-group-list.h"

#include "lamina-layer-sort.h"
#include "lamina-layer-value.h"
#include "lamina-text-size.h"
#include "lamina-layer-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

/* A column of the table; @sort is what a click on its heading sorts by. */
typedef struct
{
  const char *title;
  LaminaTensorGroupColumn sort;
  int width;
  float xalign;
  char *(*dup_text) (LaminaTensorGroupList   *self,
                     const LaminaTensorGroup *group);
} Field;

struct _LaminaTensorGroupList
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  LaminaRowList *rows;
  GtkSingleSelection *selection;

  LaminaSession *session;
  LaminaTensorGrouping grouping;
  GArray *groups;
  gint64 sum;
  gboolean own_change;
};

G_DEFINE_FINAL_TYPE (LaminaTensorGroupList, lamina_tensor_group_list, GTK_TYPE_WIDGET)

enum
{
  SORTED,
  OPENED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What the shared sorters note; see lamina-layer-sort.h. Without a marked heading they give the order of execution. */
#define FIRST_NOTE (LAMINA_LAYER_COLUMN_ORDER + 1)

G_STATIC_ASSERT (LAMINA_N_TENSOR_GROUP_COLUMNS + FIRST_NOTE <= LAMINA_N_LAYER_COLUMNS);

static char *
dup_key (LaminaTensorGroupList   *self,
         const LaminaTensorGroup *group)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  if (group->key == 0)
    return g_strdup ("—");
  if (self->grouping == LAMINA_TENSORS_BY_SHAPE)
    return lamina_run_dup_shape_text (run, group->key);
  if (self->grouping == LAMINA_TENSORS_BY_DTYPE)
    return g_strdup (lamina_run_get_string (run, group->key));
  return g_strdup (lamina_role_get_title ((LaminaRole) group->key));
}

static char *
dup_count (LaminaTensorGroupList   *self,
           const LaminaTensorGroup *group)
{
  return lamina_figure_dup_exact (group->n, LAMINA_UNIT_NONE);
}

static char *
dup_bytes (LaminaTensorGroupList   *self,
           const LaminaTensorGroup *group)
{
  return lamina_figure_dup (group->bytes, LAMINA_UNIT_BYTES);
}

static char *
dup_share (LaminaTensorGroupList   *self,
           const LaminaTensorGroup *group)
{
  return lamina_layer_dup_share (group->bytes == LAMINA_ABSENT || self->sum <= 0
                                 ? NAN : (double) group->bytes / (double) self->sum);
}

static char *
dup_largest (LaminaTensorGroupList   *self,
             const LaminaTensorGroup *group)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const char *name = lamina_run_get_string (run, lamina_column_id (lamina_run_get_tensors (run)->name, group->largest));

  return *name ? g_strdup (name) : g_strdup_printf ("%u", group->largest);
}

static char *
dup_largest_bytes (LaminaTensorGroupList   *self,
                   const LaminaTensorGroup *group)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (self->session));

  return lamina_figure_dup (lamina_column_number (tensors->bytes, group->largest), LAMINA_UNIT_BYTES);
}

static const Field fields[] = {
  { N_("Shape"), LAMINA_TENSOR_GROUP_COLUMN_KEY, 180, 0, dup_key },
  { N_("Tensors"), LAMINA_TENSOR_GROUP_COLUMN_COUNT, 88, 1, dup_count },
  { N_("Size"), LAMINA_TENSOR_GROUP_COLUMN_BYTES, 96, 1, dup_bytes },
  { N_("Share"), LAMINA_TENSOR_GROUP_COLUMN_BYTES, 84, 1, dup_share },
  { N_("Largest"), LAMINA_TENSOR_GROUP_COLUMN_LARGEST, 220, 0, dup_largest },
  { N_("Its size"), LAMINA_TENSOR_GROUP_COLUMN_LARGEST, 96, 1, dup_largest_bytes },
};

static const char *const key_titles[LAMINA_N_TENSOR_GROUPINGS] = {
  [LAMINA_TENSORS_ONE_BY_ONE] = N_("Shape"),
  [LAMINA_TENSORS_BY_SHAPE] = N_("Shape"),
  [LAMINA_TENSORS_BY_DTYPE] = N_("Type"),
  [LAMINA_TENSORS_BY_ROLE] = N_("Role"),
};

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  user_data)
{
  const Field *field = user_data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), field->xalign > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), field->xalign);
  if (field->xalign > 0)
    gtk_widget_add_css_class (label, "numeric");
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  g_object_set_data (G_OBJECT (label), "field", user_data);
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaTensorGroupList    *self)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const Field *field = g_object_get_data (G_OBJECT (label), "field");
  guint position = lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item)));
  const LaminaTensorGroup *group = lamina_tensor_group_list_get_group (self, position);
  gboolean is_sum = group && field->dup_text == dup_bytes;
  gboolean estimated = is_sum && group->estimated;
  g_autofree char *text = group ? field->dup_text (self, group) : g_strdup ("");
  g_autofree char *exact = is_sum ? lamina_figure_dup_exact (group->bytes, LAMINA_UNIT_BYTES) : NULL;

  gtk_label_set_text (GTK_LABEL (label), text);
  /* Numbers are never cut: nothing is to be said of them again. */
  lamina_widget_set_tooltip (label, field->xalign > 0 ? exact : text);
  if (estimated)
    gtk_widget_add_css_class (label, "estimated");
  else
    gtk_widget_remove_css_class (label, "estimated");
}

static void
add_column (LaminaTensorGroupList *self,
            guint                  position)
{
  const Field *field = &fields[position];
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) field);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  column = gtk_column_view_column_new (_(field->title), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, field->xalign <= 0);
  lamina_text_size_set_column_width (column, field->width);
  lamina_layer_sort_add (column, (LaminaLayerColumn) (field->sort + FIRST_NOTE));
  gtk_column_view_append_column (self->view, column);
  lamina_layer_sort_align_title (self->view, position, field->xalign, NULL);
}

static void
on_selected (LaminaTensorGroupList *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  const LaminaTensorGroup *group = lamina_tensor_group_list_get_group (self, position);

  if (!self->own_change && self->session && group)
    lamina_session_select_tensor (self->session, group->largest);
}

static void
on_activated (LaminaTensorGroupList *self,
              guint                  position)
{
  g_signal_emit (self, signals[OPENED], 0, position);
}

static void
on_sorter_changed (LaminaTensorGroupList *self)
{
  g_signal_emit (self, signals[SORTED], 0);
}

static void
lamina_tensor_group_list_dispose (GObject *object)
{
  LaminaTensorGroupList *self = LAMINA_TENSOR_GROUP_LIST (object);

  if (self->rows)
    lamina_tensor_group_list_set_groups (self, NULL, LAMINA_TENSORS_ONE_BY_ONE, NULL);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (lamina_tensor_group_list_parent_class)->dispose (object);
}

static void
lamina_tensor_group_list_class_init (LaminaTensorGroupListClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_tensor_group_list_dispose;
  signals[SORTED] = g_signal_new ("sorted", LAMINA_TYPE_TENSOR_GROUP_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[OPENED] = g_signal_new ("opened", LAMINA_TYPE_TENSOR_GROUP_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
lamina_tensor_group_list_init (LaminaTensorGroupList *self)
{
  self->rows = lamina_row_list_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection))));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "layers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Groups of tensors"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    add_column (self, i);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (on_sorter_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
}

static void
update_title (LaminaTensorGroupList *self)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (self->view), 0);

  gtk_column_view_column_set_title (column, _(key_titles[self->grouping]));
}

void
lamina_tensor_group_list_set_groups (LaminaTensorGroupList *self,
                                     LaminaSession         *session,
                                     LaminaTensorGrouping   grouping,
                                     GArray                *groups)
{
  guint n = groups ? groups->len : 0;
  guint32 *rows = g_new (guint32, MAX (n, 1));

  g_return_if_fail (LAMINA_IS_TENSOR_GROUP_LIST (self));

  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, NULL, 0);
  g_set_object (&self->session, session);
  g_clear_pointer (&self->groups, g_array_unref);
  self->groups = groups ? g_array_ref (groups) : NULL;
  self->grouping = grouping;
  self->sum = LAMINA_ABSENT;
  for (guint i = 0; i < n; i++)
    {
      self->sum = lamina_number_add (self->sum, g_array_index (groups, LaminaTensorGroup, i).bytes);
      rows[i] = i;
    }
  update_title (self);
  lamina_row_list_set_rows (self->rows, rows, n);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->own_change = FALSE;
}

const LaminaTensorGroup *
lamina_tensor_group_list_get_group (LaminaTensorGroupList *self,
                                    guint                  position)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_GROUP_LIST (self), NULL);

  if (!self->groups || position >= self->groups->len)
    return NULL;
  return &g_array_index (self->groups, LaminaTensorGroup, position);
}

GtkColumnView *
lamina_tensor_group_list_get_view (LaminaTensorGroupList *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_GROUP_LIST (self), NULL);
  return self->view;
}

void
lamina_tensor_group_list_get_sort (LaminaTensorGroupList   *self,
                                   LaminaTensorGroupColumn *column,
                                   gboolean                *descending)
{
  LaminaLayerColumn noted;

  g_return_if_fail (LAMINA_IS_TENSOR_GROUP_LIST (self));

  lamina_layer_sort_get (self->view, &noted, descending);
  *column = noted < FIRST_NOTE ? LAMINA_TENSOR_GROUP_COLUMN_BYTES : (LaminaTensorGroupColumn) (noted - FIRST_NOTE);
  if (noted < FIRST_NOTE)
    *descending = TRUE;
}
