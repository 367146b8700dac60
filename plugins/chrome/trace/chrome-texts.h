/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-column.h"

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

G_END_DECLS
