/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tooltip.h"

#include "lamina-layer-value.h"
#include "lamina-sandwich.h"
#include "lamina-text.h"
#include "lamina-tip.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>

static void
add_weight (GString         *text,
            LaminaFlameTree *tree,
            guint32          node,
            const char      *key,
            gint64           weight)
{
  gboolean estimated = lamina_flame_tree_get_nodes (tree)->estimated[node] && weight != LAMINA_ABSENT;
  g_autofree char *value = lamina_flame_dup_weight (tree, weight);
  g_autofree char *marked = g_strconcat (estimated ? "≈ " : "", value, NULL);

  lamina_tip_add_line (text, key, marked);
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
  lamina_tip_add_line (text, key, share);
}

static void
add_calls (GString         *text,
           LaminaFlameTree *tree,
           gint64           calls)
{
  gboolean is_memory = lamina_flame_tree_get_options (tree)->by == LAMINA_FLAME_BY_STACKS;
  g_autofree char *value = lamina_figure_dup_exact (calls, LAMINA_UNIT_NONE);

  lamina_tip_add_line (text, is_memory ? _("Allocations") : _("Calls"), value);
}

/* The name of a node in bold, and that it stands for several where it does. */
static GString *
start (LaminaFlameTree    *tree,
       const LaminaTarget *target)
{
  const char *name = lamina_flame_tree_get_nodes (tree)->name[target->first];
  const char *nothing = target->first == 0 ? _("All") : _("No name");
  g_autofree char *whole = lamina_whole_name_dup_hint (lamina_flame_tree_get_run (tree), name);
  g_autofree char *count = NULL;
  GString *text = g_string_new (NULL);

  lamina_tip_add_title (text, *name ? name : nothing);
  if (whole)
    lamina_tip_add_note (text, whole);
  if (target->n <= 1)
    return text;
  count = lamina_text_dup (ngettext ("%u node, too narrow to draw separately",
                                     "the heaviest of %u nodes, too narrow to draw separately", target->n), target->n);
  lamina_tip_add_line (text, _("Merged"), count);
  return text;
}

char *
lamina_flame_tooltip_dup (LaminaFlameTree    *tree,
                          const LaminaTarget *target,
                          LaminaColoring     *coloring,
                          LaminaFamily        color)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  guint32 node = target->first, parent = nodes->parent[node];
  GString *text = start (tree, target);

  add_weight (text, tree, node, _("Total"), nodes->total[node]);
  if (nodes->first_child[node] < nodes->first_child[node + 1] && nodes->self[node] != LAMINA_ABSENT)
    add_weight (text, tree, node, _("Self"), nodes->self[node]);
  if (coloring && color != LAMINA_FAMILY_OTHER)
    {
      const char *title = lamina_coloring_get_title (coloring, color);

      lamina_tip_add_line (text, _(lamina_color_by_get_title (lamina_coloring_get_by (coloring))), title ? title : "—");
    }
  add_calls (text, tree, nodes->calls[node]);
  if (node != 0)
    add_share (text, _("Share"), nodes->total[node], nodes->total[0]);
  if (node != 0 && parent != 0)
    add_share (text, _("Of the parent"), nodes->total[node], nodes->total[parent]);
  return g_string_free (text, FALSE);
}

char *
lamina_flame_tooltip_dup_half (LaminaFlameTree    *half,
                               LaminaFlameTree    *all,
                               const LaminaTarget *target)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (half);
  gboolean calling = target->track == LAMINA_SANDWICH_CALLERS;
  guint32 node = target->first;
  GString *text = start (half, target);

  add_weight (text, half, node, calling ? _("Of the calls from here") : _("Total"), nodes->total[node]);
  if (!calling && nodes->self[node] != LAMINA_ABSENT)
    add_weight (text, half, node, _("Self"), nodes->self[node]);
  add_calls (text, half, nodes->calls[node]);
  if (node != 0)
    add_share (text, nodes->name[0], nodes->total[node], nodes->total[0]);
  add_share (text, _("Share"), nodes->total[node], lamina_flame_tree_get_nodes (all)->total[0]);
  return g_string_free (text, FALSE);
}
