/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-events.h"

G_BEGIN_DECLS

/* What an item owns besides copies to a device, or from one. */
typedef enum
{
  KINETO_OWNS_KERNELS = 1 << 0,      /* work that is no copy */
  KINETO_OWNS_INNER_COPIES = 1 << 1, /* copies on one device */
} KinetoOwns;

/*
 * A layer that will be: an operator, or work that is one of its own.
 *
 * row      its event
 * parent   the item of the operator around it, of inner work that which launched it, or LAMINA_NONE
 * self     host time without that of the operators inside; of work LAMINA_ABSENT
 * device   device time, or LAMINA_ABSENT
 * launch   the event that tells its section and annotation: that of an operator, the call of work, or LAMINA_NONE
 * layer    its layer in the builder, once it was added
 * device_name  a string: where its work was done
 * bytes    moved by the copies that it owns, or LAMINA_ABSENT; of a layer that is a fill, what it sets. What stays on one
 *          device is read and written there
 * phase    LaminaPhase
 * is_work  it is work without an operator, or inner work
 * is_open  it is an operator whose end is not in the file: how long it took is not known
 * owns     KinetoOwns
 * is_frame  it is an operator all of whose work is inner work
 */
typedef struct
{
  guint32 row;
  guint32 parent;
  gint64 self;
  gint64 device;
  gint64 bytes;
  guint32 launch;
  guint32 layer;
  guint32 device_name;
  guint8 phase;
  guint8 is_work;
  guint8 owns;
  guint8 is_open;
  guint8 is_frame;
} KinetoItem;

/*
 * The items of a trace, the operators of a track together and in order, and which item each row belongs to.
 *
 * all   KinetoItem
 * of    the layer column of the event table, which holds indexes of items until layers are added
 */
typedef struct
{
  const ChromeEvents *events;
  GArray *all;
  guint32 *of;
} KinetoItems;

void kineto_items_init  (KinetoItems  *self,
                         ChromeEvents *events);

void kineto_items_clear (KinetoItems  *self);

static inline KinetoItem *
kineto_items_get (const KinetoItems *self,
                  guint32            i)
{
  return &g_array_index (self->all, KinetoItem, i);
}

/*
 * The order of items, that of their layers. Those of one start keep theirs: an operator before those inside it. Sorting the
 * operators looks at nothing but keys, so that devices can be joined beside it.
 */
typedef struct _KinetoOrder KinetoOrder;

/* Of the operators, which are all the items that there are so far. */
KinetoOrder *kineto_order_new    (const KinetoItems *items,
                                  LaminaBuilder     *builder);

void         kineto_order_free   (KinetoOrder       *self);

void         kineto_order_sort   (KinetoOrder       *self,
                                  GCancellable      *cancellable);

/* With the work that became items since, too: the items in order, for g_free(). */
guint32     *kineto_order_finish (KinetoOrder       *self,
                                  GCancellable      *cancellable);

G_END_DECLS
