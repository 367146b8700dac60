/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sandwich-canvas-private.h"

#include "lamina-flame-tooltip.h"

#include <glib/gi18n.h>

char *
lamina_sandwich_canvas_dup_tooltip (LaminaSandwichCanvas *self,
                                    double                x,
                                    double                y)
{
  const LaminaFlameNodes *nodes;
  LaminaFlameTree *tree;
  g_autoptr (GString) text = NULL;
  g_autofree char *calls = NULL;
  LaminaTarget target;
  gboolean calling;
  guint32 node;
  gint64 all;

  g_return_val_if_fail (LAMINA_IS_SANDWICH_CANVAS (self), NULL);

  if (!lamina_sandwich_canvas_pick (self, x, y, &target))
    return NULL;
  tree = self->halves[target.track];
  nodes = lamina_flame_tree_get_nodes (tree);
  node = target.first;
  calling = target.track == LAMINA_SANDWICH_CALLERS;
  all = lamina_flame_tree_get_nodes (lamina_sandwich_get_tree (self->sandwich))->total[0];
  text = lamina_flame_start_tooltip (tree, &target);
  lamina_flame_add_weight (text, tree, calling ? _("Of the calls from here") : _("Total"), nodes->total[node],
                           nodes->estimated[node]);
  if (!calling && nodes->self[node] != LAMINA_ABSENT)
    lamina_flame_add_weight (text, tree, _("Self"), nodes->self[node], nodes->estimated[node]);
  calls = lamina_figure_dup_exact (nodes->calls[node], LAMINA_UNIT_NONE);
  lamina_flame_add_line (text, _("Calls"), calls);
  if (node != 0)
    lamina_flame_add_share (text, nodes->name[0], nodes->total[node], nodes->total[0]);
  lamina_flame_add_share (text, _("Of all"), nodes->total[node], all);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
lamina_sandwich_canvas_query_tooltip (GtkWidget  *widget,
                                      int         x,
                                      int         y,
                                      gboolean    keyboard,
                                      GtkTooltip *tooltip)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (widget);
  LaminaSandwichView view;
  g_autofree char *text = NULL;
  int width;

  if (keyboard)
    {
      if (!self->sandwich || self->node == LAMINA_NONE)
        return FALSE;
      view = lamina_sandwich_canvas_get_view (self);
      lamina_sandwich_find_box (&view, lamina_canvas_get_metrics (LAMINA_CANVAS (self)), self->half, self->node, &x, &y,
                                &width);
      y++;
    }
  text = lamina_sandwich_canvas_dup_tooltip (self, x, y);
  if (!text)
    return FALSE;
  gtk_tooltip_set_markup (tooltip, text);
  return TRUE;
}
