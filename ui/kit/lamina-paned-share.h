/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * They change with the size of the pane and with what its children need at least; the divider may have to move then without
 * anybody wanting it elsewhere.
 *
 * @least: the first place where the divider of a pane may stand
 * @most: the last one
 */
typedef struct
{
  int least;
  int most;
} LaminaPanedBounds;

LaminaPanedBounds lamina_paned_bounds_get (GtkPaned *paned);

gboolean lamina_paned_bounds_equal (const LaminaPanedBounds *a,
                                    const LaminaPanedBounds *b);

/* The nearest place where the divider may stand. */
int lamina_paned_bounds_clamp (const LaminaPanedBounds *self,
                               int                      position);

/* Divides the room as the user left it, whichever way the pane lies, and keeps where the user moves the divider while the
 * second child is shown. From @beside pixels of width on they stand beside each other, else one below the other. @setting is
 * the key of the share of the second child, 0 to 1. Where there is too little room for that share the children have what they
 * need at least; the share comes back with the room. */
void lamina_paned_share_bind (GtkPaned   *paned,
                              int         beside,
                              const char *setting);

G_END_DECLS
