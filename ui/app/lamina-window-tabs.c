/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-window-private.h"

#include "lamina-allocator.h"
#include "lamina-application.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#define MOST_CLOSED 20

static LaminaTab *
get_tab (AdwTabPage *page)
{
  return LAMINA_TAB (adw_tab_page_get_child (page));
}

/* Who looks at another tab while a file is loaded sees there that it is being loaded, and is called where it can't be. */
static void
on_loading (LaminaTab  *tab,
            GParamSpec *pspec,
            AdwTabPage *page)
{
  gboolean is_loading = lamina_tab_is_loading (tab);

  adw_tab_page_set_loading (page, is_loading);
  adw_tab_page_set_needs_attention (page, !adw_tab_page_get_selected (page)
                                          && strcmp (lamina_tab_get_page_name (tab), "failed") == 0);
}

static void
on_selected (AdwTabPage *page)
{
  if (adw_tab_page_get_selected (page))
    adw_tab_page_set_needs_attention (page, FALSE);
}

static gboolean
have_same_title (LaminaTab *a,
                 LaminaTab *b)
{
  g_autofree char *left = lamina_tab_dup_title (a);
  g_autofree char *right = lamina_tab_dup_title (b);

  return a != b && lamina_tab_get_file (a) && lamina_tab_get_file (b) && strcmp (left, right) == 0;
}

static char *
dup_folder (LaminaTab *tab,
            gboolean   whole)
{
  g_autoptr (GFile) folder = g_file_get_parent (lamina_tab_get_file (tab));
  g_autofree char *name = !folder ? g_strdup ("") : whole ? g_file_get_parse_name (folder)
                                                            : g_file_get_basename (folder);

  return g_filename_display_name (name);
}

/* The folder of a file whose name another tab has too: only its name unless that is equal as well; else %NULL. */
static char *
dup_distinction (LaminaWindow *self,
                 LaminaTab    *tab)
{
  g_autofree char *folder = lamina_tab_get_file (tab) ? dup_folder (tab, FALSE) : NULL;
  gboolean has_twin = FALSE, has_same_folder = FALSE;

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      LaminaTab *other = get_tab (adw_tab_view_get_nth_page (self->tab_view, i));
      g_autofree char *other_folder = NULL;

      if (!have_same_title (tab, other))
        continue;
      other_folder = dup_folder (other, FALSE);
      has_twin = TRUE;
      has_same_folder |= strcmp (folder, other_folder) == 0;
    }
  return !has_twin ? NULL : has_same_folder ? dup_folder (tab, TRUE) : g_steal_pointer (&folder);
}

static void
update_titles (LaminaWindow *self)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tab_view, i);
      g_autofree char *name = lamina_tab_dup_title (get_tab (page));
      g_autofree char *folder = dup_distinction (self, get_tab (page));
      /* Translators: the title of a tab where two files have the same name: the name, then the folder of the file. */
      g_autofree char *title = folder ? g_strdup_printf (C_("tab", "%s – %s"), name, folder) : NULL;

      g_autofree char *shown = lamina_widget_dup_visible (title ? title : name);

      adw_tab_page_set_title (page, shown);
    }
}

static void
on_title (LaminaTab *tab)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (tab));

  if (LAMINA_IS_WINDOW (root))
    update_titles (LAMINA_WINDOW (root));
}

/* In a tab of its own, behind that of the file that it was opened with. */
static void
on_apart (LaminaTab *tab,
          GFile     *file)
{
  LaminaWindow *self = LAMINA_WINDOW (gtk_widget_get_root (GTK_WIDGET (tab)));
  AdwTabPage *front = adw_tab_view_get_selected_page (self->tab_view);

  lamina_tab_open (_lamina_window_add_tab (self), file);
  adw_tab_view_set_selected_page (self->tab_view, front);
}

LaminaTab *
_lamina_window_add_tab (LaminaWindow *self)
{
  LaminaApplication *application = LAMINA_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
  LaminaTab *tab = lamina_tab_new (lamina_application_get_documents (application));
  AdwTabPage *page = adw_tab_view_append (self->tab_view, GTK_WIDGET (tab));

  /* All of this stays with the page when it moves to another window. */
  g_signal_connect (tab, "notify::title", G_CALLBACK (on_title), NULL);
  g_signal_connect (tab, "apart", G_CALLBACK (on_apart), NULL);
  g_object_bind_property (tab, "tooltip", page, "tooltip", G_BINDING_SYNC_CREATE);
  g_signal_connect_object (tab, "notify::loading", G_CALLBACK (on_loading), page, 0);
  g_signal_connect (page, "notify::selected", G_CALLBACK (on_selected), NULL);
  adw_tab_view_set_selected_page (self->tab_view, page);
  return tab;
}

