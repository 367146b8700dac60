/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-search-list.h"

#include "lamina-layer-value.h"
#include "lamina-session-history.h"
#include "lamina-session-search.h"
#include "lamina-table.h"
#include "lamina-text-size.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* In pixels at the usual size of text: as much as leaves most of the tracks behind it to be seen, and half of a wide window. */
#define WIDTH 600
#define MOST_WIDTH 1000
#define MOST_HEIGHT 180

enum
{
  COLUMN_NAME,
  COLUMN_KIND,
  COLUMN_TRACK,
  COLUMN_MATCHES,
  COLUMN_TOTAL,
  COLUMN_SHARE,
};

static const LaminaTableColumn columns[] = {
  { COLUMN_NAME, N_("Name"), 0, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_NAMES, TRUE },
  { COLUMN_KIND, N_("Kind"), 0, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_TYPES },
  { COLUMN_TRACK, N_("Track"), 0, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_SOURCES },
  { COLUMN_MATCHES, N_("Matches"), 64, COLUMN_MATCHES, 1, LAMINA_COLUMN_NUMBERS },
  { COLUMN_TOTAL, N_("Total"), 72, COLUMN_TOTAL, 1, LAMINA_COLUMN_NUMBERS, FALSE,
    N_("How long they take together; of one inside another of the same name only the outer one counts") },
  { COLUMN_SHARE, N_("Share"), 60, COLUMN_SHARE, 1, LAMINA_COLUMN_NUMBERS, FALSE,
    N_("The total as a part of the length of the run, on average over the tracks that they lie on") },
};

struct _LaminaSearchList
{
  GtkWidget parent_instance;

  LaminaSession *session;
  LaminaTable *table;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  guint n;
};

enum
{
  PROP_0,
  PROP_N_ROWS,
};

static GParamSpec *n_rows;

G_DEFINE_FINAL_TYPE (LaminaSearchList, lamina_search_list, GTK_TYPE_WIDGET)

static LaminaSearchGroups *
get_groups (LaminaSearchList *self)
{
  return self->session ? lamina_session_search_get_groups (lamina_session_get_search (self->session)) : NULL;
}

/* The group of a row, or NULL when it went before the row did. */
static const LaminaSearchGroup *
get_group (LaminaSearchList *self,
           guint             row)
{
  LaminaSearchGroups *groups = get_groups (self);

  return groups && row < lamina_search_groups_get_n (groups) ? lamina_search_groups_get (groups, row) : NULL;
}

static char *
dup_tracks (LaminaRun               *run,
            const LaminaSearchGroup *group)
{
  if (group->n_tracks == 1)
    return g_strdup (lamina_run_translate (run, lamina_track_get_info (lamina_run_get_track (run, group->first.track))->name));
  return lamina_text_dup (ngettext ("%u track", "%u tracks", group->n_tracks), group->n_tracks);
}

static char *
dup_text (LaminaSearchList        *self,
          guint                    column,
          const LaminaSearchGroup *group)
{
  LaminaRun *run = lamina_session_get_run (self->session);

  switch (column)
    {
    case COLUMN_NAME:
      return lamina_widget_dup_seen (lamina_run_get_string (run, group->name));
    case COLUMN_KIND:
      return lamina_widget_dup_seen (lamina_run_get_string (run, group->category));
    case COLUMN_TRACK:
      return dup_tracks (run, group);
    case COLUMN_MATCHES:
      return lamina_figure_dup_exact ((gint64) group->n, LAMINA_UNIT_NONE);
    case COLUMN_TOTAL:
      return lamina_figure_dup (group->total, LAMINA_UNIT_NANOSECONDS);
    default:
      return lamina_layer_dup_share (group->share);
    }
}

static void
fill_cell (gpointer        owner,
           guint           column,
           guint32         row,
           LaminaCellText *line)
{
  const LaminaSearchGroup *group = get_group (owner, row);

  if (group)
    line->text = dup_text (owner, column, group);
  line->ellipsize = line->number ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE;
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  const LaminaSearchGroup *group = get_group (owner, row);

  if (!group)
    return NULL;
  if (column == COLUMN_TRACK && group->n_tracks == 1)
    return lamina_run_dup_track_path (lamina_session_get_run (LAMINA_SEARCH_LIST (owner)->session), group->first.track);
  return column == COLUMN_TOTAL ? lamina_figure_dup_exact (group->total, LAMINA_UNIT_NANOSECONDS)
                                : dup_text (owner, column, group);
}

static gboolean
count (gpointer  owner,
       guint    *n,
       guint32  *bits)
{
  *n = LAMINA_SEARCH_LIST (owner)->n;
  *bits = 0;
  return *n > 0;
}

static const LaminaTableKind table_kind = { .fill = fill_cell, .dup_hint = dup_hint, .count = count };

/* What rows are sorted by; the groups stand by their totals already. */
static double
get_number (const LaminaSearchGroup *group,
            int                      column)
{
  return column == COLUMN_MATCHES ? (double) group->n : column == COLUMN_TOTAL ? (double) group->total : group->share;
}

typedef struct
{
  LaminaSearchGroups *groups;
  int column;
  gboolean descending;
} Order;

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const Order *order = user_data;
  double left = get_number (lamina_search_groups_get (order->groups, *(const guint32 *) a), order->column);
  double right = get_number (lamina_search_groups_get (order->groups, *(const guint32 *) b), order->column);

  return order->descending ? (left < right) - (left > right) : (left > right) - (left < right);
}

