/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-format.h"
#include "lamina-loader.h"

G_BEGIN_DECLS

/* So many files beside the opened one are asked whether they belong to it. */
#define LAMINA_MAX_ASKED 64

/* Names of the regular files in @folder in the encoding of the file system, sorted; hidden ones are left out. */
GPtrArray *lamina_list_files     (GFile               *folder,
                                  GError             **error);

/*
 * Appends the files beside the first of @sources that @format claims, by name, of those that are the same part the one
 * recorded nearest to it, unless that is nearer to another file that is the same part as the first one. Ranks are counted
 * unless they are to be joined. Of more than may be asked, those are whose names differ in the fewest numbers from that of
 * the opened file, then those that begin most like it; @n_unasked takes how many others have names that differ in nothing
 * but numbers.
 * A file that can't be read belongs to nothing.
 */
gboolean   lamina_claim_siblings (LaminaFormat        *format,
                                  LaminaSources       *sources,
                                  LaminaJoins          joins,
                                  guint               *n_unasked,
                                  GCancellable        *cancellable,
                                  GError             **error);

/* Appends @files if @format claims all of them as other recordings of the run of the first of @sources; FALSE if not. */
gboolean   lamina_claim_same_run (LaminaFormat       *format,
                                  LaminaSources      *sources,
                                  GPtrArray          *files);

/* Appends @files, all of which @format has to claim for the first of @sources. */
gboolean   lamina_claim_named    (LaminaFormat        *format,
                                  LaminaSources       *sources,
                                  GPtrArray           *files,
                                  GCancellable        *cancellable,
                                  GError             **error);

G_END_DECLS
