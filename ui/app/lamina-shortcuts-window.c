/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-shortcuts-window.h"

#include "lamina-action-table.h"
#include "lamina-shortcuts-group.h"
#include "lamina-text-size.h"

#include <glib/gi18n.h>

/* What a heading takes of the height, in rows. */
#define HEADING_ROWS 2

struct _LaminaShortcutsWindow
{
  AdwWindow parent_instance;

  GPtrArray *groups;
  GtkSearchEntry *entry;
  GtkStack *stack;
  GtkBox *first;
  GtkBox *second;
};

/* What no single action stands for. */
typedef struct
{
  const char *section;
  const char *title;
  const char *how;
} Habit;

#define VIEWS N_("Past Views and Bookmarks")
#define POINTER N_("Pointer in the Timeline")
#define PLACES N_("Tables and Pictures")

static const Habit habits[] = {
  { VIEWS, N_("Set Bookmark 1 to 9"), N_("Ctrl, Shift and 1 to 9") },
  { POINTER, N_("Zoom at the Pointer"), N_("Ctrl and wheel, or pinch") },
  { POINTER, N_("Move Through the Tracks"), N_("Wheel") },
  { POINTER, N_("Move in Time"), N_("Shift and wheel") },
  { POINTER, N_("Mark a Range"), N_("Drag") },
  { POINTER, N_("Drag the View"), N_("Shift, Space or middle button, and drag") },
  { POINTER, N_("Zoom to a Range"), N_("Ctrl and drag") },
  { POINTER, N_("Drag Without Snapping to Edges"), N_("Alt and drag") },
  { POINTER, N_("Select"), N_("Click") },
  { POINTER, N_("Add to the Selection"), N_("Ctrl and click") },
  { POINTER, N_("Zoom to What Was Clicked"), N_("Double click") },
  { POINTER, N_("What Can Be Done There"), N_("Right click") },
  { POINTER, N_("Back and Forward"), N_("Side buttons of the mouse") },
  { PLACES, N_("Copy the Selected Layers"), N_("Ctrl and C in their table") },
  { PLACES, N_("Open and Close a Group"), N_("+ and −, or arrow keys") },
  { PLACES, N_("Go to the Next in a Picture"), N_("Arrow keys") },
  { PLACES, N_("Zoom Into the Flame Graph"), N_("Enter") },
  { PLACES, N_("Zoom Both Sides of a Comparison"), N_("+, − and 0") },
};

G_DEFINE_FINAL_TYPE (LaminaShortcutsWindow, lamina_shortcuts_window, ADW_TYPE_WINDOW)

/* Groups come in the order in which the table first names them. */
static LaminaShortcutsGroup *
get_group (LaminaShortcutsWindow *self,
           const char            *section)
{
  GtkWidget *group;

  for (guint i = 0; i < self->groups->len; i++)
    if (strcmp (lamina_shortcuts_group_get_section (self->groups->pdata[i]), section) == 0)
      return self->groups->pdata[i];
  group = lamina_shortcuts_group_new (section);
  g_ptr_array_add (self->groups, g_object_ref_sink (group));
  return LAMINA_SHORTCUTS_GROUP (group);
}

/* Nine bookmarks would fill the page; a line among the habits stands for them. */
static gboolean
is_numbered (const LaminaActionRow *row)
{
  return strstr (row->action, "(uint32 ") != NULL;
}

static void
add_row (LaminaShortcutsWindow *self,
         const LaminaActionRow *row)
{
  g_auto (GStrv) keys = lamina_action_row_dup_keys (row, lamina_action_table_get_keys ());

  if (keys[0] && !is_numbered (row))
    lamina_shortcuts_group_add_keys (get_group (self, row->section), _(row->title), keys);
}

static void
collect (LaminaShortcutsWindow *self)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    add_row (self, &rows[i]);
  if (lamina_action_table_get_keys () == LAMINA_KEYS_PERFETTO)
    lamina_shortcuts_group_add_text (get_group (self, VIEWS), _("Go to Bookmark 1 to 9"), _("1 to 9"));
  for (guint i = 0; i < G_N_ELEMENTS (habits); i++)
    lamina_shortcuts_group_add_text (get_group (self, habits[i].section), _(habits[i].title), _(habits[i].how));
}

/* Two columns that are about as high, and read from the top of the first to the end of the second. */
static void
lay_out (LaminaShortcutsWindow *self)
{
  guint height = 0, half = 0;

  for (guint i = 0; i < self->groups->len; i++)
    half += lamina_shortcuts_group_get_n_rows (self->groups->pdata[i]) + HEADING_ROWS;
  half = (half + 1) / 2;
  for (guint i = 0; i < self->groups->len; i++)
    {
      guint rows = lamina_shortcuts_group_get_n_rows (self->groups->pdata[i]) + HEADING_ROWS;

      gtk_box_append (height + rows / 2 <= half ? self->first : self->second, self->groups->pdata[i]);
      height += rows;
    }
}

static void
search (LaminaShortcutsWindow *self)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  guint n = 0;

  for (guint i = 0; i < self->groups->len; i++)
    n += lamina_shortcuts_group_filter (self->groups->pdata[i], query);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "list" : "nothing");
}

static void
show_all (LaminaShortcutsWindow *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

/* The first Escape clears the search, the next closes the window. */
static void
stop_search (LaminaShortcutsWindow *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)))
    show_all (self);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
lamina_shortcuts_window_dispose (GObject *object)
{
  LaminaShortcutsWindow *self = LAMINA_SHORTCUTS_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_SHORTCUTS_WINDOW);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  G_OBJECT_CLASS (lamina_shortcuts_window_parent_class)->dispose (object);
}

static void
lamina_shortcuts_window_class_init (LaminaShortcutsWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_shortcuts_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/lamina_trace/Lamina/lamina-shortcuts-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaShortcutsWindow, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaShortcutsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaShortcutsWindow, first);
  gtk_widget_class_bind_template_child (widget_class, LaminaShortcutsWindow, second);
  gtk_widget_class_bind_template_callback (widget_class, search);
  gtk_widget_class_bind_template_callback (widget_class, show_all);
  gtk_widget_class_bind_template_callback (widget_class, stop_search);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
lamina_shortcuts_window_init (LaminaShortcutsWindow *self)
{
  self->groups = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_window_size (GTK_WINDOW (self), 1040, 640);
  gtk_search_entry_set_key_capture_widget (self->entry, GTK_WIDGET (self));
  collect (self);
  lay_out (self);
}

GtkWidget *
lamina_shortcuts_window_new (void)
{
  return g_object_new (LAMINA_TYPE_SHORTCUTS_WINDOW, NULL);
}
