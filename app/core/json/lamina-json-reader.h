/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-import.h"
#include "lamina-source.h"
#include "lamina-value.h"

G_BEGIN_DECLS

/**
 * LaminaJsonReader: (skip)
 *
 * Reads JSON by pulling, in blocks, without building a tree. It is tolerant: what real profilers get wrong is repaired
 * and listed in the import, and a text that was cut at any byte yields everything before the cut.
 *
 * There is always a current value, first the root. A scalar is read by one of the `read` functions; a container is
 * entered, and its members or elements are walked with lamina_json_reader_next_member() or
 * lamina_json_reader_next_element(), each of which makes the next value the current one. Whatever was not read or not
 * walked to its end is skipped by itself:
 *
 * |[<!-- language="C" -->
 * static const char *const keys[] = { "name", "dur", NULL };
 *
 * if (lamina_json_reader_enter_array (reader))
 *   while (lamina_json_reader_next_element (reader))
 *     if (lamina_json_reader_enter_object (reader))
 *       for (int key; (key = lamina_json_reader_next_member (reader, keys)) != LAMINA_JSON_END;)
 *         switch (key)
 *           {
 *           case 0: name = lamina_json_reader_read_text (reader, &length); break;
 *           case 1: lamina_json_reader_read_decimal (reader, 3, &duration); break;
 *           }
 * ]|
 *
 * Repairs, each an issue of the import: an unknown or incomplete escape, a lone surrogate and a byte that is not UTF-8
 * become U+FFFD or stay as text; control characters in strings stay; `NaN`, `Infinity` and `-Infinity`, also as `nan`
 * and `inf`, are numbers that no numeric `read` function accepts; leading zeros, a leading `+` and a bare point are
 * accepted; a leading, trailing or doubled comma is ignored, a missing one supplied, and so is a colon; a key without
 * quotes is taken as it stands; a member without a value, a value without a key and an unknown word are left out; a
 * container closed by the wrong bracket or not at all is closed; a record in an array whose quotes or brackets do not match
 * ends where that was found, and the next one is read, if it begins a line as that record does; the depth and the length of text of
 * #LaminaLimits cut what goes beyond. Duplicate members are all delivered, in order. Of what is skipped only the brackets are
 * repaired.
 *
 * Errors of reading (input/output, a limit, cancelling) end all walks as a cut does; lamina_json_reader_finish()
 * returns them.
 */
typedef struct _LaminaJsonReader LaminaJsonReader;

/**
 * LaminaJsonType:
 * @LAMINA_JSON_NOTHING: there is no value here: the text or the container ended
 * @LAMINA_JSON_OBJECT: an object
 * @LAMINA_JSON_ARRAY: an array
 * @LAMINA_JSON_STRING: a string
 * @LAMINA_JSON_NUMBER: a number, also `NaN` and `Infinity`
 * @LAMINA_JSON_BOOLEAN: true or false
 * @LAMINA_JSON_NULL: null
 *
 * The type of a JSON value.
 */
typedef enum
{
  LAMINA_JSON_NOTHING,
  LAMINA_JSON_OBJECT,
  LAMINA_JSON_ARRAY,
  LAMINA_JSON_STRING,
  LAMINA_JSON_NUMBER,
  LAMINA_JSON_BOOLEAN,
  LAMINA_JSON_NULL,
} LaminaJsonType;

/**
 * LAMINA_JSON_END:
 *
 * lamina_json_reader_next_member() found no further member.
 */
#define LAMINA_JSON_END (-1)

/**
 * LAMINA_JSON_OTHER:
 *
 * lamina_json_reader_next_member() found a member that is not among the keys that were asked for.
 */
#define LAMINA_JSON_OTHER (-2)

/**
 * lamina_json_reader_new: (skip)
 * @source: the text
 * @offset: byte offset where to begin
 * @length: bytes to read at most; %G_MAXUINT64 for all
 * @nesting: (nullable): the containers that are already open at @offset, from the outside in: `{` and the key of the
 *   member that follows, or `[`. `{traceEvents[` begins among the elements of the member traceEvents of the root. The
 *   innermost one counts as entered. %NULL at a root
 * @import: (nullable): takes records and repairs; %NULL to read without reporting
 * @cancellable: (nullable): ends the reading
 *
 * Returns: (transfer full): a reader
 */
LAMINA_AVAILABLE
LaminaJsonReader *lamina_json_reader_new (LaminaSource *source,
                                          guint64       offset,
                                          guint64       length,
                                          const char   *nesting,
                                          LaminaImport *import,
                                          GCancellable *cancellable);

