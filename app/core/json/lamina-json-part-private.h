/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-reader-private.h"

G_BEGIN_DECLS

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
