/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-highlight.h"

G_BEGIN_DECLS

/*
 * What connects two slices, one of them selected: the work of a layer that was issued on a host and done on a device; an
 * arrow of the file, of which one end may be missing; a tensor that one layer makes and another one reads.
 */
typedef enum
{
  LAMINA_LINK_ISSUE,
  LAMINA_LINK_FLOW,
  LAMINA_LINK_INPUT,
  LAMINA_LINK_OUTPUT,
} LaminaLinkKind;

/* @layer is the layer at the other end, or LAMINA_NONE. Links point from cause to effect. */
typedef struct
{
  LaminaLinkKind kind;
  guint32 layer;
  LaminaSliceRef from;
  LaminaSliceRef to;
} LaminaLink;

/* The slices stand in the order of their tracks and, within a track, of their numbers, each once; @gaps rise. */
struct _LaminaHighlight
{
  LaminaRun *run;
  guint32 lead;
  LaminaSliceRef slice;
  GArray *refs;
  GArray *links;
  GArray *gaps; /* guint32 */
};

/* Slices of the track, rising. */
const LaminaSliceRef *lamina_highlight_get_slices (LaminaHighlight *self,
                                                   guint            track,
                                                   guint           *n);

/* The first of the slices whose number is at least @slice. */
guint lamina_highlight_find (const LaminaSliceRef *refs,
                             guint                 n,
                             guint                 slice);

G_END_DECLS
