/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-shortcuts-window.h"

#include "lamina-action-table.h"

#include <glib/gi18n.h>

/* What no single action stands for: keys that go on while they are held, and the pointer. */
typedef struct
{
  const char *section;
  const char *title;
  const char *keys;
  const char *how;
} Habit;

#define TIMELINE N_("Timeline")
#define POINTER N_("Pointer in the Timeline")

static const Habit habits[] = {
  { TIMELINE, N_("Zoom in and out, while held"), "w s", NULL },
  { TIMELINE, N_("Move left and right, while held"), "a d", NULL },
  { POINTER, N_("Zoom at the pointer"), NULL, N_("Ctrl and wheel, or pinch") },
  { POINTER, N_("Move through the tracks"), NULL, N_("Wheel") },
  { POINTER, N_("Move in time"), NULL, N_("Shift and wheel") },
  { POINTER, N_("Drag the view"), NULL, N_("Middle button, or Shift and drag") },
  { POINTER, N_("Select"), NULL, N_("Click") },
  { POINTER, N_("Zoom to what was clicked"), NULL, N_("Double click") },
};

/* GtkShortcutsWindow can only be filled by GtkBuilder before GTK 4.14, so what it shows is written as a template. */

static void
append_property (GString    *text,
                 const char *name,
                 const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  g_string_append_printf (text, "<property name='%s'>%s</property>", name, escaped);
}

static void
begin_shortcut (GString    *text,
                const char *title)
{
  g_string_append (text, "<child><object class='GtkShortcutsShortcut'>");
  append_property (text, "title", _(title));
}

static void
end_shortcut (GString *text)
{
  g_string_append (text, "</object></child>");
}

static void
append_row (GString               *text,
            const LaminaActionRow *row)
{
  g_auto (GStrv) keys = lamina_action_row_dup_keys (row, lamina_action_table_get_keys ());
  g_autoptr (GString) shown = g_string_new (NULL);

  /* Those of the number pad look like those beside the letters. */
  for (char **key = keys; *key; key++)
    if (!strstr (*key, "KP_"))
      g_string_append_printf (shown, "%s%s", shown->len > 0 ? " " : "", *key);
  if (shown->len == 0)
    return;
  begin_shortcut (text, row->title);
  append_property (text, "accelerator", shown->str);
  end_shortcut (text);
}

static void
append_habit (GString     *text,
              const Habit *habit)
{
  begin_shortcut (text, habit->title);
  if (habit->keys)
    append_property (text, "accelerator", habit->keys);
  else
    {
      append_property (text, "shortcut-type", "gesture");
      append_property (text, "subtitle", _(habit->how));
      g_string_append (text, "<property name='icon'><object class='GThemedIcon'>"
                             "<property name='name'>input-mouse-symbolic</property></object></property>");
    }
  end_shortcut (text);
}

static void
append_group (GString    *text,
              const char *section)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  g_string_append (text, "<child><object class='GtkShortcutsGroup'>");
  append_property (text, "title", _(section));
  for (guint i = 0; i < n; i++)
    if (strcmp (rows[i].section, section) == 0)
      append_row (text, &rows[i]);
  for (guint i = 0; i < G_N_ELEMENTS (habits); i++)
    if (strcmp (habits[i].section, section) == 0)
      append_habit (text, &habits[i]);
  g_string_append (text, "</object></child>");
}

static void
append_groups (GString *text)
{
  g_autoptr (GPtrArray) sections = g_ptr_array_new ();
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    if (!g_ptr_array_find_with_equal_func (sections, rows[i].section, g_str_equal, NULL))
      g_ptr_array_add (sections, (gpointer) rows[i].section);
  for (guint i = 0; i < G_N_ELEMENTS (habits); i++)
    if (!g_ptr_array_find_with_equal_func (sections, habits[i].section, g_str_equal, NULL))
      g_ptr_array_add (sections, (gpointer) habits[i].section);
  for (guint i = 0; i < sections->len; i++)
    append_group (text, sections->pdata[i]);
}

GtkWidget *
lamina_shortcuts_window_new (void)
{
  g_autoptr (GString) text = g_string_new ("<interface><object class='GtkShortcutsWindow' id='window'>"
                                           "<property name='modal'>1</property><child>"
                                           "<object class='GtkShortcutsSection'>"
                                           "<property name='section-name'>shortcuts</property>"
                                           "<property name='max-height'>12</property>");
  g_autoptr (GtkBuilder) builder = NULL;

  append_groups (text);
  g_string_append (text, "</object></child></object></interface>");
  builder = gtk_builder_new_from_string (text->str, (gssize) text->len);
  return GTK_WIDGET (gtk_builder_get_object (builder, "window"));
}
