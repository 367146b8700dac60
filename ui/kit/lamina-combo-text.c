/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-combo-text.h"

#include "lamina-widget.h"

/* How many characters of a text are shown, -1 for all, and where it is cut. */
typedef struct
{
  int chars;
  PangoEllipsizeMode cut;
  float xalign;
  gboolean only_long; /* what is shorter is never cut, and what is longer takes all of the room */
} Room;

/* What is longer would leave no place to the title of the row. */
static const Room row_room = { 36, PANGO_ELLIPSIZE_MIDDLE, 1, TRUE };

/* Nor to the name of the file and the switcher of the pages. */
static const Room header_room = { 16, PANGO_ELLIPSIZE_MIDDLE, 0, TRUE };

/* What drops down from there may be wider than that, for it is what one chooses by. */
static const Room list_room = { 60, PANGO_ELLIPSIZE_MIDDLE, 0, TRUE };

/* A long name must not make a row of drop-downs wider than the window. */
static const Room line_room = { 18, PANGO_ELLIPSIZE_MIDDLE, 0, FALSE };
static const Room wide_room = { 80, PANGO_ELLIPSIZE_MIDDLE, 0, FALSE };

/* Nor a narrow place wider. */
static const Room any_room = { -1, PANGO_ELLIPSIZE_END, 0, FALSE };
static const Room whole_room = { -1, PANGO_ELLIPSIZE_NONE, 0, FALSE };

static void
setup_choice (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              const Room               *room)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), room->xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), room->cut);
  gtk_label_set_max_width_chars (GTK_LABEL (label), room->chars);
  gtk_list_item_set_child (item, label);
}

static void
bind_choice (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             const Room               *room)
{
  const char *text = gtk_string_object_get_string (GTK_STRING_OBJECT (gtk_list_item_get_item (item)));
  gboolean is_long = g_utf8_strlen (text, -1) > room->chars;
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));

  lamina_widget_set_text (label, text);
  if (!room->only_long)
    return;
  gtk_label_set_ellipsize (label, is_long ? room->cut : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars (label, is_long ? room->chars : -1);
  gtk_label_set_max_width_chars (label, is_long ? room->chars : -1);
}

static GtkListItemFactory *
create_factory (const Room *room)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_choice), (gpointer) room);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_choice), (gpointer) room);
  return factory;
}

void
lamina_combo_text_show_whole (AdwComboRow *row)
{
  g_autoptr (GtkListItemFactory) factory = create_factory (&row_room);

  g_return_if_fail (ADW_IS_COMBO_ROW (row));

  /* It marks what is chosen. */
  if (!adw_combo_row_get_list_factory (row))
    adw_combo_row_set_list_factory (row, adw_combo_row_get_factory (row));
  adw_combo_row_set_factory (row, factory);
}

void
lamina_combo_text_show_in_header (GtkDropDown *list)
{
  g_autoptr (GtkListItemFactory) shown = create_factory (&header_room);
  g_autoptr (GtkListItemFactory) listed = create_factory (&list_room);

  g_return_if_fail (GTK_IS_DROP_DOWN (list));

  gtk_drop_down_set_factory (list, shown);
  gtk_drop_down_set_list_factory (list, listed);
}

void
lamina_combo_text_show_cut (GtkDropDown *list,
                            gboolean     in_line)
{
  g_autoptr (GtkListItemFactory) shown = create_factory (in_line ? &line_room : &any_room);
  g_autoptr (GtkListItemFactory) listed = create_factory (in_line ? &wide_room : &whole_room);

  g_return_if_fail (GTK_IS_DROP_DOWN (list));

  gtk_drop_down_set_factory (list, shown);
  gtk_drop_down_set_list_factory (list, listed);
}
