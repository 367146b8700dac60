/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-shortcuts-window.h"

#include "lamina-action-table.h"
#include "lamina-key-label.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"
#include "lamina-word-match.h"

#include <glib/gi18n.h>

/* A heading with the rows below it. */
#define LAMINA_TYPE_SHORTCUTS_GROUP (lamina_shortcuts_group_get_type ())

G_DECLARE_FINAL_TYPE (LaminaShortcutsGroup, lamina_shortcuts_group, LAMINA, SHORTCUTS_GROUP, GtkBox)

struct _LaminaShortcutsGroup
{
  GtkBox parent_instance;

  const char *section;
  GPtrArray *titles;
};

G_DEFINE_FINAL_TYPE (LaminaShortcutsGroup, lamina_shortcuts_group, GTK_TYPE_BOX)

static void
lamina_shortcuts_group_finalize (GObject *object)
{
  g_ptr_array_unref (LAMINA_SHORTCUTS_GROUP (object)->titles);
  G_OBJECT_CLASS (lamina_shortcuts_group_parent_class)->finalize (object);
}

static void
lamina_shortcuts_group_class_init (LaminaShortcutsGroupClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_shortcuts_group_finalize;
}

static void
lamina_shortcuts_group_init (LaminaShortcutsGroup *self)
{
  self->titles = g_ptr_array_new_with_free_func (g_free);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "shortcuts");
}

static GtkWidget *
make_label (const char *text,
            const char *css_class)
{
  GtkWidget *label = lamina_widget_new_label (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
group_add_row (LaminaShortcutsGroup *self,
               const char           *title,
               GtkWidget            *how)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = make_label (title, NULL);

  gtk_widget_set_hexpand (label, TRUE);
  lamina_widget_set_tip (label, title);
  gtk_widget_set_valign (how, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), how);
  gtk_widget_add_css_class (row, "shortcut-row");
  gtk_box_append (GTK_BOX (self), row);
  g_ptr_array_add (self->titles, g_strdup (title));
}

static void
group_add_keys (LaminaShortcutsGroup *self,
                const char           *title,
                char                **keys)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  /* Keys of the number pad look like those beside the letters. */
  for (char **key = keys; *key; key++)
    if (!strstr (*key, "KP_"))
      {
        GtkWidget *label = lamina_key_label_new ();

        if (gtk_widget_get_first_child (box))
          gtk_box_append (GTK_BOX (box), make_label ("/", "dim-label"));
        lamina_key_label_set_key (label, *key);
        gtk_box_append (GTK_BOX (box), label);
      }
  group_add_row (self, title, box);
}

/* Shows the rows that the words name; the whole group when they name its heading; nothing when they name nothing. */
static guint
group_filter (LaminaShortcutsGroup *self,
              const char           *query)
{
  GtkWidget *row;
  gboolean whole;
  guint i = 0, n = 0;

  row = gtk_widget_get_next_sibling (gtk_widget_get_first_child (GTK_WIDGET (self)));
  whole = lamina_word_match (query, _(self->section)) > 0;
  for (; row; row = gtk_widget_get_next_sibling (row))
    {
      gboolean shown = whole || lamina_word_match (query, self->titles->pdata[i++]) > 0;

      gtk_widget_set_visible (row, shown);
      n += shown;
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  return n;
}

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
#define POINTER N_("Mouse in the Timeline")
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
  { POINTER, N_("Context Menu"), N_("Right click") },
  { POINTER, N_("Back and Forward"), N_("Side mouse buttons") },
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
  LaminaShortcutsGroup *group;

  for (guint i = 0; i < self->groups->len; i++)
    if (strcmp (((LaminaShortcutsGroup *) self->groups->pdata[i])->section, section) == 0)
      return self->groups->pdata[i];
  group = g_object_new (LAMINA_TYPE_SHORTCUTS_GROUP, NULL);
  group->section = g_intern_string (section);
  gtk_box_append (GTK_BOX (group), make_label (_(section), "heading"));
  g_ptr_array_add (self->groups, g_object_ref_sink (group));
  return group;
}

static void
collect (LaminaShortcutsWindow *self)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], lamina_action_table_get_keys ());

      /* Nine bookmarks would fill the page; a line among the habits stands for them. */
      if (keys[0] && !strstr (rows[i].action, "(uint32 "))
        group_add_keys (get_group (self, rows[i].section), _(rows[i].title), keys);
    }
  if (lamina_action_table_get_keys () == LAMINA_KEYS_PERFETTO)
    group_add_row (get_group (self, VIEWS), _("Go to Bookmark 1 to 9"), make_label (_("1 to 9"), "dim-label"));
  for (guint i = 0; i < G_N_ELEMENTS (habits); i++)
    group_add_row (get_group (self, habits[i].section), _(habits[i].title), make_label (_(habits[i].how), "dim-label"));
}

/* Two columns that are about as high, and read from the top of the first to the end of the second. */
static void
lay_out (LaminaShortcutsWindow *self)
{
  guint height = 0, half = 0;

  for (guint i = 0; i < self->groups->len; i++)
    half += ((LaminaShortcutsGroup *) self->groups->pdata[i])->titles->len + HEADING_ROWS;
  half = (half + 1) / 2;
  for (guint i = 0; i < self->groups->len; i++)
    {
      guint rows = ((LaminaShortcutsGroup *) self->groups->pdata[i])->titles->len + HEADING_ROWS;

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
    n += group_filter (self->groups->pdata[i], query);
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
