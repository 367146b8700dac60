/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-column.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * The event table: one row for each element of `traceEvents` (and of `samples`), in the order of the file, as columns.
 * Row i is the record `first_record + i` of the import, so every row must be accounted for. Rows are read into parts, see
 * chrome-part-private.h.
 *
 * Rows are narrow, since there are millions of them: about 45 bytes, and 4 more for each cell of a column that a dialect
 * asks for (see ChromeColumn, and ChromeWant in chrome-dialect.h). Strings are ids of the builder; 0 is the empty string.
 *
 * What an event states beyond this stays in the file: chrome_trace_get_offset() and `length` name the whole object, which
 * chrome_trace_open_args() and the inspector read when somebody asks.
 */

/*
 * Phases are the characters of `ph`. These are the others:
 *
 * NONE   the element is no event (or one without a phase): it was skipped with a reason and has no other cells
 * TAKEN  a dialect has dealt with the row and accounted for its record: the base leaves it alone
 */
#define CHROME_PHASE_NONE 0
#define CHROME_PHASE_TAKEN 1

#define CHROME_SLICE_WAITING (LAMINA_NONE - 1)

/* Rows that are worth a call in lamina_builder_each(), or a look at whether it was cancelled. */
#define CHROME_ROWS_AT_ONCE (1u << 16)

/* Flags of a row. */
typedef enum
{
  CHROME_EVENT_OPEN = 1 << 0,     /* its end is not in the file; `end` is the end of the trace */
  CHROME_EVENT_CLIPPED = 1 << 1,  /* an edge was moved to that of a neighbor, by no more than the resolution */
  CHROME_EVENT_HAS_ARGS = 1 << 2, /* it has an object `args` with at least one member */
  CHROME_EVENT_FLOW_IN = 1 << 3,  /* an arrow ends here: bind_id */
  CHROME_EVENT_FLOW_OUT = 1 << 4, /* an arrow begins here: bind_id */
  CHROME_EVENT_ENCLOSED = 1 << 5, /* a flow with bp "e": it binds to the slice around it */
} ChromeEventFlags;

/* Who identifies itself by `id`, and how far that reaches. */
typedef enum
{
  CHROME_ID_NONE,
  CHROME_ID_PLAIN,
  CHROME_ID_LOCAL,
  CHROME_ID_GLOBAL,
} ChromeIdKind;

/*
 * What only some events have: one for each event with an id, a scope or the like.
 *
 * Most ids are small numbers, and there are as many as events. So they are kept as they are, with a bit that strings don't
 * have; larger numbers are strings, in decimal digits. A whole number has one form alone, whether it is written as a
 * number, in a text or hexadecimally. What is written in another way stays the text that it is and equals that alone:
 * "007", 1.0, more than 16 hexadecimal digits.
 *
 * id        `id`, `id2.local` or `id2.global`; 0 without one
 * scope     text of `scope`
 * bind_id   `bind_id`; LAMINA_NONE without one
 * id_kind   which of the three it was
 * reach     `s` of an instant event: 't', 'p', 'g' or 0
 */
typedef struct
{
  guint32 id;
  guint32 scope;
  guint32 bind_id;
  guint8 id_kind;
  guint8 reach;
} ChromeExtra;

#define CHROME_ID_NUMBER (G_GUINT64_CONSTANT (1) << 31)
#define CHROME_ID_MOST_NUMBER (LAMINA_NONE - CHROME_ID_NUMBER - 1)

/* A pair of `pid` and `tid` as the file writes them; LAMINA_NONE for one that it does not write. */
typedef struct
{
  guint32 pid;
  guint32 tid;
} ChromeThread;

/* One value of a counter event, which may hold several, and at several times. */
typedef struct
{
  guint32 row;
  guint32 series;
  gint64 time;
  double value;
} ChromeSample;

