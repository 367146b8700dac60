/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-builder-layers.h"
#include "lamina-builder-slices.h"
#include "lamina-builder-tracks.h"
#include "lamina-import.h"
#include "lamina-value.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_BUILDER (lamina_builder_get_type ())

/**
 * LaminaBuilder:
 *
 * Takes what a format reads and becomes a #LaminaDocument. Used by one thread.
 *
 * Rows are named by the index that their `add` function returned, counted from 0 in each run (slices and samples: in
 * each track, in the order of adding). They can be added in any order; the core sorts, nests and indexes when the
 * document is frozen. Texts are handed over once, as the id of an interned string. A row that would exceed a limit is
 * not added: the function returns %LAMINA_NONE and the load ends with %LAMINA_ERROR_LIMIT; a call with %LAMINA_NONE as
 * the row does nothing, so that a format need not check. Indexes outside their table are criticals.
 *
 * This header has what belongs to the whole document, and includes the others: runs and tracks
 * (`lamina-builder-tracks.h`), what stands on tracks (`-slices.h`), layers (`-layers.h`), columns of the tool's own
 * (`-metrics.h`) and tensors (`-tensors.h`).
 */

LAMINA_AVAILABLE
GType lamina_builder_get_type (void) G_GNUC_CONST;

/**
 * lamina_builder_new: (skip)
 * @limits: (nullable): what a file may ask for, or %NULL for the defaults
 *
 * Returns: (transfer full): a builder without runs
 */
LAMINA_AVAILABLE
LaminaBuilder *lamina_builder_new (const LaminaLimits *limits);

LAMINA_AVAILABLE
LaminaBuilder *lamina_builder_ref (LaminaBuilder *self);

LAMINA_AVAILABLE
void lamina_builder_unref (LaminaBuilder *self);

/**
 * lamina_builder_get_import:
 *
 * Returns: (transfer none): where records are accounted for and repairs are listed
 */
LAMINA_AVAILABLE
LaminaImport *lamina_builder_get_import (LaminaBuilder *self);

/**
 * lamina_builder_freeze: (skip)
 * @self: a builder, which is empty afterwards
 * @sources: (nullable): the files that were read
 * @format: (nullable): the object that read them, for lamina_document_describe()
 * @format_name: (nullable): the name of its module
 * @cancellable: (nullable): stops it
 * @error: return location for %LAMINA_ERROR_LIMIT or %G_IO_ERROR_CANCELLED
 *
 * Sorts, nests and indexes what was added. Called by the core after a load, and by tests.
 *
 * Returns: (transfer full): the document, or %NULL when it was cancelled or a limit had been reached
 */
LAMINA_AVAILABLE
LaminaDocument *lamina_builder_freeze (LaminaBuilder  *self,
                                       LaminaSources  *sources,
                                       LaminaFormat   *format,
                                       const char     *format_name,
                                       GCancellable   *cancellable,
                                       GError        **error);

/**
 * lamina_builder_intern:
 * @text: (array length=length) (element-type guint8): valid UTF-8
 * @length: its length in bytes, or -1 when it is closed by a NUL
 *
 * Strings that no table of a document names are given back when it is frozen.
 *
 * Returns: the id of the string; the empty string has id 0
 */
LAMINA_AVAILABLE
guint32 lamina_builder_intern (LaminaBuilder *self,
                               const char    *text,
                               gssize         length);

/**
 * lamina_builder_intern_raw: (skip)
 * @text: (array length=length) (element-type guint8): bytes that need not be UTF-8
 * @length: their number
 *
 * Like lamina_builder_intern(), with U+FFFD in the place of bytes that are not UTF-8, which is listed as a repair.
 *
 * Returns: the id of the string
 */
LAMINA_AVAILABLE
guint32 lamina_builder_intern_raw (LaminaBuilder *self,
                                   const char    *text,
                                   gsize          length);

/**
 * lamina_builder_intern_many:
 * @n: how many
 * @texts: (array length=n): strings, which need not end with a NUL
 * @lengths: (array length=n): their bytes
 * @ids: (array length=n) (out caller-allocates): the ids of the strings
 *
 * Like lamina_builder_intern() for each of them, in their order, but faster where a file has many different ones: several
 * are looked up at the same time.
 */
LAMINA_AVAILABLE
void lamina_builder_intern_many (LaminaBuilder     *self,
                                 guint              n,
                                 const char *const *texts,
                                 const gsize       *lengths,
                                 guint32           *ids);

/**
 * lamina_builder_intern_pairs:
 * @n: how many
 * @first: (array length=n): ids of strings
 * @second: (array length=n): ids of strings
 * @ids: (array length=n) (out caller-allocates): the ids of their pairs
 *
 * Interns the text of two strings with a blank between them, which is put together when somebody asks for it: so keys
 * that are made of long texts take no memory of their own. Equal strings give the same pair, but a pair is never the same
 * string as one that was interned as a text.
 */
