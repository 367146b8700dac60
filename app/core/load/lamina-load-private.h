/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-loader.h"
#include "lamina-meter-private.h"

G_BEGIN_DECLS

/**
 * LaminaRequest:
 * @engine: makes the formats
 * @file: a file or a folder
 * @limits: what a file may ask for
 * @max_memory: bytes that the load may take; 0 for the default
 * @module: (nullable): the format that the user chose
 * @joins: which siblings are read with it
 * @named: #GFile: others that were named together with it; the only siblings then
 *
 * What is to be loaded. Not changed once loading has begun.
 */
typedef struct
{
  LaminaEngine *engine;
  GFile *file;
  LaminaLimits limits;
  guint64 max_memory;
  char *module;
  LaminaJoins joins;
  GPtrArray *named;
} LaminaRequest;

/**
 * LaminaOpening:
 * @source: the opened file
 * @module: the format that won
 * @marker: byte offset of its marker, or 0
 * @is_folder: whether a folder was named, not the file itself
 * @n_unseen: files of the folder that were not looked at, because there are too many
 *
 * What a request turned out to be.
 */
typedef struct
{
  LaminaSource *source;
  char *module;
  guint64 marker;
  gboolean is_folder;
  guint n_unseen;
} LaminaOpening;

void            lamina_opening_clear (LaminaOpening        *self);

/* Opens the file, or the best of the folder, and finds its format. Errors name the file. */
gboolean        lamina_opening_find  (LaminaOpening        *self,
                                      const LaminaRequest  *request,
                                      LaminaMeter          *meter,
                                      GCancellable         *cancellable,
                                      GError              **error);

/* Does all of it in the calling thread. */
LaminaDocument *lamina_load          (const LaminaRequest  *request,
                                      LaminaMeter          *meter,
                                      GCancellable         *cancellable,
                                      GError              **error);

/* Puts the name of a file before what is wrong with it; cancelling is nobody's fault. */
void            lamina_name_error    (GError              **error,
                                      GFile                *file);

/* Ends the load of lamina_loader_load_async() that the calling thread works for, since the system has no more memory for it, and
 * does not return. Returns where the thread works for none. */
void            lamina_load_give_up  (void);

G_END_DECLS
