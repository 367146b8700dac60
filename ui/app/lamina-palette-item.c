/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-palette-item.h"

#include "lamina-action-table.h"
#include "lamina-recent.h"
#include "lamina-window.h"

#include <glib/gi18n.h>

#define MOST_RECENT 10

struct _LaminaPaletteItem
{
  GObject parent_instance;

  char *title;
  char *section;
  char *synonyms;
  char *key;
  GClosure *activate;
};

G_DEFINE_FINAL_TYPE (LaminaPaletteItem, lamina_palette_item, G_TYPE_OBJECT)

static void
lamina_palette_item_finalize (GObject *object)
{
  LaminaPaletteItem *self = LAMINA_PALETTE_ITEM (object);

  g_free (self->title);
  g_free (self->section);
  g_free (self->synonyms);
  g_free (self->key);
  g_clear_pointer (&self->activate, g_closure_unref);
  G_OBJECT_CLASS (lamina_palette_item_parent_class)->finalize (object);
}

static void
lamina_palette_item_class_init (LaminaPaletteItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_palette_item_finalize;
}

static void
lamina_palette_item_init (LaminaPaletteItem *self)
{
}

static LaminaPaletteItem *
lamina_palette_item_new (const char *title,
                         const char *section,
                         const char *synonyms,
                         const char *key,
                         GClosure   *activate)
{
  LaminaPaletteItem *self = g_object_new (LAMINA_TYPE_PALETTE_ITEM, NULL);

  self->title = g_strdup (title);
  self->section = g_strdup (section);
  self->synonyms = g_strdup (synonyms);
  self->key = g_strdup (key);
  self->activate = g_closure_ref (activate);
  g_closure_sink (activate);
  g_closure_set_marshal (activate, g_cclosure_marshal_VOID__VOID);
  return self;
}

const char *
lamina_palette_item_get_title (LaminaPaletteItem *self)
{
  g_return_val_if_fail (LAMINA_IS_PALETTE_ITEM (self), NULL);
  return self->title;
}

const char *
lamina_palette_item_get_section (LaminaPaletteItem *self)
{
  g_return_val_if_fail (LAMINA_IS_PALETTE_ITEM (self), NULL);
  return self->section;
}

const char *
lamina_palette_item_get_synonyms (LaminaPaletteItem *self)
{
  g_return_val_if_fail (LAMINA_IS_PALETTE_ITEM (self), NULL);
  return self->synonyms;
}

const char *
lamina_palette_item_get_key (LaminaPaletteItem *self)
{
  g_return_val_if_fail (LAMINA_IS_PALETTE_ITEM (self), NULL);
  return self->key;
}

void
lamina_palette_item_activate (LaminaPaletteItem *self)
{
  GValue instance = G_VALUE_INIT;

  g_return_if_fail (LAMINA_IS_PALETTE_ITEM (self));

  g_value_init (&instance, LAMINA_TYPE_PALETTE_ITEM);
  g_value_set_object (&instance, self);
  g_closure_invoke (self->activate, NULL, 1, &instance, NULL);
  g_value_unset (&instance);
}

typedef struct
{
  GtkWindow *window;
  char *action;
} Command;

typedef struct
{
  LaminaSession *session;
  guint run;
} RunPlace;

static void
free_command (gpointer  data,
              GClosure *closure)
{
  Command *command = data;

  g_object_unref (command->window);
  g_free (command->action);
  g_free (command);
}

static void
free_run_place (gpointer  data,
                GClosure *closure)
{
  RunPlace *place = data;

  g_object_unref (place->session);
  g_free (place);
}

static void
do_command (LaminaPaletteItem *item,
            Command           *command)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_action_parse_detailed_name (command->action, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (command->window), name, target);
}

static void
go_to_run (LaminaPaletteItem *item,
           RunPlace          *place)
{
  lamina_session_set_run_index (place->session, place->run);
}

/* A tab of this window or of another one. */
static void
go_to_tab (LaminaPaletteItem *item,
           GtkWidget         *tab)
{
  GtkRoot *window = gtk_widget_get_root (tab);
  AdwTabView *tabs = LAMINA_IS_WINDOW (window) ? lamina_window_get_tab_view (LAMINA_WINDOW (window)) : NULL;

  if (!tabs)
    return;
  adw_tab_view_set_selected_page (tabs, adw_tab_view_get_page (tabs, tab));
  gtk_window_present (GTK_WINDOW (window));
}

