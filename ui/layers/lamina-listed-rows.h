/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"
#include "lamina-row-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LaminaListedRows:
 *
 * The rows that a listing of layers has in a table: its layers, or its groups, of which some are open and are followed by their
 * layers; and which rows stand for which layers. Groups are open by their label, so that they stay so in the next listing.
 */
typedef struct _LaminaListedRows LaminaListedRows;

/**
 * lamina_listed_rows_new: (skip)
 * @list: takes the ids of the rows; must outlive the object
 *
 * Returns: (transfer full): the rows of no listing yet
 */
LaminaListedRows *lamina_listed_rows_new (LaminaRowList *list);

void lamina_listed_rows_free (LaminaListedRows *self);

/**
 * lamina_listed_rows_set_listing:
 * @self: rows
 * @listing: (nullable): what is listed. The list stays as it is until lamina_listed_rows_show()
 */
void lamina_listed_rows_set_listing (LaminaListedRows   *self,
                                     LaminaLayerListing *listing);

/**
 * lamina_listed_rows_show:
 * @self: rows of a listing
 *
 * Fills the list with the rows of the listing, and with those of its open groups.
 */
void lamina_listed_rows_show (LaminaListedRows *self);

gboolean lamina_listed_rows_is_open (LaminaListedRows *self,
                                     guint32           id);

/**
 * lamina_listed_rows_toggle:
 * @self: rows
 * @id: the id of a row
 *
 * Opens a group or closes it, in the list, too.
 *
 * Returns: whether it is a group that is listed
 */
gboolean lamina_listed_rows_toggle (LaminaListedRows *self,
                                    guint32           id);

/* Opens or closes all groups; the list knows of it with the next lamina_listed_rows_show(). */
void lamina_listed_rows_open_all  (LaminaListedRows *self);
void lamina_listed_rows_close_all (LaminaListedRows *self);

/**
 * lamina_listed_rows_find:
 * @self: rows
 * @layer: a layer, or %LAMINA_NONE
 *
 * Returns: where the layer is listed: its own position, else that of its group, else %LAMINA_NONE
 */
guint lamina_listed_rows_find (LaminaListedRows *self,
                               guint32           layer);

/**
 * lamina_listed_rows_find_all:
 * @self: rows
 * @layers: (array length=n): layers
 * @n: how many
 *
 * Returns: (transfer full): the positions that stand for them; a group does where all of its layers are among them
 */
GtkBitset *lamina_listed_rows_find_all (LaminaListedRows *self,
                                        const guint32    *layers,
                                        guint             n);

/**
 * lamina_listed_rows_dup_ids:
 * @self: rows
 * @positions: (nullable): which of them; %NULL for all
 * @n: (out): how many
 *
 * Returns: (transfer full): their ids, from the top to the bottom
 */
guint32 *lamina_listed_rows_dup_ids (LaminaListedRows *self,
                                     GtkBitset        *positions,
                                     guint            *n);

/**
 * lamina_listed_rows_dup_layers:
 * @self: rows of a listing
 * @ids: (array length=n_ids): ids of rows
 * @n_ids: how many
 * @n: (out): how many layers
 *
 * Returns: (transfer full): the layers that the rows stand for, each once and rising
 */
guint32 *lamina_listed_rows_dup_layers (LaminaListedRows *self,
                                        const guint32    *ids,
                                        guint             n_ids,
                                        guint            *n);

G_END_DECLS
