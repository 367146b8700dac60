/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/*
 * How much memory one load may take. What a load makes is spread over text, rows, strings and the tables of a format, which
 * may be a plugin from elsewhere: none of them is counted, but what the process holds more than when the load began. Whoever
 * makes room for many rows asks first. Any thread may ask.
 */
typedef struct
{
  guint64 max_bytes;           /* what was allowed */
  guint64 begin;               /* what the process held, in bytes */
  _Atomic gboolean is_out;     /* whether somebody was told that there is no more */
  _Atomic gboolean is_refused; /* whether that is since the system has no more, whatever is allowed */
} LaminaBudget;

/*
 * What is still to be made of what a load has: while a file is read, its rows are in the tables of the format alone; when they
 * are in those of the builder, freezing still sorts them, a table at a time.
 */
typedef enum
{
  LAMINA_BUDGET_READING,
  LAMINA_BUDGET_BUILDING,
  LAMINA_BUDGET_FREEZING,
} LaminaBudgetStage;

/* @max_bytes: 0 for lamina_budget_get_default(), G_MAXUINT64 for no limit */
void     lamina_budget_init         (LaminaBudget       *self,
                                     guint64             max_bytes);

/* FALSE when a load at that stage would come out larger than allowed, or the system has no more to give, and ever after; TRUE for
 * NULL. It takes some microseconds. */
gboolean lamina_budget_has_room     (LaminaBudget       *self,
                                     LaminaBudgetStage   stage);

/* The same before as many bytes are taken at once, of what a load needs last: FALSE when it would hold more than allowed then. */
gboolean lamina_budget_can_take     (LaminaBudget       *self,
                                     guint64             bytes);

/* How many rows of documents there is room for at most: more would be too many before any of them takes memory. */
guint64  lamina_budget_get_max_rows (const LaminaBudget *self);

/* Whether it was the budget that ended a load. FALSE for NULL. */
gboolean lamina_budget_is_out       (LaminaBudget       *self);

/* Says what there is not enough of. */
void     lamina_budget_set_error    (LaminaBudget       *self,
                                     GError            **error);

/* Says that the system has no more. */
void     lamina_budget_set_refused  (GError            **error);

/* Three quarters of what the machine has, or the group of processes that this one is limited with; G_MAXUINT64 when neither is
 * known. */
guint64  lamina_budget_get_default  (void);

G_END_DECLS
