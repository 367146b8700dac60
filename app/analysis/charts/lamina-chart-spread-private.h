/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-data-private.h"

G_BEGIN_DECLS

/* How long one of many took: a layer, a slice, an iteration. */
typedef struct
{
  gint64 duration;
  guint32 item;
} LaminaTimed;

/* Appends the layers of an item, and the slice that it is if slices are counted. */
typedef void (*LaminaSpreadFunc) (gconstpointer  items,
                                  guint32        item,
                                  GArray        *layers,
                                  GArray        *slices);

/*
 * What a histogram counts: @timed are its LaminaTimed, in the order of their items, at least one. @key and @title are those of the
 * column with their numbers.
 */
typedef struct
{
  const char *key;
  const char *title;
  LaminaFamily family;
  GArray *timed;
  LaminaSpreadFunc list;
  gconstpointer items;

  /* How far apart durations are that the chart tells apart: the width of a column, in nanoseconds, once it is filled. */
  gint64 step;
} LaminaSpread;

/*
 * The steps in which durations come, in nanoseconds: each is @place plus a whole number of @width. Where it @is_rounded,
 * the clock ticks so, but the file wrote its times with less than all digits: nearly all durations lie within a quarter of
 * a step around such a place. Else all lie exactly there, and @width is the greatest common divisor of their differences; 1
 * where they share none, or are too few to tell.
 */
typedef struct
{
  gint64 width;
  gint64 place;
  gboolean is_rounded;
} LaminaGrain;

/*
 * Equal ranges but for the last one, which takes all that is longer where it @is_open. @grain is the smallest common step
 * of the durations, see LaminaGrain; @width is a multiple of it, so that each range holds as many steps as any other,
 * unless so many fall into one that the difference is not seen. @is_coarse says that without it the ranges would be others.
 */
typedef struct
{
  gint64 start;
  gint64 width;
  gint64 end;
  gint64 grain;
  guint n;
  gboolean is_coarse;
  gboolean is_open;
} LaminaBins;

/*
 * Sorts what is counted, then adds columns, rows, lines at median and p95, and the note that tells the ranges. Adds nothing
 * when cancelled.
 */
void lamina_spread_fill (LaminaSpread    *self,
                         LaminaChartData *data,
                         GCancellable    *cancellable);

/* The same in words, with as many digits as tell columns apart. */
char *lamina_spread_dup_quantile (const LaminaSpread *self,
                                  guint               percent);

G_END_DECLS
