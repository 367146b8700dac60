/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * The load of a file that has changed while it is shown.
 *
 * What is shown stays until the new content is there, is compared with it, and is worth more: the writer may have been ended in
 * the middle of the file.
 */

/* Loads by @loader what takes the place of @session. @title is the name of the file. */
void lamina_renewal_load_async (LaminaLoader        *loader,
                                LaminaSession       *session,
                                const char          *title,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data);

/*
 * The document that takes the place, or NULL where what was shown is to stay. @text, which is freed by g_free(), says for people
 * what has changed, or why it stays. The source object of @result is the loader.
 */
LaminaDocument *lamina_renewal_load_finish (GAsyncResult  *result,
                                            char         **text);

G_END_DECLS
