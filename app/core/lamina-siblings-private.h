/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-format.h"

G_BEGIN_DECLS

/* Names of the regular files in @folder in the encoding of the file system, sorted; hidden ones are left out. */
GPtrArray *lamina_list_files     (GFile               *folder,
                                  GError             **error);

/*
 * Appends the files beside the first of @sources that @format claims, by name, of those that are the same part the one
 * recorded nearest to it, unless that is nearer to another file that is the same part as the first one. At most 64 are asked:
 * of more, those whose names differ in the fewest numbers from that of the opened file, then those that begin most like it.
 * A file that can't be read belongs to nothing.
 */
gboolean   lamina_claim_siblings (LaminaFormat        *format,
                                  LaminaSources       *sources,
                                  GCancellable        *cancellable,
                                  GError             **error);

G_END_DECLS
