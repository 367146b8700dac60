/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas-private.h"

#include "lamina-flame-tooltip.h"

#include <glib/gi18n.h>

/* What its color means, unless that is the family. */
static void
add_color (LaminaFlameCanvas *self,
           GString           *text,
           guint32            node)
{
  LaminaColoring *coloring = self->colors ? lamina_session_get_coloring (self->session) : NULL;
  LaminaFamily color = self->colors ? (LaminaFamily) self->colors[node] : LAMINA_FAMILY_OTHER;
  const char *title;

  if (!coloring || color == LAMINA_FAMILY_OTHER)
    return;
  title = lamina_coloring_get_title (coloring, color);
  lamina_flame_add_line (text, _(lamina_color_by_get_title (lamina_coloring_get_by (coloring))), title ? title : "—");
}

char *
lamina_flame_canvas_dup_tooltip (LaminaFlameCanvas *self,
                                 double             x,
                                 double             y)
{
  const LaminaFlameNodes *nodes;
  g_autoptr (GString) text = NULL;
  g_autofree char *calls = NULL;
  LaminaTarget target;
  guint32 node;

  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), NULL);

  if (!lamina_flame_canvas_pick (self, x, y, &target))
    return NULL;
  nodes = lamina_flame_tree_get_nodes (self->tree);
  node = target.first;
  text = lamina_flame_start_tooltip (self->tree, &target);
  lamina_flame_add_weight (text, self->tree, _("Total"), nodes->total[node], nodes->estimated[node]);
  if (nodes->first_child[node] < nodes->first_child[node + 1] && nodes->self[node] != LAMINA_ABSENT)
    lamina_flame_add_weight (text, self->tree, _("Self"), nodes->self[node], nodes->estimated[node]);
  add_color (self, text, node);
  calls = lamina_figure_dup_exact (nodes->calls[node], LAMINA_UNIT_NONE);
  lamina_flame_add_line (text, _("Calls"), calls);
  if (node != 0)
    lamina_flame_add_share (text, _("Of all"), nodes->total[node], nodes->total[0]);
  if (node != 0 && nodes->parent[node] != 0)
    lamina_flame_add_share (text, _("Of the node above"), nodes->total[node], nodes->total[nodes->parent[node]]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
lamina_flame_canvas_query_tooltip (GtkWidget  *widget,
                                   int         x,
                                   int         y,
                                   gboolean    keyboard,
                                   GtkTooltip *tooltip)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (widget);
  LaminaFlameView view = lamina_flame_canvas_get_view (self);
  g_autofree char *text = NULL;
  GdkRectangle area = { .height = view.row_height };

  if (keyboard)
    {
      if (!self->tree || self->node == LAMINA_NONE
          || !lamina_flame_find_box (self->tree, &view, self->node, &area.x, &area.y, &area.width))
        return FALSE;
      x = area.x;
      y = area.y + 1;
    }
  text = lamina_flame_canvas_dup_tooltip (self, x, y);
  if (!text)
    return FALSE;
  gtk_tooltip_set_markup (tooltip, text);
  return TRUE;
}
