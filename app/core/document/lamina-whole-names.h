/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run.h"

G_BEGIN_DECLS

/*
 * Where the whole names stand of what is called shorter in the tables: they are read when somebody asks, since those of
 * generated code are long and may be very many. Filled by one thread, read by any.
 */
typedef struct _LaminaWholeNames LaminaWholeNames;

LaminaWholeNames *lamina_whole_names_new  (void);
void              lamina_whole_names_free (LaminaWholeNames *self);

/* The member @key of the object at @place is the whole name of the string @name. */
void              lamina_whole_names_add  (LaminaWholeNames *self,
                                           guint32           name,
                                           const char       *key,
                                           const LaminaArgs *place);

/* No more are added: what was held for them is given back. */
void              lamina_whole_names_close (LaminaWholeNames *self);

/*
 * What else a text is called, as the strings of @run have it by their ids: each name once; NULL when it is whole. Names
 * that can't be read any more, as their file has changed, are left out.
 */
GStrv             lamina_whole_names_dup  (LaminaWholeNames *self,
                                           LaminaRun        *run,
                                           LaminaSources    *sources,
                                           const char       *text);

G_END_DECLS
