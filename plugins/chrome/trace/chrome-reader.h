/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"
#include "chrome-part-private.h"
G_BEGIN_DECLS

/*
 * Texts that were read and wait for their ids: looking up one of hundreds of thousands means waiting for memory, which many
 * can do at the same time. They are copied, since the reader goes on meanwhile.
 */
#define CHROME_MOST_TEXTS 64
#define CHROME_TEXT_BYTES 8192

/* What the id goes to: a cell, or one of a column, whose cells may move. */
typedef struct
{
  guint32 *cell;
  ChromeColumn *column;
  guint index;
} ChromeTextTarget;

typedef struct
{
  LaminaBuilder *builder;
  guint n;
  gsize used;
  const char *texts[CHROME_MOST_TEXTS];
  gsize lengths[CHROME_MOST_TEXTS];
  ChromeTextTarget targets[CHROME_MOST_TEXTS];
  char bytes[CHROME_TEXT_BYTES];
} ChromeTexts;

/* Interns @text; @cell gets its id with chrome_texts_flush() at the latest, in the order of the calls. */
void chrome_texts_add    (ChromeTexts  *self,
                          const char   *text,
                          gsize         length,
                          guint32      *cell);

/* The same for the last cell that was set in a column. */
void chrome_texts_add_to (ChromeTexts  *self,
                          const char   *text,
                          gsize         length,
                          ChromeColumn *column);

void chrome_texts_flush  (ChromeTexts  *self);

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
