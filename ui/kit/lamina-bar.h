/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_BAR (lamina_bar_get_type ())

/* A thin bar that is filled in parts: how far something reaches, or when it is there. It says nothing that does not also stand
 * in words beside it. */
G_DECLARE_FINAL_TYPE (LaminaBar, lamina_bar, LAMINA, BAR, GtkWidget)

/*
 * A filled part. It is at least two pixels wide.
 *
 * @start: where it begins, 0 to 1
 * @end: where it ends, 0 to 1
 * @family: the color of a family of work
 */
typedef struct
{
  double start;
  double end;
  LaminaFamily family;
} LaminaBarPart;

GtkWidget *lamina_bar_new (void);

/* @label says what it shows to those who do not see it. */
void lamina_bar_set_parts (LaminaBar           *self,
                           const LaminaBarPart *parts,
                           guint                n,
                           const char          *label);

G_END_DECLS