/*
 * start    `ts` in nanoseconds; LAMINA_ABSENT when there is none
 * end      `ts` + `dur`, rounded once; before `start` when `dur` is negative; LAMINA_ABSENT without `dur`. Assembling
 *          sets the end of a B event to that of its E event
 * name     a string
 * category a string: all of `cat`
 * track    before assembling: index in `threads`; afterwards: index in the tracks of the trace. LAMINA_NONE for a row that
 *          is no event
 * length   its length in bytes
 * extra    index in `extras`, or LAMINA_NONE
 * slice    after assembling: which slice of its track it is, or LAMINA_NONE when it is none. Before, CHROME_SLICE_WAITING
 *          says that it will be one: that is known of complete events from the beginning
 * layer    made when a dialect first asks: the layer of its slice, or LAMINA_NONE
 * kind     made when a dialect first asks: the LaminaSliceKind of its slice
 * phase    `ph`
 * flags    ChromeEventFlags
 *
 * decimals is the largest number of digits behind the point of a `ts` or `dur`, in microseconds; first_time and last_time
 * are the first and the last of all times as the file has them, LAMINA_ABSENT without one.
 *
 * Most events are complete ones, with which little is left to do: rest (n_rest of them, ascending) are the others, except
 * those without a phase; complete events of negative duration are among them. chrome_assemble_complete(), the second step
 * of assembling, makes it: it is NULL before, and what is in it stays there, though later steps make slices of some.
 */
typedef struct
{
  guint n;
  guint32 first_record;
  guint decimals;
  gint64 first_time;
  gint64 last_time;

  gint64 *start;
  gint64 *end;
  guint32 *length;
  guint32 *name;
  guint32 *category;
  guint32 *track;
  guint32 *extra;
  guint32 *slice;
  guint32 *layer;
  guint8 *kind;
  guint8 *phase;
  guint8 *flags;

  guint32 *rest;
  guint n_rest;

  GArray *threads; /* ChromeThread */
  GArray *extras;  /* ChromeExtra */
  GArray *samples; /* ChromeSample, ascending by row */
  GHashTable *partners;

  ChromeColumn *columns;
  guint n_columns;
} ChromeEvents;

/* An empty table; @keys and @types (@n_columns of them) are the wanted columns and must live as long as it. */
ChromeEvents *chrome_events_new         (const char *const    *keys,
                                         const ChromeWantType *types,
                                         guint                 n_columns);
void          chrome_events_free        (ChromeEvents         *self);

/* The extra of a row, or NULL. */
const ChromeExtra *
              chrome_events_get_extra   (const ChromeEvents   *self,
                                         guint32               row);

/* The wanted column of this key, or NULL when no event of the file has it. */
const ChromeColumn *
              chrome_events_find_column (const ChromeEvents   *self,
                                         const char           *key);

/* A wanted column takes the cells of another one where it has none of its own: two words for one thing. */
void          chrome_events_merge_columns (ChromeEvents       *self,
                                           const char         *key,
                                           const char         *other);

/* Gives back the cells of a wanted column, or of all when @key is NULL: nobody asks for them any more. */
void          chrome_events_drop_column (ChromeEvents         *self,
                                         const char           *key);

/*
 * A cell of a wanted column: LAMINA_ABSENT, or LAMINA_NONE, when the event does not have the key, or @column is
 * NULL.
 */
gint64        chrome_events_get_number  (const ChromeColumn   *column,
                                         guint32               row);
guint32       chrome_events_get_text    (const ChromeColumn   *column,
                                         guint32               row);

/* The row that was merged into this one (an E event into its B), or LAMINA_NONE. */
guint32       chrome_events_get_partner (const ChromeEvents   *self,
                                         guint32               row);
void          chrome_events_set_partner (ChromeEvents         *self,
                                         guint32               row,
                                         guint32               partner);

/* Makes the column of layers, LAMINA_NONE in all rows, and returns it. */
guint32      *chrome_events_need_layers (ChromeEvents         *self);

/* Makes the column of kinds, LAMINA_SLICE_WORK in all rows, and returns it. */
guint8       *chrome_events_need_kinds (ChromeEvents          *self);

/*
 * Where many threads write at the same time, rows of one track stand far apart, so that every cell has to be fetched from
 * memory: the cells of a later one are asked for while an earlier one is looked at. For the times of rows[i].
 */
#define CHROME_AHEAD 12

static inline void
chrome_events_fetch_times (const ChromeEvents *self,
                           const guint32      *rows,
                           guint               i,
                           guint               n)
{
  if (i + CHROME_AHEAD >= n)
    return;
  __builtin_prefetch (&self->start[rows[i + CHROME_AHEAD]]);
  __builtin_prefetch (&self->end[rows[i + CHROME_AHEAD]]);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChromeEvents, chrome_events_free)

G_END_DECLS
