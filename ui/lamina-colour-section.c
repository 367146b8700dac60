/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-colour-section.h"

#include "lamina-link.h"
#include "lamina-rows.h"
#include "lamina-settings.h"
#include "lamina-type-grid.h"

#include <glib/gi18n.h>

struct _LaminaColourSection
{
  LaminaPaneSection *section;
  LaminaSession *session;
  GtkBox *lines;
};

static gboolean
get_position (GValue   *value,
              GVariant *setting,
              gpointer  user_data)
{
  for (guint i = 0; i < LAMINA_N_COLOR_BY; i++)
    if (strcmp (lamina_color_by_get_name ((LaminaColorBy) i), g_variant_get_string (setting, NULL)) == 0)
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_position (const GValue       *value,
              const GVariantType *type,
              gpointer            user_data)
{
  guint position = g_value_get_uint (value);

  return position < LAMINA_N_COLOR_BY ? g_variant_new_string (lamina_color_by_get_name ((LaminaColorBy) position)) : NULL;
}

static void
add_choice (LaminaColourSection *self)
{
  GtkWidget *choice = gtk_drop_down_new_from_strings ((const char *[]) { _("Family of work"), _("Type"), _("Precision"),
                                                                         NULL });

  gtk_widget_set_tooltip_text (choice, _("What colours mean"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What colours mean"), -1);
  g_settings_bind_with_mapping (lamina_settings_get_default (), LAMINA_SETTING_COLOUR_BY, choice, "selected",
                                G_SETTINGS_BIND_DEFAULT, get_position, set_position, NULL, NULL);
  gtk_box_append (lamina_pane_section_get_content (self->section), choice);
}

/* The layers that have a colour, rising. */
static GArray *
list_layers (LaminaColoring *coloring,
             LaminaFamily    color)
{
  GArray *layers = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = lamina_run_get_layers (lamina_coloring_get_run (coloring))->n;

  for (guint32 i = 0; i < n; i++)
    if (lamina_coloring_get_layer (coloring, i) == color)
      g_array_append_val (layers, i);
  return layers;
}

static void
add_line (LaminaColourSection       *self,
          GtkGrid                   *grid,
          LaminaColoring            *coloring,
          const LaminaColoringEntry *entry,
          gint64                     total)
{
  const char *title = lamina_coloring_is_of_file (coloring, entry->color) ? entry->title : _(entry->title);
  GtkLabel *label = lamina_type_grid_add (grid, entry->color, title, entry->calls, entry->sum, total);
  g_autoptr (GArray) layers = entry->n_layers > 0 ? list_layers (coloring, entry->color) : NULL;

  if (layers)
    {
      lamina_link_set_layers (label, self->session, (const guint32 *) (gpointer) layers->data, layers->len);
      return;
    }
  gtk_label_set_text (label, title);
  gtk_widget_remove_css_class (GTK_WIDGET (label), "quiet-link");
}

static void
show (LaminaColourSection *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaColoring *shown = lamina_session_get_coloring (self->session);
  g_autoptr (LaminaColoring) coloring = shown ? lamina_coloring_ref (shown)
                                              : lamina_coloring_new (run, LAMINA_COLOR_BY_FAMILY, NULL);
  g_autoptr (GArray) entries = lamina_coloring_list (coloring, NULL, 0);
  gint64 total = lamina_coloring_is_of_names (coloring) ? LAMINA_ABSENT : lamina_run_get_totals (run)->cost;
  GtkWidget *grid = lamina_type_grid_new ();

  lamina_rows_clear (self->lines);
  gtk_box_append (self->lines, grid);
  for (guint i = 0; i < entries->len; i++)
    add_line (self, GTK_GRID (grid), coloring, &g_array_index (entries, LaminaColoringEntry, i), total);
  if (entries->len == 0)
    lamina_rows_add_note (self->lines, _("This run has no layers."));
}

LaminaColourSection *
lamina_colour_section_new (LaminaPaneSection *section)
{
  LaminaColourSection *self = g_new0 (LaminaColourSection, 1);

  self->section = section;
  self->lines = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_set_margin_top (GTK_WIDGET (self->lines), 6);
  add_choice (self);
  gtk_box_append (lamina_pane_section_get_content (section), GTK_WIDGET (self->lines));
  return self;
}

void
lamina_colour_section_free (LaminaColourSection *self)
{
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_free (self);
}

void
lamina_colour_section_set_session (LaminaColourSection *self,
                                   LaminaSession       *session)
{
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (!session)
    {
      /* Links hold their session, and so its document. */
      lamina_rows_clear (self->lines);
      return;
    }
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (show), self);
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (show), self);
  show (self);
}
