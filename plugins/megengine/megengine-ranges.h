/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The union of address ranges that come and go: how many bytes at least one of them covers. Declare all ranges that
 * will ever come, then add and remove them in any order; each step takes logarithmic time.
 */
typedef struct _MegengineRanges MegengineRanges;

MegengineRanges *megengine_ranges_new         (void);
void             megengine_ranges_free        (MegengineRanges *self);

/* Does nothing when the range is empty. */
void             megengine_ranges_declare     (MegengineRanges *self,
                                               guint64          begin,
                                               guint64          end);

/* No range may be declared after the first of these. */
void             megengine_ranges_add         (MegengineRanges *self,
                                               guint64          begin,
                                               guint64          end);
void             megengine_ranges_remove      (MegengineRanges *self,
                                               guint64          begin,
                                               guint64          end);
guint64          megengine_ranges_get_covered (MegengineRanges *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MegengineRanges, megengine_ranges_free)

G_END_DECLS