static gboolean
close_window (gpointer user_data)
{
  gtk_window_close (GTK_WINDOW (user_data));
  return G_SOURCE_REMOVE;
}

/* Not while a signal of its tabs is on the way. */
static void
close_window_soon (LaminaWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_window, g_object_ref (self), g_object_unref);
}

static gboolean
on_close_page (LaminaWindow *self,
               AdwTabPage   *page)
{
  GFile *file = lamina_tab_get_file (get_tab (page));
  gboolean is_last = adw_tab_view_get_n_pages (self->tab_view) == 1;

  if (file)
    g_queue_push_head (&self->closed, g_object_ref (file));
  while (g_queue_get_length (&self->closed) > MOST_CLOSED)
    g_object_unref (g_queue_pop_tail (&self->closed));
  /* The page lives on until its title has slid out of the bar; what it takes up must not. */
  if (file || !is_last)
    lamina_tab_clear (get_tab (page));
  /* After the last file one can open another; with nothing at all the window has no use. */
  if (is_last && file)
    _lamina_window_add_tab (self);
  adw_tab_view_close_page_finish (self->tab_view, page, file || !is_last);
  if (is_last && !file)
    close_window_soon (self);
  _lamina_window_update_actions (self);
  return GDK_EVENT_STOP;
}

/* The menu of a tab may have sent it away, and is told so only afterwards. Where the last one was drawn out, nothing is left
 * to show. */
static void
on_page_detached (LaminaWindow *self,
                  AdwTabPage   *page)
{
  if (self->menu_page == page)
    self->menu_page = NULL;
  update_titles (self);
  if (adw_tab_view_get_n_pages (self->tab_view) == 0)
    close_window_soon (self);
  lamina_allocator_give_back_later ();
  _lamina_window_update_header (self);
  _lamina_window_update_actions (self);
}

static void
on_order_changed (LaminaWindow *self)
{
  update_titles (self);
  _lamina_window_update_header (self);
  _lamina_window_update_actions (self);
}

static AdwTabView *
on_create_window (LaminaWindow *self)
{
  LaminaWindow *window = g_object_new (LAMINA_TYPE_WINDOW,
                                       "application", gtk_window_get_application (GTK_WINDOW (self)),
                                       NULL);
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_present (GTK_WINDOW (window));
  return window->tab_view;
}

static void
on_setup_menu (LaminaWindow *self,
               AdwTabPage   *page)
{
  self->menu_page = page;
  _lamina_window_update_actions (self);
}

void
_lamina_window_init_tabs (LaminaWindow *self)
{
  /* The keys are those of the table of actions. */
  adw_tab_view_set_shortcuts (self->tab_view, 0);
  adw_tab_view_set_menu_model (self->tab_view, self->tab_menu);
  g_signal_connect_swapped (self->tab_view, "close-page", G_CALLBACK (on_close_page), self);
  g_signal_connect_swapped (self->tab_view, "page-attached", G_CALLBACK (on_order_changed), self);
  g_signal_connect_swapped (self->tab_view, "page-reordered", G_CALLBACK (on_order_changed), self);
  g_signal_connect_swapped (self->tab_view, "page-detached", G_CALLBACK (on_page_detached), self);
  g_signal_connect_swapped (self->tab_view, "create-window", G_CALLBACK (on_create_window), self);
  g_signal_connect_swapped (self->tab_view, "setup-menu", G_CALLBACK (on_setup_menu), self);
}

void
_lamina_window_forget_tabs (LaminaWindow *self)
{
  g_signal_handlers_disconnect_by_data (self->tab_view, self);
  lamina_allocator_give_back_later ();
  g_queue_clear_full (&self->closed, g_object_unref);
}

AdwTabPage *
_lamina_window_get_meant_page (LaminaWindow *self)
{
  return self->menu_page ? self->menu_page : adw_tab_view_get_selected_page (self->tab_view);
}

static LaminaTab *
find_in_window (LaminaWindow *self,
                GFile        *file)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      LaminaTab *tab = get_tab (adw_tab_view_get_nth_page (self->tab_view, i));

      if (lamina_tab_get_file (tab) && g_file_equal (lamina_tab_get_file (tab), file))
        return tab;
    }
  return NULL;
}

LaminaTab *
_lamina_window_find_tab (LaminaWindow *self,
                         GFile        *file)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  LaminaTab *tab = find_in_window (self, file);

  for (GList *item = application ? gtk_application_get_windows (application) : NULL; item && !tab; item = item->next)
    if (LAMINA_IS_WINDOW (item->data) && item->data != self)
      tab = find_in_window (item->data, file);
  return tab;
}

void
_lamina_window_reopen_tab (LaminaWindow *self)
{
  g_autoptr (GFile) file = g_queue_pop_head (&self->closed);

  if (file)
    lamina_window_open (self, file);
  _lamina_window_update_actions (self);
}
