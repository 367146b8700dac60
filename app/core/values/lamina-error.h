/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LAMINA_ERROR:
 *
 * The error domain of the core. Errors of the operating system keep %G_IO_ERROR.
 */
#define LAMINA_ERROR (lamina_error_quark ())

/**
 * LaminaError:
 * @LAMINA_ERROR_SYNTAX: the text is not of the format, and nothing could be read
 * @LAMINA_ERROR_CONTENT: the text is well formed, but states nothing that the format promises
 * @LAMINA_ERROR_UNKNOWN_FORMAT: no plugin knows this file
 * @LAMINA_ERROR_EMPTY: the file or the folder is empty
 * @LAMINA_ERROR_LIMIT: a limit of #LaminaLimits was reached
 * @LAMINA_ERROR_COMPRESSION: the gzip or zstd stream is damaged from the start
 * @LAMINA_ERROR_CHANGED: the file has changed since it was opened
 * @LAMINA_ERROR_PLUGIN: a plugin can't be used
 *
 * What can be wrong with input.
 */
typedef enum
{
  LAMINA_ERROR_SYNTAX,
  LAMINA_ERROR_CONTENT,
  LAMINA_ERROR_UNKNOWN_FORMAT,
  LAMINA_ERROR_EMPTY,
  LAMINA_ERROR_LIMIT,
  LAMINA_ERROR_COMPRESSION,
  LAMINA_ERROR_CHANGED,
  LAMINA_ERROR_PLUGIN,
} LaminaError;

LAMINA_AVAILABLE
GQuark lamina_error_quark (void);

/**
 * lamina_error_set: (skip)
 * @error: (nullable): return location
 * @code: what is wrong
 * @message: (nullable): the same as it stands behind the name of a file; without it @sentence, beginning small and without its full
 *   stop
 * @sentence: what is wrong, as a whole sentence, which `N_()` marks for xgettext: “The file has no events.”
 *
 * Sets an error that every user may meet sooner or later: people see it in their language, by the gettext domain of the plugin or,
 * where no plugin gives it, of the core. What only some bytes of a file explain is set by g_set_error() instead.
 */
LAMINA_AVAILABLE
void lamina_error_set (GError      **error,
                       LaminaError   code,
                       const char   *message,
                       const char   *sentence);

/**
 * lamina_error_get_sentence: (skip)
 * @error: an error of any domain
 *
 * Returns: (nullable): its sentence in the language of the user; %NULL when it has its message alone
 */
LAMINA_AVAILABLE
const char *lamina_error_get_sentence (const GError *error);

G_END_DECLS
