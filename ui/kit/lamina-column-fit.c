/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-column-fit.h"

#include "lamina-text-size.h"

/* So many rows are looked at, from the first to the last, and of their texts the longest are measured. */
#define MOST_ROWS 512
#define MOST_MEASURED 96

/* Figures are as wide as each other. */
#define MOST_NUMBERS 24

/* Texts of as many letters, which were not measured, may be so much wider. */
#define SLACK 4

/* At both sides of a cell together, and beside that what a heading needs for its arrow. */
#define PADDING 12
#define ARROW 20

/* Nobody reads a longer line. */
#define MOST_WIDTH 1000

#define CONTENT "content-width"
#define WHOLE "whole-width"
#define FIRST "first-width"
#define SPARE "spare-width"

#define N_STEPS 4
/* Down to this step all can be read with comfort. */
#define COMFORTABLE 1

/* In each step all that is wider gives way down to this, one kind after the other. */
static const int limits[LAMINA_N_COLUMN_KINDS][N_STEPS] = {
  [LAMINA_COLUMN_NUMBERS] = { 0 },
  [LAMINA_COLUMN_TEXTS] = { 160, 60, 60, 60 },
  [LAMINA_COLUMN_SOURCES] = { 220, 90, 90, 90 },
  [LAMINA_COLUMN_TYPES] = { 240, 90, 90, 90 },
  [LAMINA_COLUMN_SHAPES] = { 260, 180, 180, 100 },
  [LAMINA_COLUMN_NAMES] = { 320, 180, 120, 120 },
};

struct _LaminaColumnFit
{
  GObject parent_instance;

  GtkColumnView *view;
  const LaminaColumnFuncs *funcs;
  gpointer owner;
  gboolean dividing;
  guint tick;
};

G_DEFINE_FINAL_TYPE (LaminaColumnFit, lamina_column_fit, G_TYPE_OBJECT)

static int
get_number (GtkColumnViewColumn *column,
            const char          *key)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), key));
}

gboolean
lamina_column_fit_is_first_width (GtkColumnViewColumn *column)
{
  int width = lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));

  /* It is rounded whenever the size of the text changes. */
  return ABS (width - get_number (column, FIRST)) <= 1;
}

void
lamina_column_fit_set_first_width (GtkColumnViewColumn *column,
                                   int                  width)
{
  g_object_set_data (G_OBJECT (column), FIRST, GINT_TO_POINTER (width));
  lamina_text_size_set_column_width (column, width);
}

void
lamina_column_fit_set_spare (GtkColumnViewColumn *column,
                             int                  width)
{
  g_object_set_data (G_OBJECT (column), SPARE, GINT_TO_POINTER (width));
}

void
lamina_column_fit_forget (GtkColumnViewColumn *column)
{
  g_object_set_data (G_OBJECT (column), CONTENT, NULL);
  g_object_set_data (G_OBJECT (column), WHOLE, NULL);
}

typedef struct
{
  guint row;
  glong length;
} Text;

static int
compare_lengths (gconstpointer a,
                 gconstpointer b)
{
  const Text *one = a, *other = b;

  return (one->length < other->length) - (one->length > other->length);
}

/* Each text once: most of what stands in a column of types is the same. */
static GArray *
list_texts (gpointer             cell,
            guint                n_rows,
            LaminaColumnTextFunc get_text)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = MIN (n_rows, MOST_ROWS);
  GArray *texts = g_array_sized_new (FALSE, FALSE, sizeof (Text), n);

  for (guint i = 0; i < n; i++)
    {
      Text text = { .row = (guint) ((guint64) i * n_rows / n) };
      const char *shown = get_text (cell, text.row);

      if (g_hash_table_contains (known, shown))
        continue;
      g_hash_table_add (known, g_strdup (shown));
      text.length = g_utf8_strlen (shown, -1);
      g_array_append_val (texts, text);
    }
  g_array_sort (texts, compare_lengths);
  return texts;
}

int
lamina_column_fit_measure_rows (gpointer              cell,
                                LaminaColumnKind      kind,
                                guint                 n_rows,
                                LaminaColumnTextFunc  get_text,
                                LaminaColumnWidthFunc get_width)
{
  g_autoptr (GArray) texts = list_texts (cell, n_rows, get_text);
  guint n = MIN (texts->len, kind == LAMINA_COLUMN_NUMBERS ? MOST_NUMBERS : MOST_MEASURED);
  int width = 0;

  for (guint i = 0; i < n; i++)
    {
      int own = get_width (cell, g_array_index (texts, Text, i).row);

      width = MAX (width, own);
    }
  return lamina_text_size_get_usual_length (width) + PADDING + SLACK;
}

