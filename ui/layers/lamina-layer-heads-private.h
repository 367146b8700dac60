/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-column-fit.h"
#include "lamina-layer-heads.h"

G_BEGIN_DECLS

/* Columns in three files: -heads.c shows them, -heads-store.c remembers them in the settings, -heads-fit.c measures them. */
struct _LaminaLayerHeads
{
  GObject parent_instance;

  GtkColumnView *view;
  LaminaColumnFit *fit;
  LaminaLayerFactoryFunc func;
  gpointer user_data;
  LaminaRun *run;
  LaminaLayerListing *listing;
  char *format;
  gboolean grouped;
  gboolean building;
  LaminaLayerColumn first_sort; /* what the run was sorted by when it came, and in which direction */
  gboolean first_descending;
  char *sorted; /* the column that the user chose instead, as the settings call it; NULL for none */
  gboolean sorted_descending;
  guint save_timeout;
  guint reveal_tick;
  int reveal_delay;
  GMenu *menu;
  GMenu *items;
  GSimpleActionGroup *actions;
};

/* -heads-store.c */

/* What the settings call a column. An attribute means something in files of one format alone: its name holds that, too. */
char      *lamina_layer_heads_dup_name   (LaminaLayerHeads  *self,
                                          LaminaLayerColumn  column);

/* The column of this document that the settings call so; FALSE when it can have none. */
gboolean   lamina_layer_heads_find       (LaminaLayerHeads  *self,
                                          const char        *name,
                                          LaminaLayerColumn *column);

/* What the user chose, as far as the document has it; else what suits it. */
GArray    *lamina_layer_heads_list_wanted (LaminaLayerHeads *self);

/* In pixels; -1 when the user left it as it was. */
int        lamina_layer_heads_find_width (LaminaLayerHeads  *self,
                                          LaminaLayerColumn  column);

void       lamina_layer_heads_save_names  (LaminaLayerHeads *self);

void       lamina_layer_heads_save_widths (LaminaLayerHeads *self);

/* Forgets what was chosen. */
void       lamina_layer_heads_forget      (LaminaLayerHeads *self);

/* -heads-fit.c */

/* What a LaminaColumnFit asks the object. */
extern const LaminaColumnFuncs lamina_layer_heads_funcs;

G_END_DECLS
