/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "pickle-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#define BLOCK_BYTES ((gsize) 256 << 10)

/* Behind the buffer there is room to read a number of eight bytes of which fewer are meant. */
#define ROOM 8

/* What follows the code of an operation. */
typedef enum
{
  FOLLOWS_NOTHING,
  FOLLOWS_1,       /* a number of so many bytes, least first */
  FOLLOWS_2,
  FOLLOWS_4,
  FOLLOWS_8,
  FOLLOWS_TEXT_1,  /* a length of so many bytes, and a text */
  FOLLOWS_TEXT_4,
  FOLLOWS_TEXT_8,
} Follows;

typedef struct
{
  const char *name;
  guint8 follows;
  guint8 kind;
  gint8 n;         /* the number of an operation that has one of its own */
  gboolean known;  /* whether it is read; one with a name that is not is refused by it */
} Code;

#define READ(name, follows, kind, n) { name, FOLLOWS_##follows, PICKLE_##kind, n, TRUE }
#define REFUSED(code) { .name = code }

static const Code codes[256] = {
  ['('] = READ ("MARK", NOTHING, MARK, 0),
  [')'] = READ ("EMPTY_TUPLE", NOTHING, TUPLE, 0),
  ['.'] = READ ("STOP", NOTHING, STOP, 0),
  ['0'] = READ ("POP", NOTHING, POP, 0),
  ['1'] = READ ("POP_MARK", NOTHING, POP_MARK, 0),
  ['2'] = READ ("DUP", NOTHING, DUPLICATE, 0),
  ['B'] = READ ("BINBYTES", TEXT_4, OTHER, 0),
  ['C'] = READ ("SHORT_BINBYTES", TEXT_1, OTHER, 0),
  ['G'] = READ ("BINFLOAT", 8, REAL, 0),
  ['J'] = READ ("BININT", 4, INTEGER, 1),
  ['K'] = READ ("BININT1", 1, INTEGER, 0),
  ['M'] = READ ("BININT2", 2, INTEGER, 0),
  ['N'] = READ ("NONE", NOTHING, NONE, 0),
  ['T'] = READ ("BINSTRING", TEXT_4, TEXT, 0),
  ['U'] = READ ("SHORT_BINSTRING", TEXT_1, TEXT, 0),
  ['X'] = READ ("BINUNICODE", TEXT_4, TEXT, 0),
  [']'] = READ ("EMPTY_LIST", NOTHING, EMPTY_LIST, 0),
  ['a'] = READ ("APPEND", NOTHING, APPEND, 0),
  ['d'] = READ ("DICT", NOTHING, NEW_DICT, 0),
  ['e'] = READ ("APPENDS", NOTHING, APPENDS, 0),
  ['h'] = READ ("BINGET", 1, GET, 0),
  ['j'] = READ ("LONG_BINGET", 4, GET, 0),
  ['l'] = READ ("LIST", NOTHING, NEW_LIST, 0),
  ['q'] = READ ("BINPUT", 1, PUT, 0),
  ['r'] = READ ("LONG_BINPUT", 4, PUT, 0),
  ['s'] = READ ("SETITEM", NOTHING, SET_ITEM, 0),
  ['t'] = READ ("TUPLE", NOTHING, TUPLE, -1),
  ['u'] = READ ("SETITEMS", NOTHING, SET_ITEMS, 0),
  ['}'] = READ ("EMPTY_DICT", NOTHING, EMPTY_DICT, 0),
  [0x85] = READ ("TUPLE1", NOTHING, TUPLE, 1),
  [0x86] = READ ("TUPLE2", NOTHING, TUPLE, 2),
  [0x87] = READ ("TUPLE3", NOTHING, TUPLE, 3),
  [0x88] = READ ("NEWTRUE", NOTHING, BOOLEAN, 1),
  [0x89] = READ ("NEWFALSE", NOTHING, BOOLEAN, 0),
  [0x8a] = READ ("LONG1", TEXT_1, INTEGER, 0),
  [0x8b] = READ ("LONG4", TEXT_4, INTEGER, 0),
  [0x8c] = READ ("SHORT_BINUNICODE", TEXT_1, TEXT, 0),
  [0x8d] = READ ("BINUNICODE8", TEXT_8, TEXT, 0),
  [0x8e] = READ ("BINBYTES8", TEXT_8, OTHER, 0),
  [0x94] = READ ("MEMOIZE", NOTHING, PUT, -1),
  [0x96] = READ ("BYTEARRAY8", TEXT_8, OTHER, 0),

  ['F'] = REFUSED ("FLOAT"),
  ['I'] = REFUSED ("INT"),
  ['L'] = REFUSED ("LONG"),
  ['P'] = REFUSED ("PERSID"),
  ['Q'] = REFUSED ("BINPERSID"),
  ['R'] = REFUSED ("REDUCE"),
  ['S'] = REFUSED ("STRING"),
  ['V'] = REFUSED ("UNICODE"),
  ['b'] = REFUSED ("BUILD"),
  ['c'] = REFUSED ("GLOBAL"),
  ['g'] = REFUSED ("GET"),
  ['i'] = REFUSED ("INST"),
  ['o'] = REFUSED ("OBJ"),
  ['p'] = REFUSED ("PUT"),
  [0x81] = REFUSED ("NEWOBJ"),
  [0x82] = REFUSED ("EXT1"),
  [0x83] = REFUSED ("EXT2"),
  [0x84] = REFUSED ("EXT4"),
  [0x8f] = REFUSED ("EMPTY_SET"),
  [0x90] = REFUSED ("ADDITEMS"),
  [0x91] = REFUSED ("FROZENSET"),
  [0x92] = REFUSED ("NEWOBJ_EX"),
  [0x93] = REFUSED ("STACK_GLOBAL"),
  [0x97] = REFUSED ("NEXT_BUFFER"),
  [0x98] = REFUSED ("READONLY_BUFFER"),
};