/**
 * lamina_json_reader_free: (skip)
 */
LAMINA_AVAILABLE
void lamina_json_reader_free (LaminaJsonReader *self);

/**
 * lamina_json_reader_add_record_path: (skip)
 * @self: a reader on which nothing was read yet
 * @path: keys from the root, each behind a `/`; `@` stands for every member or element: `/graph_exec/operator/@`
 *
 * Declares what the records of the file are. The reader opens one in the import for each value at @path, also for those
 * inside containers that are skipped.
 */
LAMINA_AVAILABLE
void lamina_json_reader_add_record_path (LaminaJsonReader *self,
                                         const char       *path);

/**
 * lamina_json_reader_peek: (skip)
 *
 * Returns: the type of the current value, %LAMINA_JSON_NOTHING once it was read
 */
LAMINA_AVAILABLE
LaminaJsonType lamina_json_reader_peek (LaminaJsonReader *self);

/**
 * lamina_json_reader_enter_object: (skip)
 *
 * Returns: whether the current value is an object, which is then walked by lamina_json_reader_next_member()
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_enter_object (LaminaJsonReader *self);

/**
 * lamina_json_reader_enter_array: (skip)
 *
 * Returns: whether the current value is an array, which is then walked by lamina_json_reader_next_element()
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_enter_array (LaminaJsonReader *self);

/**
 * lamina_json_reader_next_member: (skip)
 * @self: a reader inside an object
 * @keys: (nullable): the keys that the caller knows, closed by %NULL; unescaped, and at the same address at each call
 *
 * Goes to the next member, behind whatever is left of the current one. At the end of the object it leaves the object.
 *
 * Returns: the index in @keys, %LAMINA_JSON_OTHER for another key, %LAMINA_JSON_END at the end
 */
LAMINA_AVAILABLE
int lamina_json_reader_next_member (LaminaJsonReader   *self,
                                    const char *const  *keys);

/**
 * lamina_json_reader_get_key: (skip)
 * @length: (out) (optional): its length in bytes
 *
 * Returns: the unescaped key of the member that lamina_json_reader_next_member() went to last, closed by a NUL; valid
 *   until the next call of that function
 */
LAMINA_AVAILABLE
const char *lamina_json_reader_get_key (LaminaJsonReader *self,
                                        gsize            *length);

/**
 * lamina_json_reader_next_element: (skip)
 * @self: a reader inside an array
 *
 * Goes to the next element, behind whatever is left of the current one. At the end of the array it leaves the array.
 *
 * Returns: whether there is one
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_next_element (LaminaJsonReader *self);

/**
 * lamina_json_reader_leave: (skip)
 * @self: a reader inside a container
 *
 * Leaves the innermost container, skipping what is left of it. Whoever stops walking a container before its end calls
 * this, since the functions that go on always mean the innermost container of their type.
 */
LAMINA_AVAILABLE
void lamina_json_reader_leave (LaminaJsonReader *self);

/**
 * lamina_json_reader_read_text: (skip)
 * @length: (out) (optional): its length in bytes
 *
 * Reads a string, or the digits of a number as they stand in the text.
 *
 * Returns: (nullable): the unescaped text, valid UTF-8 closed by a NUL (one inside becomes U+FFFD); valid until the
 *   next call on @self. %NULL when the current value is neither, which leaves it unread
 */
LAMINA_AVAILABLE
const char *lamina_json_reader_read_text (LaminaJsonReader *self,
                                          gsize            *length);