static void
show_selection (LaminaSearchList *self)
{
  LaminaSearchGroups *groups = get_groups (self);
  const LaminaSliceRef *slice = &lamina_session_get_selection (self->session)->slice;
  LaminaSearch *result = lamina_session_search_get_result (lamina_session_get_search (self->session));
  gboolean found = groups && slice->track != LAMINA_NONE && lamina_search_matches (result, slice->track, slice->slice, 1);

  lamina_table_pick (self->table, found ? lamina_search_groups_find (groups, slice) : LAMINA_NONE);
}

/* GLib sorts by merging: what is equal stays in the order of the groups. */
static void
list_rows (LaminaSearchList *self)
{
  Order order = { .groups = get_groups (self) };
  g_autofree guint32 *rows = g_new (guint32, MAX (self->n, 1));

  for (guint i = 0; i < self->n; i++)
    rows[i] = i;
  if (lamina_table_get_sort (self->table, &order.column, &order.descending))
    g_qsort_with_data (rows, (int) self->n, sizeof *rows, compare_rows, &order);
  lamina_table_set_rows (self->table, g_steal_pointer (&rows), self->n);
  if (self->session)
    show_selection (self);
}

/* Columns with nothing in them are not shown. */
static void
show_columns (LaminaSearchList *self)
{
  LaminaSearchGroups *groups = get_groups (self);
  gboolean has_kinds = FALSE;

  for (guint i = 0; i < self->n && !has_kinds; i++)
    has_kinds = lamina_search_groups_get (groups, i)->category != 0;
  lamina_table_show_column (self->table, COLUMN_KIND, has_kinds);
  for (guint i = COLUMN_TOTAL; i <= COLUMN_SHARE; i++)
    lamina_table_show_column (self->table, i, self->n > 0 && lamina_search_groups_get (groups, 0)->total != LAMINA_ABSENT);
}

static void
on_found (LaminaSearchList *self)
{
  LaminaSearchGroups *groups = get_groups (self);

  self->n = groups ? lamina_search_groups_get_n (groups) : 0;
  show_columns (self);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    lamina_column_fit_forget (lamina_table_find_column (self->table, i));
  /* A column that comes back has no width of its own. */
  lamina_column_fit_queue (lamina_table_get_fit (self->table));
  list_rows (self);
  g_object_notify_by_pspec (G_OBJECT (self), n_rows);
}

static void
on_picked (LaminaSearchList *self,
           guint             row)
{
  const LaminaSearchGroup *group = get_group (self, row);

  if (!group)
    return;
  lamina_session_history_keep (lamina_session_get_history (self->session));
  lamina_session_select_slice (self->session, &group->first);
}

/* Another match of the row, which somebody went on to, stays selected. */
static void
on_activate (LaminaSearchList *self,
             guint             position)
{
  guint row = lamina_row_list_get_row (lamina_table_get_rows (self->table), position);
  const LaminaSliceRef *slice = &lamina_session_get_selection (self->session)->slice;

  if (slice->track == LAMINA_NONE || lamina_search_groups_find (get_groups (self), slice) != row)
    on_picked (self, row);
  lamina_session_show_slice (self->session, &lamina_session_get_selection (self->session)->slice);
}

static gboolean
lamina_search_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LAMINA_SEARCH_LIST (widget)->view));
}

static void
lamina_search_list_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  if (id == PROP_N_ROWS)
    g_value_set_uint (value, LAMINA_SEARCH_LIST (object)->n);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_search_list_dispose (GObject *object)
{
  LaminaSearchList *self = LAMINA_SEARCH_LIST (object);

  lamina_search_list_set_session (self, NULL);
  if (self->view)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_pointer (&self->table, lamina_table_close);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_SEARCH_LIST);
  G_OBJECT_CLASS (lamina_search_list_parent_class)->dispose (object);
}

/* As wide as what it lies over has room for now. */
static void
lamina_search_list_map (GtkWidget *widget)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (widget, GTK_TYPE_OVERLAY);
  int room = overlay ? lamina_text_size_get_usual_length (gtk_widget_get_width (overlay)) : 0;

  gtk_widget_set_size_request (widget, lamina_text_size_get_length (CLAMP (room / 2, WIDTH, MOST_WIDTH)), -1);
  GTK_WIDGET_CLASS (lamina_search_list_parent_class)->map (widget);
}

static void
lamina_search_list_class_init (LaminaSearchListClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_search_list_dispose;
  G_OBJECT_CLASS (class)->get_property = lamina_search_list_get_property;
  widget_class->map = lamina_search_list_map;
  widget_class->focus = lamina_widget_focus_child;
  widget_class->grab_focus = lamina_search_list_grab_focus;
  n_rows = g_param_spec_uint ("n-rows", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_property (G_OBJECT_CLASS (class), PROP_N_ROWS, n_rows);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-search-list.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaSearchList, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaSearchList, view);
  gtk_widget_class_set_css_name (widget_class, "searchlist");
}

static void
lamina_search_list_init (LaminaSearchList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_length (self->scroller, "max-content-height", MOST_HEIGHT);
  lamina_text_size_set_length (self, "width-request", WIDTH);
  self->table = lamina_table_new (self->view, &table_kind, self);
  lamina_table_append_columns (self->table, columns, G_N_ELEMENTS (columns));
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (list_rows), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
}

void
lamina_search_list_set_session (LaminaSearchList *self,
                                LaminaSession    *session)
{
  g_return_if_fail (LAMINA_IS_SEARCH_LIST (self));

  if (self->session == session)
    return;
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (lamina_session_get_search (self->session), self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_set_object (&self->session, session);
  if (!self->table)
    return;
  if (session)
    {
      g_signal_connect_swapped (lamina_session_get_search (session), "found", G_CALLBACK (on_found), self);
      g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (show_selection), self);
    }
  on_found (self);
}
