/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-reader-fields.h"

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

/*
 * Parts of one array, read by readers of their own.
 *
 * Where a part begins is a guess: the text before it is not known yet. The reader of the part before proves it or not.
 * A reader is determined by the text that it has in front of it and by the containers that are open, with what stood
 * last in the innermost. When the reader of a part comes to its end between two elements and behind a comma, with
 * nothing open but what was open before, it stands where the next part begins and as that one began, so that both
 * together did what one reader does. Anywhere else the guess was wrong.
 */
typedef enum
{
  LAMINA_JSON_PART_JOINED, /* the next part goes on where this one ends */
  LAMINA_JSON_PART_LEFT,   /* the array or the text ends in it */
  LAMINA_JSON_PART_BROKEN, /* it ends elsewhere */
} LaminaJsonPartEnd;

/* A reader inside the array that @array has just entered, from @start to before @end. */
LaminaJsonReader *lamina_json_part_new     (LaminaJsonReader *array,
                                            guint64           start,
                                            guint64           end,
                                            LaminaImport     *import);

/* Skips to the end of the array or of the part. */
void              lamina_json_part_leave   (LaminaJsonReader *part);

/* Which end it was. */
LaminaJsonPartEnd lamina_json_part_get_end (LaminaJsonReader *part,
                                            LaminaJsonReader *array);

/* Makes @array go beyond the elements of @part, each part in turn. */
void              lamina_json_part_pass    (LaminaJsonReader *array,
                                            LaminaJsonReader *part);

/* Makes @array leave the array and go on behind @part, the last one. */
void              lamina_json_part_take    (LaminaJsonReader *array,
                                            LaminaJsonReader *part);

G_END_DECLS
