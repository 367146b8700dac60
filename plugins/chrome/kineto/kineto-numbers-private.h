/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "kineto-index-private.h"
#include "kineto-trace-private.h"

G_BEGIN_DECLS

/*
 * Which row of a class another row means by a number that both bear: a kernel its call, by correlation.
 *
 * Mostly one row has a number. Where several have it, since a tool has put files of several ranks into one, since counting
 * began anew or since one call makes another, it is the last of the same rank that starts before what bears its number, or
 * with it. Clocks of host and device may disagree, so that the first one is meant where none starts before.
 *
 * column    of the numbers
 * index     the first row of each number
 * repeated  LaminaOrderItem: all rows of the numbers that several have, by number, then rank, then start
 */
typedef struct
{
  const KinetoTrace *trace;
  const ChromeColumn *column;
  KinetoIndex index;
  GArray *repeated;
} KinetoNumbers;

/* Kineto writes 0 or -1 for none. Other numbers below 0 are large ones that did not fit. */
static inline gboolean
kineto_number_is_none (gint64 number)
{
  return number == LAMINA_ABSENT || number == 0 || number == -1;
}

/* Of the rows of @class, by @column: NULL when no event has one. */
void     kineto_numbers_init  (KinetoNumbers       *self,
                               const KinetoTrace   *trace,
                               KinetoClass          class,
                               const ChromeColumn  *column);
void     kineto_numbers_clear (KinetoNumbers       *self);

/* The row that @row means by its number, or LAMINA_NONE. Any thread. */
guint32  kineto_numbers_find  (const KinetoNumbers *self,
                               guint32              row);

G_END_DECLS
