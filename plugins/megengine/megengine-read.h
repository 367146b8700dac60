/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "megengine-profile.h"

G_BEGIN_DECLS

/* The parts of megengine_profile_read(). Each reads the current value, whatever it is. */

/*
 * Single values. A `null` is "not known". So is a value that can't be used, which is noted in the import report; the
 * walk goes on behind it.
 */

gboolean megengine_enter_object      (MegengineProfile *self,
                                      LaminaJsonReader *json);
gboolean megengine_enter_array       (MegengineProfile *self,
                                      LaminaJsonReader *json);
gint64   megengine_read_count        (MegengineProfile *self,
                                      LaminaJsonReader *json);
guint64  megengine_read_address      (MegengineProfile *self,
                                      LaminaJsonReader *json);
gint64   megengine_read_time         (MegengineProfile *self,
                                      LaminaJsonReader *json,
                                      int               scale);
guint32  megengine_read_string       (MegengineProfile *self,
                                      LaminaJsonReader *json);

/*
 * Numbers of an array; LAMINA_ABSENT for one that is not known or below @min. NULL when there is no array, or it has
 * more numbers than any shape.
 */
GArray  *megengine_read_numbers      (MegengineProfile *self,
                                      LaminaJsonReader *json,
                                      gint64            min);

/* Skips an object, and says where it stands. Anything else is skipped with length 0. */
void     megengine_skip_args         (MegengineProfile *self,
                                      LaminaJsonReader *json,
                                      MegengineArgs    *args);

/* Makes a shape of numbers, or the unknown shape of NULL. */
void     megengine_make_shape        (MegengineProfile *self,
                                      GArray           *numbers,
                                      MegengineShape   *shape);

/* Says in words how elements lie when they are not dense; 0 when they are, or nothing is known. */
guint32  megengine_make_layout       (MegengineProfile *self,
                                      GArray           *dims,
                                      GArray           *strides);

G_END_DECLS
