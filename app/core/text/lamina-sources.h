/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SOURCES (lamina_sources_get_type ())

/**
 * LaminaSources:
 *
 * The files that make up one document: the opened one first, then the siblings that the format claimed.
 */

LAMINA_AVAILABLE
GType lamina_sources_get_type (void) G_GNUC_CONST;

LAMINA_AVAILABLE
LaminaSources *lamina_sources_ref (LaminaSources *self);

LAMINA_AVAILABLE
void lamina_sources_unref (LaminaSources *self);

/**
 * lamina_sources_get_n:
 * @self: sources
 *
 * Returns: how many there are, at least 1
 */
LAMINA_AVAILABLE
guint lamina_sources_get_n (LaminaSources *self);

/**
 * lamina_sources_get:
 * @self: sources
 * @i: which one
 *
 * Returns: (transfer none): a source
 */
LAMINA_AVAILABLE
LaminaSource *lamina_sources_get (LaminaSources *self,
                                  guint          i);

/**
 * lamina_sources_get_marker:
 * @self: sources
 *
 * Where the format was found in the opened file.
 *
 * Returns: byte offset of the marker (see #LaminaFormatInterface) that the format was recognized by; 0 when it was
 *   recognized by its beginning
 */
LAMINA_AVAILABLE
guint64 lamina_sources_get_marker (LaminaSources *self);

/**
 * lamina_sources_get_n_ranks_beside:
 * @self: sources
 *
 * Returns: how many files beside the opened one are ranks of the same job and were not joined, see #LaminaClaim
 */
LAMINA_AVAILABLE
guint lamina_sources_get_n_ranks_beside (LaminaSources *self);

/**
 * lamina_sources_get_companion:
 * @self: sources
 *
 * Returns: (transfer none) (nullable): the file beside the opened one that another tool recorded of the same run, as its name
 *   tells, and that was not joined, see #LaminaClaim
 */
LAMINA_AVAILABLE
LaminaSource *lamina_sources_get_companion (LaminaSources *self);

/**
 * lamina_sources_is_alone:
 * @self: sources
 *
 * Whether what lies beside the opened file is not to be seen although its format would look for it there: the folder can't be
 * listed, or a sandbox shows the file without its folder.
 *
 * Returns: whether there may be more than could be looked at
 */
LAMINA_AVAILABLE
gboolean lamina_sources_is_alone (LaminaSources *self);

/**
 * lamina_sources_load_as:
 * @self: sources
 * @i: which one
 * @format: name of another format's module, such as `chrome-trace`
 * @builder: takes what that format reads
 * @cancellable: (nullable): stops it
 * @error: return location for %LAMINA_ERROR_PLUGIN when that format is not in use, else for its own error
 *
 * Reads a file as another format does, for a format that builds upon it.
 *
 * Returns: whether it could be read
 */
LAMINA_AVAILABLE
gboolean lamina_sources_load_as (LaminaSources  *self,
                                 guint           i,
                                 const char     *format,
                                 LaminaBuilder  *builder,
                                 GCancellable   *cancellable,
                                 GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSources, lamina_sources_unref)

G_END_DECLS