static void
add_command (GPtrArray  *items,
             GtkWindow  *window,
             const char *title,
             const char *section,
             const char *synonyms,
             const char *key,
             const char *action)
{
  Command *command = g_new0 (Command, 1);

  *command = (Command) { g_object_ref (window), g_strdup (action) };
  g_ptr_array_add (items, lamina_palette_item_new (title, section, synonyms, key,
                                                   g_cclosure_new (G_CALLBACK (do_command), command, free_command)));
}

/* No function tells whether an action of a widget can be activated; a button that stands for it knows. */
static gboolean
is_enabled (GtkWindow             *window,
            const LaminaActionRow *row)
{
  GtkWidget *probe = gtk_button_new ();
  gboolean enabled;

  gtk_widget_set_visible (probe, FALSE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (probe), row->action);
  gtk_widget_set_parent (probe, GTK_WIDGET (window));
  enabled = gtk_widget_get_sensitive (probe);
  gtk_widget_unparent (probe);
  return enabled;
}

static void
add_actions (GPtrArray *items,
             GtkWindow *window)
{
  guint n;
  const LaminaActionRow *rows = lamina_action_table_get_rows (&n);

  for (guint i = 0; i < n; i++)
    if (is_enabled (window, &rows[i]) && strcmp (rows[i].action, "app.palette") != 0)
      {
        g_auto (GStrv) keys = lamina_action_row_dup_keys (&rows[i], lamina_action_table_get_keys ());

        add_command (items, window, _(rows[i].title), _(rows[i].section), rows[i].synonyms ? _(rows[i].synonyms) : "", keys[0],
                     rows[i].action);
      }
}

static void
add_runs (GPtrArray     *items,
          LaminaSession *session)
{
  LaminaDocument *document = lamina_session_get_document (session);
  guint n = lamina_document_get_n_runs (document);

  for (guint i = 0; n > 1 && i < n; i++)
    {
      RunPlace *place = g_new0 (RunPlace, 1);

      *place = (RunPlace) { g_object_ref (session), i };
      g_ptr_array_add (items,
                       lamina_palette_item_new (lamina_run_get_shown_title (lamina_document_get_run (document, i)),
                                                _("Run"), "", NULL,
                                                g_cclosure_new (G_CALLBACK (go_to_run), place, free_run_place)));
    }
}

static void
add_tabs (GPtrArray    *items,
          LaminaWindow *window,
          LaminaTab    *in_front)
{
  AdwTabView *tabs = lamina_window_get_tab_view (window);

  for (int i = 0; i < adw_tab_view_get_n_pages (tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (tabs, i);
      GtkWidget *tab = adw_tab_page_get_child (page);

      if (tab != GTK_WIDGET (in_front))
        g_ptr_array_add (items, lamina_palette_item_new (adw_tab_page_get_title (page), _("Tab"), "", NULL,
                                                         g_cclosure_new_object (G_CALLBACK (go_to_tab),
                                                                                G_OBJECT (tab))));
    }
}

static void
add_recent (GPtrArray *items,
            GtkWindow *window)
{
  g_autoptr (GPtrArray) recent = lamina_recent_list (MOST_RECENT);

  for (guint i = 0; i < recent->len; i++)
    {
      GVariant *uri = g_variant_ref_sink (g_variant_new_string (gtk_recent_info_get_uri (recent->pdata[i])));
      g_autofree char *action = g_action_print_detailed_name ("win.open-recent", uri);

      add_command (items, window, gtk_recent_info_get_display_name (recent->pdata[i]), _("Recent file"), "", NULL, action);
      g_variant_unref (uri);
    }
}

GPtrArray *
lamina_palette_item_list (GtkWindow *window)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  GtkApplication *application;
  LaminaTab *tab;

  g_return_val_if_fail (GTK_IS_WINDOW (window), items);

  add_actions (items, window);
  if (!LAMINA_IS_WINDOW (window))
    return items;
  tab = lamina_window_get_tab (LAMINA_WINDOW (window));
  if (tab && lamina_tab_get_session (tab))
    add_runs (items, lamina_tab_get_session (tab));
  application = gtk_window_get_application (window);
  for (GList *item = application ? gtk_application_get_windows (application) : NULL; item; item = item->next)
    if (LAMINA_IS_WINDOW (item->data))
      add_tabs (items, item->data, tab);
  add_recent (items, window);
  return items;
}
