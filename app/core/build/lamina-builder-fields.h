/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-budget.h"
#include "lamina-builder.h"
#include "lamina-document.h"
#include "lamina-own-words.h"
#include "lamina-run-fields.h"
#include "lamina-whole-names.h"

#include <pthread.h>
#include <stdatomic.h>

G_BEGIN_DECLS

/* Starts and ends of a track stay within ± this on its own clock. Nanoseconds since 1970 fit until the year 2096. */
#define LAMINA_TIME_MAX G_GINT64_CONSTANT (4000000000000000000)

struct _LaminaBuilder
{
  _Atomic guint refs;
  LaminaLimits limits;
  LaminaImport *import;
  LaminaStrings *strings;
  LaminaStrings *shapes;
  GHashTable *dtypes; /* strings: words of files for element types → their names; NULL before the first */
  GPtrArray *runs;
  LaminaDetails *properties;
  LaminaWholeNames *whole_names; /* or NULL */
  LaminaOwnWords *words;
  char *tool;

  /* Of the load that fills it, or NULL. Many rows that come together are not taken in when it is cancelled: none of them. */
  GCancellable *cancellable;

  LaminaBudget *budget; /* of that load, or NULL */
  guint64 n_rows;
  gboolean is_full;
  gboolean is_shard;
  guint first_source;

  /* Read by whoever shows progress, while the builder is filled. */
  _Atomic guint64 n_slices;
  _Atomic guint64 n_layers;
  pthread_mutex_t shards_lock;
  LaminaBuilder **shards; /* under the lock: what is read and not yet appended; NULL elsewhere */
  guint n_shards;
};

/* Any thread, at any time. */
void     lamina_builder_get_progress (LaminaBuilder *self,
                                      guint64       *records,
                                      guint64       *slices,
                                      guint64       *layers);

/* Whether a format has put anything into it that is worth showing. */
gboolean lamina_builder_has_content  (LaminaBuilder *self);

/* Moves the file that a format means by index 0, while it reads a part of the files for another format. */
void     lamina_builder_shift_sources (LaminaBuilder *self,
                                       int            by);

/* From now on it takes no more than the memory of a load allows. @budget must outlive the builder. */
void     lamina_builder_set_budget   (LaminaBuilder *self,
                                      LaminaBudget  *budget);

/* FALSE when there is no room for n more rows: the load ends with an error then. */
gboolean lamina_builder_take_rows    (LaminaBuilder *self,
                                      guint64        n);

/* Whether a limit was reached; then the error says which. */
gboolean lamina_builder_is_full        (LaminaBuilder  *self);
gboolean lamina_builder_set_full_error (LaminaBuilder  *self,
                                        GError        **error);

/* NULL for LAMINA_NONE; a critical for other indexes outside the table. */
LaminaRun   *lamina_builder_get_run   (LaminaBuilder *self,
                                       guint32        run);
LaminaTrack *lamina_builder_get_track (LaminaBuilder *self,
                                       guint32        run,
                                       guint32        track,
                                       gboolean       is_counter);

/* Brings a time into the range in which sums can't overflow, and says so. */
gint64       lamina_builder_check_time (LaminaBuilder *self,
                                        gint64         time);

/* Makes it empty again: what it held was taken. */
void         lamina_builder_reset     (LaminaBuilder *self);

G_END_DECLS