#define CODE_LONG_BINGET 'j'
#define CODE_PROTO 0x80
#define CODE_FRAME 0x95

/* What lies in @buffer from @at to @end was read and not yet handed out; @offset is where the buffer begins in the file. */
struct _PickleReader
{
  LaminaSource *source;
  LaminaImport *import;
  GCancellable *cancellable;
  GError *error;
  guint8 *buffer;
  gsize size;
  gsize at;
  gsize end;
  guint64 offset;
  gboolean is_cut;
  gboolean is_done;
};

PickleReader *
pickle_reader_new (LaminaSource *source,
                   LaminaImport *import,
                   GCancellable *cancellable)
{
  PickleReader *self = g_new0 (PickleReader, 1);

  self->source = lamina_source_ref (source);
  self->import = lamina_import_ref (import);
  g_set_object (&self->cancellable, cancellable);
  self->size = BLOCK_BYTES;
  self->buffer = g_malloc0 (self->size + ROOM);
  return self;
}

void
pickle_reader_free (PickleReader *self)
{
  lamina_source_unref (self->source);
  lamina_import_unref (self->import);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_free (self->buffer);
  g_free (self);
}

void
pickle_reader_refuse (PickleReader *self,
                      guint64       offset,
                      LaminaError   code,
                      const char   *format,
                      ...)
{
  g_autofree char *reason = NULL;
  va_list arguments;

  va_start (arguments, format);
  reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (self->error == NULL)
    g_set_error (&self->error, LAMINA_ERROR, (int) code, "%s at byte %" G_GUINT64_FORMAT, reason, offset);
  self->is_done = TRUE;
}

/* Reads on until @n bytes lie there, or the text ends. The buffer grows with what is there, not with what is asked for. */
G_GNUC_NO_INLINE static gboolean
read_on (PickleReader *self,
         gsize         n)
{
  memmove (self->buffer, self->buffer + self->at, self->end - self->at);
  self->offset += self->at;
  self->end -= self->at;
  self->at = 0;
  while (self->end < n)
    {
      gssize got;

      if (self->end == self->size)
        {
          self->size *= 2;
          self->buffer = g_realloc (self->buffer, self->size + ROOM);
        }
      got = lamina_source_read (self->source, self->offset + self->end, self->buffer + self->end, self->size - self->end,
                                self->cancellable, self->error ? NULL : &self->error);
      if (got <= 0)
        return FALSE;
      self->end += (gsize) got;
    }
  return TRUE;
}

/* Where the text has no @n bytes any more, it is cut. */
static inline gboolean
need (PickleReader *self,
      gsize         n)
{
  if (self->end - self->at >= n || read_on (self, n))
    return TRUE;
  self->is_cut = self->is_done = TRUE;
  return FALSE;
}

/* Passes over @n bytes, which may be more than there are. */
static gboolean
pass (PickleReader *self,
      guint64       n)
{
  while (n > 0)
    {
      gsize step = (gsize) MIN (n, BLOCK_BYTES);

      if (!need (self, step))
        return FALSE;
      self->at += step;
      n -= step;
    }
  return TRUE;
}

/* An integer of any number of bytes, in two's complement. */
static void
read_long (PickleOperation *operation)
{
  const guint8 *bytes = (const guint8 *) operation->text;
  gsize n = operation->length;
  gboolean is_negative = n > 0 && (bytes[n - 1] & 0x80);
  guint64 number;

  while (n > 8 && bytes[n - 1] == (is_negative ? 0xff : 0))
    n--;
  if (n > 8)
    {
      operation->kind = PICKLE_OTHER;
      return;
    }
  memcpy (&number, bytes, sizeof number);
  operation->integer = n == 0 ? 0 : (gint64) (GUINT64_FROM_LE (number) << (64 - 8 * n)) >> (64 - 8 * n);
  if (operation->integer < 0 && !is_negative)
    operation->kind = PICKLE_UNSIGNED;
  else if (operation->integer >= 0 && is_negative)
    operation->kind = PICKLE_OTHER;
}

