/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page-private.h"

#include "lamina-layer-value.h"
#include "lamina-session-search.h"

#include <glib/gi18n.h>
#include <math.h>

static char *
dup_node_text (LaminaFlameTree *tree,
               guint32          node)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  g_autofree char *name = node == 0 ? g_strdup (_("All")) : lamina_flame_dup_label (tree, node);
  g_autofree char *weight = lamina_flame_dup_weight (tree, nodes->total[node]);
  g_autofree char *share = NULL;

  if (node == 0 || nodes->total[0] <= 0 || nodes->total[node] == LAMINA_ABSENT)
    return g_strdup_printf ("%s · %s", name, weight);
  share = lamina_layer_dup_share ((double) nodes->total[node] / (double) nodes->total[0]);
  /* Translators: a node of a flame graph, its weight, and its share. */
  return g_strdup_printf (_("%s · %s · %s of all"), name, weight, share);
}

static gboolean
is_searching (LaminaFlamePage *self)
{
  return lamina_flame_marks_is_searching (lamina_flame_canvas_get_marks (self->canvas));
}

static char *
dup_match_text (LaminaFlamePage *self,
                LaminaFlameTree *tree)
{
  gint64 all = lamina_flame_tree_get_nodes (tree)->total[0], matched;
  guint n = lamina_flame_marks_get_found (lamina_flame_canvas_get_marks (self->canvas), 0, &matched);
  g_autofree char *weight = NULL;
  g_autofree char *share = NULL;

  if (is_searching (self))
    return g_strdup (_("Searching…"));
  if (n == 0)
    return g_strdup (_("Nothing found"));
  weight = lamina_flame_dup_weight (tree, matched);
  share = lamina_layer_dup_share (all > 0 && matched != LAMINA_ABSENT ? (double) matched / (double) all : (double) NAN);
  /* Translators: how many nodes of a flame graph match, their weight, and its share. */
  return g_strdup_printf (ngettext ("%u match · %s · %s of all", "%u matches · %s · %s of all", n), n, weight, share);
}

/* The search bar counts nodes here, not slices. */
static void
show_count (LaminaFlamePage *self)
{
  gint64 weight;
  guint n = lamina_flame_marks_get_found (lamina_flame_canvas_get_marks (self->canvas), 0, &weight);
  g_autofree char *count = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  g_autofree char *note = NULL;

  if (is_searching (self))
    note = g_strdup (_("Searching…"));
  else
    note = n == 0 ? g_strdup (_("Nothing found")) : g_strdup_printf (ngettext ("%s match", "%s matches", n), count);
  lamina_search_bar_set_note (self->search, note);
}

gboolean
_lamina_flame_page_has_search (LaminaFlamePage *self)
{
  return self->session && *lamina_session_search_get_text (lamina_session_get_search (self->session)) != '\0';
}

/* Nobody waits for what a search finds on a page that is not in front. */
void
_lamina_flame_page_show_summary (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES);
  guint32 node = lamina_flame_canvas_get_node (self->canvas, NULL);
  gboolean searching = gtk_widget_get_mapped (GTK_WIDGET (self)) && _lamina_flame_page_has_search (self);
  g_autofree char *text = NULL;

  if (self->wait_source == 0 && self->job)
    text = g_strdup (_("Working…"));
  else if (tree && searching)
    text = dup_match_text (self, tree);
  else if (tree)
    text = dup_node_text (tree, node == LAMINA_NONE ? lamina_flame_canvas_get_root (self->canvas) : node);
  gtk_label_set_text (self->summary, text ? text : "");
  if (tree && searching)
    show_count (self);
  else
    lamina_search_bar_set_note (self->search, NULL);
}

static void
on_path_clicked (GtkWidget       *button,
                 LaminaFlamePage *self)
{
  lamina_flame_canvas_set_root (self->canvas, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "node")));
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
add_step (LaminaFlamePage *self,
          LaminaFlameTree *tree,
          guint32          node,
          gboolean         is_last)
{
  g_autofree char *label = node == 0 ? g_strdup (_("All")) : lamina_flame_dup_label (tree, node);
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, !is_last);
  g_object_set_data (G_OBJECT (button), "node", GUINT_TO_POINTER (node));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_path_clicked), self, 0);
  gtk_box_append (self->path, button);
  if (!is_last)
    gtk_box_append (self->path, gtk_label_new ("›"));
}

void
_lamina_flame_page_show_path (LaminaFlamePage *self)
{
  LaminaFlameTree *tree = lamina_flame_canvas_get_tree (self->canvas, LAMINA_SANDWICH_CALLEES);
  guint32 root = lamina_flame_canvas_get_root (self->canvas);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->path))))
    gtk_box_remove (self->path, child);
  gtk_widget_set_visible (self->path_scroller, tree && root != 0 && !self->is_sandwich);
  _lamina_flame_page_show_summary (self);
  if (!tree || root == 0)
    return;
  for (guint32 i = root; i != LAMINA_NONE; i = lamina_flame_tree_get_nodes (tree)->parent[i])
    g_array_append_val (steps, i);
  for (guint i = steps->len; i-- > 0;)
    add_step (self, tree, g_array_index (steps, guint32, i), i == 0);
}
