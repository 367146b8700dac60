/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"
#include "chrome-part.h"
#include "chrome-texts.h"

G_BEGIN_DECLS

/* A short text that was interned, and its id. */
typedef struct
{
  char text[24];
  gsize length;
  guint32 id;
} ChromeMemo;

/* How many texts and threads are remembered at a time; a power of two. */
#define CHROME_N_MEMOS 256

/*
 * Reads events into a part of the table. One for each thread that reads: it holds everything that it changes.
 *
 * There are few categories, pids, tids and threads, so that those seen last are remembered, each in the place that its
 * last characters or its numbers say: finding them anew takes longer.
 */
typedef struct
{
  LaminaJsonReader *json;
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSource *source;
  ChromePart *part;
  const ChromeWants *wants;

  ChromeTexts texts;
  GHashTable *threads; /* of pid and tid: index in part->threads */
  guint32 recent_threads[CHROME_N_MEMOS]; /* as index in part->threads + 1, or 0 */
  ChromeMemo memos[CHROME_N_MEMOS];
} ChromeReader;

/* Reads the current value as an event. @phase is meant where the event has no `ph`; 0 where it must have one. */
void     chrome_reader_add_event (ChromeReader      *self,
                                  char               phase);

/* Reads the whole text. FALSE with an error when reading failed; what was read before is kept. */
gboolean chrome_trace_read       (ChromeTrace        *self,
                                  LaminaJsonReader   *json,
                                  const ChromeWants  *wants,
                                  GError            **error);

G_END_DECLS
