/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-digit-keys.h"

#include "lamina-action-table.h"

#define MODIFIERS (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK | GDK_SUPER_MASK | GDK_META_MASK)

/* The digit that a key of the main block has, with or without Shift; 0 when it has none. */
static guint
get_digit (GtkWidget *widget,
           guint      keycode)
{
  g_autofree guint *keyvals = NULL;
  guint digit = 0;
  int n = 0;

  if (!gdk_display_map_keycode (gtk_widget_get_display (widget), keycode, NULL, &keyvals, &n))
    return 0;
  for (int i = 0; i < n && !digit; i++)
    if (keyvals[i] >= GDK_KEY_0 && keyvals[i] <= GDK_KEY_9)
      digit = keyvals[i];
  return digit;
}

static gboolean
has_key (const LaminaActionRow *row,
         guint                  digit,
         GdkModifierType        state,
         gboolean               is_canvas)
{
  g_auto (GStrv) keys = lamina_action_row_dup_keys (row, lamina_action_table_get_keys ());

  for (char **key = keys; *key; key++)
    {
      GdkModifierType needed;
      guint keyval;

      if (lamina_action_row_is_canvas_key (row, *key) == is_canvas && gtk_accelerator_parse (*key, &keyval, &needed)
          && keyval == digit && needed == state)
        return TRUE;
    }
  return FALSE;
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                gpointer               is_canvas)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  guint digit = get_digit (widget, keycode);
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; digit && i < n; i++)
    if (has_key (&rows[i], digit, state & MODIFIERS, GPOINTER_TO_INT (is_canvas)))
      {
        g_autofree char *name = NULL;
        g_autoptr (GVariant) target = NULL;

        return g_action_parse_detailed_name (rows[i].action, &name, &target, NULL)
               && gtk_widget_activate_action_variant (widget, name, target) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
      }
  return GDK_EVENT_PROPAGATE;
}

void
lamina_digit_keys_add (GtkWidget *widget,
                       gboolean   is_canvas)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (GTK_IS_WIDGET (widget));

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), GINT_TO_POINTER (is_canvas));
  gtk_widget_add_controller (widget, keys);
}
