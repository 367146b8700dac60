/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-reader-popover.h"

#include "lamina-row-list.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#define MOST_HEIGHT 320

typedef struct
{
  LaminaSession *session;
  guint32 layer;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_object_unref (choice->session);
  g_free (choice);
}

static gboolean
choose (gpointer user_data)
{
  Choice *choice = user_data;

  lamina_session_select_layer (choice->session, choice->layer);
  return G_SOURCE_REMOVE;
}

/* Later, for what is selected replaces the card that the popover hangs on. */
static void
on_activate (GtkListView   *view,
             guint          position,
             LaminaSession *session)
{
  g_autoptr (LaminaRow) row = g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (view)), position);
  Choice choice = { g_object_ref (session), lamina_row_get_index (row) };
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_POPOVER);

  gtk_popover_popdown (GTK_POPOVER (popover));
  g_idle_add_full (G_PRIORITY_DEFAULT, choose, g_memdup2 (&choice, sizeof choice), choice_free);
}

static void
on_setup (GtkListItemFactory *factory,
          GtkListItem        *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkListItemFactory *factory,
         GtkListItem        *item,
         LaminaSession      *session)
{
  LaminaRun *run = lamina_session_get_run (session);
  guint layer = lamina_row_get_index (gtk_list_item_get_item (item));
  const char *name = lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, layer));
  g_autofree char *label = lamina_layer_dup_label (run, layer);

  lamina_widget_set_text (GTK_LABEL (gtk_list_item_get_child (item)), *label ? label : _("No name"));
  lamina_widget_set_tooltip (gtk_list_item_get_child (item), name);
}

GtkWidget *
lamina_reader_popover_new (LaminaSession *session,
                           guint32        tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  guint32 first = tensors->first_consumer[tensor];
  guint n = tensors->first_consumer[tensor + 1] - first;
  g_autoptr (LaminaRowList) rows = lamina_row_list_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *view;

  lamina_row_list_set_rows (rows, g_memdup2 (tensors->consumers + first, n * sizeof *tensors->consumers), n);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), session, 0);
  view = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_steal_pointer (&rows)))), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Consumers"), -1);
  g_signal_connect_object (view, "activate", G_CALLBACK (on_activate), session, 0);
  g_object_set (scroller, "hscrollbar-policy", GTK_POLICY_NEVER, "propagate-natural-height", TRUE,
                "propagate-natural-width", TRUE, "max-content-height", MOST_HEIGHT, "child", view, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_widget_add_css_class (popover, "menu");
  return popover;
}