LAMINA_AVAILABLE
void lamina_builder_intern_pairs (LaminaBuilder *self,
                                  guint          n,
                                  const guint32 *first,
                                  const guint32 *second,
                                  guint32       *ids);

/**
 * lamina_builder_get_string:
 * @id: the id of a string that was interned
 *
 * Returns: (transfer none): the string, closed by a NUL; it stays where it is until the builder is freed or frozen
 */
LAMINA_AVAILABLE
const char *lamina_builder_get_string (LaminaBuilder *self,
                                       guint32        id);

/**
 * lamina_builder_add_whole_name:
 * @name: a string that rows have as their name
 * @key: a member
 * @source: index of the file, among those that the format was given
 * @offset: where an object stands in its (inflated) text, in bytes
 * @length: its length in bytes
 *
 * Says where the whole name stands of what a format calls by a shorter one: it is the text of the member @key, or of that
 * column where the place is one of lamina_sqlite_rows_get_args(). Whoever
 * searches finds it by both; it is read when somebody asks, see lamina_run_dup_whole_names(). A name may be short for
 * several.
 */
LAMINA_AVAILABLE
void lamina_builder_add_whole_name (LaminaBuilder *self,
                                    guint32        name,
                                    const char    *key,
                                    guint          source,
                                    guint64        offset,
                                    guint64        length);

/**
 * lamina_builder_intern_shape:
 * @dims: (array length=n): the dimensions, outermost first; %LAMINA_ABSENT for one that is not known
 * @n: how many; 0 for a scalar
 *
 * Returns: the id of the shape, never 0
 */
LAMINA_AVAILABLE
guint32 lamina_builder_intern_shape (LaminaBuilder *self,
                                     const gint64  *dims,
                                     guint          n);

/**
 * lamina_builder_set_tool:
 * @tool: the program that wrote the file, in its own spelling
 *
 * Names the tool.
 */
LAMINA_AVAILABLE
void lamina_builder_set_tool (LaminaBuilder *self,
                              const char    *tool);

/**
 * lamina_builder_add_property: (skip)
 * @group: a heading
 * @key: a name
 * @value: its value, which is copied
 *
 * Adds a property of the document.
 */
LAMINA_AVAILABLE
void lamina_builder_add_property (LaminaBuilder     *self,
                                  const char        *group,
                                  const char        *key,
                                  const LaminaValue *value);

/**
 * lamina_builder_own_word: (skip)
 * @self: a builder, no shard
 * @word: words of the plugin, which `N_()` marks for xgettext
 *
 * Says that a title of a run, a name or a caption of a group or a track, the name of a metric, or the group or the key of a
 * property is the plugin's own, not the file's. People see it in their language, by the gettext domain of the plugin; commands and
 * paths keep it as it is:
 *
 *   lamina_builder_add_run (builder, lamina_builder_own_word (builder, N_("Profile")), …)
 *
 * Returns: @word
 */
LAMINA_AVAILABLE
const char *lamina_builder_own_word (LaminaBuilder *self,
                                     const char    *word);

/**
 * lamina_builder_own_text: (skip)
 * @self: a builder, no shard
 * @text: what begins with @word, where a number may follow, or what @word is the pattern of
 * @word: words of the plugin, which `N_()` marks for xgettext
 *
 * The same where only the first words are to be translated: `Report 2`. Where @word has `%s` in it, these stand for what @text has
 * in their place: `asked for 2 GiB` is told by `asked for %s`.
 *
 * Returns: @text
 */
LAMINA_AVAILABLE
const char *lamina_builder_own_text (LaminaBuilder *self,
                                     const char    *text,
                                     const char    *word);

/**
 * lamina_builder_add_number: (skip)
 * @self: a builder, no shard
 * @group: a heading of the plugin's own, marked by `N_()`
 * @key: a name of its own, marked by `N_()`
 * @number: its value; nothing is added when it is %LAMINA_ABSENT
 * @unit: its unit
 *
 * Adds a property that the plugin has counted or measured itself.
 */
LAMINA_AVAILABLE
void lamina_builder_add_number (LaminaBuilder *self,
                                const char    *group,
                                const char    *key,
                                gint64         number,
                                LaminaUnit     unit);

/**
 * lamina_builder_rest_strings: (skip)
 *
 * Gives back the memory that looking strings up takes, before large tables take theirs. It is made anew when another string
 * is interned, which takes a while.
 */
LAMINA_AVAILABLE
void     lamina_builder_rest_strings (LaminaBuilder *self);

/**
 * lamina_builder_get_record_offset: (skip)
 * @record: a record of its import
 *
 * Returns: where the record begins in its file, in bytes; 0 when there is no such record
 */
LAMINA_AVAILABLE
guint64  lamina_builder_get_record_offset (LaminaBuilder *self,
                                           guint32        record);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaBuilder, lamina_builder_unref)

G_END_DECLS
