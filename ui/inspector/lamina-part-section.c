/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-layer-text.h"
#include "lamina-link.h"
#include "lamina-rows.h"
#include "lamina-swatch.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#define MAX_PARTS 30

/* A layer with its time, to go to. */
static void
add_layer (GtkBox        *box,
           LaminaSession *session,
           guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 cost = lamina_column_number (lamina_run_get_costs (run), layer);
  g_autofree char *name = lamina_layer_dup_label (run, layer);
  g_autofree char *markup = lamina_link_dup_markup ("%s", *name ? name : _("No name"));
  g_autofree char *figure = lamina_figure_dup (cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *exact = lamina_figure_dup_exact (cost, LAMINA_UNIT_NANOSECONDS);
  GtkLabel *key = lamina_rows_add_markup (box, markup, figure, exact);
  GtkWidget *swatch = lamina_swatch_new ();

  lamina_swatch_set_family (LAMINA_SWATCH (swatch), layers->family ? layers->family[layer] : LAMINA_FAMILY_OTHER);
  lamina_rows_set_start (key, swatch);
  lamina_link_set_layer (key, session, layer);
}

static guint
add_children (GtkBox        *box,
              LaminaSession *session,
              guint32        layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (session));
  guint n = 0;

  for (guint32 i = 0; layers->parent && i < layers->n; i++)
    if (layers->parent[i] == layer && n++ < MAX_PARTS)
      add_layer (box, session, i);
  if (n > MAX_PARTS)
    {
      g_autofree char *text = lamina_text_dup (ngettext ("and %u more", "and %u more", n - MAX_PARTS), n - MAX_PARTS);

      lamina_rows_add_note (box, text);
    }
  return n;
}

/* The operators that a joined name lists: `Conv_0 + Relu_1`. Names with a bracket before the sign are arguments. */
static guint
add_joined (GtkBox     *box,
            const char *name)
{
  g_autofree char *seen = lamina_widget_dup_seen (name);
  g_auto (GStrv) parts = g_strsplit (seen, " + ", MAX_PARTS + 1);
  guint n = g_strv_length (parts);

  if (n < 2 || strpbrk (parts[0], "([{"))
    return 0;
  for (guint i = 0; i < n; i++)
    lamina_rows_add_note (box, parts[i]);
  return n;
}

void
lamina_part_section_show (LaminaPaneSection *section,
                          LaminaSession *session,
                          guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 parent = lamina_column_row (layers->parent, layer);
  GtkBox *box = lamina_pane_section_get_content (section);
  g_autofree char *count = NULL;
  guint n;

  lamina_rows_clear (box);
  if (parent != LAMINA_NONE)
    {
      lamina_rows_add_heading (box, _("Part of"));
      add_layer (box, session, parent);
      lamina_rows_add_heading (box, _("Made of"));
    }
  n = add_children (box, session, layer);
  if (n == 0)
    n = add_joined (box, lamina_run_get_string (run, lamina_column_id (layers->name, layer)));
  if (n == 0 && parent != LAMINA_NONE)
    gtk_box_remove (box, gtk_widget_get_last_child (GTK_WIDGET (box)));
  count = n > 0 ? lamina_figure_dup_exact (n, LAMINA_UNIT_NONE) : NULL;
  lamina_pane_section_set_note (section, count, NULL);
  lamina_pane_section_show_if_filled (section);
}
