/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-export-form.h"

G_BEGIN_DECLS

/*
 * The form in two files: -form.c has the rows and what is chosen with them, -form-size.c the rows of the size, which
 * depend on each other. While @has_own_size, the size can be written; it may be the same as one of those to choose from.
 */
struct _LaminaExportForm
{
  AdwBin parent_instance;

  LaminaSession *session;
  LaminaExportChoices *choices;
  gboolean is_filling;
  gboolean has_own_size;

  AdwComboRow *view_row;
  AdwComboRow *range_row;
  AdwEntryRow *range_text;
  AdwComboRow *tracks_row;
  AdwExpanderRow *chosen_row;

  AdwComboRow *preset_row;
  AdwComboRow *unit_row;
  GtkWidget *width_row;
  GtkSpinButton *width;
  GtkWidget *height_row;
  GtkSpinButton *height;
  GtkWidget *scale_row;
  GtkSpinButton *scale;

  AdwEntryRow *title_row;
  GtkSwitch *has_title;
  AdwEntryRow *caption_row;
  GtkSwitch *has_caption;
  GtkWidget *notes_row;
  GtkSwitch *notes;
  GtkWidget *marked_row;
  GtkSwitch *marked;
  GtkSwitch *legend;
  GtkSwitch *source;

  AdwComboRow *format_row;
  AdwComboRow *theme_row;
  AdwComboRow *color_by_row;
};

/* Shows the size that is chosen. */
void lamina_export_form_fill_size (LaminaExportForm *self);

/* Connects the rows of the size. */
void lamina_export_form_add_size (LaminaExportForm *self);

/* Says that something else is chosen. */
void lamina_export_form_changed (LaminaExportForm *self);

G_END_DECLS
