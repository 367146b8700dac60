/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <string.h>

G_BEGIN_DECLS

/*
 * Reads the operations of a Python pickle, protocols 2 to 5, one after the other, and carries none of them out: who reads
 * decides what a list or a dict becomes. What would import, call or build something of a class is refused: with the plain
 * operations that are left, a pickle is data and nothing else.
 */
typedef struct _PickleReader PickleReader;

typedef enum
{
  PICKLE_NONE,
  PICKLE_BOOLEAN,     /* `integer` is 0 or 1 */
  PICKLE_INTEGER,     /* `integer` */
  PICKLE_UNSIGNED,    /* `integer` holds the bits of a number from 2⁶³ to 2⁶⁴ − 1 */
  PICKLE_REAL,        /* `real` */
  PICKLE_TEXT,        /* `text`, `length`: need not be UTF-8 */
  PICKLE_OTHER,       /* a value that means nothing here: bytes, an integer of more than 64 bits */
  PICKLE_EMPTY_DICT,
  PICKLE_EMPTY_LIST,
  PICKLE_TUPLE,       /* of the last `integer` values; -1 for those above the mark */
  PICKLE_NEW_DICT,    /* of the values above the mark */
  PICKLE_NEW_LIST,
  PICKLE_MARK,
  PICKLE_APPEND,
  PICKLE_APPENDS,
  PICKLE_SET_ITEM,
  PICKLE_SET_ITEMS,
  PICKLE_PUT,         /* keeps the topmost value as number `integer`; -1 for the next one */
  PICKLE_GET,         /* brings value number `integer` back */
  PICKLE_GETS,        /* the same with each number of `text`: pickle_operation_get_number() */
  PICKLE_POP,
  PICKLE_POP_MARK,
  PICKLE_DUPLICATE,
  PICKLE_STOP,
} PickleKind;

typedef struct
{
  PickleKind kind;
  gint64 integer;
  double real;
  const char *text;   /* until the next operation is read */
  gsize length;
  guint64 offset;     /* where the operation begins in the file, in bytes */
} PickleOperation;

/* How many bytes of the file, and of `text`, each operation of PICKLE_GETS has. */
#define PICKLE_GET_BYTES 5

static inline guint32
pickle_operation_get_number (const PickleOperation *self,
                             gsize                  i)
{
  guint32 number;

  memcpy (&number, self->text + i * PICKLE_GET_BYTES + 1, sizeof number);
  return GUINT32_FROM_LE (number);
}

PickleReader *pickle_reader_new    (LaminaSource    *source,
                                    LaminaImport    *import,
                                    GCancellable    *cancellable);

void          pickle_reader_free   (PickleReader    *self);

/* FALSE at the end of the text, and where it can't be read on: pickle_reader_finish() says which. */
gboolean      pickle_reader_next   (PickleReader    *self,
                                    PickleOperation *operation);

/* Whether the text ended before the pickle did. */
gboolean      pickle_reader_is_cut (PickleReader    *self);

/* FALSE with an error where an operation is refused or unknown, or reading failed. */
gboolean      pickle_reader_finish (PickleReader    *self,
                                    GError         **error);

/* Refuses @offset for the reason that @format gives: no more operations come. */
void          pickle_reader_refuse (PickleReader    *self,
                                    guint64          offset,
                                    LaminaError      code,
                                    const char      *format,
                                    ...) G_GNUC_PRINTF (4, 5);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PickleReader, pickle_reader_free)

G_END_DECLS
