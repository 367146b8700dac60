/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-marks.h"

#include "lamina-layer-value.h"
#include "lamina-session-search.h"
#include "lamina-theme.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>

/* Below this a strong outline would hide what it is around. */
#define SLIM 6

guint8 *
lamina_flame_marks_new (LaminaSession   *session,
                        LaminaFlameTree *tree)
{
  const char *text = lamina_session_search_get_text (lamina_session_get_search (session));
  guint n;
  const guint32 *layers = lamina_session_get_selected_layers (session, &n);
  guint8 *marks;
  gint64 weight;
  guint n_matches;

  if (*text == '\0')
    return n > 0 ? lamina_flame_tree_mark (tree, layers, n) : NULL;
  marks = lamina_flame_tree_match (tree, text, &weight, &n_matches);
  /* What is searched for and not there is none of it: all stands back. */
  return marks ? marks : g_new0 (guint8, lamina_flame_tree_get_nodes (tree)->n);
}

void
lamina_flame_draw_outline (GtkSnapshot *snapshot,
                           int          x,
                           int          y,
                           int          width,
                           int          row_height,
                           gboolean     strong)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  int thickness = strong && width >= SLIM ? 2 : 1;
  float half = (float) thickness / 2;
  graphene_rect_t rect = GRAPHENE_RECT_INIT ((float) x - half, (float) y - half, (float) width + 2 * half,
                                             (float) row_height - 1 + 2 * half);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { thickness, thickness, thickness, thickness },
                              (GdkRGBA[4]) { color, color, color, color });
}

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
