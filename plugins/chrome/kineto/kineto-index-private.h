/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Numbers to rows, for joins over millions of events: open addressing, 16 bytes a place. The first row that is added for
 * a number stays; n counts all of them. G_MAXUINT32 is no row.
 */
typedef struct
{
  gint64 key;
  guint32 row;
  guint32 n;
} KinetoSlot;

typedef struct
{
  KinetoSlot *slots;
  gsize n;
  guint bits;
} KinetoIndex;

/* Room for @n numbers; it grows beyond them. */
void    kineto_index_init  (KinetoIndex       *self,
                            gsize              n);
void    kineto_index_clear (KinetoIndex       *self);

/* Returns how many rows were added for @key before. */
guint32 kineto_index_add   (KinetoIndex       *self,
                            gint64             key,
                            guint32            row);

guint32 kineto_index_find  (const KinetoIndex *self,
                            gint64             key);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KinetoIndex, kineto_index_clear)

G_END_DECLS
