/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-group-list.h"

#include "lamina-layer-text.h"
#include "lamina-layer-value.h"
#include "lamina-table.h"

#include <glib/gi18n.h>
#include <math.h>

struct _LaminaTensorGroupList
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  LaminaTable *table;

  LaminaSession *session;
  LaminaTensorGrouping grouping;
  GArray *groups;
  gint64 sum;
};

G_DEFINE_FINAL_TYPE (LaminaTensorGroupList, lamina_tensor_group_list, GTK_TYPE_WIDGET)

enum
{
  SORTED,
  OPENED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

enum
{
  CELL_KEY,
  CELL_COUNT,
  CELL_BYTES,
  CELL_SHARE,
  CELL_LARGEST,
  CELL_LARGEST_BYTES,
};

static const LaminaTableColumn columns[] = {
  { CELL_KEY, N_("Shape"), 180, LAMINA_TENSOR_GROUP_COLUMN_KEY, 0, LAMINA_COLUMN_SHAPES, TRUE },
  { CELL_COUNT, N_("Tensors"), 88, LAMINA_TENSOR_GROUP_COLUMN_COUNT, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_BYTES, N_("Size"), 96, LAMINA_TENSOR_GROUP_COLUMN_BYTES, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_SHARE, N_("Share"), 84, LAMINA_TENSOR_GROUP_COLUMN_BYTES, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_LARGEST, N_("Largest"), 220, LAMINA_TENSOR_GROUP_COLUMN_LARGEST, 0, LAMINA_COLUMN_NAMES, TRUE },
  { CELL_LARGEST_BYTES, N_("Largest size"), 104, LAMINA_TENSOR_GROUP_COLUMN_LARGEST, 1, LAMINA_COLUMN_NUMBERS },
};

static char *
dup_key (LaminaTensorGroupList   *self,
         const LaminaTensorGroup *group)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *label = NULL;

  if (group->key == 0)
    return g_strdup ("—");
  if (self->grouping == LAMINA_TENSORS_BY_ROLE)
    return g_strdup (lamina_role_get_title ((LaminaRole) group->key));
  label = lamina_tensor_group_dup_label (run, self->grouping, group);
  return g_strdup (lamina_run_translate (run, label));
}

static char *
dup_text (LaminaTensorGroupList   *self,
          const LaminaTensorGroup *group,
          guint                    column)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const char *name;

  switch (column)
    {
    case CELL_KEY:
      return dup_key (self, group);
    case CELL_COUNT:
      return lamina_figure_dup_exact (group->n, LAMINA_UNIT_NONE);
    case CELL_BYTES:
      return lamina_figure_dup (group->bytes, LAMINA_UNIT_BYTES);
    case CELL_SHARE:
      return lamina_layer_dup_share (group->bytes == LAMINA_ABSENT || self->sum <= 0
                                     ? NAN : (double) group->bytes / (double) self->sum);
    case CELL_LARGEST:
      name = lamina_run_get_string (run, lamina_column_id (lamina_run_get_tensors (run)->name, group->largest));
      return *name ? g_strdup (name) : g_strdup_printf ("%u", group->largest);
    default:
      return lamina_figure_dup (lamina_column_number (lamina_run_get_tensors (run)->bytes, group->largest), LAMINA_UNIT_BYTES);
    }
}

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaTensorGroupList *self = owner;
  const LaminaTensorGroup *group = lamina_tensor_group_list_get_group (self, row);

  if (!group)
    return;
  line->text = dup_text (self, group, column);
  line->estimated = column == CELL_BYTES && group->estimated;
  line->ellipsize = line->number ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE;
}

/* Numbers are never cut: nothing is to be said of them again. */
static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaTensorGroupList *self = owner;
  const LaminaTensorGroup *group = lamina_tensor_group_list_get_group (self, row);

  if (group && column == CELL_BYTES)
    return lamina_figure_dup_exact (group->bytes, LAMINA_UNIT_BYTES);
  return group && (column == CELL_KEY || column == CELL_LARGEST) ? dup_text (self, group, column) : NULL;
}

static const LaminaTableKind kind = { .fill = fill, .dup_hint = dup_hint };

static void
on_picked (LaminaTensorGroupList *self,
           guint                  row)
{
  const LaminaTensorGroup *group = lamina_tensor_group_list_get_group (self, row);

  if (self->session && group)
    lamina_session_select_tensor (self->session, group->largest);
}

static void
on_activated (LaminaTensorGroupList *self,
              guint                  position)
{
  g_signal_emit (self, signals[OPENED], 0, position);
}

static void
on_sorted (LaminaTensorGroupList *self)
{
  g_signal_emit (self, signals[SORTED], 0);
}

static void
lamina_tensor_group_list_dispose (GObject *object)
{
  LaminaTensorGroupList *self = LAMINA_TENSOR_GROUP_LIST (object);

  if (self->table)
    lamina_tensor_group_list_set_groups (self, NULL, LAMINA_TENSORS_ONE_BY_ONE, NULL);
  g_clear_pointer (&self->table, lamina_table_close);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
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
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->table = lamina_table_new (self->view, &kind, self);
  lamina_table_append_columns (self->table, columns, G_N_ELEMENTS (columns));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "layers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Groups of tensors"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (on_sorted), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
}

void
lamina_tensor_group_list_set_groups (LaminaTensorGroupList *self,
                                     LaminaSession         *session,
                                     LaminaTensorGrouping   grouping,
                                     GArray                *groups)
{
  guint n = groups ? groups->len : 0;

  g_return_if_fail (LAMINA_IS_TENSOR_GROUP_LIST (self));

  lamina_table_set_rows (self->table, NULL, 0);
  g_set_object (&self->session, session);
  g_clear_pointer (&self->groups, g_array_unref);
  self->groups = groups ? g_array_ref (groups) : NULL;
  self->grouping = grouping;
  self->sum = LAMINA_ABSENT;
  for (guint i = 0; i < n; i++)
    self->sum = lamina_number_add (self->sum, g_array_index (groups, LaminaTensorGroup, i).bytes);
  gtk_column_view_column_set_title (lamina_table_find_column (self->table, CELL_KEY),
                                    _(lamina_tensor_grouping_get_title (MAX (grouping, LAMINA_TENSORS_BY_SHAPE))));
  lamina_table_number_rows (self->table, n);
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

void
lamina_tensor_group_list_get_sort (LaminaTensorGroupList   *self,
                                   LaminaTensorGroupColumn *column,
                                   gboolean                *descending)
{
  int sort = LAMINA_TENSOR_GROUP_COLUMN_BYTES;

  g_return_if_fail (LAMINA_IS_TENSOR_GROUP_LIST (self));

  if (!lamina_table_get_sort (self->table, &sort, descending))
    *descending = TRUE;
  *column = (LaminaTensorGroupColumn) sort;
}
