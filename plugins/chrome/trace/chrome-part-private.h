/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-events.h"

G_BEGIN_DECLS

/*
 * Rows of the event table while they are read, by one thread: a part of it, which chrome_events_join() turns into
 * columns. A row is one piece here, since all of it is filled at the same time. Rows stand in blocks, which never move:
 * a table that grew would be copied again and again.
 *
 * The cells are those of ChromeEvents, but for
 *
 * name, category  strings of the part, see `strings`
 * thread          index in the threads of the part, or LAMINA_NONE
 * extra           index in the extras of the part, or LAMINA_NONE
 */
typedef struct
{
  gint64 start;
  gint64 end;
  guint32 length;
  guint32 name;
  guint32 category;
  guint32 thread;
  guint32 extra;
  guint8 phase;
  guint8 flags;
} ChromeRow;

typedef struct
{
  ChromeRow *rows;
  guint n;
  guint room;
} ChromeBlock;

/*
 * strings  what the names and categories of the rows are in the builder, by their ids in the part; NULL when they are the
 *          same. Rows get theirs when they are joined, which has to look at each of them anyway
 * start, end  the first and the last time, LAMINA_ABSENT without one
 */
typedef struct
{
  guint n;
  guint32 first_record;
  guint decimals;
  gint64 start;
  gint64 end;
  guint32 *strings;

  GArray *blocks;  /* ChromeBlock */
  GArray *threads; /* ChromeThread */
  GArray *extras;  /* ChromeExtra */
  GArray *samples; /* ChromeSample, ascending by row of the part */
  ChromeColumn *columns;
  guint n_columns;
} ChromePart;

/* @keys and @types: see chrome_events_new(). */
ChromePart  *chrome_part_new        (const char *const    *keys,
                                     const ChromeWantType *types,
                                     guint                 n_columns);
void         chrome_part_free       (ChromePart           *self);

/* Appends a row whose cells are all absent. It stays where it is; its index is self->n - 1. */
ChromeRow   *chrome_part_add        (ChromePart           *self);

/* The extra of a row, made when it has none yet; valid until the next one is made. */
ChromeExtra *chrome_part_need_extra (ChromePart           *self,
                                     ChromeRow            *row);

/* Ids of strings become those of the builder, but those of names and categories: joining renumbers them. */
void         chrome_part_renumber   (ChromePart           *self,
                                     const LaminaShardMap *map);

/*
 * Appends the rows of parts, which have been renumbered; what they hold is used up. Works in the
 * threads of @builder. Cells are of no use when it was cancelled.
 */
void         chrome_events_join     (ChromeEvents         *self,
                                     LaminaBuilder        *builder,
                                     ChromePart          **parts,
                                     guint                 n_parts,
                                     GCancellable         *cancellable);

static inline ChromeBlock *
chrome_part_get_block (const ChromePart *self,
                       guint             i)
{
  return &g_array_index (self->blocks, ChromeBlock, i);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChromePart, chrome_part_free)

G_END_DECLS
