/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas-private.h"

#include "lamina-layer-value.h"

#include <glib/gi18n.h>

static void
add_line (GString    *text,
          const char *key,
          const char *value)
{
  g_autofree char *line = g_markup_printf_escaped ("\n<span alpha=\"65%%\">%s</span>  %s", key, value);

  g_string_append (text, line);
}

static void
add_weight (LaminaFlameCanvas *self,
            GString           *text,
            const char        *key,
            gint64             weight,
            gboolean           estimated)
{
  g_autofree char *value = lamina_flame_dup_weight (self->tree, weight);
  g_autofree char *marked = g_strconcat (estimated && weight != LAMINA_ABSENT ? "≈ " : "", value, NULL);

  add_line (text, key, marked);
}

static void
add_share (GString    *text,
           const char *key,
           gint64      part,
           gint64      whole)
{
  g_autofree char *share = NULL;

  if (part == LAMINA_ABSENT || whole <= 0)
    return;
  share = lamina_layer_dup_share ((double) part / (double) whole);
  add_line (text, key, share);
}

static void
add_merged (LaminaFlameCanvas  *self,
            GString            *text,
            const LaminaTarget *target)
{
  g_autofree char *count = g_strdup_printf (ngettext ("%u node, too narrow to draw alone",
                                                      "the heaviest of %u nodes, too narrow to draw alone", target->n),
                                            target->n);

  add_line (text, _("Merged"), count);
}

char *
lamina_flame_canvas_dup_tooltip (LaminaFlameCanvas *self,
                                 double             x,
                                 double             y)
{
  const LaminaFlameNodes *nodes;
  g_autoptr (GString) text = NULL;
  g_autofree char *title = NULL;
  g_autofree char *calls = NULL;
  LaminaTarget target;
  guint32 node;

  g_return_val_if_fail (LAMINA_IS_FLAME_CANVAS (self), NULL);

  if (!lamina_flame_canvas_pick (self, x, y, &target))
    return NULL;
  nodes = lamina_flame_tree_get_nodes (self->tree);
  node = target.first;
  title = g_markup_printf_escaped ("<b>%s</b>", node == 0 ? _("All") : *nodes->name[node] ? nodes->name[node]
                                                                                           : _("No name"));
  text = g_string_new (title);
  if (target.n > 1)
    add_merged (self, text, &target);
  add_weight (self, text, _("Total"), nodes->total[node], nodes->estimated[node]);
  if (nodes->first_child[node] < nodes->first_child[node + 1] && nodes->self[node] != LAMINA_ABSENT)
    add_weight (self, text, _("Self"), nodes->self[node], nodes->estimated[node]);
  calls = lamina_figure_dup_exact (nodes->calls[node], LAMINA_UNIT_NONE);
  add_line (text, _("Calls"), calls);
  if (node != 0)
    add_share (text, _("Of all"), nodes->total[node], nodes->total[0]);
  if (node != 0 && nodes->parent[node] != 0)
    add_share (text, _("Of the node above"), nodes->total[node], nodes->total[nodes->parent[node]]);
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
  GdkRectangle area = { .height = LAMINA_FLAME_ROW_HEIGHT };

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
