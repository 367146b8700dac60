/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-highlight.h"

G_BEGIN_DECLS

/* The slices stand in the order of their tracks and, within a track, of their numbers, each once. */
struct _LaminaHighlight
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  guint32 lead;
  LaminaSliceRef slice;
  GArray *refs;
};

/* The first of the slices whose number is at least @slice. */
G_GNUC_INTERNAL
guint lamina_highlight_find (const LaminaSliceRef *refs,
                             guint                 n,
                             guint                 slice);

G_END_DECLS
