/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What TensorFlow says of a tensor, as a text without quotes:
 *
 *   dtype: DT_FLOAT shape { dim { size: 64 } dim { size: 10 } }
 *   allocation_description { requested_bytes: 2560 allocated_bytes: 2560 allocator_name: GPU_0_bfc ptr: 1108101562368 }
 *
 * dtype is the word without `DT_`, in small letters. Numbers that are not there are absent, an address 0. has_shape is
 * FALSE when the rank is unknown.
 */
typedef struct
{
  char dtype[24];
  LaminaShape shape;
  gboolean has_shape;
  gint64 requested;
  guint64 address;
} TftimelineDescription;

G_END_DECLS
