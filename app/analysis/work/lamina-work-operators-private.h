/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work-private.h"

G_BEGIN_DECLS

/* What an operator is by the words of its type. */
typedef struct
{
  guint8 family;
  guint8 operator;
  guint32 traits;
  guint8 way;
  const char *words[12]; /* up to a NULL */
} LaminaWorkSign;

/* What an operator is that a library registers. */
typedef struct
{
  const char *type;
  guint8 operator;
  guint32 traits;
  guint8 way;
  guint8 n_fused;
  const char *source;
} LaminaWorkRegistered;

/* How many tensors an operator `aten::name` reads. */
typedef struct
{
  const char *name;
  guint n;
} LaminaWorkOperands;

extern const LaminaWorkSign lamina_work_signs[];
extern const gsize lamina_n_work_signs;

extern const LaminaWorkRegistered lamina_work_registered[];
extern const gsize lamina_n_work_registered;

/* By name. */
extern const LaminaWorkOperands lamina_work_operands[];
extern const gsize lamina_n_work_operands;

extern const char *const lamina_work_pointwise_words[];
extern const gsize lamina_n_work_pointwise_words;

G_END_DECLS
