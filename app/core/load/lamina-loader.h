/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document.h"
#include "lamina-engine.h"
#include "lamina-limits.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_LOADER (lamina_loader_get_type ())

/**
 * LaminaJoins:
 * @LAMINA_JOIN_NOTHING: the opened file alone
 * @LAMINA_JOIN_PARTS: the files that are parts of the same document, see #LaminaClaim; of a folder its ranks, too
 * @LAMINA_JOIN_RANKS: those and the ranks of the same job
 * @LAMINA_JOIN_SAME_RUN: the parts, and files that were named if all of them are other recordings of the same run
 *
 * Which of the files beside the opened one are read with it.
 */
typedef enum
{
  LAMINA_JOIN_NOTHING,
  LAMINA_JOIN_PARTS,
  LAMINA_JOIN_RANKS,
  LAMINA_JOIN_SAME_RUN,
} LaminaJoins;

/**
 * LaminaLoader:
 *
 * Opens one file with its parts, several files, or one folder whose files belong together: recognizes the format by
 * content, collects the siblings, runs the format in a worker thread and freezes what it read. A loader loads once.
 *
 * The format that scores highest wins; equal scores are decided by the priority of the plugin, then by its name. When
 * none scores above 50, the rest of the file is searched for the markers of all formats. Of a folder the file with the
 * highest score counts as opened. Errors name the file, and where they have a place, line and byte:
 * `FILE: what is wrong (line L, byte O)`.
 *
 * A load that ends with an error after something was read (a bad block on the disk, more text than a limit allows)
 * still gives a document, whose report names the error. Only a document with more rows or records than allowed is
 * refused as a whole.
 */
LAMINA_AVAILABLE
G_DECLARE_FINAL_TYPE (LaminaLoader, lamina_loader, LAMINA, LOADER, GObject)

/**
 * LaminaProgress:
 * @bytes: bytes of the stored files that were read so far
 * @total_bytes: bytes of the stored files
 * @records: records that were read so far
 * @slices: slices and samples that were read so far
 * @layers: layers that were read so far
 * @freezing: whether reading is over and the document is being sorted and indexed
 *
 * How far a load is.
 */
typedef struct
{
  guint64 bytes;
  guint64 total_bytes;
  guint64 records;
  guint64 slices;
  guint64 layers;
  gboolean freezing;
} LaminaProgress;

/**
 * lamina_loader_new:
 * @engine: the engine
 * @file: what to open
 *
 * Returns: (transfer full): a loader
 */
LAMINA_AVAILABLE
LaminaLoader *lamina_loader_new (LaminaEngine *engine,
                                 GFile        *file);

/**
 * lamina_loader_set_limits: (skip)
 * @self: a loader that was not started
 * @limits: what a file may ask for
 *
 * Sets other limits than the defaults.
 */
LAMINA_AVAILABLE
void lamina_loader_set_limits (LaminaLoader       *self,
                               const LaminaLimits *limits);

/**
 * lamina_loader_set_max_memory:
 * @self: a loader that was not started
 * @bytes: how much memory the load may take, text, rows and all; 0 for three quarters of what the machine has, or the control
 *   group of the process, which is what holds unless it is set; %G_MAXUINT64 for no limit
 *
 * A load that would take more ends with %LAMINA_ERROR_LIMIT before it does. It is held to what the process grows by while it
 * loads, so that what other threads take meanwhile counts, too.
 */
LAMINA_AVAILABLE
void lamina_loader_set_max_memory (LaminaLoader *self,
                                   guint64       bytes);

/**
 * lamina_loader_set_format:
 * @self: a loader that was not started
 * @module: (nullable): name of a format's module, or %NULL to recognize it
 *
 * Opens the file as a format that the user chose.
 */
LAMINA_AVAILABLE
void lamina_loader_set_format (LaminaLoader *self,
                               const char   *module);

/**
 * lamina_loader_set_joins:
 * @self: a loader that was not started
 * @joins: which files beside the opened one are read with it; %LAMINA_JOIN_PARTS unless set
 *
 * What is a rank beside it and not joined is counted by lamina_sources_get_n_ranks_beside().
 */
LAMINA_AVAILABLE
void lamina_loader_set_joins (LaminaLoader *self,
                              LaminaJoins   joins);

/**
 * lamina_loader_add_file:
 * @self: a loader that was not started
 * @file: another file, of any folder
 *
 * Names a file that is read with the opened one. The format has to claim each file that was named, or nothing is opened:
 * %LAMINA_ERROR_CONTENT. No others are looked for then. With %LAMINA_JOIN_SAME_RUN the opened file is read without them instead.
 */
LAMINA_AVAILABLE
void lamina_loader_add_file (LaminaLoader *self,
                             GFile        *file);

/**
 * LaminaLoaderFunc:
 * @document: a document that was loaded
 * @cancellable: (nullable): stops it
 * @user_data: what lamina_loader_set_finish() was given
 *
 * Works something out about a document before anybody sees it. Called in the thread that loads.
 */
typedef void (*LaminaLoaderFunc) (LaminaDocument *document,
                                  GCancellable   *cancellable,
                                  gpointer        user_data);

/**
 * lamina_loader_set_finish: (skip)
 * @self: a loader that was not started
 * @func: (nullable): called with the document
 * @user_data: data for @func, valid until the load has ended
 *
 * Has something worked out about the document at the end of the load. When it is cancelled meanwhile, the load is.
 */
LAMINA_AVAILABLE
void lamina_loader_set_finish (LaminaLoader     *self,
                               LaminaLoaderFunc  func,
                               gpointer          user_data);

/**
 * lamina_loader_load:
 * @cancellable: (nullable): stops it
 * @error: return location for an error: of #LaminaError, of %G_IO_ERROR, %G_IO_ERROR_CANCELLED among them, or of the
 *   format
 *
 * Loads in the calling thread, for programs without a main loop.
 *
 * Returns: (transfer full): the document, or %NULL on error
 */
LAMINA_AVAILABLE
LaminaDocument *lamina_loader_load (LaminaLoader  *self,
                                    GCancellable  *cancellable,
                                    GError       **error);

/**
 * lamina_loader_load_async:
 * @cancellable: (nullable): stops it; what was read is freed by the worker thread
 * @callback: called in the thread-default main context of the caller
 * @user_data: data for @callback
 *
 * Loads in a worker thread.
 */
LAMINA_AVAILABLE
void lamina_loader_load_async (LaminaLoader        *self,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data);

/**
 * lamina_loader_load_finish:
 * @result: what @callback was given
 * @error: return location for an error, see lamina_loader_load()
 *
 * Returns: (transfer full): the document, or %NULL on error
 */
LAMINA_AVAILABLE
LaminaDocument *lamina_loader_load_finish (LaminaLoader  *self,
                                           GAsyncResult  *result,
                                           GError       **error);

/**
 * lamina_loader_get_progress: (skip)
 * @progress: (out caller-allocates): takes how far it is
 *
 * May be asked by any thread at any time.
 */
LAMINA_AVAILABLE
void lamina_loader_get_progress (LaminaLoader   *self,
                                 LaminaProgress *progress);

G_END_DECLS
