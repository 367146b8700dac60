/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-form-private.h"

#include <glib/gi18n.h>

#define LEAST_PX 200
#define MOST_PX 8000

/* In the order of the rows of the form; behind them comes a size of the user's own. */
static const struct
{
  gboolean in_mm;
  double width;
  double height;
} presets[] = {
  { TRUE, 180, 0 },
  { TRUE, 85, 0 },
  { FALSE, 960, 540 },
};

static guint
find_preset (const LaminaExportChoices *choices)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (presets) && (presets[i].in_mm != choices->in_mm || presets[i].width != choices->width
                                        || presets[i].height != choices->height))
    i++;
  return i;
}

static void
set_bounds (GtkSpinButton *spin,
            gboolean       in_mm,
            gboolean       with_zero,
            double         value)
{
  double per_unit = in_mm ? LAMINA_PICTURE_PER_MM : 1;
  double step = in_mm ? 5 : 20;

  gtk_adjustment_configure (gtk_spin_button_get_adjustment (spin), value, with_zero ? 0 : LEAST_PX / per_unit,
                            MOST_PX / per_unit, step, 4 * step, 0);
  gtk_spin_button_set_digits (spin, in_mm ? 1 : 0);
}

/* A size that cannot be chosen is the user's own. */
static void
show_preset (LaminaExportForm *self)
{
  guint preset = find_preset (self->choices);

  self->has_own_size = self->has_own_size || preset == G_N_ELEMENTS (presets);
  adw_combo_row_set_selected (self->preset_row, self->has_own_size ? G_N_ELEMENTS (presets) : preset);
}

void
lamina_export_form_fill_size (LaminaExportForm *self)
{
  const LaminaExportChoices *choices = self->choices;

  self->is_filling = TRUE;
  show_preset (self);
  adw_combo_row_set_selected (self->unit_row, choices->in_mm ? 0 : 1);
  set_bounds (self->width, choices->in_mm, FALSE, choices->width);
  set_bounds (self->height, choices->in_mm, TRUE, choices->height);
  gtk_spin_button_set_value (self->scale, choices->scale);
  self->is_filling = FALSE;
}

static void
on_preset (LaminaExportForm *self)
{
  guint i = adw_combo_row_get_selected (self->preset_row);

  if (self->is_filling)
    return;
  self->has_own_size = i >= G_N_ELEMENTS (presets);
  if (!self->has_own_size)
    {
      self->choices->in_mm = presets[i].in_mm;
      self->choices->width = presets[i].width;
      self->choices->height = presets[i].height;
    }
  lamina_export_form_fill_size (self);
  lamina_export_form_changed (self);
}

/* The picture stays as it is, in the other unit. */
static void
on_unit (LaminaExportForm *self)
{
  gboolean in_mm = adw_combo_row_get_selected (self->unit_row) == 0;
  double factor = in_mm ? 1.0 / LAMINA_PICTURE_PER_MM : LAMINA_PICTURE_PER_MM;

  if (self->is_filling || in_mm == self->choices->in_mm)
    return;
  self->choices->in_mm = in_mm;
  self->choices->width *= factor;
  self->choices->height *= factor;
  lamina_export_form_fill_size (self);
  lamina_export_form_changed (self);
}

static void
on_number (LaminaExportForm *self)
{
  if (self->is_filling)
    return;
  self->choices->width = gtk_spin_button_get_value (self->width);
  self->choices->height = gtk_spin_button_get_value (self->height);
  self->choices->scale = gtk_spin_button_get_value (self->scale);
  self->is_filling = TRUE;
  show_preset (self);
  self->is_filling = FALSE;
  lamina_export_form_changed (self);
}

/* No height of its own is said in a word. */
static gboolean
on_height_output (GtkSpinButton *spin)
{
  if (gtk_spin_button_get_value (spin) > 0)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (spin), _("as needed"));
  return TRUE;
}

static int
on_height_input (GtkSpinButton *spin,
                 double        *value)
{
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (spin)), _("as needed")) != 0)
    return FALSE;
  *value = 0;
  return TRUE;
}

void
lamina_export_form_add_size (LaminaExportForm *self)
{
  GtkSpinButton *numbers[] = { self->width, self->height, self->scale };

  g_signal_connect_object (self->preset_row, "notify::selected", G_CALLBACK (on_preset), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->unit_row, "notify::selected", G_CALLBACK (on_unit), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_signal_connect_object (numbers[i], "value-changed", G_CALLBACK (on_number), self, G_CONNECT_SWAPPED);
  g_signal_connect (self->height, "output", G_CALLBACK (on_height_output), NULL);
  g_signal_connect (self->height, "input", G_CALLBACK (on_height_input), NULL);
}
