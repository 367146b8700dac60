/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-reader-private.h"
#include "lamina-split.h"

#include <pthread.h>

G_BEGIN_DECLS

/*
 * Where the parts of an array begin: at distances that become shorter towards its end, at places where an element seems to
 * begin. They are found one after the other by the threads that read the parts, since those at the end of a compressed
 * text are not inflated yet while its beginning is read already. How long such a text will be is guessed anew for each,
 * and its parts are short and of one size: so the readers are close to each other, and little text waits for them.
 */
typedef struct
{
  LaminaJsonReader *array;
  char *key; /* what elements begin with, with its quotes; NULL when that is not known */
  guint n_readers;
  gboolean grows; /* its text is still being inflated */

  pthread_mutex_t lock;
  /* below: under the lock */
  guint64 starts[LAMINA_MAX_PARTS + 1]; /* the last one is the end */
  guint n_starts;
  gboolean is_whole; /* all starts are known */
  guint64 at;        /* behind it, */
  guint n_left;      /* so many parts are still to be made */
} LaminaJsonDivision;

/*
 * Prepares the division of the array that @array has just entered for @n_readers threads, into parts of about
 * @min_bytes or more. For one reader it is not divided.
 *
 * Returns: how many parts there will be at most
 */
guint    lamina_json_division_init  (LaminaJsonDivision *self,
                                     LaminaJsonReader   *array,
                                     guint               n_readers,
                                     guint64             min_bytes);
void     lamina_json_division_clear (LaminaJsonDivision *self);

/* From where to where a part goes; it waits for the text up to there. FALSE when there are no so many parts. */
gboolean lamina_json_division_get   (LaminaJsonDivision *self,
                                     guint               part,
                                     guint64            *start,
                                     guint64            *end);

G_END_DECLS
