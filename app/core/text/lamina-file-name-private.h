/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * How far two names are from each other that are equal but for numbers.
 *
 * n     in how many numbers they differ; G_MAXUINT when they differ in more than that
 * last  by how much in the last of these
 */
typedef struct
{
  guint n;
  guint64 last;
} LaminaNameDistance;

LaminaNameDistance lamina_file_name_compare (const char *a,
                                             const char *b);

/* Below 0 when @a is the smaller distance, above 0 when it is the larger one. */
int                lamina_name_distance_compare (const LaminaNameDistance *a,
                                                 const LaminaNameDistance *b);

G_END_DECLS