/**
 * lamina_json_reader_read_int64: (skip)
 * @value: (out): the number; untouched on failure
 *
 * Reads a whole number from a number or from a string that holds one. `1e3` and `5.0` are whole.
 *
 * Returns: %FALSE when it is none, or does not fit; the value is left unread then
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_read_int64 (LaminaJsonReader *self,
                                        gint64           *value);

/**
 * lamina_json_reader_read_uint64: (skip)
 * @value: (out): the number; untouched on failure
 *
 * Reads an unsigned whole number, such as an address.
 *
 * Returns: %FALSE when it is none, or does not fit; the value is left unread then
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_read_uint64 (LaminaJsonReader *self,
                                         guint64          *value);

/**
 * lamina_json_reader_read_decimal: (skip)
 * @scale: see lamina_decimal_parse()
 * @value: (out): the number times 10^@scale; untouched on failure
 *
 * Reads a number exactly, from a number or from a string that holds one. 9 turns seconds into nanoseconds, 3
 * microseconds.
 *
 * Returns: %FALSE when it is none, or does not fit; the value is left unread then
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_read_decimal (LaminaJsonReader *self,
                                          int               scale,
                                          gint64           *value);

/**
 * lamina_json_reader_read_digits: (skip)
 * @digits: (out): all digits of the number, with its sign; untouched on failure
 * @n_decimals: (out): how many of them stand behind the point; untouched on failure
 *
 * Reads a number that is written in the usual way: up to eighteen digits, or nineteen that fit into 64 bits, and a point.
 * It is the quickest way to a number whose precision is to be kept. Whatever else is a number, or a string that holds one,
 * is read by lamina_json_reader_read_text().
 *
 * Returns: %FALSE when it is none of that kind; the value is left unread then
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_read_digits (LaminaJsonReader *self,
                                         gint64           *digits,
                                         guint            *n_decimals);

/**
 * lamina_json_reader_read_boolean: (skip)
 * @value: (out): the value; untouched on failure
 *
 * Returns: %FALSE when the current value is neither true nor false; it is left unread then
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_read_boolean (LaminaJsonReader *self,
                                          gboolean         *value);

/**
 * lamina_json_reader_read_value: (skip)
 * @value: (out caller-allocates): takes the value with its type; free it with lamina_value_clear()
 *
 * Reads any value. A number becomes an integer when it is whole, fits and is written without point and exponent, else a
 * real number; both keep their digits as text. A container becomes its JSON text without line breaks and repeated
 * blanks.
 *
 * Returns: %FALSE when there is none
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_read_value (LaminaJsonReader *self,
                                        LaminaValue      *value);

/**
 * lamina_json_reader_read_json: (skip)
 * @length: (out) (optional): its length in bytes
 *
 * Reads a container as its JSON text without line breaks and repeated blanks, as lamina_json_reader_read_value() does.
 *
 * Returns: (nullable): the text, valid UTF-8 closed by a NUL; valid until the next call on @self. %NULL when the current
 *   value is no container, which leaves it unread
 */
LAMINA_AVAILABLE
const char *lamina_json_reader_read_json (LaminaJsonReader *self,
                                          gsize            *length);

/**
 * lamina_json_reader_skip: (skip)
 * @offset: (out) (optional): byte offset of the value
 * @length: (out) (optional): its length in bytes, as it stands in the text
 *
 * Skips the current value, and says where it stands, so that it can be read later by another reader.
 */
LAMINA_AVAILABLE
void lamina_json_reader_skip (LaminaJsonReader *self,
                              guint64          *offset,
                              guint64          *length);

/**
 * lamina_json_reader_get_offset: (skip)
 *
 * Returns: byte offset of the current value, or of the last one read
 */
LAMINA_AVAILABLE
guint64 lamina_json_reader_get_offset (LaminaJsonReader *self);

/**
 * lamina_json_reader_get_end: (skip)
 *
 * Together with lamina_json_reader_get_offset(), asked before a container was entered, it says where that container
 * stands, so that it can be read now and named as arguments as well.
 *
 * Returns: byte offset behind the value that was read, skipped or left last
 */
LAMINA_AVAILABLE
guint64 lamina_json_reader_get_end (LaminaJsonReader *self);

/**
 * lamina_json_reader_get_record: (skip)
 *
 * Returns: the id of the innermost record that the current value is or belongs to, else %LAMINA_NONE
 */
LAMINA_AVAILABLE
guint32 lamina_json_reader_get_record (LaminaJsonReader *self);

/**
 * lamina_json_reader_is_cut: (skip)
 *
 * Returns: whether the text ended inside a value or a container. A value that was cut is not delivered
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_is_cut (LaminaJsonReader *self);

/**
 * lamina_json_reader_expect_end: (skip)
 *
 * Skips what is left of the root and lists other text behind it as a repair.
 */
LAMINA_AVAILABLE
void lamina_json_reader_expect_end (LaminaJsonReader *self);

/**
 * lamina_json_reader_finish: (skip)
 * @error: return location for the first error of lamina_source_read(), or %LAMINA_ERROR_LIMIT
 *
 * Returns: %FALSE when reading failed, a limit was reached or it was cancelled. A cut or repaired text is no error
 */
LAMINA_AVAILABLE
gboolean lamina_json_reader_finish (LaminaJsonReader  *self,
                                    GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaJsonReader, lamina_json_reader_free)

G_END_DECLS
