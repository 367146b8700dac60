/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* A short text that was interned, and its id. */
typedef struct
{
  char text[24];
  gsize length;
  guint32 id;
} ChromeMemo;

/*
 * Reads events into a table. One for each thread that reads: it holds everything that it changes.
 *
 * Category, pid, tid and thread are remembered from one event to the next, since neighbours mostly share them.
 */
typedef struct
{
  LaminaJsonReader *json;
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSource *source;
  ChromeEvents *events;
  const ChromeWants *wants;

  GHashTable *threads; /* of pid and tid: index in events->threads */
  guint64 last_thread_key;
  guint32 last_thread;
  ChromeMemo last_category;
  ChromeMemo last_pid;
  ChromeMemo last_tid;
} ChromeReader;

void     chrome_reader_init      (ChromeReader      *self,
                                  LaminaJsonReader  *json,
                                  LaminaBuilder     *builder,
                                  LaminaSource      *source,
                                  ChromeEvents      *events,
                                  const ChromeWants *wants);
void     chrome_reader_clear     (ChromeReader      *self);

/* Reads the current value as an event. @phase is meant where the event has no `ph`; 0 where it must have one. */
void     chrome_reader_add_event (ChromeReader      *self,
                                  char               phase);

/* Reads the whole text. FALSE with an error when reading failed; what was read before is kept. */
gboolean chrome_trace_read       (ChromeTrace        *self,
                                  LaminaJsonReader   *json,
                                  const ChromeWants  *wants,
                                  GError            **error);

G_END_DECLS