/* A text that is longer than texts may be is no text, which is listed. */
static gboolean
read_text (PickleReader    *self,
           PickleOperation *operation,
           guint64          length)
{
  if (length > lamina_source_get_limits (self->source)->max_text)
    {
      lamina_import_repair (self->import, N_("a text that is too long was left out"), self->source, operation->offset,
                            LAMINA_NONE);
      operation->kind = PICKLE_OTHER;
      return pass (self, length);
    }
  if (!need (self, (gsize) length))
    return FALSE;
  operation->text = (const char *) self->buffer + self->at;
  operation->length = (gsize) length;
  self->at += (gsize) length;
  return TRUE;
}

G_GNUC_NO_INLINE static void
refuse_code (PickleReader *self,
             guint8        byte,
             guint64       offset)
{
  if (codes[byte].name != NULL)
    pickle_reader_refuse (self, offset, LAMINA_ERROR_SYNTAX,
                          "the pickle asks for %s, which a memory snapshot has no use for, and which is not carried out",
                          codes[byte].name);
  else
    pickle_reader_refuse (self, offset, LAMINA_ERROR_SYNTAX, "0x%02x is no operation of a pickle", byte);
}

/* Operations that say something of the pickle itself. */
static void
read_frame_or_protocol (PickleReader *self,
                        guint8        byte)
{
  if (!need (self, byte == CODE_FRAME ? 1 + 8 : 2))
    return;
  if (byte == CODE_FRAME)
    self->at += 1 + 8;
  else if (self->buffer[self->at + 1] >= 2 && self->buffer[self->at + 1] <= 5)
    self->at += 2;
  else
    pickle_reader_refuse (self, self->offset + self->at, LAMINA_ERROR_SYNTAX, "protocol %u of pickles is not known",
                          self->buffer[self->at + 1]);
}

/* What follows the code of the operation: its length, and so many bytes. */
G_GNUC_NO_INLINE static gboolean
read_sized (PickleReader    *self,
            const Code      *code,
            PickleOperation *operation,
            guint64          length)
{
  if (code->kind == PICKLE_OTHER)
    return pass (self, length);
  if (code->kind == PICKLE_TEXT)
    return read_text (self, operation, length);
  if (code->follows == FOLLOWS_TEXT_4 && length > G_MAXINT32)
    {
      pickle_reader_refuse (self, operation->offset, LAMINA_ERROR_SYNTAX, "an integer of a negative number of bytes");
      return FALSE;
    }
  if (length > G_MAXUINT8)
    {
      operation->kind = PICKLE_OTHER;
      return pass (self, length);
    }
  if (!need (self, (gsize) length))
    return FALSE;
  operation->text = (const char *) self->buffer + self->at;
  operation->length = (gsize) length;
  self->at += (gsize) length;
  read_long (operation);
  return TRUE;
}

/* Two of three operations of a large file bring the frame of a stack back: those that follow each other are handed out as one. */
static inline gboolean
read_gets (PickleReader    *self,
           PickleOperation *operation)
{
  const guint8 *begin = self->buffer + self->at;
  const guint8 *end = self->buffer + self->end;
  const guint8 *at = begin;

  while (end - at >= PICKLE_GET_BYTES && *at == CODE_LONG_BINGET)
    at += PICKLE_GET_BYTES;
  if (at == begin)
    return FALSE;
  operation->kind = PICKLE_GETS;
  operation->text = (const char *) begin;
  operation->length = (gsize) (at - begin);
  self->at += operation->length;
  return TRUE;
}

/* All but a run of LONG_BINGET. */
static inline gboolean
read_one (PickleReader    *self,
          const Code      *code,
          PickleOperation *operation)
{
  static const guint8 widths[] = { 0, 1, 2, 4, 8, 1, 4, 8 };
  guint width = widths[code->follows];
  guint64 number;

  if (!need (self, 1 + width))
    return FALSE;
  operation->kind = code->kind;
  memcpy (&number, self->buffer + self->at + 1, sizeof number);
  self->at += 1 + width;
  if (width == 0)
    {
      operation->integer = code->n;
      self->is_done = operation->kind == PICKLE_STOP;
      return TRUE;
    }
  number = GUINT64_FROM_LE (number) << (64 - 8 * width) >> (64 - 8 * width);
  if (code->follows >= FOLLOWS_TEXT_1)
    return read_sized (self, code, operation, number);
  operation->integer = code->n ? (gint32) number : (gint64) number;
  if (code->kind == PICKLE_REAL)
    {
      number = GUINT64_SWAP_LE_BE (number);
      memcpy (&operation->real, &number, sizeof number);
    }
  return TRUE;
}

gboolean
pickle_reader_next (PickleReader    *self,
                    PickleOperation *operation)
{
  while (!self->is_done && need (self, 1))
    {
      guint8 byte = self->buffer[self->at];

      operation->offset = self->offset + self->at;
      if (read_gets (self, operation))
        return TRUE;
      if (G_LIKELY (codes[byte].known))
        return read_one (self, &codes[byte], operation);
      if (byte == CODE_FRAME || byte == CODE_PROTO)
        read_frame_or_protocol (self, byte);
      else
        refuse_code (self, byte, operation->offset);
    }
  return FALSE;
}

gboolean
pickle_reader_is_cut (PickleReader *self)
{
  return self->is_cut;
}

gboolean
pickle_reader_finish (PickleReader  *self,
                      GError       **error)
{
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}
