/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tooltip.h"

#include "lamina-layer-value.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>

void
lamina_flame_add_line (GString    *text,
                       const char *key,
                       const char *value)
{
  g_autofree char *line = g_markup_printf_escaped ("\n<span alpha=\"65%%\">%s</span>  %s", key, value);

  g_string_append (text, line);
}

void
lamina_flame_add_weight (GString         *text,
                         LaminaFlameTree *tree,
                         const char      *key,
                         gint64           weight,
                         gboolean         estimated)
{
  g_autofree char *value = lamina_flame_dup_weight (tree, weight);
  g_autofree char *marked = g_strconcat (estimated && weight != LAMINA_ABSENT ? "≈ " : "", value, NULL);

  lamina_flame_add_line (text, key, marked);
}

void
lamina_flame_add_share (GString    *text,
                        const char *key,
                        gint64      part,
                        gint64      whole)
{
  g_autofree char *share = NULL;

  if (part == LAMINA_ABSENT || whole <= 0)
    return;
  share = lamina_layer_dup_share ((double) part / (double) whole);
  lamina_flame_add_line (text, key, share);
}

GString *
lamina_flame_start_tooltip (LaminaFlameTree    *tree,
                            const LaminaTarget *target)
{
  const char *name = lamina_flame_tree_get_nodes (tree)->name[target->first];
  const char *nothing = target->first == 0 ? _("All") : _("No name");
  g_autofree char *title = g_markup_printf_escaped ("<b>%s</b>", *name ? name : nothing);
  g_autofree char *whole = lamina_whole_name_dup_hint (lamina_flame_tree_get_run (tree), name);
  g_autofree char *count = NULL;
  GString *text = g_string_new (title);

  if (whole)
    {
      g_autofree char *line = g_markup_printf_escaped ("\n<span alpha=\"65%%\">%s</span>", whole);

      g_string_append (text, line);
    }
  if (target->n <= 1)
    return text;
  count = g_strdup_printf (ngettext ("%u node, too narrow to draw alone",
                                     "the heaviest of %u nodes, too narrow to draw alone", target->n), target->n);
  lamina_flame_add_line (text, _("Merged"), count);
  return text;
}
