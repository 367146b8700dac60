/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work-estimate-private.h"

G_BEGIN_DECLS

/* What is known of layers with equal problems. Numbers are of one call. */
typedef struct
{
  LaminaWorkOperator operator;
  LaminaWorkRule rule;
  gint64 flop;
  gint64 epilogue;
  gint64 inputs;
  gint64 parameters;
  gint64 outputs;
  guint32 shape; /* where in the shapes the one of a result stands that the file does not name, plus 1; 0 is none */
} LaminaWorkItem;

/*
 * LaminaWorkGather:
 *
 * Makes problems out of layers. One thread.
 */
typedef struct _LaminaWorkGather LaminaWorkGather;

LaminaWorkGather *lamina_work_gather_new  (LaminaDocument    *document,
                                           guint              run);
void              lamina_work_gather_free (LaminaWorkGather  *self);

/* The problem of a layer, valid until the next is asked for. */
const LaminaWorkProblem *lamina_work_gather_get (LaminaWorkGather *self,
                                                 guint             layer);

/*
 * The item of a layer in @items, which takes a new one where there is no equal one. @shapes takes its shape: a number of
 * lengths, then the lengths.
 */
guint32           lamina_work_gather_find (LaminaWorkGather  *self,
                                           guint              layer,
                                           GArray            *items,
                                           GArray            *shapes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaWorkGather, lamina_work_gather_free)

/* Under what the meaning of a type and a name is kept in a table by pointers. Never 0. */
static inline guint64
lamina_work_key_name (guint32 type,
                      guint32 name,
                      guint8  family)
{
  return (guint64) type << 40 ^ (guint64) name << 8 ^ (guint64) family << 2 ^ 2;
}

/* The low half of most keys is the same: g_direct_hash() would put all names of a family into one place. */
static inline guint
lamina_work_hash_key (gconstpointer key)
{
  return (guint) ((GPOINTER_TO_SIZE (key) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

G_END_DECLS
