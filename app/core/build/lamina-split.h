/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-builder.h"
#include "lamina-json-reader.h"

G_BEGIN_DECLS

/**
 * LaminaShardMap: (skip)
 * @index: the shard
 * @first_record: what to add to the number of a record of the shard
 * @n_strings: strings of the shard
 * @strings: (array length=n_strings): their ids in the builder, by their ids in the shard; %NULL when both are the same
 *
 * What the ids that a shard gave out have become in the builder that it was appended to.
 */
typedef struct
{
  guint index;
  guint32 first_record;
  guint32 n_strings;
  const guint32 *strings;
} LaminaShardMap;

/**
 * LaminaJoinFunc: (skip)
 * @map: the ids of this part
 * @data: what was given to lamina_builder_split_array()
 *
 * Renumbers what the format's own tables hold of one part, in any thread, while other threads renumber others or still read
 * them. The builder must be left alone; @map is gone afterwards.
 */
typedef void (*LaminaJoinFunc) (const LaminaShardMap *map,
                                gpointer              data);

/**
 * LaminaPartFunc: (skip)
 * @shard: takes the strings, records, repairs and properties of this part, with ids of its own that count from 0, and neither
 *   shapes nor runs; the builder itself where there is one part
 * @reader: stands inside the array, before the first element of this part. It knows the record paths of the reader of
 *   the whole
 * @part: which part
 * @data: what was given to lamina_builder_split_array()
 * @error: return location for an error
 *
 * Reads elements until lamina_json_reader_next_element() returns %FALSE, in any thread, while other threads read other
 * parts. A part may be read a second time, because it turned out to end elsewhere: what the format holds of it is thrown
 * away at the beginning. What is left unread is skipped. Errors of @reader need not be asked for.
 *
 * Returns: %FALSE when it failed
 */
typedef gboolean (*LaminaPartFunc) (LaminaBuilder     *shard,
                                    LaminaJsonReader  *reader,
                                    guint              part,
                                    gpointer           data,
                                    GError           **error);

/**
 * lamina_builder_split_array: (skip)
 * @reader: a reader whose current value is the array, and which reports to the import of @self
 * @func: reads a part
 * @join: (nullable): renumbers what @func has put into tables of the format
 * @data: handed to both
 * @n_parts: (out): how many parts count, at most %LAMINA_MAX_PARTS. What @func has made of others is to be thrown away
 * @error: return location for an error
 *
 * Reads a large array of objects in as many threads as there are processors, and leaves it: @reader goes on behind it.
 * Parts begin where elements seem to begin; where that turns out to be wrong, or the array ends earlier, it is read
 * again in sequence, so that records, repairs, offsets and ids are always those of one reader. A short array is one part,
 * read by @reader itself. When the current value is no array, it is left unread and there are no parts. The beginning of a
 * compressed text is read while its end is still inflated.
 *
 * A part is joined as soon as it and those before it are read and known to be right, while others are still read.
 *
 * When a part fails, it and those before it count, so that what was read is kept; @reader must not be used any more.
 * When it was cancelled, or there are more records than may be, none count.
 *
 * Returns: %FALSE with the error of the first part that failed
 */
LAMINA_AVAILABLE
gboolean lamina_builder_split_array (LaminaBuilder     *self,
                                     LaminaJsonReader  *reader,
                                     LaminaPartFunc     func,
                                     LaminaJoinFunc     join,
                                     gpointer           data,
                                     guint             *n_parts,
                                     GError           **error);

/**
 * LaminaRangeFunc: (skip)
 * @from: the first row
 * @to: the row behind the last one
 * @data: what was given to lamina_builder_each()
 *
 * Does something for some rows, in any thread, while other threads do it for others: it writes to nothing that they use as
 * well, and to nothing of the builder.
 */
typedef void (*LaminaRangeFunc) (guint    from,
                                 guint    to,
                                 gpointer data);

/**
 * lamina_builder_each: (skip)
 * @n: how many rows
 * @at_once: how many of them are worth a call
 * @func: does something for some of them
 * @data: handed to it
 *
 * Calls @func for all rows, at most @at_once in each call, in as many threads as there are processors, and returns when
 * everything is done. What it writes is seen afterwards.
 */
LAMINA_AVAILABLE
void lamina_builder_each (LaminaBuilder   *self,
                          guint            n,
                          guint            at_once,
                          LaminaRangeFunc  func,
                          gpointer         data);

/**
 * LaminaTaskFunc: (skip)
 * @data: what was given to lamina_builder_do_both()
 *
 * Does something, in any thread, while another thread may do the other thing.
 */
typedef void (*LaminaTaskFunc) (gpointer data);

/**
 * lamina_builder_do_both: (skip)
 * @func: one thing
 * @other: another one
 * @data: handed to both
 *
 * Does two things that have nothing to do with each other, side by side where there are several processors, else @func
 * first, and returns when both are done. Each may call lamina_builder_each(), or this function, in as many threads again.
 * Only one of them may use the builder in another way, and when it adds strings, the other one looks at none meanwhile:
 * strings move when others come in.
 */
LAMINA_AVAILABLE
void lamina_builder_do_both (LaminaBuilder  *self,
                             LaminaTaskFunc  func,
                             LaminaTaskFunc  other,
                             gpointer        data);

/**
 * LaminaLayersFunc: (skip)
 * @from: which of the layers is the first of these, counted from 0
 * @first: the index in the run of the layer that is counted as 0
 * @n: how many
 * @layers: (array length=n) (inout): layers of which nothing is known yet
 * @data: what was given to lamina_builder_fill_layers()
 *
 * Tells some layers, in any thread, while other threads tell others.
 */
typedef void (*LaminaLayersFunc) (guint            from,
                                  guint32          first,
                                  guint            n,
                                  LaminaLayerInit *layers,
                                  gpointer         data);

/**
 * lamina_builder_fill_layers: (skip)
 * @run: a run, or %LAMINA_NONE
 * @n: how many layers
 * @func: tells some of them
 * @data: handed to it
 *
 * Adds many layers, in as many threads as there are processors.
 *
 * Returns: the index of the first one, or %LAMINA_NONE when there is no room for them
 */
LAMINA_AVAILABLE
guint32 lamina_builder_fill_layers (LaminaBuilder    *self,
                                    guint32           run,
                                    guint             n,
                                    LaminaLayersFunc  func,
                                    gpointer          data);

/**
 * lamina_shard_map_strings: (skip)
 * @ids: (array length=n) (inout): ids of strings of the shard, which become those of the builder
 * @n: how many
 *
 * Renumbers a column of strings. %LAMINA_NONE stays.
 */
LAMINA_AVAILABLE
void lamina_shard_map_strings (const LaminaShardMap *self,
                               guint32              *ids,
                               gsize                 n);

/**
 * lamina_shard_map_string: (skip)
 * @id: a string of the shard
 *
 * Returns: the same string in the builder
 */
static inline guint32
lamina_shard_map_string (const LaminaShardMap *self,
                         guint32               id)
{
  return self->strings != NULL && id < self->n_strings ? self->strings[id] : id;
}

G_END_DECLS
