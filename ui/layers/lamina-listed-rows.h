/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"
#include "lamina-row-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The rows that a listing of layers has in a table: its layers, or its groups, of which some are open and are followed by their
 * layers; and which rows stand for which layers. Groups are open by their label, so that they stay so in the next listing.
 */
typedef struct _LaminaListedRows LaminaListedRows;

/* The rows of no listing yet; @list, which must outlive them, takes their ids. */
LaminaListedRows *lamina_listed_rows_new (LaminaRowList *list);

void lamina_listed_rows_free (LaminaListedRows *self);

/* What is listed, or NULL. The list stays as it is until lamina_listed_rows_show(). */
void lamina_listed_rows_set_listing (LaminaListedRows   *self,
                                     LaminaLayerListing *listing);

/* Fills the list with the rows of the listing, and with those of its open groups. */
void lamina_listed_rows_show (LaminaListedRows *self);

gboolean lamina_listed_rows_is_open (LaminaListedRows *self,
                                     guint32           id);

/* Opens a group or closes it, in the list, too. Returns whether it is a group that is listed. */
gboolean lamina_listed_rows_toggle (LaminaListedRows *self,
                                    guint32           id);

/* Opens or closes all groups; the list knows of it with the next lamina_listed_rows_show(). */
void lamina_listed_rows_open_all  (LaminaListedRows *self);
void lamina_listed_rows_close_all (LaminaListedRows *self);

/* Where a layer is listed: its own position, else that of its group, else LAMINA_NONE. */
guint lamina_listed_rows_find (LaminaListedRows *self,
                               guint32           layer);

/* The positions that stand for layers; a group does where all of its layers are among them. */
GtkBitset *lamina_listed_rows_find_all (LaminaListedRows *self,
                                        const guint32    *layers,
                                        guint             n);

/* The ids of the rows at these positions, or of all for NULL, from the top to the bottom. */
guint32 *lamina_listed_rows_dup_ids (LaminaListedRows *self,
                                     GtkBitset        *positions,
                                     guint            *n);

/* The layers that rows stand for, each once and rising. */
guint32 *lamina_listed_rows_dup_layers (LaminaListedRows *self,
                                        const guint32    *ids,
                                        guint             n_ids,
                                        guint            *n);

G_END_DECLS