int
lamina_column_fit_measure_bold (GtkColumnView *view,
                                const char    *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (view), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_size (layout, &width, NULL);
  return lamina_text_size_get_usual_length (PANGO_PIXELS_CEIL (width)) + PADDING;
}

static int
get_content (LaminaColumnFit     *self,
             GtkColumnViewColumn *column,
             LaminaColumnKind     kind)
{
  int width = get_number (column, CONTENT), least;

  if (width > 0)
    return width;
  width = self->funcs->measure (column, kind, self->owner);
  least = lamina_column_fit_measure_bold (self->view, gtk_column_view_column_get_title (column));
  if (gtk_column_view_column_get_sorter (column))
    least += ARROW;
  width = CLAMP (width, least, MOST_WIDTH);
  g_object_set_data (G_OBJECT (column), CONTENT, GINT_TO_POINTER (width));
  return width;
}

void
lamina_column_rooms_narrow (LaminaColumnRoom *rooms,
                            guint             n,
                            int               excess)
{
  for (guint step = 0; step < N_STEPS; step++)
    for (guint kind = 0; kind < LAMINA_N_COLUMN_KINDS; kind++)
      for (guint i = n; i > 0 && excess > 0; i--)
        {
          LaminaColumnRoom *room = &rooms[i - 1];
          int limit = kind == LAMINA_COLUMN_NUMBERS ? room->content : limits[kind][step];
          int less = room->kind == kind ? CLAMP (room->width - limit, 0, excess) : 0;

          room->width -= less;
          excess -= less;
        }
}

void
lamina_column_rooms_widen (LaminaColumnRoom *rooms,
                           const int        *whole,
                           guint             n,
                           int               spare)
{
  for (guint i = 0; i < n && spare > 0; i++)
    {
      int more = CLAMP (whole[i] - rooms[i].width, 0, spare);

      rooms[i].width += more;
      spare -= more;
    }
}

/* Names leave something out for other columns; where these have all that they need, they take what is left. */
static void
write_out (LaminaColumnFit *self,
           GPtrArray       *columns,
           GArray          *rooms,
           int              spare)
{
  g_autofree int *whole = g_new0 (int, MAX (rooms->len, 1));

  for (guint i = 0; i < rooms->len && spare > 0; i++)
    {
      GtkColumnViewColumn *column = columns->pdata[i];

      if (g_array_index (rooms, LaminaColumnRoom, i).kind != LAMINA_COLUMN_NAMES)
        continue;
      whole[i] = get_number (column, WHOLE);
      if (whole[i] == 0)
        whole[i] = MIN (self->funcs->measure_whole (column, LAMINA_COLUMN_NAMES, self->owner), MOST_WIDTH);
      g_object_set_data (G_OBJECT (column), WHOLE, GINT_TO_POINTER (whole[i]));
    }
  lamina_column_rooms_widen ((LaminaColumnRoom *) (gpointer) rooms->data, whole, rooms->len, spare);
}

/* What the user chose stays. */
static gboolean
init_room (LaminaColumnFit     *self,
           GtkColumnViewColumn *column,
           LaminaColumnRoom    *room)
{
  int width = 0;

  if (!gtk_column_view_column_get_visible (column) || !lamina_column_fit_is_first_width (column)
      || !self->funcs->get_kind (column, &room->kind, &width, self->owner))
    return FALSE;
  room->content = get_content (self, column, room->kind);
  room->width = room->kind == LAMINA_COLUMN_NUMBERS ? MAX (room->content, width) : room->content;
  return TRUE;
}

/* The width with which a column is read with comfort. */
static int
get_comfortable (LaminaColumnFit     *self,
                 GtkColumnViewColumn *column)
{
  LaminaColumnKind kind;
  int width, content;

  if (!lamina_column_fit_is_first_width (column) || !self->funcs->get_kind (column, &kind, &width, self->owner))
    return lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));
  content = get_content (self, column, kind);
  return kind == LAMINA_COLUMN_NUMBERS ? content : MIN (content, limits[kind][COMFORTABLE]);
}

