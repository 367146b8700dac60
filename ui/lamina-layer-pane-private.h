/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-pane.h"
#include "lamina-swatch.h"
#include "lamina-time-bar.h"

G_BEGIN_DECLS

/* The pane in two files: -pane.c holds the widget, its heading, tensors and attributes; -pane-time.c time and work. */
struct _LaminaLayerPane
{
  GtkWidget parent_instance;

  LaminaSession *session;

  LaminaSwatch *swatch;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkLabel *full_name;
  GtkWidget *time_section;
  GtkLabel *time_total;
  LaminaTimeBar *time_bar;
  GtkBox *times;
  GtkWidget *work_section;
  GtkBox *figures;
  GtkBox *works;
  GtkWidget *tensor_section;
  GtkLabel *tensor_count;
  GtkBox *tensors;
  GtkWidget *attribute_section;
  GtkLabel *attribute_count;
  GtkBox *attributes;
};

/* Time of a layer: the sum, what it is made of, and where its slices lie. */
void lamina_layer_pane_show_layer_time (LaminaLayerPane *self,
                                        guint32          layer);

/* Time of a slice that belongs to no layer. */
void lamina_layer_pane_show_slice_time (LaminaLayerPane      *self,
                                        const LaminaSliceRef *slice);

/* Operations, rates and bytes of a layer. */
void lamina_layer_pane_show_work (LaminaLayerPane *self,
                                  guint32          layer);

G_END_DECLS
