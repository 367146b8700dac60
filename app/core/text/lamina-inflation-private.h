/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-codec-private.h"
#include "lamina-stored-private.h"

G_BEGIN_DECLS

/**
 * LaminaInflation:
 *
 * A walk through a compressed text, member by member or frame by frame, that goes on step by step. A copy of it goes on
 * from the same place later, which makes text again that was let go. For one thread at a time.
 */
typedef struct _LaminaInflation LaminaInflation;

/**
 * LaminaInflationStep:
 * @out: where the text goes
 * @room: how many bytes at most
 * @produced: (out): how many came
 * @ended: (out): nothing more will come
 * @damage: (out) (nullable) (transfer full): why it ended before the end of what is stored
 * @error: (out) (nullable) (transfer full): why what is stored can't be read
 */
typedef struct
{
  guint8 *out;
  gsize room;
  gsize produced;
  gboolean ended;
  char *damage;
  GError *error;
} LaminaInflationStep;

/* @stored must outlive it and its copies; @codec is freed with it. */
LaminaInflation *lamina_inflation_new                 (const LaminaStored   *stored,
                                                       LaminaCodec          *codec);
void             lamina_inflation_free                (LaminaInflation      *self);

/* %NULL when the codec can't be copied. */
LaminaInflation *lamina_inflation_copy                (LaminaInflation      *self);

/* Goes on; a step between two frames produces nothing. */
void             lamina_inflation_step                (LaminaInflation      *self,
                                                       LaminaInflationStep  *step);

/* How far it came in what is stored, in bytes. */
guint64          lamina_inflation_get_stored_position (LaminaInflation      *self);

G_END_DECLS
