/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-palette.h"

#include "lamina-key-label.h"
#include "lamina-palette-item.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"
#include "lamina-word-match.h"

#include <glib/gi18n.h>

struct _LaminaPalette
{
  AdwWindow parent_instance;

  GPtrArray *items;
  GListStore *found;
  GtkSingleSelection *selection;
  GtkSearchEntry *entry;
  GtkStack *stack;
  GtkListView *list;
};

typedef struct
{
  LaminaPaletteItem *item;
  guint worth;
  guint place;
} Found;

G_DEFINE_FINAL_TYPE (LaminaPalette, lamina_palette, ADW_TYPE_WINDOW)

static int
compare_found (gconstpointer a,
               gconstpointer b)
{
  const Found *one = a;
  const Found *other = b;

  if (one->worth != other->worth)
    return one->worth > other->worth ? -1 : 1;
  return one->place < other->place ? -1 : 1;
}

/* The title counts more than its synonyms and the section: `timeline` still finds all that can be done with it. */
static guint
get_worth (const char        *query,
           LaminaPaletteItem *item)
{
  g_autofree char *all = g_strdup_printf ("%s %s %s", lamina_palette_item_get_title (item),
                                          lamina_palette_item_get_section (item), lamina_palette_item_get_synonyms (item));
  guint worth = lamina_word_match (query, lamina_palette_item_get_title (item));

  return worth ? worth * 2 : lamina_word_match (query, all);
}

static void
search (LaminaPalette *self)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; i < self->items->len; i++)
    {
      Found one = { self->items->pdata[i], get_worth (query, self->items->pdata[i]), i };

      if (one.worth > 0)
        g_array_append_val (found, one);
    }
  g_array_sort (found, compare_found);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (items, g_array_index (found, Found, i).item);
  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)), items->pdata, items->len);
  gtk_single_selection_set_selected (self->selection, 0);
  gtk_stack_set_visible_child_name (self->stack, items->len > 0 ? "list" : "nothing");
}

static void
show_all (LaminaPalette *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

/* The palette goes first: what is done may show a dialog over the window. */
static void
activate (LaminaPalette *self)
{
  LaminaPaletteItem *chosen = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (LaminaPaletteItem) item = chosen ? g_object_ref (chosen) : NULL;

  if (!item)
    return;
  gtk_window_close (GTK_WINDOW (self));
  lamina_palette_item_activate (item);
}

static void
on_row_activated (LaminaPalette *self,
                  guint          position)
{
  gtk_single_selection_set_selected (self->selection, position);
  activate (self);
}

static void
choose (LaminaPalette *self,
        int            by)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  guint selected = gtk_single_selection_get_selected (self->selection);
  guint position;

  if (n == 0)
    return;
  position = (guint) CLAMP ((int) selected + by, 0, (int) n - 1);
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}

static gboolean
on_key_pressed (LaminaPalette        *self,
                guint                 keyval,
                guint                 keycode,
                GdkModifierType       state)
{
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      choose (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      choose (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
      choose (self, -8);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
      choose (self, 8);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
bind_row (GtkSignalListItemFactory *factory,
          GtkListItem              *list_item,
          gpointer                  user_data)
{
  LaminaPaletteItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *title = gtk_widget_get_first_child (gtk_list_item_get_child (list_item));
  GtkWidget *section = gtk_widget_get_next_sibling (title);
  GtkWidget *key = gtk_widget_get_next_sibling (section);

  lamina_widget_set_text (GTK_LABEL (title), lamina_palette_item_get_title (item));
  lamina_widget_set_text (GTK_LABEL (section), lamina_palette_item_get_section (item));
  lamina_key_label_set_key (key, lamina_palette_item_get_key (item));
  gtk_widget_set_visible (key, lamina_palette_item_get_key (item) != NULL);
}

static void
set_up_row (GtkSignalListItemFactory *factory,
            GtkListItem              *list_item,
            gpointer                  user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (NULL);
  GtkWidget *section = gtk_label_new (NULL);
  GtkWidget *key = lamina_key_label_new ();

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (section, "dim-label");
  gtk_widget_set_hexpand (section, TRUE);
  gtk_label_set_xalign (GTK_LABEL (section), 0);
  gtk_widget_add_css_class (section, "caption");
  gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), section);
  gtk_box_append (GTK_BOX (box), key);
  gtk_list_item_set_child (list_item, box);
}

static void
lamina_palette_dispose (GObject *object)
{
  LaminaPalette *self = LAMINA_PALETTE (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_PALETTE);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_object (&self->found);
  G_OBJECT_CLASS (lamina_palette_parent_class)->dispose (object);
}

static void
lamina_palette_class_init (LaminaPaletteClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_palette_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaPalette, selection);
  gtk_widget_class_bind_template_child (widget_class, LaminaPalette, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaPalette, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaPalette, list);
  gtk_widget_class_bind_template_callback (widget_class, search);
  gtk_widget_class_bind_template_callback (widget_class, show_all);
  gtk_widget_class_bind_template_callback (widget_class, activate);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, set_up_row);
  gtk_widget_class_bind_template_callback (widget_class, bind_row);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
lamina_palette_init (LaminaPalette *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_window_size (GTK_WINDOW (self), 560, 420);
  self->found = g_list_store_new (LAMINA_TYPE_PALETTE_ITEM);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->found));
  gtk_search_entry_set_key_capture_widget (self->entry, GTK_WIDGET (self));
  /* It keeps Escape for itself. */
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (gtk_window_close), self);
}

GtkWidget *
lamina_palette_new (GtkWindow *window)
{
  LaminaPalette *self;

  g_return_val_if_fail (GTK_IS_WINDOW (window), NULL);

  self = g_object_new (LAMINA_TYPE_PALETTE, "transient-for", window, NULL);
  self->items = lamina_palette_item_list (window);
  search (self);
  return GTK_WIDGET (self);
}
