/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-key-label.h"

#include "lamina-widget.h"

static void
part_words_below (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    {
      g_autofree char *text = g_strdup (gtk_label_get_text (GTK_LABEL (widget)));

      /* That of the key `_` stays. */
      if (text[0] != '\0' && text[1] != '\0')
        lamina_widget_set_text (GTK_LABEL (widget), g_strdelimit (text, "_", ' '));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    part_words_below (child);
}

GtkWidget *
lamina_key_label_new (void)
{
  return gtk_shortcut_label_new ("");
}

void
lamina_key_label_set_key (GtkWidget  *self,
                          const char *key)
{
  g_return_if_fail (GTK_IS_SHORTCUT_LABEL (self));

  gtk_shortcut_label_set_accelerator (GTK_SHORTCUT_LABEL (self), key);
  part_words_below (self);
}
