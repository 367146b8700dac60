/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-combo-text.h"

/* What is longer would leave no place to the title of the row. */
#define MOST_CHARS 36

static void
setup_choice (GtkSignalListItemFactory *factory,
              GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_list_item_set_child (item, label);
}

static void
bind_choice (GtkSignalListItemFactory *factory,
             GtkListItem              *item)
{
  const char *text = gtk_string_object_get_string (GTK_STRING_OBJECT (gtk_list_item_get_item (item)));
  gboolean is_long = g_utf8_strlen (text, -1) > MOST_CHARS;
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));

  gtk_label_set_text (label, text);
  gtk_label_set_ellipsize (label, is_long ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars (label, is_long ? MOST_CHARS : -1);
  gtk_label_set_max_width_chars (label, is_long ? MOST_CHARS : -1);
}

void
lamina_combo_text_show_whole (AdwComboRow *row)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_return_if_fail (ADW_IS_COMBO_ROW (row));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_choice), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_choice), NULL);
  /* It marks what is chosen. */
  if (!adw_combo_row_get_list_factory (row))
    adw_combo_row_set_list_factory (row, adw_combo_row_get_factory (row));
  adw_combo_row_set_factory (row, factory);
}
