/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_OPENER (lamina_opener_get_type ())

/*
 * What a tab opens: a file or folder, how it is to be read, and the load that goes on, of which there is one at most.
 *
 * A load that was given up, or whose opener was, ends without a signal. Else one of these is emitted in the main thread:
 *  - `loaded` (document, error): one of the two is NULL;
 *  - `renewed` (document, text): the document that takes the place of what is shown, or NULL where that is to stay, as the writer
 *    may have been ended in the middle of the file. The text says for people what has changed, or why it stays.
 */
G_DECLARE_FINAL_TYPE (LaminaOpener, lamina_opener, LAMINA, OPENER, GObject)

LaminaOpener *lamina_opener_new (void);

/* @file is to be read as its content says, or nothing for NULL; @beside with it, if it is of the same run, where that is not NULL.
 * What was loaded before is given up. */
void lamina_opener_set_file (LaminaOpener *self,
                             GFile        *file,
                             GFile        *beside);

/* The module of a format that reads the file from now on; NULL or an empty one as its content says. */
void lamina_opener_set_format (LaminaOpener *self,
                               const char   *format);

/* From now on reads, with the file, the ranks or the companion beside it. */
void lamina_opener_join (LaminaOpener *self);

GFile *lamina_opener_get_file (LaminaOpener *self);

/* The name of the file, for people; NULL without a file. */
const char *lamina_opener_get_title (LaminaOpener *self);

/* What was opened together with the file, unless @document was read from it, too. The opener forgets it. @document may be NULL. */
GFile *lamina_opener_take_apart (LaminaOpener   *self,
                                 LaminaDocument *document);

/* Begins to load the file. What is returned tells how far that is. */
LaminaLoader *lamina_opener_load (LaminaOpener *self);

/* Begins to load the file, which has changed while @session shows it, and to compare it with that. */
void lamina_opener_renew (LaminaOpener  *self,
                          LaminaSession *session);

void lamina_opener_give_up (LaminaOpener *self);

gboolean lamina_opener_is_loading (LaminaOpener *self);

G_END_DECLS