static void
show (GtkColumnViewColumn *column,
      gboolean             shown)
{
  if (gtk_column_view_column_get_visible (column) == shown)
    return;
  gtk_column_view_column_set_visible (column, shown);
  lamina_column_fit_set_first_width (column, shown ? get_number (column, SPARE) : 0);
}

/* Of spare columns the last ones go first. One that the user made wider or narrower stays. */
static void
leave_out (LaminaColumnFit *self,
           GListModel      *columns,
           int              room)
{
  int total = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_visible (column) || get_number (column, SPARE) > 0)
        total += get_comfortable (self, column);
    }
  for (guint i = g_list_model_get_n_items (columns); i-- > 0;)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      gboolean fits = total <= room;

      if (get_number (column, SPARE) == 0 || !lamina_column_fit_is_first_width (column))
        continue;
      total -= fits ? 0 : get_comfortable (self, column);
      show (column, fits);
    }
}

void
lamina_column_fit_divide (LaminaColumnFit *self)
{
  g_autoptr (GArray) rooms = g_array_new (FALSE, FALSE, sizeof (LaminaColumnRoom));
  g_autoptr (GPtrArray) fitted = g_ptr_array_new ();
  double scale = lamina_text_size_get_scale (), page;
  GListModel *columns;
  int room, taken = 0;

  g_return_if_fail (LAMINA_IS_COLUMN_FIT (self));

  columns = gtk_column_view_get_columns (self->view);
  page = gtk_adjustment_get_page_size (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view)));
  /* The width that there is for all columns. Each of them may be rounded up. */
  room = (int) (page / scale) - (scale > 1.001 || scale < 0.999 ? (int) g_list_model_get_n_items (columns) : 0);
  if (room <= 1)
    return;
  self->dividing = TRUE;
  leave_out (self, columns, room);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      LaminaColumnRoom entry;

      if (!init_room (self, column, &entry))
        {
          taken += lamina_text_size_get_usual_length (gtk_column_view_column_get_fixed_width (column));
          continue;
        }
      taken += entry.width;
      g_array_append_val (rooms, entry);
      /* The view keeps the column. */
      g_ptr_array_add (fitted, column);
    }
  lamina_column_rooms_narrow ((LaminaColumnRoom *) (gpointer) rooms->data, rooms->len, taken - room);
  write_out (self, fitted, rooms, room - taken);
  for (guint i = 0; i < rooms->len; i++)
    lamina_column_fit_set_first_width (fitted->pdata[i], g_array_index (rooms, LaminaColumnRoom, i).width);
  self->dividing = FALSE;
}

static gboolean
on_tick (GtkWidget     *view,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LaminaColumnFit *self = LAMINA_COLUMN_FIT (user_data);

  self->tick = 0;
  lamina_column_fit_divide (self);
  return G_SOURCE_REMOVE;
}

void
lamina_column_fit_queue (LaminaColumnFit *self)
{
  g_return_if_fail (LAMINA_IS_COLUMN_FIT (self));

  if (!self->tick)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick, self, NULL);
}

gboolean
lamina_column_fit_is_dividing (LaminaColumnFit *self)
{
  g_return_val_if_fail (LAMINA_IS_COLUMN_FIT (self), FALSE);
  return self->dividing;
}

static void
lamina_column_fit_dispose (GObject *object)
{
  LaminaColumnFit *self = LAMINA_COLUMN_FIT (object);

  if (self->tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  self->tick = 0;
  G_OBJECT_CLASS (lamina_column_fit_parent_class)->dispose (object);
}

static void
lamina_column_fit_class_init (LaminaColumnFitClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_column_fit_dispose;
}

static void
lamina_column_fit_init (LaminaColumnFit *self)
{
}

LaminaColumnFit *
lamina_column_fit_new (GtkColumnView           *view,
                       const LaminaColumnFuncs *funcs,
                       gpointer                 owner)
{
  LaminaColumnFit *self;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);
  g_return_val_if_fail (funcs != NULL, NULL);

  self = g_object_new (LAMINA_TYPE_COLUMN_FIT, NULL);
  self->view = view;
  self->funcs = funcs;
  self->owner = owner;
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view)), "notify::page-size",
                           G_CALLBACK (lamina_column_fit_queue), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (lamina_column_fit_queue), self,
                           G_CONNECT_SWAPPED);
  return self;
}
