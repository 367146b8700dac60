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

G_END_DECLS
