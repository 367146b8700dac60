/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Three drop-downs that say what a flame graph is made of: what its nodes are, what they weigh, and of which track. They list what
 * a run offers, and are hidden where there is no choice. */
typedef struct _LaminaFlameChoices LaminaFlameChoices;

typedef void (*LaminaFlameChoicesChanged) (gpointer owner);

/* What the choice of a weight has besides those that there are: memory at a moment. */
#define LAMINA_FLAME_CHOICES_AT_MOMENT LAMINA_N_FLAME_WEIGHTS

/* @changed: told with @owner when the user chose something. The drop-downs are used until it is freed. */
LaminaFlameChoices *lamina_flame_choices_new  (GtkDropDown               *by,
                                               GtkDropDown               *weight,
                                               GtkDropDown               *track,
                                               LaminaFlameChoicesChanged  changed,
                                               gpointer                   owner);

void                lamina_flame_choices_free (LaminaFlameChoices        *self);

/* The next run is another one. */
void                lamina_flame_choices_forget_tracks (LaminaFlameChoices *self);

/* Lists what the run of a session offers, see lamina_flame_list_offers(), and shows what is chosen. @moment: a place on the axis
 * that memory is offered of, or LAMINA_ABSENT. */
void                lamina_flame_choices_fill (LaminaFlameChoices        *self,
                                               LaminaSession             *session,
                                               guint                      offers,
                                               const LaminaFlameOptions  *options,
                                               gint64                     moment);

/* What is chosen; @weight is one of LaminaFlameWeight or LAMINA_FLAME_CHOICES_AT_MOMENT. Where a list is empty, it stays. */
void                lamina_flame_choices_read (const LaminaFlameChoices  *self,
                                               LaminaFlameBy             *by,
                                               guint32                   *weight,
                                               guint32                   *track);

G_END_DECLS
